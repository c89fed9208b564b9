#include "mcp/settings.hpp"

#include "store/error.hpp"
#include "tests/support/catch.hpp"

#include <map>
#include <string>

namespace {

using Variables = std::map<std::string, std::string>;

mcp::Environment environment(Variables variables) {
    return
        [variables = std::move(variables)](const std::string& name) -> std::optional<std::string> {
            const auto found = variables.find(name);
            if (found == variables.end()) return std::nullopt;
            return found->second;
        };
}

mcp::Options read(mcp::RawSettings raw, const Variables& variables) {
    mcp::add_environment(raw, environment(variables));
    return mcp::read_settings(raw, environment(variables), "/some/dir");
}

std::string refusal(const mcp::RawSettings& raw, const Variables& variables) {
    try {
        read(raw, variables);
    } catch (const store::Error& error) {
        return error.problems.at(0).path + ": " + error.problems.at(0).message;
    }
    return {};
}

const Variables home{{"HOME", "/home/me"}};

}  // namespace

TEST_CASE("M22 the store has one predictable place") {
    CHECK(read({}, home).store.dir == "/home/me/.local/share/throughline");
    CHECK(read({}, {{"HOME", "/home/me"}, {"XDG_DATA_HOME", "/data"}}).store.dir ==
          "/data/throughline");
    CHECK(read({}, {{"HOME", "/home/me"}, {"XDG_DATA_HOME", "data"}}).store.dir ==
          "/home/me/.local/share/throughline");
}

TEST_CASE("M22 a named store is absolute, whatever was written") {
    const auto dir = [](const std::string& text) {
        mcp::RawSettings raw;
        raw.store = text;
        return read(raw, home).store.dir.string();
    };
    CHECK(dir("rel/dir") == "/some/dir/rel/dir");
    CHECK(dir("./a/../b/") == "/some/dir/b");
    CHECK(dir("/with space/ünï/deep/er") == "/with space/ünï/deep/er");
    CHECK(dir("~/mem") == "/home/me/mem");
    CHECK(dir("~") == "/home/me");
}

TEST_CASE("M22 a store that cannot be meant is refused, never replaced") {
    CHECK(refusal({}, {}).starts_with("--store: HOME is not set"));
    CHECK_FALSE(refusal({}, {{"HOME", "/home/me"}, {"THROUGHLINE_STORE", ""}}).empty());
    CHECK_FALSE(refusal({}, {{"HOME", "relative"}}).empty());
    mcp::RawSettings raw;
    raw.store = GENERATE(as<std::string>{}, "", "~", "~/x", "~other/x");
    CHECK_FALSE(refusal(raw, {}).empty());
}

TEST_CASE("a flag wins over its variable") {
    mcp::RawSettings raw;
    raw.conversation = "flag";
    CHECK(
        read(raw, {{"HOME", "/h"}, {"THROUGHLINE_CONVERSATION", "variable"}}).tools.conversation ==
        "flag");
    CHECK(read({}, {{"HOME", "/h"}, {"THROUGHLINE_CONVERSATION", "variable"}}).tools.conversation ==
          "variable");
}

TEST_CASE("every setting may come from a variable") {
    const auto options = read({}, {{"THROUGHLINE_STORE", "/s"},
                                   {"THROUGHLINE_TENANT", "team"},
                                   {"THROUGHLINE_TOOLSETS", "map, THREAD"},
                                   {"THROUGHLINE_READ_ONLY", "true"},
                                   {"THROUGHLINE_DURABILITY", "relaxed"},
                                   {"THROUGHLINE_LIMITS", "goals=5,tasks=20"},
                                   {"THROUGHLINE_RETAIN", "work=365, a=b=7"},
                                   {"THROUGHLINE_ALLOW_NETWORK_FS", "1"},
                                   {"THROUGHLINE_EXPORT_DIR", "/"},
                                   {"THROUGHLINE_RATE", "changes=5"},
                                   {"THROUGHLINE_TOKEN_RANKS", "ranks/o200k"},
                                   {"THROUGHLINE_LOG_LEVEL", "warn"}});
    CHECK(options.store.dir == "/s");
    CHECK(options.store.durability == store::Durability::relaxed);
    CHECK(options.store.allow_network_fs);
    CHECK(options.principal.tenant.name == "team");
    CHECK(options.tools.toolsets == std::vector{tools::Toolset::map, tools::Toolset::thread});
    CHECK(options.tools.read_only);
    CHECK(options.tools.map_limits.goals == 5);
    CHECK(options.tools.map_limits.tasks == 20);
    CHECK(options.tools.map_limits.risks == 5);
    CHECK(options.tools.retain_days ==
          std::map<std::string, std::int64_t>{{"work", 365}, {"a=b", 7}});
    CHECK(options.tools.export_dir == "/");
    CHECK(options.rate.changes == 5);
    CHECK(options.token_ranks == "/some/dir/ranks/o200k");
    CHECK(options.rate.calls == 600);
    CHECK(options.log_level == mcp::LogLevel::warn);
}

TEST_CASE("LM13 source roots are real directories and bring their tools along") {
    using tools::Toolset;
    mcp::RawSettings raw;
    raw.source_roots = {"/", "/tmp/.."};
    const auto options = read(raw, home);
    CHECK(options.tools.source_roots == std::vector<std::string>{"/"});
    CHECK(options.tools.toolsets == std::vector{Toolset::map, Toolset::memory, Toolset::ingest});
    CHECK(read({}, home).tools.toolsets == std::vector{Toolset::map, Toolset::memory});
    const auto listed = read({}, {{"HOME", "/h"}, {"THROUGHLINE_SOURCE_ROOT", "/:/tmp"}});
    CHECK(listed.tools.source_roots.size() == 2);
    raw.source_roots = {"/no/such/dir"};
    CHECK(refusal(raw, home).starts_with("--source-root: "));
}

TEST_CASE("bad values are refused by name") {
    using Row = std::tuple<std::string, std::string>;
    const auto [name, value] =
        GENERATE(Row{"TOOLSETS", "map,mem"}, Row{"TOOLSETS", ""}, Row{"DURABILITY", "none"},
                 Row{"LIMITS", "goals=0"}, Row{"LIMITS", "goals"}, Row{"LIMITS", "wishes=3"},
                 Row{"LIMITS", "goals=3x"}, Row{"RETAIN", "work"}, Row{"RETAIN", "=3"},
                 Row{"RETAIN", "work=0"}, Row{"RETAIN", "work=1y"}, Row{"RETAIN", "work=99999"},
                 Row{"EXPORT_DIR", "/no/such/dir"}, Row{"LOG_LEVEL", "loud"},
                 Row{"READ_ONLY", "maybe"}, Row{"TENANT", ""}, Row{"TOKEN_RANKS", ""},
                 Row{"CONVERSATION", ""}, Row{"CONVERSATION", std::string(201, 'x')});
    CAPTURE(name, value);
    std::string flag = "--";
    for (const char c : name)
        flag += c == '_' ? '-' : static_cast<char>(std::tolower(c));
    CHECK(refusal({}, {{"HOME", "/h"}, {"THROUGHLINE_" + name, value}}).starts_with(flag + ": "));
}

TEST_CASE("the default conversation follows the project") {
    const auto name = [](const Variables& variables) {
        return read({}, variables).tools.conversation;
    };
    CHECK(name({{"HOME", "/h"}, {"CLAUDE_PROJECT_DIR", "/src/harbour"}}).starts_with("harbour-"));
    CHECK(name(home) == "main");
}

TEST_CASE("hosts and origins are allowed one by one, never by a pattern") {
    const auto origin = GENERATE("*", "null", "", "app.example", "https://*.example",
                                 "https://app.example/path", "https://");
    mcp::RawSettings raw;
    raw.store = "/s";
    raw.allow_origins = {origin};
    CHECK_THROWS_AS(read(raw, {}), store::Error);
    raw.allow_origins = {"https://app.example", "http://app.example:8080"};
    CHECK_NOTHROW(read(raw, {}));
    raw.allow_hosts = {"*"};
    CHECK_THROWS_AS(read(raw, {}), store::Error);
}
