#include "tools/text/line.hpp"

#include "tests/support/catch.hpp"
#include "tools/text/utf8.hpp"

#include <string>

namespace text = tools::text;

TEST_CASE("trim cuts every kind of blank at both ends only") {
    CHECK(text::trim(" \t\n Ship the pilot\r\n") == "Ship the pilot");
    CHECK(text::trim("\u00A0\u200B\uFEFFa \u00A0 b\u3000\u2028") == "a \u00A0 b");
    CHECK(text::trim("\u200B\u00A0\uFEFF \t").empty());
    CHECK(text::trim("").empty());
    CHECK(text::trim("\u00E9") == "\u00E9");
}

TEST_CASE("L03: a name of blanks, controls or format characters is not visible") {
    const auto* invisible = GENERATE("", "   ", "\t\n", "\u200B", "\u00A0", "\uFEFF", "\u3164",
                                     "\u00AD\u200D", "\u0301");
    CHECK_FALSE(text::visible(invisible));
}

TEST_CASE("letters, digits, signs, ideographs and emoji are visible") {
    const auto* seen = GENERATE("a", "7", "-", "\u6F22", "\U0001F680", " \u00E9 ", "\U000E0001x");
    CHECK(text::visible(seen));
}

TEST_CASE("a text must be one line") {
    const std::string separator =
        GENERATE("\n", "\r", "\r\n", "\v", "\f", "\u0085", "\u2028", "\u2029");
    const auto fault = text::line_fault("one" + separator + "two", 500);
    REQUIRE(fault);
    CHECK(std::string(fault->reason) == "one_line");
    CHECK(fault->message == "must be one line");
}

TEST_CASE("a control character is named with its place") {
    using std::string_literals::operator""s;
    CHECK(text::line_fault("ab\0c"s, 500)->message ==
          "must hold no control character, has U+0000 as code point 3");
    CHECK(text::line_fault("\u00E9\x1B[31m", 500)->message ==
          "must hold no control character, has U+001B as code point 2");
    CHECK(text::line_fault("a\u009Fb", 500)->message ==
          "must hold no control character, has U+009F as code point 2");
    CHECK_FALSE(text::line_fault("a\tb", 500));
}

TEST_CASE("length counts code points, not bytes") {
    std::string text;
    for (int i = 0; i < 500; ++i)
        text += "\U0001F680";
    CHECK_FALSE(text::line_fault(text, 500));
    CHECK(text::line_fault(text + "x", 500)->message == "must have 1 to 500 code points, has 501");
    CHECK(text::line_fault("", 500)->message == "must have 1 to 500 code points, has 0");
}

TEST_CASE("a line of the right length still needs something to see") {
    CHECK(text::line_fault("\u200D", 500)->message == "must hold a visible character");
}

TEST_CASE("decoding takes each bad byte as one replacement and goes on") {
    const auto* bad =
        GENERATE("\xFF", "\xC0\xAF", "\xED\xA0\x80", "\xE2\x82", "\xF4\x90\x80\x80", "\x80");
    const std::string text = std::string(bad) + "a";
    std::size_t at = 0;
    CHECK(text::next_code_point(text, at) == text::replacement);
    CHECK(at == 1);
    char32_t last = 0;
    while (at < text.size())
        last = text::next_code_point(text, at);
    CHECK(last == U'a');
}

TEST_CASE("a code point written is the code point read") {
    const char32_t code = GENERATE(U'A', U'\x7F', U'\u0080', U'\u07FF', U'\u0800', U'\uFFFF',
                                   U'\U00010000', U'\U0010FFFF');
    std::string text;
    text::append_utf8(text, code);
    std::size_t at = 0;
    CHECK(text::next_code_point(text, at) == code);
    CHECK(at == text.size());
    CHECK(text::code_points(text) == 1);
}
