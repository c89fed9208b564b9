#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace store {

/// Builds the bytes of a key or a record. Fixed numbers are big-endian, so that
/// they sort as numbers.
class Writer {
public:
    Writer& u8(std::uint8_t number) { return big_endian(number, 1); }

    Writer& u16(std::uint16_t number) { return big_endian(number, 2); }

    Writer& u32(std::uint32_t number) { return big_endian(number, 4); }

    Writer& u64(std::uint64_t number) { return big_endian(number, 8); }

    /// Seven bits a byte, low ones first: small numbers take one byte.
    Writer& varint(std::uint64_t number);

    /// Length as varint, then the bytes.
    Writer& text(std::string_view bytes);

    /// The bytes alone.
    Writer& raw(std::string_view bytes);

    [[nodiscard]] const std::string& str() const noexcept { return bytes_; }

    [[nodiscard]] std::string take() { return std::exchange(bytes_, {}); }

private:
    Writer& big_endian(std::uint64_t number, unsigned width) {
        std::array<char, 8> bytes{};
        for (unsigned i = width; i > 0; number >>= 8)
            bytes[--i] = static_cast<char>(number);
        bytes_.append(bytes.data(), width);
        return *this;
    }

    std::string bytes_;
};

/// Reads what a Writer wrote; throws corrupt when the bytes end too early. Texts
/// are views into the bytes given.
class Reader {
public:
    explicit Reader(std::string_view bytes)
        : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

    std::uint8_t u8() { return static_cast<std::uint8_t>(*take(1)); }

    std::uint16_t u16() { return static_cast<std::uint16_t>(big_endian<2>()); }

    std::uint32_t u32() { return static_cast<std::uint32_t>(big_endian<4>()); }

    std::uint64_t u64() { return big_endian<8>(); }

    std::uint64_t varint() {
        const auto first = static_cast<unsigned char>(at_ == end_ ? 0x80 : *at_);
        if (first >= 0x80) return long_varint();
        ++at_;
        return first;
    }

    std::string_view text() {
        const std::uint64_t size = varint();
        if (size > left()) throw_short();
        return raw(static_cast<std::size_t>(size));
    }

    std::string_view raw(std::size_t size) { return {take(size), size}; }

    /// Everything not read yet.
    std::string_view rest() { return raw(left()); }

    [[nodiscard]] bool done() const noexcept { return at_ == end_; }

private:
    [[nodiscard]] std::size_t left() const noexcept { return static_cast<std::size_t>(end_ - at_); }

    const char* take(std::size_t size) {
        if (size > left()) throw_short();
        return std::exchange(at_, at_ + size);
    }

    template <std::size_t width>
    std::uint64_t big_endian() {
        const char* bytes = take(width);
        std::uint64_t number = 0;
        for (std::size_t i = 0; i < width; ++i)
            number = number << 8 | static_cast<unsigned char>(bytes[i]);
        return number;
    }

    std::uint64_t long_varint();
    [[noreturn]] static void throw_short();

    const char* at_;
    const char* end_;
};

}  // namespace store
