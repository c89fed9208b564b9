#include "mcp/settings.hpp"

#include "store/error.hpp"
#include "tools/tool.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <utility>

namespace mcp {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_name = 200;  ///< code points of a map or a dataspace

/// Where wrong settings are gathered, so that all are told at once.
using Problems = std::vector<store::Problem>;

void wrong(Problems& problems, const std::string& setting, const std::string& expected) {
    problems.push_back({"--" + setting, "bad_setting", expected, "", {}});
}

std::vector<std::string> parts(const std::string& list, char separator) {
    std::vector<std::string> out;
    std::string part;
    for (const char c : list + separator)
        if (c != separator)
            part += c;
        else if (!part.empty())
            out.push_back(std::exchange(part, {}));
    return out;
}

/// The parts of a list such as `map, memory`.
std::vector<std::string> words(std::string list) {
    std::erase(list, ' ');
    return parts(list, ',');
}

template <class E>
std::optional<E> read_choice(const std::string& setting, const std::string& text,
                             Problems& problems) {
    const auto value = tools::read_word<E>(text);
    if (!value)
        wrong(problems, setting, "expected " + tools::allowed_words(text, tools::words_of<E>()));
    return value;
}

bool read_switch(const std::string& setting, const std::optional<std::string>& text,
                 Problems& problems) {
    const std::string word = text.value_or("false");
    if (word == "1" || word == "true" || word == "yes") return true;
    if (word != "0" && word != "false" && word != "no" && !word.empty())
        wrong(problems, setting, "expected true or false");
    return false;
}

std::vector<tools::Toolset> read_toolsets(const std::string& text, Problems& problems) {
    std::vector<tools::Toolset> out;
    for (const auto& word : words(text)) {
        const auto set = read_choice<tools::Toolset>("toolsets", word, problems);
        if (set && std::find(out.begin(), out.end(), *set) == out.end()) out.push_back(*set);
    }
    if (out.empty() && problems.empty())
        wrong(problems, "toolsets", "expected a list such as map,memory");
    return out;
}

/// Each name once, in the order given: the first is where writes go.
std::vector<std::string> read_dataspaces(const std::string& text, Problems& problems) {
    std::vector<std::string> out;
    for (const auto& name : words(text)) {
        if (tools::code_points(name) > longest_name)
            wrong(problems, "dataspace", "expected names of at most 200 characters");
        if (std::find(out.begin(), out.end(), name) == out.end()) out.push_back(name);
    }
    if (out.empty()) wrong(problems, "dataspace", "expected a list of names such as work,private");
    return out;
}

bool read_number(const std::string& text, std::int64_t& to) {
    std::int64_t value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc{} || end != text.data() + text.size() || value < 1) return false;
    to = value;
    return true;
}

using Counts = std::vector<std::pair<std::string, std::int64_t*>>;

/// Counts by name, such as `goals=3,tasks=7`, into those that are known.
void read_counts(const std::string& setting, const std::string& text, const Counts& known,
                 const std::string& example, Problems& problems) {
    for (const auto& part : words(text)) {
        const auto equals = part.find('=');
        const std::string name = part.substr(0, equals);
        const auto field = std::find_if(known.begin(), known.end(),
                                        [&](const auto& f) { return name == f.first; });
        if (field == known.end() || equals == std::string::npos ||
            !read_number(part.substr(equals + 1), *field->second))
            wrong(problems, setting, "expected counts from 1 such as " + example);
    }
}

tools::MapLimits read_limits(const std::string& text, Problems& problems) {
    tools::MapLimits out;
    read_counts("limits", text,
                {{"goals", &out.goals},
                 {"tasks", &out.tasks},
                 {"questions", &out.questions},
                 {"risks", &out.risks}},
                "goals=3,tasks=7,questions=7,risks=5", problems);
    return out;
}

CallRate read_rate(const std::string& text, Problems& problems) {
    CallRate out;
    read_counts("rate", text,
                {{"calls", &out.calls}, {"changes", &out.changes}, {"streams", &out.streams}},
                "calls=600,changes=60,streams=256", problems);
    return out;
}

/// Lists of names are exact: a pattern would let in who was not meant.
void check_lists(const RawSettings& raw, Problems& problems) {
    const auto plain = [](const std::string& text) {
        return !text.empty() && text.find_first_of("*/ ,") == std::string::npos;
    };
    for (const auto& origin : raw.allow_origins) {
        const std::size_t scheme = origin.starts_with("https://")  ? 8
                                   : origin.starts_with("http://") ? 7
                                                                   : 0;
        if (scheme == 0 || !plain(origin.substr(scheme)))
            wrong(problems, "allow-origin", "expected one origin such as https://app.example");
    }
    for (const auto& host : raw.allow_hosts)
        if (!plain(host))
            wrong(problems, "allow-host", "expected one name such as map.example:8808");
}

/// `work=365,private=30`: days by dataspace (LM14).
std::map<std::string, std::int64_t> read_retention(const std::string& text, Problems& problems) {
    constexpr std::int64_t most_days = 36'500;
    std::map<std::string, std::int64_t> out;
    for (const auto& part : words(text)) {
        const auto equals = part.rfind('=');
        std::int64_t days = 0;
        if (equals == std::string::npos || equals == 0 ||
            !read_number(part.substr(equals + 1), days) || days > most_days)
            wrong(problems, "retain",
                  "expected dataspaces with days from 1 to 36500 such as work=365,private=30");
        else
            out[part.substr(0, equals)] = days;
    }
    return out;
}

/// The path with a leading `~/` as the home directory, absolute.
std::optional<fs::path> read_path(const std::string& text, const std::string& home,
                                  const std::string& working_dir) {
    if (text.empty() || text.find('\0') != std::string::npos) return std::nullopt;
    if (text == "~" || text.starts_with("~/")) {
        if (home.empty()) return std::nullopt;
        return (fs::path(home) / fs::path(text).lexically_relative("~")).lexically_normal();
    }
    if (text.starts_with('~')) return std::nullopt;
    return (fs::path(working_dir) / text).lexically_normal();
}

/// Where the store lies when nobody says it.
std::optional<fs::path> default_store(const Environment& environment) {
    const auto data = environment("XDG_DATA_HOME");
    if (data && data->starts_with('/')) return fs::path(*data) / "throughline";
    const auto home = environment("HOME");
    if (home && home->starts_with('/')) return fs::path(*home) / ".local/share/throughline";
    return std::nullopt;
}

/// Directories that documents may be read below, as they really are: no link leads to them.
std::vector<std::string> read_roots(const RawSettings& raw, const std::string& home,
                                    const std::string& working_dir, Problems& problems) {
    std::vector<std::string> out;
    for (const auto& text : raw.source_roots) {
        const auto dir = read_path(text, home, working_dir);
        std::error_code fault;
        const fs::path real = dir ? fs::canonical(*dir, fault) : fs::path();
        if (!dir || fault || !fs::is_directory(real, fault))
            wrong(problems, "source-root", "expected a directory that exists");
        else if (std::find(out.begin(), out.end(), real.string()) == out.end())
            out.push_back(real.string());
    }
    return out;
}

store::Options read_store(const RawSettings& raw, const Environment& environment,
                          const std::string& working_dir, Problems& problems) {
    store::Options out;
    const std::string home = environment("HOME").value_or("");
    const auto dir =
        raw.store ? read_path(*raw.store, home, working_dir) : default_store(environment);
    if (dir)
        out.dir = dir->has_filename() ? *dir : dir->parent_path();
    else
        wrong(problems, "store",
              raw.store ? "expected a directory: give an absolute path"
                        : "HOME is not set, so there is no default: give a directory");
    out.allow_network_fs = read_switch("allow-network-fs", raw.allow_network_fs, problems);
    const std::string durability = raw.durability.value_or("full");
    if (durability == "relaxed")
        out.durability = store::Durability::relaxed;
    else if (durability != "full")
        wrong(problems, "durability", "expected full or relaxed");
    return out;
}

tools::Settings read_tools(const RawSettings& raw, const Environment& environment,
                           const std::string& working_dir, Problems& problems) {
    tools::Settings out;
    out.conversation = raw.conversation
                           ? *raw.conversation
                           : tools::default_conversation(
                                 environment("CLAUDE_PROJECT_DIR").value_or(""), working_dir);
    if (out.conversation.empty() || tools::code_points(out.conversation) > longest_name)
        wrong(problems, "conversation", "expected a name of 1 to 200 characters");
    if (raw.dataspace) out.dataspaces = read_dataspaces(*raw.dataspace, problems);
    out.read_only = read_switch("read-only", raw.read_only, problems);
    if (raw.toolsets) out.toolsets = read_toolsets(*raw.toolsets, problems);
    if (raw.limits) out.map_limits = read_limits(*raw.limits, problems);
    if (raw.retain) out.retain_days = read_retention(*raw.retain, problems);
    const std::string home = environment("HOME").value_or("");
    out.source_roots = read_roots(raw, home, working_dir, problems);
    if (!out.source_roots.empty())
        for (const auto set : {tools::Toolset::memory, tools::Toolset::ingest})
            if (std::find(out.toolsets.begin(), out.toolsets.end(), set) == out.toolsets.end())
                out.toolsets.push_back(set);
    if (!raw.export_dir) return out;
    const auto dir = read_path(*raw.export_dir, home, working_dir);
    std::error_code ignored;
    if (dir && fs::is_directory(*dir, ignored))
        out.export_dir = dir->string();
    else
        wrong(problems, "export-dir", "expected a directory that exists");
    return out;
}

}  // namespace

void add_environment(RawSettings& raw, const Environment& environment) {
    const auto text = [&](std::optional<std::string>& to, const char* name) {
        if (!to) to = environment(std::string("THROUGHLINE_") + name);
    };
    text(raw.store, "STORE");
    text(raw.conversation, "CONVERSATION");
    text(raw.dataspace, "DATASPACE");
    text(raw.tenant, "TENANT");
    text(raw.toolsets, "TOOLSETS");
    text(raw.durability, "DURABILITY");
    text(raw.export_dir, "EXPORT_DIR");
    text(raw.limits, "LIMITS");
    text(raw.retain, "RETAIN");
    text(raw.log_level, "LOG_LEVEL");
    text(raw.read_only, "READ_ONLY");
    text(raw.allow_network_fs, "ALLOW_NETWORK_FS");
    text(raw.listen, "LISTEN");
    text(raw.rate, "RATE");
    text(raw.token_ranks, "TOKEN_RANKS");
    const auto list = [&](std::vector<std::string>& to, const char* name) {
        const auto given = environment(std::string("THROUGHLINE_") + name);
        if (to.empty() && given) to = words(*given);
    };
    list(raw.allow_hosts, "ALLOW_HOST");
    list(raw.allow_origins, "ALLOW_ORIGIN");
    const auto roots = environment("THROUGHLINE_SOURCE_ROOT");
    if (raw.source_roots.empty() && roots) raw.source_roots = parts(*roots, ':');
}

Options read_settings(const RawSettings& raw, const Environment& environment,
                      const std::string& working_dir) {
    Problems problems;
    Options out;
    out.store = read_store(raw, environment, working_dir, problems);
    out.tools = read_tools(raw, environment, working_dir, problems);
    if (raw.tenant) out.principal.tenant = *raw.tenant;
    if (out.principal.tenant.name.empty()) wrong(problems, "tenant", "expected a name");
    check_lists(raw, problems);
    if (raw.token_ranks) {
        const auto file =
            read_path(*raw.token_ranks, environment("HOME").value_or(""), working_dir);
        if (!file) wrong(problems, "token-ranks", "expected a file");
        out.token_ranks = file.value_or("").string();
    }
    if (raw.rate) out.rate = read_rate(*raw.rate, problems);
    if (raw.log_level)
        out.log_level =
            read_choice<LogLevel>("log-level", *raw.log_level, problems).value_or(LogLevel::info);
    if (!problems.empty())
        throw store::Error(store::Code::invalid, "the settings cannot be used",
                           std::move(problems));
    return out;
}

std::vector<tools::Toolset> all_toolsets() {
    std::vector<tools::Toolset> out;
    for (std::size_t i = 0; i < names(tools::Toolset{}).size(); ++i)
        out.push_back(static_cast<tools::Toolset>(i));
    return out;
}

}  // namespace mcp
