#include "tools/source/request.hpp"

#include "tools/source/quoting.hpp"
#include "tools/source/refusal.hpp"
#include "tools/vocabulary.hpp"

#include <charconv>
#include <vector>

namespace tools::source {
namespace {

constexpr std::uint64_t head_lines = 10;  ///< of head, when it names no number

constexpr const char* usage =
    "send one of: stat FILE; wc -l FILE; head -n N FILE; sed -n 'A,Bp' FILE (also 'Ap', '$p'); "
    "rg -n [-i] [-F] 'PATTERN' FILE; cat IMAGE; ls FOLDER";

[[noreturn]] void refuse_usage(const char* reason, const std::string& what,
                               const std::string& send = {}) {
    refuse(store::Code::invalid, reason, what + ": " + usage, send);
}

std::optional<std::uint64_t> read_count(std::string_view digits) {
    std::uint64_t value = 0;
    const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (fault != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
    return value;
}

/// `12p`, `3,40p`, `$p`, `3,$p`, with or without blanks.
std::optional<LineRange> read_range(std::string_view script) {
    std::string text;
    for (const char c : script)
        if (c != ' ') text += c;
    if (!text.ends_with('p')) return std::nullopt;
    text.pop_back();
    const auto comma = text.find(',');
    const auto place = [](std::string_view part) -> std::optional<std::uint64_t> {
        if (part == "$") return 0;
        const auto number = read_count(part);
        return number && *number > 0 ? number : std::nullopt;
    };
    const auto first = place(std::string_view(text).substr(0, comma));
    const auto last =
        comma == std::string::npos ? first : place(std::string_view(text).substr(comma + 1));
    if (!first || !last || (*last != 0 && *last < *first)) return std::nullopt;
    if (*first == 0 && *last != 0) return std::nullopt;
    return LineRange{*first, *last};
}

/// The words of a command behind its verb. Flags may stand anywhere before `--`.
class Words {
public:
    explicit Words(std::vector<std::string> words) : words_(std::move(words)) {
        words_.erase(words_.begin());
    }

    /// Takes the next flag, such as `-n`.
    std::optional<std::string> flag() {
        for (at_ = 0; at_ < words_.size() && !ended_; ++at_) {
            ended_ = words_[at_] == "--";
            if (ended_ || (words_[at_].size() > 1 && words_[at_][0] == '-')) {
                std::string out = take(at_);
                if (!ended_) return out;
            }
        }
        return std::nullopt;
    }

    /// Takes the word behind the flag that was taken last.
    std::optional<std::string> value() {
        if (at_ >= words_.size()) return std::nullopt;
        return take(at_);
    }

    /// Takes the next word, whatever it is.
    std::optional<std::string> next() {
        if (words_.empty()) return std::nullopt;
        return take(0);
    }

private:
    std::string take(std::size_t at) {
        std::string out = std::move(words_[at]);
        words_.erase(words_.begin() + static_cast<std::ptrdiff_t>(at));
        return out;
    }

    std::vector<std::string> words_;
    std::size_t at_ = 0;
    bool ended_ = false;  ///< `--` was met: no more flags
};

[[noreturn]] void refuse_flag(const std::string& flag) {
    refuse_usage("unknown_flag", flag + " is no flag of this list");
}

std::string only_path(Words& words) {
    auto path = words.next();
    if (!path || path->empty()) refuse_usage("missing", "the file is missing");
    if (words.next()) refuse_usage("too_many", "one file a call");
    return *std::move(path);
}

void read_head(Words& words, Request& to) {
    std::uint64_t count = head_lines;
    while (const auto flag = words.flag()) {
        std::string number = flag->substr(1);
        if (number == "n" || number == "-lines")
            number = words.value().value_or("");
        else if (number.starts_with("n"))
            number.erase(0, 1);
        else if (number.starts_with("-lines="))
            number.erase(0, std::string_view("-lines=").size());
        const auto read = read_count(number);
        if (!read || *read == 0) refuse_usage("bad_number", "head -n takes a number from 1");
        count = *read;
    }
    to.lines = {1, count};
    to.path = only_path(words);
}

void read_sed(Words& words, Request& to) {
    bool quiet = false;
    while (const auto flag = words.flag())
        if (*flag == "-n" || *flag == "--quiet" || *flag == "--silent")
            quiet = true;
        else
            refuse_flag(*flag);
    const std::string script = words.next().value_or("");
    const auto range = read_range(script);
    if (!range)
        refuse_usage("bad_script",
                     "sed prints one range of lines: 'A,Bp' with A from 1 to B, 'Ap' or '$p'");
    to.path = only_path(words);
    if (!quiet)
        refuse_usage("bad_script", "sed without -n would print the whole file",
                     sed_command(*range, to.path));
    to.lines = *range;
}

void read_rg(Words& words, Request& to) {
    std::optional<std::string> pattern;
    while (const auto flag = words.flag()) {
        if (*flag == "-e" || *flag == "--regexp") {
            pattern = words.value();
        } else if (*flag == "--ignore-case") {
            to.fold_case = true;
        } else if (*flag == "--fixed-strings") {
            to.literal = true;
        } else if (*flag != "--line-number") {
            for (const char c : flag->substr(1))
                if (c == 'i')
                    to.fold_case = true;
                else if (c == 'F')
                    to.literal = true;
                else if (c != 'n')
                    refuse_flag(*flag);
        }
    }
    if (!pattern) pattern = words.next();
    if (!pattern || pattern->empty()) refuse_usage("missing", "the pattern is missing");
    to.pattern = *std::move(pattern);
    to.path = only_path(words);
}

void read_plain(Words& words, Request& to) {
    while (const auto flag = words.flag()) {
        const bool lines = to.verb == Verb::wc && (*flag == "-l" || *flag == "--lines");
        const bool listing =
            to.verb == Verb::ls && flag->find_first_not_of("-1lah") == std::string::npos;
        if (!lines && !listing) refuse_flag(*flag);
    }
    if (to.verb != Verb::ls) {
        to.path = only_path(words);
        return;
    }
    to.path = words.next().value_or("");
    if (words.next()) refuse_usage("too_many", "one folder a call");
}

/// The program that a first word names: `/usr/bin/sed` is sed, `grep` is not rg.
Verb read_verb(const std::vector<std::string>& words) {
    if (words.empty()) refuse_usage("missing", "the command is empty");
    const std::string& first = words.front();
    const auto known = words_of<Verb>();
    for (std::size_t i = 0; i < known.size(); ++i)
        if (first == known[i] || first.ends_with("/" + known[i])) return static_cast<Verb>(i);
    refuse_usage("unknown_command",
                 in_quotes(first) + " is not in the list, and nothing is ever executed");
}

}  // namespace

std::string sed_command(const LineRange& lines, std::string_view path) {
    const auto place = [](std::uint64_t line) {
        return line == 0 ? std::string("$") : std::to_string(line);
    };
    std::string range = place(lines.first);
    if (lines.last != lines.first) range += "," + place(lines.last);
    return "sed -n '" + range + "p' " + in_quotes(path);
}

Request read_request(std::string_view command) {
    std::vector<std::string> split = split_words(command);
    Request out;
    out.verb = read_verb(split);
    Words words(std::move(split));
    switch (out.verb) {
        case Verb::head:
            read_head(words, out);
            break;
        case Verb::sed:
            read_sed(words, out);
            break;
        case Verb::rg:
            read_rg(words, out);
            break;
        default:
            read_plain(words, out);
    }
    return out;
}

}  // namespace tools::source
