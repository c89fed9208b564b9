#include "tools/map/form/read_line.hpp"

#include "tools/map/form/arrow.hpp"
#include "tools/map/form/edge.hpp"
#include "tools/map/form/node_line.hpp"
#include "tools/map/form/outcome.hpp"
#include "tools/map/form/sign.hpp"
#include "tools/map/form/suggest.hpp"
#include "tools/map/form/words.hpp"
#include "tools/nearest.hpp"
#include "tools/text/line.hpp"

#include <algorithm>

namespace tools::map::form {
namespace {

Parsed refuse_form(const char* expected, std::string send) {
    return refused("label_and_form", expected, std::move(send));
}

/// An edge behind a label, and the edge word that the label stands for.
Parsed read_labelled_edge(const NodeLine& line, Label label) {
    const bool link = label != Label::removed;
    const std::string edges = edge_lines(line.body, link ? '+' : 'x');
    if (label == Label::added_node)
        return refuse_form("`Added node:` names a node, not an edge", edges);
    if (label == Label::updated || label == Label::done || label == Label::archived)
        return refuse_form("this label names nodes, not an edge: send what becomes of the edge",
                           either(edges, edge_lines(line.body, 'x')));
    Parsed out = read_edge(line.body, {link, true});
    for (const Change& change : out.changes) {
        const bool fits = (label != Label::resolved || change.edge == "resolves") &&
                          (label != Label::superseded || change.edge == "supersedes");
        if (!fits) return refuse_form("the label and the edge word say different things", edges);
    }
    return out;
}

/// The status that a label stands for; empty where it stands for none.
std::string status_of(Label label) {
    return label == Label::done         ? "done"
           : label == Label::archived   ? "archived"
           : label == Label::superseded ? "superseded"
                                        : "";
}

Parsed read_labelled_node(const NodeLine& line, Label label) {
    const std::string refs = bracketed(line.refs);
    const std::string rest = text::trim(line.head.rest());
    switch (label) {
        case Label::added:
        case Label::added_node:
            return read_add(line);
        case Label::updated:
            return read_update(line);
        case Label::done:
        case Label::archived:
        case Label::superseded:
            return read_closing(line, status_of(label));
        case Label::removed:
            return read_removal(line);
        case Label::resolved:
            return refuse_form(
                "`Resolved:` shows an edge with resolves: close the node or give its answer",
                either("~ " + refs + " done",
                       "= " + refs + " " + (rest.empty() ? "<the answer>" : rest)));
        case Label::added_edge:
        case Label::moved_edge:
            return refuse_form("an edge is expected, as in [T1] --depends_on--> [Q1]",
                               edge_lines(line.body, '+'));
        case Label::merged:
            break;
    }
    return {};
}

char sign_of(Label label) {
    const bool closes =
        label == Label::done || label == Label::archived || label == Label::superseded;
    if (closes || label == Label::updated) return '~';
    return label == Label::removed ? 'x' : '+';
}

Parsed refuse_merged(std::string_view behind) {
    Cursor head(behind);
    const auto merged = head.take_refs();
    const auto into = head.rest().find('[');
    const auto target = into == std::string_view::npos
                            ? std::vector<std::string>{}
                            : Cursor(head.rest().substr(into)).take_refs();
    std::string ids;
    for (const std::string& ref : merged)
        ids += (ids.empty() ? "\"" : ",\"") + ref + "\"";
    return refused("merge_line", "merge is an op of changes[], with ids and into, not a line",
                   "changes: [{\"op\":\"merge\",\"ids\":[" + (ids.empty() ? "\"<id>\"" : ids) +
                       "],\"into\":\"" + (target.empty() ? "<id>" : target.front()) + "\"}]");
}

/// A label without an id behind it.
Parsed refuse_unnamed(const NodeLine& line, Label label, int tries) {
    const std::string_view behind = line.head.rest();
    const auto ref = read_ref(first_word(behind));
    Parsed fault = refuse_no_id(sign_of(label), behind, tries);
    if (!status_of(label).empty())
        fault.problems[0].send =
            "~ [" + (ref && !is_letter(*ref) ? *ref : "<id>") + "] " + status_of(label);
    return fault;
}

/// `Added node`
std::string shown(Label label) {
    std::string words = names(label)[static_cast<std::size_t>(label)];
    words[0] = static_cast<char>(words[0] - 'a' + 'A');
    std::replace(words.begin(), words.end(), '_', ' ');
    return words;
}

Parsed read_labelled(const Start& start, int tries) {
    const Label label = *start.label;
    if (label == Label::merged) return refuse_merged(start.head.rest());
    if (start.sign != 0 && start.sign != '-')
        return refused("two_signs", "a label stands without a sign",
                       mended("- " + shown(label) + ": " + std::string(start.head.rest()), tries));
    NodeLine line{std::string(1, sign_of(label)), {}, start.head.rest(), start.head, true};
    line.refs = line.head.take_refs();
    if (line.refs.empty()) return refuse_unnamed(line, label, tries);
    Cursor ahead = line.head;
    if (!ahead.take_type() && looks_like_edge(line.head.rest()))
        return read_labelled_edge(line, label);
    return read_labelled_node(line, label);
}

/// The node as a map line, which says its words.
std::string as_map_line(const NodeLine& line) {
    NodeLine typed = line;
    typed.sign = "-";
    const std::string rest = text::trim(line.head.rest());
    return line_each(typed, true, rest);
}

/// `- [T1] --depends_on--> [Q1]`: a bullet or the sign, as the part of the text says.
Parsed read_dash_edge(const NodeLine& line, Part part, bool second_dash) {
    const bool arrow = starts_with_arrow(without_bold(skip_blanks(line.head.rest())));
    if (part == Part::relationships && !second_dash) return read_edge(line.body, {true, false});
    if (part == Part::removals || (part == Part::open && arrow))
        return read_edge(line.body, {false, false});
    return refused("ambiguous", "the line may add the edge or take it away",
                   either(edge_lines(line.body, '+'), edge_lines(line.body, 'x')));
}

/// `- [T1] Task: words` under a heading that says something else of it.
Parsed check_part(const NodeLine& line, Part part, bool second_dash) {
    const std::string refs = bracketed(line.refs);
    const std::string same = "- " + refs + " " + text::trim(line.head.rest());
    if (part == Part::removals || second_dash)
        return refused("ambiguous", "the line may remove the node or state its words",
                       either("x " + refs, "- " + same.substr(2)));
    const bool status =
        find_mark(line.head.rest(), 0) && same.find(" - status: ") != std::string::npos;
    if (part == Part::closed && !status)
        return refused("ambiguous",
                       "under this heading the line may close the node or state its words",
                       either("~ " + refs + " done", same + " - status: active"));
    return {};
}

/// `x [C3] replaced by [C4]`: words that only mean an edge word are a remark.
bool is_remark(const NodeLine& line) {
    const std::string rest = without_bold(skip_blanks(line.head.rest()));
    return !starts_with_arrow(rest) && !starts_with_edge_word(rest);
}

Parsed read_dash(const NodeLine& line, Part part, const Start& start) {
    const bool second_dash = start.bullet == '-';
    Cursor ahead = line.head;
    if (ahead.take_type()) {
        Parsed fault = check_part(line, part, second_dash);
        return fault.problems.empty() ? read_map_line(line) : fault;
    }
    const bool remark = is_remark(line) && part != Part::relationships;
    if (looks_like_edge(line.head.rest()) && !remark)
        return read_dash_edge(line, part, second_dash);
    if (part == Part::open || part == Part::removals) return read_removal(line);
    const std::string refs = bracketed(line.refs);
    if (part == Part::closed)
        return refused("ambiguous", "under this heading the line may close the node or remove it",
                       either("~ " + refs + " done", "x " + refs));
    return refused("ambiguous",
                   "under this heading the line may remove the node or state its words",
                   either("x " + refs, as_map_line(line)));
}

/// `* [T1] Task: words`: a bullet and no sign.
Parsed read_bullet(const NodeLine& line, Part part, int tries) {
    Cursor ahead = line.head;
    if (ahead.take_type()) {
        Parsed fault = check_part(line, part, false);
        return fault.problems.empty() ? read_map_line(line) : fault;
    }
    if (looks_like_edge(line.head.rest())) return read_edge(line.body, {true, false});
    return refuse_unsigned(line.body, tries);
}

Parsed read_signed(const NodeLine& line, Part part, const Start& start) {
    Cursor ahead = line.head;
    const bool edge = !ahead.take_type() && looks_like_edge(line.head.rest());
    switch (start.sign) {
        case '+':
            return edge ? read_edge(line.body, {true, false}) : read_add(line);
        case '~':
            return read_update(line);
        case 'x':
            return edge && !is_remark(line) ? read_edge(line.body, {false, false})
                                            : read_removal(line);
        case '-':
            return read_dash(line, part, start);
        default:
            return read_answer(line);
    }
}

/// `**+ [T] Task: words**`: bold around all but the sign or bullet; the line without it.
std::string unbolded(std::string_view text) {
    const auto open = text.find("**");
    const auto close = text.rfind("**");
    const bool around =
        open != std::string_view::npos && open + 2 < close && close + 2 == text.size() &&
        text.find("**", open + 2) == close &&
        text.substr(0, open).find_first_not_of(" +~xX>=-•0123456789.)") == std::string_view::npos;
    return around ? without_bold(text) : std::string(text);
}

/// `T2`, `[T2]` or `$region` at the end of a text.
std::optional<std::string> last_ref(std::string_view word) {
    if (word.starts_with('[') && word.ends_with(']')) word = word.substr(1, word.size() - 2);
    auto ref = read_ref(word);
    return ref && !is_letter(*ref) ? ref : std::nullopt;
}

/// `~ T2 done`, `+ Q1 blocks T1`: the line with its ids in brackets, where it
/// holds nothing beside them and one word; else empty.
std::string with_brackets(char sign, std::string_view behind) {
    const auto gap = std::min(behind.find(' '), behind.size());
    const auto ref = last_ref(behind.substr(0, gap));
    const std::string rest = text::trim(behind.substr(gap));
    if (!ref || rest.empty()) return {};
    if (sign == '~')
        return behind[0] != '[' && field_word(rest) ? "~ [" + *ref + "] " + rest : std::string();
    const auto end = rest.find_last_of(" >");
    if (sign != '+' || end == std::string::npos) return {};
    const auto to = last_ref(std::string_view(rest).substr(end + 1));
    const std::string between = rest.substr(0, end + 1);
    const Arrow arrow = read_arrow(between);
    const bool bare = behind[0] != '[' || !rest.ends_with(']');
    if (!to || !bare || !arrow.forward || !read_kind(arrow.word)) return {};
    return "+ [" + *ref + "] " + between + "[" + *to + "]";
}

}  // namespace

Parsed read_line(std::string_view line_text, Part part, int tries) {
    const std::string text = unbolded(line_text);
    const Start start(text);
    const std::string_view behind = start.head.rest();
    if (const std::string line = with_brackets(start.sign, behind); !start.label && !line.empty())
        return read_line(line, part, tries);
    if (start.label) return read_labelled(start, tries);
    if (start.sign == 0 && start.bullet == 0) {
        const std::string_view words = label_words(text);
        const std::string_view next =
            words.empty() ? "" : skip_blanks(std::string_view(text).substr(words.size() + 1));
        return next.starts_with('[') ? refuse_label(words, next, tries)
                                     : refuse_unsigned(text, tries);
    }
    if (start.sign != 0 && !behind.empty() && is_sign(behind[0]))
        return refuse_two_signs(start.sign, behind, tries);
    const char sign = start.sign == 0 ? '*' : start.sign;
    NodeLine line{std::string(1, sign), {}, behind, start.head, false};
    line.refs = line.head.take_refs();
    if (!line.refs.empty())
        return sign == '*' ? read_bullet(line, part, tries) : read_signed(line, part, start);
    const std::string_view words = label_words(behind);
    if (!words.empty() && skip_blanks(behind.substr(words.size() + 1)).starts_with('['))
        return refuse_label(words, skip_blanks(behind.substr(words.size() + 1)), tries);
    return sign == '*' ? refuse_unsigned(behind, tries) : refuse_no_id(sign, behind, tries);
}

std::vector<std::string> broken_ids(std::string_view line, std::string_view send) {
    std::vector<std::string> out;
    Cursor head = Start(line).head;
    const bool adds = Start(line).sign == '+';
    for (std::string& ref : head.take_refs())
        if (adds && !is_letter(ref) && !looks_like_edge(head.rest())) out.push_back(std::move(ref));
    constexpr std::size_t longest = 4096;
    for (const TextLine& one : lines_of(send.substr(0, longest)))
        for (const Change& change : read_line(one.text, Part::open, 0).changes)
            if (change.id && change.text && change.type && change.op.value_or("add") == "add")
                out.push_back(*change.id);
    return out;
}

}  // namespace tools::map::form
