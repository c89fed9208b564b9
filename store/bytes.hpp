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
    explicit Reader(std::string_view bytes) : bytes_(bytes) {}

    std::uint8_t u8() { return static_cast<std::uint8_t>(big_endian(1)); }

    std::uint16_t u16() { return static_cast<std::uint16_t>(big_endian(2)); }

    std::uint32_t u32() { return static_cast<std::uint32_t>(big_endian(4)); }

    std::uint64_t u64() { return big_endian(8); }

    std::uint64_t varint();
    std::string_view text();

    std::string_view raw(std::size_t size) {
        if (size > bytes_.size()) throw_short();
        const std::string_view head = bytes_.substr(0, size);
        bytes_.remove_prefix(size);
        return head;
    }

    /// Everything not read yet.
    std::string_view rest() { return raw(bytes_.size()); }

    [[nodiscard]] bool done() const noexcept { return bytes_.empty(); }

private:
    std::uint64_t big_endian(unsigned width) {
        std::uint64_t number = 0;
        for (const char byte : raw(width))
            number = number << 8 | static_cast<unsigned char>(byte);
        return number;
    }

    [[noreturn]] static void throw_short();

    std::string_view bytes_;
};

}  // namespace store
