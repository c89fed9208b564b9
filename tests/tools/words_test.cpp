#include "tools/text/words.hpp"

#include "store/error.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace text = tools::text;

namespace {

const text::Analyzer& english() {
    static const text::Analyzer analyzer;
    return analyzer;
}

std::vector<std::string> terms(std::string_view words) {
    std::vector<std::string> out;
    for (const auto& word : english().words(words))
        out.push_back(word.term);
    return out;
}

bool finds(std::string_view asked, std::string_view stored) {
    const auto there = terms(stored);
    const auto wanted = terms(asked);
    return std::all_of(wanted.begin(), wanted.end(), [&](const std::string& term) {
        return std::find(there.begin(), there.end(), term) != there.end();
    });
}

struct Pair {
    const char* asked;
    const char* stored;
};

}  // namespace

TEST_CASE("a word finds its inflected, accented and capital forms") {
    const auto p =
        GENERATE(Pair{"book", "Booking the night train"},
                 Pair{"cancelled", "free cancellation? no: cancels"}, Pair{"go", "She went home"},
                 Pair{"mice", "one mouse"}, Pair{"bought", "we buy it"}, Pair{"cafe", "Caf\u00E9"},
                 Pair{"CAFE\u0301", "caf\u00E9s"}, Pair{"strasse", "Stra\u00DFe"},
                 Pair{"uber", "\u00DCber"}, Pair{"Lodz", "\u0141\u00F3d\u017A"},
                 Pair{"file", "\uFB01le"}, Pair{"ABC", "\uFF21\uFF22\uFF23"},
                 Pair{"\u0435\u043B\u043A\u0430", "\u0401\u043B\u043A\u0430"});
    CAPTURE(p.asked, p.stored);
    CHECK(finds(p.asked, p.stored));
}

TEST_CASE("names held together by signs are found whole and by their parts") {
    const auto p = GENERATE(
        Pair{"C++", "Written in C++, mostly."}, Pair{"C#", "a C# client"},
        Pair{".NET", "runs on .NET."}, Pair{"ada@example.org", "Mail <ada@example.org>"},
        Pair{"example.org", "see https://example.org/a"},
        Pair{"ring_queue.hpp", "in src/queue/ring_queue.hpp"},
        Pair{"queue", "in src/queue/ring_queue.hpp"},
        Pair{"src/queue/ring_queue.hpp", "`src/queue/ring_queue.hpp`"},
        Pair{"JIRA-1234", "(JIRA-1234)"}, Pair{"1234", "(JIRA-1234)"}, Pair{"email", "by e-mail"},
        Pair{"CMakePresets.json", "CMakePresets.json, presets"},
        Pair{"concept", "the QueueConcept"}, Pair{"4300", "below 4,300"},
        Pair{"200", "a 200GB disk"}, Pair{"1.5", "up to 1.5 MiB"},
        Pair{"children", "the children's passports"}, Pair{"O'Brien", "ask O\u2019Brien"},
        Pair{"7KQ2M", "confirmation 7KQ2M:"}, Pair{"child", "the children's seat"});
    CAPTURE(p.asked, p.stored);
    CHECK(finds(p.asked, p.stored));
}

TEST_CASE("what only looks alike is told apart") {
    const auto p =
        GENERATE(Pair{"C++", "plan C"}, Pair{".NET", "a fishing net"},
                 Pair{"ring_queue.hpp", "ring queue"}, Pair{"T12", "T1"}, Pair{"universe", "unit"});
    CAPTURE(p.asked, p.stored);
    CHECK_FALSE(finds(p.asked, p.stored));
}

TEST_CASE("scripts without blanks are found by any two neighbours") {
    CHECK(finds("\u5927\u5B66", "\u6771\u4EAC\u5927\u5B66\u3067"));
    CHECK(finds("\u732B", "\u732B\u7802"));
    CHECK_FALSE(finds("\u5B66\u5927", "\u6771\u4EAC\u5927\u5B66"));
    CHECK(finds("\uD55C\uAD6D", "\uD55C\uAD6D\uC5B4"));
    CHECK(terms("\u732B\u304C").size() == 3);
}

TEST_CASE("stop words are marked, contractions among them") {
    for (const auto& word : english().words("what don't they've it's of"))
        CHECK(word.stop);
    for (const auto& word : english().words("organ April rules"))
        CHECK_FALSE(word.stop);
}

TEST_CASE("positions tell which words stand side by side") {
    const auto words = english().words("lock-free ring");
    std::vector<std::uint32_t> positions;
    for (const auto& word : words)
        if (word.kind == text::WordKind::word) positions.push_back(word.position);
    CHECK(positions == std::vector<std::uint32_t>{0, 1, 2});
}

TEST_CASE("only the first words of a long text are read") {
    CHECK(english().words("alpha beta gamma", 2).size() == 2);
    CHECK(english().words("alpha beta gamma", 0).empty());
}

TEST_CASE("texts without words give none") {
    CHECK(terms("").empty());
    CHECK(terms(" ... --- ++ \u200B \U0001F680 ,").empty());
    CHECK(terms("\xFF\xFE").empty());
}

TEST_CASE("a term stays short and keeps long names apart") {
    const std::string base(400, 'a');
    const auto one = terms(base + "/b.c");
    const auto two = terms(base + "/d.c");
    for (const auto& term : one)
        CHECK(term.size() <= 96);
    CHECK(one.front() != two.front());
}

TEST_CASE("another language brings its stemmer, an unknown one the list") {
    const text::Analyzer german("german");
    CHECK(german.stem("katzen") == german.stem("katze"));
    CHECK_THROWS_WITH(text::Analyzer("klingon"), Catch::Contains("english"));
}

TEST_CASE("M06 syllables that stand taken apart are the same words") {
    const text::Analyzer analyzer;
    const auto whole = analyzer.words("한글 창고");
    const auto apart = analyzer.words("\u1112\u1161\u11ab\u1100\u1173\u11af 창고");
    REQUIRE(whole.size() == apart.size());
    for (std::size_t i = 0; i < whole.size(); ++i)
        CHECK(whole[i].term == apart[i].term);
}
