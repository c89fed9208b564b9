#include "store/bytes.hpp"

#include "store/error.hpp"

namespace store {

Writer& Writer::varint(std::uint64_t number) {
    for (; number >= 0x80; number >>= 7)
        bytes_.push_back(static_cast<char>(number | 0x80));
    bytes_.push_back(static_cast<char>(number));
    return *this;
}

Writer& Writer::text(std::string_view bytes) {
    return varint(bytes.size()).raw(bytes);
}

Writer& Writer::raw(std::string_view bytes) {
    bytes_.append(bytes);
    return *this;
}

std::uint64_t Reader::longer_varint(std::uint64_t first) {
    std::uint64_t number = first & 0x7f;
    for (unsigned shift = 7; shift < 64; shift += 7) {
        const std::uint64_t byte = u8();
        if (shift == 63 && byte > 1) break;
        number |= (byte & 0x7f) << shift;
        if (byte < 0x80) return number;
    }
    throw Error(Code::corrupt, "a stored number is longer than 64 bits");
}

std::string_view Reader::text() {
    const std::uint64_t size = varint();
    if (size > bytes_.size()) throw Error(Code::corrupt, "a stored text ends too early");
    return raw(static_cast<std::size_t>(size));
}

void Reader::throw_short() {
    throw Error(Code::corrupt, "a stored record ends too early");
}

}  // namespace store
