#include "tools/text/jamo.hpp"

#include <cstdlib>
#include <memory>
#include <utf8proc.h>

namespace tools::text {
namespace {

struct FreeBytes {
    void operator()(utf8proc_uint8_t* bytes) const noexcept { std::free(bytes); }
};

}  // namespace

bool has_jamo(std::string_view text) {
    // U+1100 to U+11FF are E1 84 80 to E1 87 BF.
    for (std::size_t at = text.find('\xE1'); at != std::string_view::npos && at + 2 < text.size();
         at = text.find('\xE1', at + 1)) {
        const auto second = static_cast<unsigned char>(text[at + 1]);
        if (second >= 0x84 && second <= 0x87) return true;
    }
    return false;
}

std::string with_syllables(std::string_view text) {
    utf8proc_uint8_t* raw = nullptr;
    const auto size =
        utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                     static_cast<utf8proc_ssize_t>(text.size()), &raw,
                     static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
    const std::unique_ptr<utf8proc_uint8_t, FreeBytes> owned(raw);
    if (size < 0) return std::string(text);
    return {reinterpret_cast<const char*>(raw), static_cast<std::size_t>(size)};
}

}  // namespace tools::text
