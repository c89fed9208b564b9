#include "tools/tokens.hpp"

#include "tests/support/catch.hpp"

#include <cmath>
#include <string>

namespace {

std::int64_t count(const std::string& text) {
    return tools::estimate_tokens(text).value;
}

/// What a sum of class costs becomes: times the margin, rounded up.
std::int64_t charged(double cost) {
    return static_cast<std::int64_t>(std::ceil(1.15 * cost));
}

struct Case {
    std::string text;
    double cost;  ///< worked out by hand from the table in thread.md, section 4
};

}  // namespace

TEST_CASE("the estimate adds up the costs of its classes") {
    const auto c = GENERATE(
        Case{"Book the night train", 4 * .83}, Case{"relationship", .83 + 6 * .37},
        Case{"CMakePresets", 3 * .83 + .37}, Case{"HTTPServer", .83 + .83},
        Case{"caf\u00E9", .83 + .91}, Case{"bcdfgh", .83 + .25 * 6}, Case{"2026", 2 * 1.58},
        Case{"a\n\n\nb", 2 * .83 + .46}, Case{"a   b", 2 * .83 + .73},
        Case{"- [T1] x", .81 + .81 + .83 + 1.58 + .81 + .83}, Case{"--->", .81 + 2 * .38},
        Case{"\u6F22\u5B57", 2 * 1.02}, Case{"\u3042\u30A2", 2 * .82},
        Case{"\uD55C\uAE00", 2 * .86}, Case{"\u043F\u0440\u0438\u0432\u0435\u0442", .56 + 6 * .29},
        Case{"\u0645\u0631\u062D\u0628\u0627", 5 * .38}, Case{"\u0928\u092E", 2 * .45},
        Case{"\U0001F680\U0001F680", 2 * 2.14}, Case{"\u2500", 3 * .35});
    CAPTURE(c.text);
    CHECK(count(c.text) == charged(c.cost));
}

TEST_CASE("only the empty text costs nothing") {
    CHECK(count("") == 0);
    CHECK(count(" ") == 1);
    CHECK(count("\xFF") == 1);
}

TEST_CASE("an estimate of a joined text is at most the sum of its lines") {
    const std::string a =
        "- [T3] Task: Implement the ring in src/queue/ring.hpp - status: active\n";
    const std::string b = "- [Q4] Question: Wer zahlt \u00FCber 4,300 EUR? \u6F22\u5B57\n";
    CHECK(count(a + b) <= count(a) + count(b));
    CHECK(count(a + b) > std::max(count(a), count(b)));
}

TEST_CASE("more words never cost less") {
    std::string text;
    std::int64_t before = 0;
    for (int i = 0; i < 200; ++i) {
        text += i % 3 == 0 ? "evidence " : "x9, ";
        CHECK(count(text) >= before);
        before = count(text);
    }
}

TEST_CASE("English prose comes out near a quarter of its bytes") {
    const std::string prose =
        "The map is the working state of one conversation: a small typed graph that a person "
        "can read. It is not a transcript and holds no hidden reasoning.";
    const double ratio = static_cast<double>(count(prose)) / static_cast<double>(prose.size());
    CHECK(ratio > .2);
    CHECK(ratio < .36);
}
