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

std::uint64_t Reader::long_varint() {
    constexpr unsigned last_shift = 63;
    std::uint64_t number = 0;
    const char* at = at_;
    for (unsigned shift = 0; at != end_; shift += 7) {
        const std::uint64_t byte = static_cast<unsigned char>(*at++);
        if (shift == last_shift && byte > 1)
            throw Error(Code::corrupt, "a stored number is longer than 64 bits");
        number |= (byte & 0x7f) << shift;
        if (byte >= 0x80) continue;
        at_ = at;
        return number;
    }
    throw_short();
}

void Reader::throw_short() {
    throw Error(Code::corrupt, "a stored record ends too early");
}

}  // namespace store
