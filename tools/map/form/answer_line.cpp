#include "tools/map/form/arrow.hpp"
#include "tools/map/form/doubt.hpp"
#include "tools/map/form/edge.hpp"
#include "tools/map/form/ending.hpp"
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

/// The word that the descriptions put behind such a line: `(supersedes)`.
std::string_view echo_of(const NodeLine& line) {
    return supersedes(line) ? "supersedes" : "answers";
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
    const std::string other =
        std::string("+ [$new] ") + title(type) + ": " + words + link_lines(line);
    if (supersedes(line))
        return refused("type_mismatch", "a node is superseded by one of its own type",
                       either(head_of(line) + " " + words, other));
    return refused("type_mismatch",
                   "a question or risk is resolved by a Context or a Decision; a node of another "
                   "type stands in a line of its own and is linked",
                   other);
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

/// `= [Q2] [D2]`, and an edge for each further node that exists.
std::string with_each(const NodeLine& line, const std::vector<std::string>& with) {
    std::string out = head_of(line) + " [" + with.front() + "]";
    const char* const edge = supersedes(line) ? "supersedes" : "resolves";
    constexpr std::size_t longest = 2000;
    for (auto other = with.begin() + 1; other != with.end(); ++other)
        for (const std::string& ref : line.refs)
            if (out.size() < longest) out += "\n+ [" + *other + "] --" + edge + "--> [" + ref + "]";
    return out;
}

Parsed refuse_with_fields(const NodeLine& line, const std::string& with, const Parts& parts) {
    std::vector<Given> own;
    std::vector<Given> marks;
    for (const Given& one : parts.given)
        (one.field == Field::carry || one.field == Field::override ? marks : own).push_back(one);
    return refused("ambiguous",
                   "an existing node is named by its id alone, without words and fields of it",
                   compose(head_of(line) + " [" + with + "]", "", marks) + "\n" +
                       compose("~ [" + with + "]", "", own));
}

/// `= [Q2] [D2]`: the node that exists.
Parsed read_with(const NodeLine& line, const std::string& with, const Parts& parts) {
    const std::string head = head_of(line) + " [" + with + "]";
    const bool marks_only = std::all_of(
        parts.given.begin(), parts.given.end(),
        [](const Given& one) { return one.field == Field::carry || one.field == Field::override; });
    if (!marks_only) return refuse_with_fields(line, with, parts);
    Parsed out;
    Change change;
    change.op = supersedes(line) ? "supersede" : "resolve";
    change.with = with;
    put_refs(change, line.refs);
    put_fields(out, change, head, parts, {.carry = true});
    if (out.problems.empty()) out.changes.push_back(std::move(change));
    return out;
}

/// The node can be superseded or resolved as the first one of the line is.
bool goes_with(const NodeLine& line, const std::string& ref) {
    if (ref.starts_with('$')) return true;
    const auto type = type_of(ref);
    if (!supersedes(line)) return type == NodeType::question || type == NodeType::risk;
    return line.refs.front().starts_with('$') || type == type_of(line.refs.front());
}

/// `> [C2] [C] New words`: the letter of the new node, or a node without its number.
Parsed refuse_letter_behind(const NodeLine& line, const std::string& ref,
                            const std::string& words) {
    const std::string named = head_of(line) + " [" + ref + "<number>]";
    return refused("bad_id", "one existing node, with its number, takes the place of another",
                   words.empty() ? named : either(head_of(line) + " " + words, named));
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

/// `> [C7] [C8] Context: words`, `= [Q2] [D2] words`: what the second id is to the line.
Parsed refuse_second(const NodeLine& line, const std::vector<std::string>& more,
                     std::string_view behind) {
    const std::string literal =
        head_of(line) + " " + new_title(line) + ": " + text::trim(line.head.rest());
    const char* const message =
        "an existing node is named by its id alone, without words and fields of it";
    const std::string words = text::trim(behind);
    if (skip_punctuation(words).empty())
        return refused("ambiguous", message, with_each(line, more));
    NodeLine all = line;
    all.refs.insert(all.refs.end(), more.begin(), more.end());
    const bool fit = std::all_of(all.refs.begin(), all.refs.end(),
                                 [&](const std::string& ref) { return goes_with(line, ref); });
    const bool typed = Cursor(behind).take_type().has_value();
    if (!fit) return refused("ambiguous", message, either(with_each(line, more), literal));
    if (!typed)
        return refused(
            "ambiguous", message,
            either(with_each(line, more), head_of(all) + " " + new_title(line) + ": " + words));
    NodeLine added = line;
    added.refs = more;
    added.sign = "+";
    return refused(
        "ambiguous", message,
        either(either(with_each(line, more), head_of(all) + " " + words),
               line_each(added, false, words) + "\n" + head_of(line) + " [" + more.front() + "]"));
}

/// `because it moved`, `.`: a remark about ids rather than the words of a node.
bool is_aside(std::string_view words) {
    constexpr std::array<std::string_view, 15> small{"and",  "because", "since", "as",   "see",
                                                     "so",   "by",      "per",   "due",  "for",
                                                     "with", "from",    "which", "also", "instead"};
    const std::string_view first = first_word(skip_punctuation(words));
    return first.empty() || std::find(small.begin(), small.end(), first) != small.end();
}

/// Further ids behind those of the line, and what stands behind them: one node
/// that exists, or more nodes that the words take the place of.
Parsed read_side_by_side(const NodeLine& line, const std::vector<std::string>& more,
                         std::string_view behind) {
    const Parts parts = split(behind);
    const auto letter = std::find_if(more.begin(), more.end(),
                                     [](const std::string& ref) { return is_letter(ref); });
    if (letter != more.end()) return refuse_letter_behind(line, *letter, text::trim(behind));
    if (parts.words.empty() && more.size() == 1) return read_with(line, more.front(), parts);
    if (parts.words.empty())
        return refused("bad_id", "one existing node, with its number, takes the place of another",
                       with_each(line, more));
    NodeLine all = line;
    all.refs.insert(all.refs.end(), more.begin(), more.end());
    all.head = Cursor(behind);
    const bool fit = std::all_of(all.refs.begin(), all.refs.end(),
                                 [&](const std::string& ref) { return goes_with(line, ref); });
    const bool typed = Cursor(behind).take_type().has_value();
    const bool doubtful = is_aside(parts.words) || (typed && more.size() == 1);
    return fit && !doubtful ? read_answer(all) : refuse_second(line, more, behind);
}

}  // namespace

Parsed read_answer(const NodeLine& line) {
    if (names_letter(line)) return refuse_letter(line);
    Cursor head = line.head;
    head.words();
    if (head.bold()) return refuse_bold(line);
    const std::string rest = with_ending_as_fields(text::trim(head.rest()), echo_of(line));
    Cursor ahead(rest);
    const bool letter_only = first_word(rest).size() == 1;
    if (const auto type = ahead.take_type()) {
        Parsed fault = check_type(line, *type, letter_only);
        if (!fault.problems.empty()) return fault;
        return read_new(line, type, text::trim(ahead.words()));
    }
    const auto more = ahead.take_all_refs();
    const std::string behind = text::trim(ahead.rest());
    if (!more.empty() && looks_like_edge(behind))
        return refused("bad_edge", "an edge is added with `+`", edge_lines(rest, '+'));
    const bool side_by_side = !more.empty() && (rest[0] == '[' || !split(behind).words.empty());
    if (side_by_side) return read_side_by_side(line, more, behind);
    Parsed fault = check_words(line, rest);
    if (!fault.problems.empty()) return fault;
    return read_new(line, std::nullopt, rest);
}

}  // namespace tools::map::form
