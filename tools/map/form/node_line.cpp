#include "tools/map/form/node_line.hpp"

#include "tools/map/form/arrow.hpp"
#include "tools/map/form/doubt.hpp"
#include "tools/map/form/edge.hpp"
#include "tools/map/form/ending.hpp"
#include "tools/map/form/fields.hpp"
#include "tools/map/form/outcome.hpp"
#include "tools/map/form/words.hpp"
#include "tools/nearest.hpp"
#include "tools/text/line.hpp"

#include <algorithm>

namespace tools::map::form {
namespace {

std::string wire(NodeType type) {
    return names(type)[static_cast<std::size_t>(type)];
}

std::string type_titles() {
    std::string out;
    for (std::size_t i = 0; i < type_count; ++i)
        (out += i == 0 ? "" : ", ") += title(static_cast<NodeType>(i));
    return out;
}

/// `+ [T1] Goal: words`: the id says one type, the line another.
Parsed refuse_mismatch(const NodeLine& line, NodeType stated) {
    const std::string& ref = line.refs.front();
    const std::string words(skip_blanks(line.head.rest()));
    const std::string other = (line.sign == "~" ? "+" : line.sign) + " [" + letter(stated) + "] " +
                              title(stated) + ": " + words;
    return refused("type_mismatch",
                   "[" + ref + "] is a " + title_of(ref) + ", not a " + title(stated) +
                       ": keep the type of the id, or add a node",
                   either(head_of(line) + " " + title_of(ref) + ": " + words, other));
}

/// `Todo: words`, `(Task): words` or `Task words` -> `words`; empty where no label leads.
std::string behind_label(std::string_view rest) {
    const std::string_view words = skip_punctuation(rest);
    const std::string_view word = first_word(words);
    std::string_view behind = skip_blanks(words.substr(word.size()));
    if (behind.starts_with('(')) {  // `Task (pending): words`
        const std::size_t end = std::min(behind.find(')') + 1, behind.size());
        const auto state = field_word(skip_blanks(behind.substr(1, end > 1 ? end - 2 : 0)));
        const std::string_view after = skip_blanks(behind.substr(end));
        if (state && after.starts_with(':'))
            return compose(text::trim(after.substr(1)), "",
                           {{*read_field(state->field), state->word}});
    }
    const auto colon = behind.substr(0, 4).find(':');
    const bool label = colon != std::string_view::npos && first_word(behind).empty();
    if (word.empty() || (!label && !read_type(word))) return {};
    return text::trim(label ? behind.substr(colon + 1) : skip_punctuation(behind));
}

/// `+ [T1] [T2] Task: words`, `+ [T1] [Q4]`: nodes of the same words, or an edge.
std::string side_by_side(NodeLine line, const std::vector<std::string>& others, Cursor behind) {
    if (skip_blanks(behind.rest()).empty() && !is_letter(line.refs.front()))
        return head_of(line) + " --<edge>--> " + bracketed(others);
    line.refs.insert(line.refs.end(), others.begin(), others.end());
    behind.take_type();
    return line_each(line, true, text::trim(behind.rest()));
}

/// `+ [T1] words`: what the line may mean without its type.
Parsed refuse_untyped(const NodeLine& line) {
    std::string rest = text::trim(without_bold(line.head.rest()));
    if (const auto wide = rest.find("："); wide != std::string::npos && wide < 12)
        rest.replace(wide, 3, ": ");
    const std::string typed = head_of(line) + " " + title_of(line.refs.front()) + ":";
    const std::string update = "~ " + bracketed(line.refs);
    const auto word = field_word(rest);
    std::string send = typed + " " + std::string(skip_punctuation(rest));
    const std::string behind = behind_label(rest);
    Cursor ahead = line.head;
    ahead.words();
    const auto others = ahead.take_refs();
    if (rest.empty())
        send = typed + " <words>";
    else if (!others.empty() && !looks_like_edge(ahead.rest()))
        send = side_by_side(line, others, ahead);
    else if (!is_letter(line.refs.front()) && (word || starts_with_mark(rest)))
        send = update + " " + rest;
    else if (!is_letter(line.refs.front()) && !status_meant(rest).empty())
        send = update + " " + status_meant(rest);
    else if (const std::string field = leading_field(rest); field.find(": ") != std::string::npos)
        send = is_letter(line.refs.front()) ? typed + " <words> " + field : update + " " + field;
    else if (!behind.empty())
        send = rest.find(" (") < rest.find(':') ? typed + " " + behind
                                                : either(typed + " " + behind, send);
    return refused("missing_type",
                   "a node is added with its type, one of " + type_titles() + ", before its words",
                   send);
}

Parsed refuse_several(const NodeLine& line, const char* what) {
    Cursor head = line.head;
    head.take_type();
    return refused("several_ids", std::string(what) + ": send a line for each node",
                   line_each(line, true, text::trim(head.rest())));
}

/// The doubt about the words of a line, with the lines that say either meaning.
Parsed refuse_doubtful(const NodeLine& line, const Doubt& found, std::string head) {
    std::string own = line.refs.front();
    if (is_letter(own) && !found.more.empty()) {
        head.replace(head.find("[" + own + "]"), own.size() + 2, "[$new]");
        own = "$new";
    }
    std::string more = found.more;
    for (auto at = more.find("$own"); at != std::string::npos; at = more.find("$own"))
        more.replace(at, 4, own);
    const Parts parts = split(found.rest);
    std::string send = head + " " + found.rest;
    if (parts.words.empty()) send = compose(head, "<words>", parts.given);
    if (!more.empty()) send += "\n" + more;
    const bool literal = line.sign == "+" || line.sign == "~";
    const std::string rest = text::trim(line.head.rest());
    return refused("ambiguous", found.message,
                   literal ? either(send, "- [" + line.refs.front() + "] " + rest) : send);
}

/// `+ [T1] Task: done`: words that are a status.
Parsed refuse_lone_word(const NodeLine& line, std::string_view word, const std::string& typed) {
    const std::string& ref = line.refs.front();
    const std::string status = status_meant(word).empty() ? std::string(word) : status_meant(word);
    const std::string words = "- [" + ref + "] " + typed + ": " + std::string(word);
    return refused("ambiguous",
                   "`" + std::string(word) + "` may be the words of the node or its state",
                   is_letter(ref) ? words : either("~ [" + ref + "] " + status, words));
}

bool is_lone_word(std::string_view words) {
    return field_word(words) || !status_meant(words).empty();
}

/// `[T1] Task: words - fields` into a change.
Parsed read_typed(NodeLine line, Change change, Allowed allowed) {
    if (line.refs.size() > 1) return refuse_several(line, "the words of a node go to one id");
    const NodeLine whole = line;
    const auto type = line.head.take_type();
    if (!type) return refuse_untyped(line);
    const auto own = type_of(line.refs.front().starts_with('$') ? "" : line.refs.front());
    if (own && *own != *type) return refuse_mismatch(line, *type);
    const std::string head = head_of(line) + " " + title(*type) + ":";
    std::string rest = text::trim(line.head.words());
    if (line.head.bold()) return refuse_bold(line);
    if (!line.printed) rest = with_ending_as_fields(rest);
    if (!line.printed)
        if (const auto found = doubt(rest, line.refs.front()))
            return refuse_doubtful(whole, *found, head);
    const Parts parts = split(rest);
    if (parts.words.empty())
        return refused("missing_words", "the words of the node are missing behind `Type:`",
                       !parts.given.empty() && line.sign == "~"
                           ? compose(head_of(line), "", parts.given)
                           : compose(head, "<words>", parts.given));
    if (!line.printed && is_lone_word(parts.words))
        return refuse_lone_word(line, parts.words, title(*type));
    Parsed out;
    if (!is_letter(line.refs.front())) change.id = line.refs.front();
    if (change.op != "update" || !own) change.type = wire(*type);
    change.text = unescape(parts.words);
    put_fields(out, change, head, parts, allowed);
    if (out.problems.empty()) out.changes.push_back(std::move(change));
    return out;
}

}  // namespace

std::string head_of(const NodeLine& line) {
    return line.sign + " " + bracketed(line.refs);
}

std::string title_of(const std::string& ref) {
    const auto type = type_of(ref.starts_with('$') ? "" : ref);
    return type ? title(*type) : "<Type>";
}

std::string line_each(const NodeLine& line, bool typed, std::string_view rest) {
    std::string out;
    for (const std::string& ref : line.refs) {
        (out += out.empty() ? "" : "\n") += line.sign + " [" + ref + "]";
        if (typed) out += " " + title_of(ref) + ":";
        if (!rest.empty()) out += " " + std::string(rest);
        if (typed && rest.empty()) out += " <words>";
    }
    return out;
}

bool names_letter(const NodeLine& line) {
    return std::any_of(line.refs.begin(), line.refs.end(),
                       [](const std::string& ref) { return is_letter(ref); });
}

Parsed refuse_letter(const NodeLine& line) {
    NodeLine numbered = line;
    for (std::string& ref : numbered.refs)
        if (is_letter(ref)) ref += "<number>";
    const std::string rest = text::trim(line.head.rest());
    return refused("bad_id", "only a new node goes without its number: name the node, such as [T7]",
                   head_of(numbered) + (rest.empty() ? "" : " " + rest));
}

Parsed refuse_bold(const NodeLine& line) {
    std::string rest = text::trim(without_bold(line.head.rest()));
    std::string plain = without_bold(line.body);
    return refused("bold",
                   "bold marks stand in pairs around sign, id and type: send the line without them",
                   line.sign + " " + plain);
}

Parsed read_add(const NodeLine& line) {
    Change change;
    change.op = "add";
    return read_typed(line, change, {});
}

Parsed read_map_line(NodeLine line) {
    line.printed = true;
    return read_typed(std::move(line), {}, {.clear = true});
}

Parsed read_imported(NodeLine line) {
    line.printed = true;
    Change change;
    change.op = "add";
    return read_typed(std::move(line), change, {.only_printed = true});
}

Parsed read_retyped(const NodeLine& line) {
    Change change;
    change.op = "update";
    return read_typed(line, change, {.clear = true});
}

}  // namespace tools::map::form
