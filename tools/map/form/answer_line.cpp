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

bool supersedes(const NodeLine& line) {
    return line.sign == ">";
}

/// The title under which the new node's words are taken to the letter.
std::string new_title(const NodeLine& line) {
    return supersedes(line) ? title_of(line.refs.front()) : "Context";
}

std::string template_of(const NodeLine& line) {
    return head_of(line) + (supersedes(line) ? " <new words>" : " <the answer>");
}

std::string close_line(const NodeLine& line) {
    return "~ " + bracketed(line.refs) + (supersedes(line) ? " superseded" : " done");
}

std::string link_lines(const NodeLine& line) {
    std::string out;
    for (const std::string& ref : line.refs)
        out += std::string("\n+ [$new] --") + (supersedes(line) ? "supersedes" : "resolves") +
               "--> [" + ref + "]";
    return out;
}

/// A stated type, where the words may also start with it or the type does not fit.
Parsed check_type(const NodeLine& line, NodeType type, bool is_letter_only) {
    Cursor head = line.head;
    head.take_type();
    const std::string words = text::trim(head.rest());
    const std::string all = text::trim(line.head.rest());
    if (is_letter_only)
        return refused("ambiguous", "the letter may be a type or begin the words",
                       either(head_of(line) + " " + words,
                              head_of(line) + " " + new_title(line) + ": " + all));
    const bool fits = supersedes(line)
                          ? std::all_of(line.refs.begin(), line.refs.end(),
                                        [&](const std::string& ref) {
                                            return ref[0] == '$' || type_of(ref) == type;
                                        })
                          : type == NodeType::context || type == NodeType::decision;
    if (fits) return {};
    return refused("type_mismatch",
                   supersedes(line) ? "a node is superseded by one of its own type"
                                    : "a question or risk is resolved by a Context or a Decision",
                   either(head_of(line) + " " + words, std::string("+ [$new] ") + title(type) +
                                                           ": " + words + link_lines(line)));
}

/// `by [C5]`, `-> D2`: an id and small words around it; empty for other words.
std::string id_among_small_words(std::string_view rest) {
    constexpr std::array<std::string_view, 14> small{"by",     "with",  "to", "via",  "using",
                                                     "see",    "from",  "as", "into", "in",
                                                     "favour", "favor", "of", "now"};
    std::string found;
    const auto skip = [](std::string_view text) {
        text = skip_punctuation(text);
        while (text.starts_with('['))
            text = skip_punctuation(text.substr(1));
        return text;
    };
    for (rest = skip(rest); !rest.empty(); rest = skip(rest)) {
        const std::string_view word = first_word(rest);
        const auto ref = read_ref(word);
        const bool id = ref && !is_letter(*ref);
        const bool known = std::find(small.begin(), small.end(), fold_word(word)) != small.end();
        if (word.empty() || (!id && !known && fold_word(word) != "and")) return {};
        if (id && found.empty()) found = *ref;
        rest.remove_prefix(word.size());
    }
    return found;
}

bool starts_with_arrow_or_colon(std::string_view rest) {
    for (const std::string_view token :
         {":", "->", "=>", "- ", "-- ", "--> ", "→", "–", "—", "= ", "> "})
        if (rest.starts_with(token)) return true;
    return false;
}

/// `done, see above`, `Decision On AWS`: a state or a type that lacks its mark.
Parsed check_first_word(const NodeLine& line, std::string_view words, const std::string& literal) {
    const std::string_view first = first_word(words);
    const std::string_view behind = skip_blanks(words.substr(first.size()));
    const auto type = read_type(first);
    if (type && first == title(*type) && !behind.empty() && title(*type) == new_title(line))
        return refused(
            "ambiguous", "a type has a colon behind it",
            either(head_of(line) + " " + title(*type) + ": " + std::string(behind), literal));
    if (type == NodeType::decision && first == "Decision" && !supersedes(line))
        return refused("ambiguous", "a type has a colon behind it",
                       either(head_of(line) + " Decision: " + std::string(behind), literal));
    const bool apart =
        !behind.empty() && std::string_view(",:;.-").find(behind[0]) != std::string_view::npos;
    if (!apart || status_meant(first).empty()) return {};
    return refused("ambiguous", "the line may state what became of the node or give new words",
                   either("~ " + bracketed(line.refs) + " " + status_meant(first), literal));
}

/// Words that are no plain words of a new node.
Parsed check_words(const NodeLine& line, const std::string& rest) {
    const std::string literal = head_of(line) + " " + new_title(line) + ": " + rest;
    const Parts parts = split(rest);
    if (rest.empty())
        return refused("missing_words",
                       "the line needs the words of the new node, or the id of one that exists",
                       either(close_line(line), template_of(line)));
    const std::string id = id_among_small_words(parts.words);
    const std::string with = compose(head_of(line), "[" + id + "]", parts.given);
    if (!id.empty() && starts_with_arrow(rest))
        return refused("ambiguous", "an existing node is named by its id alone", with);
    if (!id.empty())
        return refused("ambiguous", "an existing node is named by its id alone",
                       either(with, literal));
    if (starts_with_arrow(rest) && skip_punctuation(rest).starts_with('['))
        return refused("bad_edge",
                       "an edge is added with `+`, an existing node is named by its id alone",
                       edge_lines(line.body, '+'));
    if (looks_like_edge(rest)) {
        const std::string edges = edge_lines(line.body, '+');
        const bool guessed = edges.find('<') != std::string::npos;
        if (!guessed && starts_with_arrow(rest))
            return refused("bad_edge", "an edge is added with `+`", edges);
        return refused(
            "bad_edge", "an edge is added with `+`",
            either(guessed ? head_of(line) + " " + std::string(skip_punctuation(rest)) : edges,
                   literal));
    }
    if (starts_with_arrow_or_colon(rest) && !starts_with_mark(rest))
        return refused("ambiguous", "the words follow the id without a mark between them",
                       head_of(line) + " " + std::string(skip_punctuation(rest)));
    if (const Parsed fault = check_first_word(line, parts.words, literal); !fault.problems.empty())
        return fault;
    const auto word = field_word(parts.words);
    const std::string status = word ? word->word : status_meant(parts.words);
    if (!status.empty())
        return refused(
            "ambiguous",
            "`" + parts.words + "` may be the state of the node or the words of the new one",
            either("~ " + bracketed(line.refs) + " " + status, literal));
    return {};
}

Parsed refuse_doubt(const NodeLine& line, const Doubt& found, const std::string& head) {
    std::string send = head + " " + found.rest;
    if (split(found.rest).words.empty()) send = head + " <words>";
    if (found.more.find("$own") != std::string::npos) {
        std::string more = found.more;
        for (auto at = more.find("$own"); at != std::string::npos; at = more.find("$own", at + 4))
            more.replace(at, 4, "$new");
        send = "+ [$new] " + new_title(line) + ": " + found.rest + link_lines(line) + "\n" + more;
    } else if (!found.more.empty()) {
        send += "\n" + found.more;
    }
    return refused("ambiguous", found.message + "; for these very words send changes[]", send);
}

/// `= [Q2] [D2]`: the node that exists; `behind` is what stands after it.
Parsed read_with(const NodeLine& line, const std::vector<std::string>& with,
                 std::string_view behind) {
    const Parts parts = split(behind);
    const std::string head = head_of(line) + " [" + with.front() + "]";
    if (with.size() > 1 || is_letter(with.front()))
        return refused("bad_id", "one existing node, with its number, takes the place of another",
                       head_of(line) + " [" +
                           (is_letter(with.front()) ? with.front() + "<number>" : with.front()) +
                           "]");
    const bool marks_only = std::all_of(
        parts.given.begin(), parts.given.end(),
        [](const Given& one) { return one.field == Field::carry || one.field == Field::override; });
    if (!parts.words.empty() || !marks_only)
        return refused("ambiguous",
                       "an existing node is named by its id alone, without words and fields of it",
                       either(head, head_of(line) + " " + new_title(line) + ": " +
                                        text::trim(line.head.rest())));
    Parsed out;
    Change change;
    change.op = supersedes(line) ? "supersede" : "resolve";
    change.with = with.front();
    put_refs(change, line.refs);
    put_fields(out, change, head, parts, {.carry = true});
    if (out.problems.empty()) out.changes.push_back(std::move(change));
    return out;
}

Parsed read_new(const NodeLine& line, std::optional<NodeType> type, const std::string& rest) {
    const std::string head = head_of(line) + (type ? std::string(" ") + title(*type) + ":" : "");
    if (const auto found = doubt(rest, line.refs.front())) return refuse_doubt(line, *found, head);
    const Parts parts = split(rest);
    if (parts.words.empty())
        return refused(
            "missing_words", "the words of the new node are missing",
            either(parts.given.empty() ? close_line(line)
                                       : compose("~ " + bracketed(line.refs), "", parts.given),
                   compose(template_of(line), "", parts.given)));
    Parsed out;
    Change change;
    change.op = supersedes(line) ? "supersede" : "resolve";
    put_refs(change, line.refs);
    change.text = unescape(parts.words);
    if (type && !supersedes(line)) change.type = names(*type)[static_cast<std::size_t>(*type)];
    put_fields(out, change, head, parts, {.carry = true});
    if (out.problems.empty()) out.changes.push_back(std::move(change));
    return out;
}

}  // namespace

Parsed read_answer(const NodeLine& line) {
    if (names_letter(line)) return refuse_letter(line);
    Cursor head = line.head;
    const std::string rest = text::trim(head.words());
    if (head.bold()) return refuse_bold(line);
    Cursor ahead = head;
    const bool letter_only = first_word(rest).size() == 1;
    if (const auto type = ahead.take_type()) {
        Parsed fault = check_type(line, *type, letter_only);
        if (!fault.problems.empty()) return fault;
        return read_new(line, type, text::trim(ahead.words()));
    }
    const auto with = ahead.take_refs();
    if (!with.empty() && !looks_like_edge(ahead.rest()))
        return read_with(line, with, skip_blanks(ahead.rest()));
    Parsed fault = check_words(line, rest);
    if (!fault.problems.empty()) return fault;
    return read_new(line, std::nullopt, rest);
}

}  // namespace tools::map::form
