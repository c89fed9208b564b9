#include "tools/map/form/arrow.hpp"
#include "tools/map/form/cursor.hpp"
#include "tools/map/form/edge.hpp"
#include "tools/map/form/marks.hpp"
#include "tools/map/form/outcome.hpp"

#include <algorithm>

namespace tools::map::form {
namespace {

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// An edge word at the start of a text, of one word or two.
struct Worded {
    Said said;
    bool known = false;  ///< the wire word itself
    std::size_t size = 0;
};

std::optional<Worded> worded(std::string_view text) {
    const std::string_view one = first_word(text);
    if (one.empty() || read_ref(one)) return std::nullopt;
    const std::string_view behind = text.substr(one.size());
    const bool gap = behind.size() > 1 && (behind[0] == ' ' || behind[0] == '-');
    const std::string_view next = gap ? first_word(behind.substr(1)) : "";
    const std::string_view two = text.substr(0, one.size() + 1 + next.size());
    if (!next.empty() && read_kind(two)) return Worded{{*read_kind(two)}, true, two.size()};
    if (read_kind(one)) return Worded{{*read_kind(one)}, true, one.size()};
    if (!next.empty() && !read_ref(next))
        if (const auto said = guess_kind(two)) return Worded{*said, false, two.size()};
    const auto said = guess_kind(one);
    return said ? std::optional(Worded{*said, false, one.size()}) : std::nullopt;
}

bool starts_with_id(std::string_view text) {
    const auto ref = read_ref(first_word(text));
    return ref && !is_letter(*ref);
}

bool has_head(std::string_view text) {
    return has(text, "->") || has(text, "→") || has(text, "=>") || has(text, "<-") ||
           has(text, "←") || has(text, "⟶");
}

/// The ids of a line in groups, with the arrow before each group but the first.
struct Loose {
    struct Arrow {
        std::string word = "<edge>";
        bool backwards = false;
        bool marked = false;  ///< by a head on its left
        bool both = false;    ///< by heads on both sides
    };

    std::vector<std::vector<std::string>> groups;
    std::vector<Arrow> arrows;
    Arrow next;
    bool pending = false;  ///< an arrow or an edge word since the last id

    void add(std::string ref) {
        if (groups.empty() || pending) {
            if (!groups.empty()) arrows.push_back(next);
            groups.emplace_back();
        }
        groups.back().push_back(std::move(ref));
        next = {};
        pending = false;
    }

    void say(const Said& said) {
        if (groups.empty()) return;
        next.word = names(EdgeKind{})[static_cast<std::size_t>(said.kind)];
        next.backwards = next.backwards != said.backwards;
        pending = true;
    }
};

/// `[T1, T2]` gives ids; `[:DEPENDS_ON]` an edge word.
void read_bracket(Loose& loose, std::string_view inner) {
    for (std::size_t at = 0; at < inner.size();) {
        const std::string_view word = first_word(inner.substr(at));
        const auto ref = read_ref(word);
        if (ref)
            loose.add(is_letter(*ref) ? "<id>" : *ref);
        else if (const auto found = worded(inner.substr(at)))
            loose.say(found->said);
        at += std::max<std::size_t>(word.size(), 1);
    }
}

/// Passes one token; false where an edge has ended and other words begin.
bool pass(Loose& loose, std::string_view& rest) {
    const std::string_view word = first_word(rest);
    if (rest.starts_with('[')) {
        const auto close = std::min(rest.find(']'), rest.size() - 1);
        read_bracket(loose, rest.substr(1, close - 1));
        rest.remove_prefix(close + 1);
        return true;
    }
    if (starts_with_id(rest)) {
        loose.add(*read_ref(word));
        rest.remove_prefix(word.size());
        return true;
    }
    if (const auto found = worded(rest)) {
        loose.say(found->said);
        rest.remove_prefix(found->size);
        return true;
    }
    if (starts_with_arrow(rest) && !loose.groups.empty()) {
        const bool back = rest[0] == '<' || rest.starts_with("←");
        loose.next.backwards = loose.next.backwards || back;
        loose.next.marked = loose.next.marked || back;
        loose.pending = true;
        const bool head = rest[0] == '>' || rest.starts_with("→");
        loose.next.both = loose.next.both || (loose.next.marked && head);
    }
    const bool word_stops = loose.groups.size() > 1 && !loose.pending && word.size() > 0 &&
                            word != "and" && word[0] > 0;
    rest.remove_prefix(std::max<std::size_t>(word.size(), 1));
    return !word_stops;
}

/// A line for each source.
std::string lines_between(const std::vector<std::string>& from, const std::string& word,
                          const std::vector<std::string>& to, char sign) {
    std::string out;
    for (const std::string& one : from) {
        if (!out.empty()) out += '\n';
        out += sign;
        out += " [" + one + "] --" + word + "--> " + bracketed(to);
    }
    return out;
}

std::string segment_lines(std::string_view body, char sign) {
    Loose loose;
    std::string_view rest = body;
    while (!rest.empty() && pass(loose, rest))
        continue;
    if (loose.groups.empty()) loose.add("<id>");
    if (loose.groups.size() == 1) {
        loose.pending = true;
        loose.add("<id>");
    }
    std::string out;
    for (std::size_t i = 0; i < loose.arrows.size(); ++i) {
        const Loose::Arrow& arrow = loose.arrows[i];
        const auto& left = loose.groups[i];
        const auto& right = loose.groups[i + 1];
        const std::string lines = arrow.backwards ? lines_between(right, arrow.word, left, sign)
                                                  : lines_between(left, arrow.word, right, sign);
        (out += out.empty() ? "" : "\n") += lines;
        if (arrow.both) out = either(out, lines_between(left, arrow.word, right, sign));
    }
    return out;
}

}  // namespace

bool starts_with_arrow(std::string_view text) {
    for (const std::string_view token : {"-", "–", "—", "→", "=", "<", ">", "←", "⟶"})
        if (text.starts_with(token)) return true;
    return false;
}

bool starts_with_edge_word(std::string_view text) {
    const auto word = worded(text);
    return word && word->known;
}

bool starts_with_edge(std::string_view text) {
    const auto word = worded(text);
    if (!word) return false;
    const std::string_view behind = skip_blanks(text.substr(word->size));
    return starts_with_id(behind) || !Cursor(behind).take_refs().empty();
}

bool looks_like_edge(std::string_view behind_ids) {
    std::string_view rest = skip_blanks(behind_ids);
    if (rest.starts_with("**")) rest = skip_blanks(rest.substr(2));
    if (rest.empty() || starts_with_mark(rest)) return false;
    const std::string_view between = rest.substr(0, rest.find('['));
    if (starts_with_arrow(rest)) {
        const auto word = worded(skip_punctuation(rest));
        const bool dash = rest[0] == '-' && !rest.starts_with("--") && !rest.starts_with("->");
        if (has_head(between) || rest.starts_with("-[") || (word && word->known)) return true;
        return !dash && between.size() < rest.size();
    }
    const auto word = worded(rest);
    if (!word) return false;
    const std::string_view behind = skip_blanks(rest.substr(word->size));
    return behind.starts_with('[') || has_head(between) ||
           (word->known && (starts_with_id(behind) || behind.starts_with("--")));
}

std::string edge_lines(std::string_view body, char sign) {
    std::string out;
    for (std::size_t start = 0; start < body.size();) {
        const std::size_t stop = std::min(body.find(';', start), body.size());
        const std::string_view segment = body.substr(start, stop - start);
        start = stop + 1;
        const bool edge = segment.find(']') != std::string_view::npos;
        if (!out.empty() && !edge) continue;
        (out += out.empty() ? "" : "\n") += segment_lines(segment, sign);
    }
    return out;
}

}  // namespace tools::map::form
