#include "tools/text/sign.hpp"

#include <string_view>
#include <utf8proc.h>

namespace tools::text {
namespace {

bool unspaced(char32_t c) {
    return within(c, 0x0E00, 0x0EFF) || within(c, 0x1000, 0x109F) || within(c, 0x1100, 0x11FF) ||
           within(c, 0x1780, 0x17FF) || within(c, 0x2E80, 0x2FDF) || within(c, 0x3005, 0x3007) ||
           within(c, 0x3040, 0x30FF) || within(c, 0x3130, 0x318F) || within(c, 0x31F0, 0x31FF) ||
           within(c, 0x3400, 0x4DBF) || within(c, 0x4E00, 0x9FFF) || within(c, 0xAC00, 0xD7A3) ||
           within(c, 0xF900, 0xFAFF) || within(c, 0xFF66, 0xFF9D) || within(c, 0x20000, 0x3FFFF);
}

Sign ascii_sign(char32_t c) {
    if (within(c | 0x20U, 'a', 'z')) return Sign::letter;
    if (within(c, '0', '9')) return Sign::digit;
    if (c <= ' ' || c == 0x7F) return Sign::blank;
    if (c == '\'') return Sign::apostrophe;
    constexpr std::string_view connectors = "._-/\\@:+#&~,%$";
    return connectors.find(static_cast<char>(c)) != std::string_view::npos ? Sign::connector
                                                                           : Sign::other;
}

}  // namespace

Sign sign_of(char32_t c) {
    if (c < 0x80) return ascii_sign(c);
    if (c == 0x2019) return Sign::apostrophe;
    const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(c));
    if (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_ME)
        return unspaced(c) ? Sign::ideograph : Sign::letter;
    if (category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO)
        return unspaced(c) ? Sign::ideograph : Sign::digit;
    if (category >= UTF8PROC_CATEGORY_ZS && category <= UTF8PROC_CATEGORY_ZP) return Sign::blank;
    return Sign::other;
}

}  // namespace tools::text
