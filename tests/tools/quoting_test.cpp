#include "tools/source/quoting.hpp"

#include "store/error.hpp"
#include "tests/support/catch.hpp"
#include "tools/source/request.hpp"

using tools::source::Verb;
using Words = std::vector<std::string>;

namespace {

/// Why a command is refused, and what is proposed instead.
std::pair<std::string, std::string> fault(const std::string& command) {
    try {
        tools::source::read_request(command);
    } catch (const store::Error& error) {
        REQUIRE(error.problems.size() == 1);
        CHECK(error.problems.front().path == "/command");
        CHECK_FALSE(error.problems.front().message.empty());
        return {error.problems.front().reason, error.problems.front().send};
    }
    return {};
}

}  // namespace

TEST_CASE("LM13 a command is split by the quoting rules of a shell") {
    using Row = std::pair<std::string, Words>;
    const auto [command, words] = GENERATE(
        Row{"ls", {"ls"}}, Row{"  wc\t-l  a.md ", {"wc", "-l", "a.md"}},
        Row{"rg -n '^#{1,6} ' a.md", {"rg", "-n", "^#{1,6} ", "a.md"}},
        Row{R"(rg "a \"b\" \n \$x" f)", {"rg", R"(a "b" \n $x)", "f"}},
        Row{R"(cat my\ file\'s.png)", {"cat", "my file's.png"}},
        Row{"cat 'it'\\''s'.png", {"cat", "it's.png"}}, Row{"rg '' f", {"rg", "", "f"}},
        Row{"rg \"end$\" f", {"rg", "end$", "f"}}, Row{"rg end$ f", {"rg", "end$", "f"}},
        Row{"rg '(a|b)*' ü/日本.md", {"rg", "(a|b)*", "ü/日本.md"}}, Row{"a#b c", {"a#b", "c"}});
    CAPTURE(command);
    CHECK(tools::source::split_words(command) == words);
}

TEST_CASE("LM13 a word in quotes is one word again") {
    const auto* word = GENERATE("a.md", "two words", "it's", "$p", "*", "", "ü", "-n", "a'b'c");
    CAPTURE(word);
    CHECK(tools::source::split_words(tools::source::in_quotes(word)) == Words{word});
}

TEST_CASE("LM13 what only a shell could do is refused with what to send") {
    using Row = std::tuple<std::string, std::string, std::string>;
    const auto [command, reason, send] = GENERATE(
        Row{"cat a.md | head -5", "operator", "cat a.md"},
        Row{"sed -n '1,5p' a.md > /tmp/x", "operator", "sed -n '1,5p' a.md"},
        Row{"ls 2>&1", "operator", "ls"}, Row{"ls; rm -rf /", "operator", "ls"},
        Row{"ls && ls", "operator", "ls"}, Row{"ls &", "operator", "ls"},
        Row{"head -n 3 < a.md", "operator", "head -n 3"}, Row{"(ls)", "operator", ""},
        Row{"ls $(pwd)", "expansion", ""}, Row{"ls `pwd`", "expansion", ""},
        Row{"ls \"$(pwd)\"", "expansion", ""}, Row{"ls $HOME", "expansion", ""},
        Row{"ls ${HOME}", "expansion", ""}, Row{"sed -n $p a.md", "expansion", ""},
        Row{"ls *.md", "glob", ""}, Row{"ls ?.md", "glob", ""}, Row{"ls [a].md", "glob", ""},
        Row{"rg ^#{1,6} a.md", "glob", ""}, Row{"ls ~/x", "home", ""},
        Row{"rg #x f", "comment", ""}, Row{"ls\nls", "one_line", "ls"},
        Row{"cat 'a", "open_quote", ""}, Row{"cat \"a", "open_quote", ""},
        Row{"cat a\\", "open_quote", ""}, Row{std::string("cat a\0b", 7), "control", ""},
        Row{"cat a\x1B[2J", "control", ""}, Row{"cat a\u202Egnp.md", "invisible", ""},
        Row{"cat \U000E0041.md", "invisible", ""}, Row{"cat \xFF.md", "invisible", ""});
    CAPTURE(command);
    CHECK(fault(command) == std::pair{reason, send});
}

TEST_CASE("LM13 the closed list is read leniently where models err") {
    const auto lines = [](const std::string& command) {
        const auto request = tools::source::read_request(command);
        return std::tuple{request.verb, request.lines.first, request.lines.last, request.path};
    };
    CHECK(lines("head -n 3 a") == std::tuple{Verb::head, 1, 3, "a"});
    CHECK(lines("head -3 a") == std::tuple{Verb::head, 1, 3, "a"});
    CHECK(lines("head -n3 a") == std::tuple{Verb::head, 1, 3, "a"});
    CHECK(lines("head --lines=3 a") == std::tuple{Verb::head, 1, 3, "a"});
    CHECK(lines("head a") == std::tuple{Verb::head, 1, 10, "a"});
    CHECK(lines("/usr/bin/sed -n 2,5p a") == std::tuple{Verb::sed, 2, 5, "a"});
    CHECK(lines("sed -n '7p' a") == std::tuple{Verb::sed, 7, 7, "a"});
    CHECK(lines("sed -n '$p' a") == std::tuple{Verb::sed, 0, 0, "a"});
    CHECK(lines("sed -n '7,$p' -- -a") == std::tuple{Verb::sed, 7, 0, "-a"});
    CHECK(lines("head a -n 3") == std::tuple{Verb::head, 1, 3, "a"});
    const auto search = tools::source::read_request("rg -ni -F --line-number -- -x 'a b.md'");
    CHECK(search.pattern == "-x");
    CHECK(search.path == "a b.md");
    CHECK(search.fold_case);
    CHECK(search.literal);
    CHECK(tools::source::read_request("ls -la").path.empty());
}

TEST_CASE("LM13 what is not in the list is refused, and nothing is executed") {
    using Row = std::tuple<std::string, std::string, std::string>;
    const auto [command, reason, send] = GENERATE(
        Row{"", "missing", ""}, Row{"rm -rf /", "unknown_command", ""},
        Row{"grep x f", "unknown_command", ""}, Row{"FOO=1 ls", "unknown_command", ""},
        Row{"bash -c ls", "unknown_command", ""}, Row{"head -c 5 a", "bad_number", ""},
        Row{"head -n 0 a", "bad_number", ""}, Row{"head -n -5 a", "bad_number", ""},
        Row{"sed -i 's/a/b/' f", "unknown_flag", ""}, Row{"sed -n '5,2p' f", "bad_script", ""},
        Row{"sed -n '0p' f", "bad_script", ""}, Row{"sed -n 's/a/b/p' f", "bad_script", ""},
        Row{"sed -n '1p;2p' f", "bad_script", ""}, Row{"sed -n '1w/tmp/x' f", "bad_script", ""},
        Row{"sed '1,5p' f", "bad_script", "sed -n '1,5p' f"},
        Row{"rg --pre sh x f", "unknown_flag", ""}, Row{"rg -r y x f", "unknown_flag", ""},
        Row{"rg '' f", "missing", ""}, Row{"rg x", "missing", ""}, Row{"cat a b", "too_many", ""},
        Row{"cat", "missing", ""}, Row{"wc -c a", "unknown_flag", ""},
        Row{"ls -R", "unknown_flag", ""}, Row{"stat -f a", "unknown_flag", ""});
    CAPTURE(command);
    CHECK(fault(command) == std::pair{reason, send});
}
