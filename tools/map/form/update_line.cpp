#include "tools/map/form/arrow.hpp"
#include "tools/map/form/doubt.hpp"
#include "tools/map/form/edge.hpp"
#include "tools/map/form/fields.hpp"
#include "tools/map/form/node_line.hpp"
#include "tools/map/form/outcome.hpp"
#include "tools/map/form/words.hpp"
#include "tools/nearest.hpp"
#include "tools/text/line.hpp"

#include <algorithm>
#include <array>

namespace tools::map::form {
namespace {

/// The fields that words such as `done, confirmed` or `is now done` name; none
/// when another word is among them.
std::vector<Given> fields_of_words(std::string_view words) {
    constexpr std::array<std::string_view, 9> small{"is",  "now",    "and",    "as",  "to",
                                                    "set", "status", "marked", "mark"};
    std::vector<Given> out;
    for (words = skip_punctuation(words); !words.empty(); words = skip_punctuation(words)) {
        const std::string_view word = first_word(words);
        if (word.empty()) return {};
        words.remove_prefix(word.size());
        if (std::find(small.begin(), small.end(), word) != small.end()) continue;
        const auto found = field_word(word);
        if (!found) return {};
        const Field field = *read_field(found->field);
        const bool twice = std::any_of(out.begin(), out.end(),
                                       [&](const Given& one) { return one.field == field; });
        if (twice) return {};
        out.push_back({field, found->word});
    }
    return out;
}

/// `Todo: words` without its label; the words themselves where there is none.
std::string_view unlabelled(std::string_view words) {
    if (words.starts_with(':') || words.starts_with(',')) words = skip_punctuation(words);
    const std::string_view label = first_word(words);
    const std::string_view behind = skip_blanks(words.substr(label.size()));
    return !label.empty() && behind.starts_with(':') ? skip_blanks(behind.substr(1)) : words;
}

std::string mended_update(const NodeLine& line, std::string_view rest) {
    if (rest.empty()) return line_each(line, true, "");
    const Parts parts = split(rest);
    const std::string head = head_of(line);
    if (parts.words.empty() || field_word(parts.words)) return head + " " + std::string(rest);
    return line_each(line, true, rest);
}

/// The line to send for words behind `~ [id]` that are no single field word.
std::string meant_update(const NodeLine& line, const Parts& parts) {
    std::vector<Given> given = fields_of_words(parts.words);
    if (given.empty() && !status_meant(parts.words).empty())
        given.push_back({Field::status, status_meant(parts.words)});
    const bool fields = !given.empty();
    given.insert(given.end(), parts.given.begin(), parts.given.end());
    if (read_type(parts.words))
        return given.empty() ? line_each(line, true, "") : compose(head_of(line), "", given);
    if (fields) return compose(head_of(line), "", given);
    const std::string_view first = first_word(parts.words);
    const std::string_view behind = skip_blanks(std::string_view(parts.words).substr(first.size()));
    const bool answer = status_meant(first) == "done" && line.refs.size() == 1 &&
                        type_of(line.refs.front()) == NodeType::question;
    if (answer && behind.starts_with("- "))
        return compose("= " + bracketed(line.refs), behind.substr(2), parts.given);
    if (const auto word = field_word(first); word && behind.starts_with("- ")) {
        given = {{*read_field(word->field), word->word}};
        given.insert(given.end(), parts.given.begin(), parts.given.end());
        return line_each(line, true, compose("<words>,", behind.substr(2), given));
    }
    if (parts.words.starts_with("- "))
        return line_each(line, true, compose("<words>,", parts.words.substr(2), parts.given));
    const std::string words =
        line_each(line, true, compose(unlabelled(parts.words), "", parts.given));
    const auto word = field_word(first);
    return word ? either(head_of(line) + " " + word->word, words) : words;
}

/// `~ [T1] [T2] done`, `~ [T1], T2 done`: empty where no other id follows.
std::string with_more_ids(const NodeLine& line, std::string_view rest) {
    const bool apart =
        !rest.empty() && std::string_view("[,/&").find(rest[0]) != std::string_view::npos;
    std::string_view behind = rest;
    std::string out = head_of(line);
    const std::size_t before = out.size();
    while (apart) {
        behind = skip_punctuation(behind);
        Cursor ahead(behind);
        const auto refs = ahead.take_refs();
        const std::string_view word = first_word(behind);
        const auto bare = read_ref(word);
        if (refs.empty() && (!bare || is_letter(*bare))) break;
        out += ", " + (refs.empty() ? "[" + *bare + "]" : bracketed(refs));
        behind = refs.empty() ? behind.substr(word.size()) : ahead.rest();
    }
    return out.size() == before ? "" : out + " " + std::string(behind);
}

Parsed refuse_words(const NodeLine& line, std::string_view rest, const Parts& parts) {
    const std::string joined = with_more_ids(line, rest);
    if (!joined.empty())
        return refused("unclear_update",
                       "the ids of a line stand in brackets, with commas between them", joined);
    const bool sign = rest.starts_with("= ") || rest.starts_with("> ");
    if (sign && status_meant(rest.substr(2)).empty())
        return refused("unclear_update", "the sign stands before the id",
                       rest[0] + (" " + bracketed(line.refs) + " " + text::trim(rest.substr(1))));
    const auto found = looks_like_edge(rest) ? std::nullopt : doubt(rest, line.refs.front());
    if (found) {
        std::string more = found->more;
        for (auto at = more.find("$own"); at != std::string::npos; at = more.find("$own"))
            more.replace(at, 4, line.refs.front());
        const bool alone = found->rest.empty() && !more.empty();
        const std::string own =
            alone ? "" : mended_update(line, found->rest) + (more.empty() ? "" : "\n");
        return refused("unclear_update", found->message, own + more);
    }
    return refused(
        "unclear_update",
        "behind `~ [id]` stand one word of status, source or confidence, fields such as "
        "` - status: done`, or new words behind `Type:`; other facts belong into the words",
        meant_update(line, parts));
}

Parsed refuse_edge(const NodeLine& line) {
    const std::string_view rest = skip_blanks(line.head.rest());
    const bool wire = starts_with_arrow(rest) || starts_with_edge_word(rest);
    const std::string link = edge_lines(line.body, '+');
    return refused("bad_edge", "an edge is not changed: add one with `+`, take it away with `x`",
                   wire ? either(link, edge_lines(line.body, 'x')) : link);
}

/// `~ [T2] blocked by Q1`: the edge says it, and so does the status.
Parsed refuse_state_by(const NodeLine& line, std::string_view rest) {
    return refused("ambiguous",
                   "what a node is blocked or superseded by is an edge; the status stands alone",
                   either(edge_lines(line.body, '+'),
                          head_of(line) + " " + field_word(first_word(rest))->word));
}

}  // namespace

Parsed read_update(const NodeLine& line) {
    Cursor head = line.head;
    if (names_letter(line)) return refuse_letter(line);
    if (head.take_type()) return read_retyped(line);
    head = line.head;
    std::string rest = text::trim(head.words());
    if (head.bold()) return refuse_bold(line);
    if (const std::string field = leading_field(rest); !field.empty()) rest = field;
    if (rest.empty())
        return refused("nothing_to_change",
                       "the line changes nothing: say what becomes of the node",
                       either(head_of(line) + " - status: <status>", line_each(line, true, "")));
    const bool named = edge_lines(line.body, '+').find("[<id>]") == std::string::npos;
    if (starts_with_edge(rest) && field_word(first_word(rest))) return refuse_state_by(line, rest);
    if ((looks_like_edge(rest) || starts_with_edge(rest)) && named) return refuse_edge(line);
    Parts parts = split(rest);
    const auto found =
        line.printed || !parts.words.empty() ? std::nullopt : doubt(rest, line.refs.front());
    if (found && found->more.empty())
        return refused("unclear_update", found->message, mended_update(line, found->rest));
    if (!parts.words.empty()) {
        const auto word = field_word(parts.words);
        if (!word) return refuse_words(line, rest, parts);
        parts.given.insert(parts.given.begin(), {*read_field(word->field), word->word});
        parts.words.clear();
    }
    Parsed out;
    Change change;
    change.op = "update";
    put_refs(change, line.refs);
    put_fields(out, change, head_of(line), parts, {.clear = true});
    if (out.problems.empty()) out.changes.push_back(std::move(change));
    return out;
}

}  // namespace tools::map::form
