#include "tools/map/form/line.hpp"

#include "tools/map/form/arrow.hpp"
#include "tools/map/form/cursor.hpp"
#include "tools/map/form/outcome.hpp"
#include "tools/nearest.hpp"
#include "tools/text/line.hpp"
#include "tools/text/utf8.hpp"

#include <algorithm>
#include <array>

namespace tools::map::form {
namespace {

bool only(std::string_view text, std::string_view characters) {
    return text.find_first_not_of(characters) == std::string_view::npos;
}

bool is_rule(std::string_view line) {
    return line.size() >= 3 &&
           (only(line, "- ") || only(line, "= ") || only(line, "* ") || only(line, "_ "));
}

/// A fence with at most the name of a language.
bool is_fence(std::string_view line) {
    if (!line.starts_with("```") && !line.starts_with("~~~")) return false;
    const std::string_view info =
        skip_blanks(line.substr(std::min(line.find_first_not_of("`~"), line.size())));
    return first_word(info).size() == info.size();
}

bool breaks_line(char32_t c) {
    return (c >= '\n' && c <= '\r') || c == 0x85 || c == 0x2028 || c == 0x2029;
}

bool is_control(char32_t c) {
    return (c < 0x20 && c != '\t') || (c >= 0x7F && c < 0xA0);
}

std::string first_bytes(std::string_view text, std::size_t most) {
    std::size_t end = 0;
    for (std::size_t at = 0; at < text.size() && at <= most;) {
        end = at;
        text::next_code_point(text, at);
    }
    return std::string(text.substr(0, text.size() <= most ? text.size() : end));
}

/// The line without them, broken where the next piece is a line of its own.
std::string without_controls(std::string_view line) {
    std::string out;
    for (std::size_t at = 0; at < line.size();) {
        const std::size_t start = at;
        const char32_t c = text::next_code_point(line, at);
        const bool breaks = breaks_line(c);
        if (!breaks && !is_control(c)) {
            out += line.substr(start, at - start);
            continue;
        }
        const std::string_view next = skip_blanks(line.substr(at));
        const bool own_line =
            !next.empty() && std::string_view("+~x>=-*[").find(next[0]) != std::string_view::npos &&
            next.find('[') < 4;
        out += breaks && own_line ? '\n' : ' ';
    }
    return out;
}

template <std::size_t N>
bool among(std::string_view word, const std::array<std::string_view, N>& words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr std::array<std::string_view, 16> removal_words{
    "remove", "removed", "removals", "removing", "delete",   "deleted", "deletions", "prune",
    "pruned", "pruning", "drop",     "dropped",  "obsolete", "unlink",  "unlinked",  "cleanup"};

constexpr std::array<std::string_view, 10> closed_words{
    "done",     "completed", "complete", "finished", "closed",
    "resolved", "answered",  "archived", "archive",  "superseded"};

/// Words of a heading that say nothing of the lines under it.
constexpr std::array<std::string_view, 27> plain_words{
    "map",  "update",  "updates",  "delta", "change", "changes",      "conversation",
    "turn", "message", "reply",    "for",   "the",    "after",        "before",
    "this", "of",      "my",       "our",   "a",      "to",           "in",
    "from", "and",     "revision", "clean", "up",     "conversations"};

}  // namespace

std::vector<TextLine> lines_of(std::string_view text) {
    std::vector<TextLine> out;
    std::size_t number = 0;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t stop = std::min(text.find('\n', start), text.size());
        std::string line = text::trim(text.substr(start, stop - start));
        ++number;
        start = stop + 1;
        if (!line.empty() && !is_rule(line) && !is_fence(line))
            out.push_back({number, std::move(line)});
    }
    return out;
}

Parsed check_line(const TextLine& line) {
    constexpr std::size_t longest = 16384;
    if (line.text.size() > longest)
        return refused("line_too_long",
                       "this line has " + std::to_string(line.text.size()) + " bytes, at most " +
                           std::to_string(longest) +
                           " can be read: text, reason, impact and mitigation "
                           "have 1 to 500 code points each, and many ids go into several lines",
                       first_bytes(line.text, 60) + "<shorter>");
    for (std::size_t at = 0; at < line.text.size();) {
        const char32_t c = text::next_code_point(line.text, at);
        if (breaks_line(c) || is_control(c))
            return refused("control", "a line holds no control character and no line break but LF",
                           without_controls(line.text));
    }
    return {};
}

std::optional<std::string> heading(std::string_view line) {
    const bool marked = line.starts_with('#');
    line.remove_prefix(std::min(line.size(), line.find_first_not_of("# ")));
    std::string words = text::trim(without_bold(line));
    while (words.ends_with(':') || words.ends_with('#'))
        words = text::trim(words.substr(0, words.size() - 1));
    std::string folded = fold_word(words);
    constexpr std::array<std::string_view, 3> unmarked{"nodes", "relationships",
                                                       "conversation_map"};
    if (!marked && !among(folded, unmarked)) return std::nullopt;
    return folded;
}

Part part_of(std::string_view heading) {
    if (heading == "nodes") return Part::nodes;
    if (heading == "relationships") return Part::relationships;
    bool removals = false;
    bool closed = false;
    bool plain = true;
    for (std::size_t start = 0; start < heading.size();) {
        const std::size_t stop =
            std::min(heading.find_first_of("_ ,:/&+().", start), heading.size());
        const std::string_view word = heading.substr(start, stop - start);
        start = stop + 1;
        const bool number = only(word, "0123456789");
        removals = removals || among(word, removal_words);
        closed = closed || among(word, closed_words);
        plain = plain && (number || among(word, plain_words) || among(word, removal_words));
    }
    if (closed) return Part::closed;
    if (!plain) return Part::other;
    return removals ? Part::removals : Part::open;
}

void append(Parsed& to, Parsed from, const TextLine& line) {
    constexpr std::size_t most = 1000;
    constexpr std::size_t kept = 256;  // bytes of a line that gives many changes
    const std::string words = from.changes.size() < 2 ? line.text : first_bytes(line.text, kept);
    for (Change& change : from.changes) {
        change.index = line.number;
        change.line = words;
        to.changes.push_back(std::move(change));
    }
    for (store::Problem& problem : from.problems) {
        if (to.problems.size() > most) return;
        if (to.problems.size() == most)
            problem = {"", "more_faults",
                       "this line is at fault too, and others behind it may be: "
                       "send fewer lines in one update",
                       "", std::nullopt};
        problem.index = line.number;
        to.problems.push_back(std::move(problem));
    }
}

}  // namespace tools::map::form
