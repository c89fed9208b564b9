#include "tools/map/form/arrow.hpp"

#include "tools/map/form/cursor.hpp"
#include "tools/map/form/edge.hpp"
#include "tools/nearest.hpp"

#include <algorithm>
#include <array>

namespace tools::map::form {
namespace {

constexpr std::array<std::string_view, 6> dashes{"-", "–", "—", "=", "−", " "};
constexpr std::array<std::string_view, 3> heads{">", "→", "⟶"};

template <class Tokens>
std::size_t starts_with_any(std::string_view text, const Tokens& tokens) {
    for (const std::string_view token : tokens)
        if (text.starts_with(token)) return token.size();
    return 0;
}

template <class Tokens>
std::size_t ends_with_any(std::string_view text, const Tokens& tokens) {
    for (const std::string_view token : tokens)
        if (text.ends_with(token)) return token.size();
    return 0;
}

}  // namespace

Arrow read_arrow(std::string_view between) {
    std::string_view word = between;
    bool left = false;
    bool right = false;
    while (const std::size_t size = starts_with_any(word, dashes)) {
        left = left || word[0] != ' ';
        word.remove_prefix(size);
    }
    while (word.ends_with(' '))
        word.remove_suffix(1);
    const std::size_t head = ends_with_any(word, heads);
    word.remove_suffix(head);
    while (const std::size_t size = ends_with_any(word, dashes)) {
        right = right || word.back() != ' ';
        word.remove_suffix(size);
    }
    const bool plain = !left && !right && head == 0;
    return {word, !word.empty() && (plain || head != 0), !plain};
}

std::optional<EdgeKind> read_kind(std::string_view word) {
    const std::string folded = fold_word(word);
    const auto words = names(EdgeKind{});
    for (std::size_t i = 0; i < words.size(); ++i)
        if (folded == words[i]) return static_cast<EdgeKind>(i);
    return std::nullopt;
}

std::optional<Said> guess_kind(std::string_view word) {
    struct Synonym {
        std::string_view word;
        Said said;
    };
    using enum EdgeKind;
    constexpr bool back = true;
    static constexpr std::array synonyms{Synonym{"blocked_by", {blocks, back}},
                                         Synonym{"resolved_by", {resolves, back}},
                                         Synonym{"answered_by", {resolves, back}},
                                         Synonym{"superseded_by", {supersedes, back}},
                                         Synonym{"replaced_by", {supersedes, back}},
                                         Synonym{"supported_by", {supports, back}},
                                         Synonym{"updated_by", {updates, back}},
                                         Synonym{"required_by", {depends_on, back}},
                                         Synonym{"needed_by", {depends_on, back}},
                                         Synonym{"after", {next, back}},
                                         Synonym{"follows", {next, back}},
                                         Synonym{"before", {next, false}},
                                         Synonym{"followed_by", {next, false}},
                                         Synonym{"leads_to", {next, false}},
                                         Synonym{"precedes", {next, false}},
                                         Synonym{"requires", {depends_on, false}},
                                         Synonym{"needs", {depends_on, false}},
                                         Synonym{"depends", {depends_on, false}},
                                         Synonym{"waits_for", {depends_on, false}},
                                         Synonym{"waits_on", {depends_on, false}},
                                         Synonym{"waiting_for", {depends_on, false}},
                                         Synonym{"waiting_on", {depends_on, false}},
                                         Synonym{"blocked_on", {depends_on, false}},
                                         Synonym{"relies_on", {depends_on, false}},
                                         Synonym{"answers", {resolves, false}},
                                         Synonym{"closes", {resolves, false}},
                                         Synonym{"mitigates", {resolves, false}},
                                         Synonym{"solves", {resolves, false}},
                                         Synonym{"replaces", {supersedes, false}},
                                         Synonym{"explains", {supports, false}},
                                         Synonym{"prevents", {blocks, false}},
                                         Synonym{"derives_from", {derived_from, false}},
                                         Synonym{"comes_from", {derived_from, false}},
                                         Synonym{"based_on", {derived_from, false}},
                                         Synonym{"changes", {updates, false}},
                                         Synonym{"maintains", {updates, false}},
                                         Synonym{"modifies", {updates, false}}};
    if (const auto kind = read_kind(word)) return Said{*kind};
    const std::string folded = fold_word(word);
    for (const Synonym& synonym : synonyms)
        if (folded == synonym.word) return synonym.said;
    if (folded.size() < 4) return std::nullopt;
    const auto kind = read_kind(nearest(folded, strings_of(names(EdgeKind{}))));
    return kind ? std::optional(Said{*kind}) : std::nullopt;
}

std::string without_bold(std::string_view line) {
    std::string out;
    for (std::size_t at = 0; at < line.size();) {
        if (line.substr(at).starts_with("**")) {
            at += 2;
            continue;
        }
        out += line[at++];
    }
    return out;
}

std::optional<bool> read_flag(std::string_view word) {
    const std::string folded = fold_word(word);
    if (folded == "true" || folded == "yes") return true;
    if (folded == "false" || folded == "no") return false;
    return std::nullopt;
}

}  // namespace tools::map::form
