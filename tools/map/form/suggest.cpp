#include "tools/map/form/suggest.hpp"

#include "tools/map/form/cursor.hpp"
#include "tools/map/form/edge.hpp"
#include "tools/map/form/outcome.hpp"
#include "tools/map/form/read_line.hpp"
#include "tools/map/form/sign.hpp"
#include "tools/map/form/words.hpp"
#include "tools/nearest.hpp"
#include "tools/text/line.hpp"

#include <algorithm>
#include <array>

namespace tools::map::form {
namespace {

constexpr const char* signs_message =
    "a line starts with `+` (add), `~` (change), `x` (remove), `>` (supersede) or `=` (resolve) "
    "and "
    "an id in brackets, as in `+ [T7] Task: words`";

struct Icon {
    std::string_view icon, instead;
};

/// Marks that models put for our signs; an empty sign is only taken off.
constexpr std::array icons{Icon{"✓", "d"},   Icon{"✔", "d"}, Icon{"✅", "d"}, Icon{"[x]", "d"},
                           Icon{"[X]", "d"}, Icon{"?", "+"}, Icon{"✗", "x"}, Icon{"✘", "x"},
                           Icon{"❌", "x"},   Icon{"×", "x"}, Icon{"➕", "+"}, Icon{"＋", "+"},
                           Icon{"−", "-"},   Icon{"–", "-"}, Icon{"—", "-"}, Icon{"→", ">"},
                           Icon{"[ ]", ""},  Icon{"`", ""},  Icon{"·", ""},  Icon{"◦", ""},
                           Icon{"▪", ""},    Icon{"|", ""},  Icon{"\"", ""}, Icon{"_", ""},
                           Icon{"*", ""},    Icon{"#", ""},  Icon{"(", ""},  Icon{"<!--", ""}};

std::string closing(char verb) {
    return verb == 'd' ? "done" : "archived";
}

/// `Task: words` -> `+ [T] Task: words`
std::string typed_line(std::string_view text) {
    Cursor head(text);
    const auto type = head.take_type();
    if (!type) return {};
    const std::string words = text::trim(head.rest());
    return std::string("+ [") + letter(*type) + "] " + title(*type) + ": " +
           (words.empty() ? "<words>" : words);
}

/// `d` behind an id becomes its new status, other signs stand before it.
std::string signed_line(char sign, std::string_view behind, int tries) {
    if (sign != 'd' && sign != 'a') return mended(sign + (" " + std::string(behind)), tries);
    Cursor head(behind);
    auto refs = head.take_refs();
    const auto bare = read_ref(first_word(skip_blanks(behind)));
    if (refs.empty() && bare && !is_letter(*bare)) refs.push_back(*bare);
    if (const std::string typed = typed_line(behind); refs.empty() && !typed.empty())
        return typed + " - status: " + closing(sign);
    return "~ " + (refs.empty() ? "[<id>]" : bracketed(refs)) + " " + closing(sign);
}

/// `T01`, `T-1`, `Task 1`, `T1:` -> T1; empty where no type and number are in it.
std::string guess_ref(std::string_view inner) {
    std::string letters;
    std::string digits;
    inner = inner.substr(0, inner.find_last_not_of(" :.)") + 1);
    for (const char c : inner) {
        const bool digit = c >= '0' && c <= '9';
        if (digit && !letters.empty() && !(digits.empty() && c == '0')) digits += c;
        const bool alpha = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (alpha && digits.empty()) letters += c;
        if (!digit && !digits.empty()) return {};
    }
    const auto type = read_type(letters);
    const auto ref = type && !digits.empty() ? read_ref(letter(*type) + digits) : std::nullopt;
    return ref ? *ref : "";
}

/// The ids of `[T1, T2]`, `[T01]`; empty where one is unreadable.
std::vector<std::string> guess_refs(std::string_view inner) {
    std::vector<std::string> out;
    for (std::size_t start = 0; start <= inner.size();) {
        const std::size_t stop = std::min(inner.find(',', start), inner.size());
        const auto ref = read_ref(inner.substr(start, stop - start));
        out.push_back(ref ? *ref : guess_ref(inner.substr(start, stop - start)));
        if (out.back().empty()) return {};
        start = stop + 1;
    }
    return out;
}

std::string fallback(std::string_view words) {
    const std::string_view plain = skip_punctuation(words);
    const std::string field = fold_word(label_words(plain));
    if (starts_with_edge(plain)) {
        std::string edges = edge_lines("[$source] " + std::string(plain), '+');
        for (auto at = edges.find("$source"); at != std::string::npos; at = edges.find("$source"))
            edges.replace(at, 7, "<id>");
        return edges;
    }
    if (fold_word(plain) == "none") return "Map update: none";
    return plain.empty() || is_change_field(field) ? "+ [T] Task: <words>"
                                                   : "+ [C] Context: " + text::trim(plain);
}

/// `[T1] words` without a sign.
std::string meant_line(std::string_view line, std::string_view body, int tries) {
    Cursor head(line);
    const auto refs = head.take_refs();
    const std::string rest = text::trim(head.rest());
    if (looks_like_edge(rest)) return either(edge_lines(body, '+'), edge_lines(body, 'x'));
    if (Cursor(rest).take_type()) return mended("+ " + bracketed(refs) + " " + rest, tries);
    const std::string status = status_meant(rest);
    const std::string update = "~ " + bracketed(refs) + " " + status;
    const bool stale = status != rest && (status == "superseded" || status == "archived");
    if (!status.empty()) return stale ? either("x " + bracketed(refs), update) : update;
    return either(mended("~ " + bracketed(refs) + " " + rest, tries), "x " + bracketed(refs));
}

/// The line with what stands around it taken off, where something does.
std::string unwrapped(std::string_view line, int tries) {
    std::string_view rest = line;
    char sign = 0;
    for (bool more = true; more && sign == 0;) {
        rest = skip_blanks(rest);
        const std::size_t number = number_size(rest);
        rest.remove_prefix(number);
        more = number > 0;
        for (const auto& [icon, instead] : icons) {
            if (!rest.starts_with(icon)) continue;
            rest.remove_prefix(icon.size());
            more = true;
            sign = instead.empty() ? '\0' : instead[0];
            break;
        }
    }
    if (rest.size() == line.size()) return {};
    std::string inner = text::trim(rest);
    if (inner.ends_with("-->")) inner = text::trim(inner.substr(0, inner.size() - 3));
    if (line.starts_with('(') && inner.ends_with(')')) inner.pop_back();
    while (inner.ends_with('`') || inner.ends_with('|') || inner.ends_with('"') ||
           inner.ends_with('_') || inner.ends_with('*'))
        inner = text::trim(inner.substr(0, inner.size() - 1));
    return sign == 0 ? mended(inner, tries) : signed_line(sign, inner, tries);
}

/// `(T1) words`, `` `[T1]` words `` without what stands around the id.
std::string without_quotes(std::string_view behind) {
    constexpr std::string_view quotes = "`*_(\"'{<[";
    constexpr std::string_view ends = "`*_)\"'}>]";
    constexpr std::string_view opened = "`\"('{<";
    if (behind.starts_with('[')) return std::string(behind);
    auto first = behind.find_first_not_of(quotes.substr(0, quotes.size() - 1));
    if (first == std::string_view::npos) return std::string(behind);
    std::string_view inner = behind.substr(first);
    const auto closing = first == 0 ? std::string_view::npos : opened.find(behind[0]);
    const bool around = closing != std::string_view::npos && inner.ends_with("`\")'}>"[closing]);
    if (first == 0 && !inner.substr(first_word(inner).size()).starts_with(']'))
        return std::string(behind);
    const bool bracket = inner.starts_with('[');
    const std::size_t size =
        bracket ? std::min(inner.find(']') + 1, inner.size()) : first_word(inner).size();
    if (size == 0 || (!bracket && !read_ref(inner.substr(0, size)))) return std::string(behind);
    std::string_view rest = inner.substr(size);
    const auto next = std::min(rest.size(), rest.find_first_not_of(ends));
    if (next == 0 && around) rest.remove_suffix(1);
    rest.remove_prefix(next);
    const std::string id(inner.substr(0, size));
    return (bracket ? id : "[" + id + "]") + std::string(rest);
}

}  // namespace

std::string mended(const std::string& line, int tries) {
    if (tries == 0 || line.empty()) return fallback(line);
    const Parsed parsed = read_line(line, Part::open, tries - 1);
    return parsed.problems.empty() ? line : parsed.problems.front().send;
}

Parsed refuse_unsigned(std::string_view line, int tries) {
    const std::string_view word = first_word(line);
    const std::string_view behind = skip_blanks(line.substr(word.size()));
    Cursor head(line);
    std::string send;
    if (const char verb = sign_of_verb(word); verb != 0)
        send = signed_line(verb, skip_punctuation(behind), tries);
    else if (send = unwrapped(line, tries); !send.empty())
        return refused("no_sign", signs_message, send);
    else if (!head.take_refs().empty())
        send = meant_line(line, line, tries);
    else if (const auto ref = read_ref(word); ref && !is_letter(*ref))
        send = meant_line("[" + *ref + "]" + std::string(line.substr(word.size())), line, tries);
    else if (send = typed_line(line); send.empty())
        send = fallback(line);
    return refused("no_sign", signs_message, send);
}

Parsed refuse_no_id(char sign, std::string_view behind, int tries) {
    constexpr const char* message =
        "expected an id in brackets behind the sign: one letter of G C P T D Q R A and a number up "
        "to "
        "999999999, as in [T7]; a new node may be [T] or [$word]";
    const std::string start(1, sign);
    if (behind.starts_with('[')) {
        const std::string_view id = first_word(behind.substr(1));
        if (const auto open = read_ref(id); open && behind.substr(1 + id.size()).starts_with(' ') &&
                                            behind.find(']') == std::string_view::npos)
            return refused(
                "bad_id", message,
                mended(start + " [" + *open + "]" + std::string(behind.substr(1 + id.size())),
                       tries));
        const auto close = std::min(behind.find(']'), behind.size());
        const std::string_view tail = behind.substr(std::min(close + 1, behind.size()));
        const std::string rest(tail.substr(std::min(tail.size(), tail.find_first_not_of(']'))));
        const auto refs = guess_refs(behind.substr(1, close - 1));
        const std::string typed = sign == '+' ? typed_line(skip_blanks(rest)) : "";
        const std::string boxed = unwrapped(behind, tries);
        const std::string unread = !boxed.empty() ? boxed : start + " [<id>]" + rest;
        return refused("bad_id", message,
                       !refs.empty()    ? mended(start + " " + bracketed(refs) + rest, tries)
                       : !typed.empty() ? typed
                                        : unread);
    }
    const std::string bare = without_quotes(behind);
    if (bare != behind) return refused("bad_id", message, mended(start + " " + bare, tries));
    const std::string_view word = first_word(behind);
    const auto ref = read_ref(word);
    const std::string_view rest = behind.substr(word.size());
    if (ref && !is_letter(*ref)) {
        const std::string edges = edge_lines(behind, sign == 'x' ? 'x' : '+');
        const bool edge = looks_like_edge(rest) && sign != '~' && sign != '>' && sign != '=';
        if (edge && sign == '-')
            return refused("bad_id", message, either(edges, edge_lines(behind, 'x')));
        return refused("bad_id", message,
                       edge ? edges : mended(start + " [" + *ref + "]" + std::string(rest), tries));
    }
    if (const std::string typed = typed_line(behind); !typed.empty())
        return refused("bad_id", message, typed);
    if (ref && sign == '+' && Cursor(rest).take_type())
        return refused("bad_id", message, mended("+ [" + *ref + "]" + std::string(rest), tries));
    if (sign == '-' || sign == '+') return refused("bad_id", message, fallback(behind));
    const std::string words = text::trim(behind);
    return refused("bad_id", message, start + " [<id>]" + (words.empty() ? "" : " " + words));
}

Parsed refuse_two_signs(char sign, std::string_view behind, int tries) {
    const char second = behind[0];
    std::string_view rest = behind;
    while (!rest.empty() && (is_sign(rest[0]) || rest[0] == ' '))
        rest.remove_prefix(1);
    std::string body(rest);
    const std::string message =
        "one sign starts a line: `+` (add), `~` (change), `x` (remove), `>` (supersede) "
        "or `=` (resolve)";
    if (sign == '~' && second == '~') {
        for (auto at = body.find("~~"); at != std::string::npos; at = body.find("~~"))
            body.erase(at, 2);
        return refused("two_signs", message, mended("x " + body, tries));
    }
    if (sign != '-' && behind.starts_with("--") && looks_like_edge(behind))
        return refused("bad_id", "an edge starts at an id in brackets, such as [T1]",
                       std::string(1, sign) + " [<id>] " + std::string(behind));
    const bool arrow = (sign == '-' || sign == '=') && second == '>';
    if (arrow && sign == '-') return refused("two_signs", message, mended(body, tries));
    const std::string first = mended(std::string(1, sign) + " " + body, tries);
    if (sign == second || (sign == '+' && second == '-'))
        return refused("two_signs", message, first);
    const std::string other = mended(std::string(1, second) + " " + body, tries);
    return refused("two_signs", message, sign == '>' ? other : either(first, other));
}

Parsed refuse_label(std::string_view words, std::string_view behind, int tries) {
    const char sign = sign_of_verb(words);
    const std::string line = text::trim(behind);
    return refused(
        "unknown_label",
        "lines start with a sign, or with a label of a shown delta: Added node, Added edge, "
        "Updated, "
        "Resolved, Superseded, Moved edge, Done, Archived, Removed",
        sign == 0 ? mended("~ " + std::string(behind), tries) : signed_line(sign, behind, tries));
}

}  // namespace tools::map::form
