#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tools::text {

/// Reads packed numbers and bytes of a record whose checksum was right, so an end
/// that comes too early reads as zeros instead of being told.
class Packed {
public:
    explicit Packed(std::string_view bytes)
        : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

    [[nodiscard]] bool done() const { return at_ == end_; }

    std::uint8_t u8() { return at_ < end_ ? static_cast<std::uint8_t>(*at_++) : std::uint8_t{0}; }

    /// As store::Writer::varint writes it.
    std::uint64_t varint() {
        const std::uint8_t byte = u8();
        return byte < 0x80 ? byte : longer_varint(byte);
    }

    std::string_view raw(std::size_t size) {
        const auto taken = std::min(size, static_cast<std::size_t>(end_ - at_));
        const char* start = at_;
        at_ += taken;
        return {start, taken};
    }

    /// As store::Writer::text writes it.
    std::string_view text() { return raw(varint()); }

    [[nodiscard]] std::string_view rest() const {
        return {at_, static_cast<std::size_t>(end_ - at_)};
    }

private:
    /// What a first byte that says that more follow begins.
    std::uint64_t longer_varint(std::uint64_t byte) {
        std::uint64_t out = byte & 0x7FU;
        for (unsigned shift = 7; byte >= 0x80 && shift < 64; shift += 7) {
            byte = u8();
            out |= (byte & 0x7FU) << shift;
        }
        return out;
    }

    const char* at_;
    const char* end_;
};

}  // namespace tools::text
