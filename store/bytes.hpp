#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <endian.h>
#include <string>
#include <string_view>
#include <utility>

namespace store {

/// Builds the bytes of a key or a record. Fixed numbers are big-endian, so that
/// they sort as numbers.
class Writer {
public:
    Writer& u8(std::uint8_t number) { return number_as_is(number); }

    Writer& u16(std::uint16_t number) { return number_as_is(htobe16(number)); }

    Writer& u32(std::uint32_t number) { return number_as_is(htobe32(number)); }

    Writer& u64(std::uint64_t number) { return number_as_is(htobe64(number)); }

    /// Seven bits a byte, low ones first: small numbers take one byte.
    Writer& varint(std::uint64_t number);

    /// Length as varint, then the bytes.
    Writer& text(std::string_view bytes);

    /// The bytes alone.
    Writer& raw(std::string_view bytes);

    [[nodiscard]] const std::string& str() const noexcept { return bytes_; }

    [[nodiscard]] std::string take() { return std::exchange(bytes_, {}); }

private:
    template <class Number>
    Writer& number_as_is(Number number) {
        bytes_.append(reinterpret_cast<const char*>(&number), sizeof number);
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

    std::uint8_t u8() { return number_as_is<std::uint8_t>(); }

    std::uint16_t u16() { return be16toh(number_as_is<std::uint16_t>()); }

    std::uint32_t u32() { return be32toh(number_as_is<std::uint32_t>()); }

    std::uint64_t u64() { return be64toh(number_as_is<std::uint64_t>()); }

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

    template <class Number>
    Number number_as_is() {
        Number number{};
        std::memcpy(&number, take(sizeof number), sizeof number);
        return number;
    }

    std::uint64_t long_varint();
    [[noreturn]] static void throw_short();

    const char* at_;
    const char* end_;
};

}  // namespace store
