#include "tools/map/form/doubt.hpp"

#include "tools/map/form/arrow.hpp"
#include "tools/map/form/cursor.hpp"
#include "tools/map/form/edge.hpp"
#include "tools/map/form/marks.hpp"
#include "tools/map/form/words.hpp"
#include "tools/nearest.hpp"
#include "tools/text/line.hpp"

#include <algorithm>
#include <array>

namespace tools::map::form {
namespace {

std::string joined(std::string_view before, std::string_view behind) {
    const std::string first = text::trim(before);
    const std::string second = text::trim(behind);
    return first + (first.empty() || second.empty() ? "" : " ") + second;
}

/// The ids that a value is made of; none when it holds other words.
std::vector<std::string> ids_only(std::string_view value) {
    std::vector<std::string> out;
    while (!value.empty()) {
        const std::string_view word = first_word(value);
        const auto ref = read_ref(word);
        if (ref && !is_letter(*ref)) out.push_back(*ref);
        if (!word.empty() && !ref) return {};
        const bool between = std::string_view(" ,[]").find(value[0]) != std::string_view::npos;
        if (word.empty() && !between) return {};
        value.remove_prefix(std::max<std::size_t>(word.size(), 1));
    }
    return out;
}

/// A field's name, misspelt; empty when it is none.
std::string meant_field(std::string_view name) {
    const auto all = strings_of(names(Field{}));
    const std::vector<std::string> known(all.begin(), all.begin() + printed_fields);
    return name.size() < 4 ? "" : nearest(name, known);
}

std::optional<Doubt> strange(std::string_view words, const Piece& piece) {
    const auto following = find_mark(words, piece.value);
    const std::size_t stop = following ? following->start : words.size();
    const std::string value = text::trim(words.substr(piece.value, stop - piece.value));
    const std::string_view before = words.substr(0, piece.start);
    const std::string without = joined(before, words.substr(stop));
    const auto ids = ids_only(value);
    if (const auto kind = read_kind(piece.name); kind && !ids.empty())
        return Doubt{"an edge stands in a line of its own", without,
                     "+ [$own] --" + piece.name + "--> " + bracketed(ids)};
    if (piece.name == "text") {
        const auto first = find_mark(before, 0);
        const std::string fields = first ? joined(before.substr(first->start), words.substr(stop))
                                         : std::string(words.substr(stop));
        return Doubt{"the words of a node stand behind `Type:`", joined(value, fields), ""};
    }
    const bool type = piece.name == "type" && read_type(value);
    const bool op = piece.name == "op" && is_op(value);
    if (type || op || (is_change_field(piece.name) && !ids.empty()))
        return Doubt{piece.name +
                         " is a field of changes[], not of a line: a line has its sign, "
                         "its ids and `Type:`",
                     without, ""};
    const std::string meant = meant_field(piece.name);
    if (meant.empty()) return std::nullopt;
    return Doubt{
        "the field is called " + meant,
        joined(before, "- " + meant + ": " + value + " " + std::string(words.substr(stop))), ""};
}

/// The length of ` - status` at the end of words.
std::size_t named_dash(std::string_view words, std::string_view field) {
    const std::string dashed = " - " + std::string(field);
    return words.ends_with(dashed) ? dashed.size() : 0;
}

/// The fields that words such as `done` or `user, confirmed` name; none when
/// another word is among them, or two of one field.
std::vector<Given> all_field_words(std::string_view words) {
    std::vector<Given> out;
    for (words = skip_punctuation(words); !words.empty(); words = skip_punctuation(words)) {
        const std::string_view word = first_word(words);
        const auto found = field_word(word);
        const auto field = found ? read_field(found->field) : std::nullopt;
        if (!field) return {};
        const Field named = *field;
        const bool twice = std::any_of(out.begin(), out.end(),
                                       [&](const Given& one) { return one.field == named; });
        if (twice) return {};
        out.push_back({named, found->word});
        words.remove_prefix(word.size());
    }
    return out;
}

/// `ship it - done`, `ship it (user, confirmed)`: states behind the words.
std::optional<Doubt> trailing_words(std::string_view rest) {
    Parts parts = split(rest);
    std::string_view words = parts.words;
    const bool bracket = words.ends_with(')') || words.ends_with(']');
    const auto start = words.find_last_of(bracket ? "([" : " ");
    if (start == std::string_view::npos) return std::nullopt;
    std::string_view last = words.substr(start + 1);
    if (bracket) last.remove_suffix(1);
    std::vector<Given> given = all_field_words(last);
    std::string before = text::trim(words.substr(0, start));
    if (given.empty() || before.empty()) return std::nullopt;
    std::size_t cut = 0;
    for (const std::string_view token : {" -", " --", " –", " —", " ->", " →"})
        if (before.ends_with(token)) cut = token.size();
    if (cut == 0) cut = named_dash(before, name(given[0].field));
    if (cut == 0 && !bracket) return std::nullopt;
    before.resize(before.size() - cut);
    for (const Given& one : parts.given) {
        const bool stated = std::any_of(given.begin(), given.end(), [&](const Given& other) {
            return other.field == one.field;
        });
        if (!stated) given.push_back(one);
    }
    return Doubt{"`" + std::string(last) + "` behind the words may be a field",
                 compose(text::trim(before), "", given), ""};
}

/// `**status:** done`: a field within bold marks.
std::optional<Doubt> bold_mark(std::string_view rest) {
    if (rest.find("**") == std::string_view::npos) return std::nullopt;
    const std::string plain = without_bold(rest);
    if (split(plain).given.size() <= split(rest).given.size() && !near_mark(plain))
        return std::nullopt;
    return Doubt{"a field is written ` - name: value`, without bold marks", plain, ""};
}

/// Where the arrow before the bracket at `open` begins; `open` where there is none.
std::size_t arrow_start(std::string_view rest, std::size_t open) {
    constexpr std::size_t longest = 40;
    std::size_t wordless = open;
    for (std::size_t at = open; at > 0 && open - at < longest;) {
        --at;
        if (at > 0 && rest[at - 1] != ' ') continue;
        const Arrow arrow = read_arrow(rest.substr(at, open - at));
        if (!arrow.arrow || !starts_with_arrow(rest.substr(at))) continue;
        if (arrow.word.empty()) wordless = at;
        if (!arrow.word.empty() && guess_kind(arrow.word)) return at;
    }
    return wordless;
}

/// `ship it --depends_on--> [Q1]`: an edge from the line's own node behind its words.
std::optional<Doubt> arrow_tail(std::string_view rest, std::string_view own) {
    constexpr int looked_at = 64;
    int seen = 0;
    for (std::size_t open = rest.find('['); open != std::string_view::npos && seen < looked_at;
         open = rest.find('[', open + 1), ++seen) {
        const std::size_t start = arrow_start(rest, open);
        if (start == open) continue;
        const Arrow arrow = read_arrow(rest.substr(start, open - start));
        Cursor head(rest.substr(open));
        if (head.take_refs().empty() || (!arrow.word.empty() && !guess_kind(arrow.word))) continue;
        const std::string_view behind = skip_blanks(head.rest());
        const auto mark = find_mark(behind, 0);
        const bool ends = behind.empty() || (mark && mark->start == 0) || looks_like_edge(behind);
        const std::string before = text::trim(rest.substr(0, start));
        const bool own_source = before.ends_with("[" + std::string(own) + "]");
        if (!ends || (before.ends_with(']') && !own_source)) continue;
        const std::string_view fields = mark ? behind.substr(mark->start) : std::string_view{};
        const std::string_view edge = rest.substr(start, rest.size() - start - fields.size());
        const std::size_t cut = own_source ? own.size() + 2 : 0;
        return Doubt{"an edge stands in a line of its own",
                     joined(std::string_view(before).substr(0, before.size() - cut), fields),
                     edge_lines("[$own] " + std::string(edge), '+')};
    }
    return std::nullopt;
}

bool is_line_sign(char c) {
    return std::string_view("+~x->=*").find(c) != std::string_view::npos;
}

/// The sign of a second change at `open`, its bracket; npos when there is none.
std::size_t second_sign(std::string_view rest, std::size_t open) {
    constexpr auto none = std::string_view::npos;
    std::size_t at = open;
    while (at > 0 && (rest[at - 1] == ' ' || rest[at - 1] == '*'))
        --at;
    if (at == 0 || !is_line_sign(rest[at - 1])) return none;
    --at;
    const std::string_view before = rest.substr(0, at);
    if (before.ends_with("\\n")) return at;
    const bool signs = rest[at] == '+' || rest[at] == '~';
    const bool apart = before.empty() || std::string_view(" ;,.").find(before.back()) != none;
    Cursor head(rest.substr(open));
    const bool refs = !head.take_refs().empty();
    if (!signs || !apart || !refs) return none;
    const std::string_view behind = skip_blanks(head.rest());
    const bool change = head.take_type() || looks_like_edge(behind) || starts_with_mark(behind) ||
                        field_word(first_word(behind));
    return change ? at : none;
}

std::optional<Doubt> second_change(std::string_view rest) {
    for (std::size_t open = rest.find('['); open != std::string_view::npos;
         open = rest.find('[', open + 1)) {
        const std::size_t at = second_sign(rest, open);
        if (at == std::string_view::npos) continue;
        std::string before = text::trim(rest.substr(0, at));
        while (before.ends_with("\\n") || before.ends_with(';') || before.ends_with(','))
            before = text::trim(before.substr(0, before.size() - (before.ends_with('n') ? 2 : 1)));
        std::string more(rest.substr(at));
        for (std::size_t cut = more.find("\\n"); cut != std::string::npos;
             cut = more.find("\\n", cut))
            more.replace(cut, 2, "\n");
        return Doubt{"each change stands in a line of its own", before, more};
    }
    return std::nullopt;
}

}  // namespace

std::optional<Doubt> strange_field(std::string_view words) {
    for (std::size_t at = 0; at < words.size(); ++at) {
        const bool fresh = at == 0 || words[at - 1] == ' ' || words[at - 1] == '\t';
        if (!fresh) continue;
        const auto piece = piece_at(words, at);
        if (!piece || !piece->dash || read_field(piece->name)) continue;
        if (auto found = strange(words, *piece)) return found;
    }
    return std::nullopt;
}

namespace {

std::optional<Doubt> first_doubt(std::string_view rest, std::string_view own) {
    if (auto found = second_change(rest)) return found;
    if (auto found = arrow_tail(rest, own)) return found;
    if (auto found = bold_mark(rest)) return found;
    if (auto found = near_mark(rest)) return found;
    if (auto found = strange_field(rest)) return found;
    if (auto found = trailing_words(rest)) return found;
    if (!rest.starts_with(':')) return std::nullopt;
    return Doubt{"the words start behind one colon", std::string(skip_punctuation(rest)), ""};
}

}  // namespace

std::optional<Doubt> doubt(std::string_view rest, std::string_view own) {
    constexpr std::size_t longest = 9000;  // bytes; some words of it are refused as too long
    if (rest.size() > longest) return std::nullopt;
    auto found = first_doubt(rest, own);
    constexpr int most = 8;
    for (int i = 0; found && i < most; ++i) {
        const auto next = first_doubt(found->rest, own);
        if (!next) break;
        found->rest = next->rest;
        if (!next->more.empty())
            found->more = next->more + (found->more.empty() ? "" : "\n") + found->more;
    }
    return found;
}

}  // namespace tools::map::form
