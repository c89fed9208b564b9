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

bool says_x(const NodeLine& line) {
    return line.sign == "x";
}

std::string removal(const NodeLine& line) {
    return "x " + bracketed(line.refs);
}

/// The ids in brackets among the words of a remark.
std::vector<std::string> ids_in(std::string_view rest) {
    std::vector<std::string> out;
    for (auto open = rest.find('['); open != std::string_view::npos;
         open = rest.find('[', open + 1)) {
        Cursor head(rest.substr(open));
        for (std::string& ref : head.take_refs())
            if (!is_letter(ref)) out.push_back(std::move(ref));
    }
    const auto ref = read_ref(first_word(skip_punctuation(rest)));
    if (out.empty() && ref && !is_letter(*ref)) out.push_back(*ref);
    return out;
}

/// `x [C3] by [C4]`: the other id may be removed as well, or replace the first.
Parsed refuse_ids(const NodeLine& line, const std::vector<std::string>& ids) {
    std::vector<std::string> all = line.refs;
    for (const std::string& id : ids)
        if (std::find(all.begin(), all.end(), id) == all.end()) all.push_back(id);
    return refused("ambiguous",
                   "the line names another node behind the one to remove: a remark "
                   "holds no ids",
                   either(removal(line) + "\nor\nx " + bracketed(all),
                          "> " + bracketed(line.refs) + " [" + ids.front() + "]"));
}

/// The status, source or confidence that the words of a removal may state.
std::string stated_word(const NodeLine& line, std::string_view rest) {
    if (!says_x(line) && first_word(rest).empty() && !status_meant(rest).empty())
        return status_meant(rest);
    std::string_view words = skip_punctuation(rest);
    const std::string_view first = first_word(words);
    const std::string_view behind = skip_punctuation(words.substr(first.size()));
    const auto word = field_word(first);
    const bool alone = behind.empty();
    if (word && (!says_x(line) || alone || word->field == "status")) return word->word;
    if (status_meant(first) == "done" ||
        (alone && !says_x(line) && status_meant(first) == "active"))
        return status_meant(first);
    for (int i = 0; i < 2 && !words.empty(); ++i) {
        words = skip_punctuation(words.substr(first_word(words).size()));
        const auto later = field_word(first_word(words));
        const bool last = skip_punctuation(words.substr(first_word(words).size())).empty();
        if (later && later->field == "status" && (last || !says_x(line))) return later->word;
    }
    return {};
}

/// `- [T1] Taks: ship it`, `- [C3] Context obsolete`: nearly a map line.
bool nearly_typed(std::string_view rest) {
    const std::string_view words = skip_punctuation(rest);
    const std::string_view word = first_word(words);
    if (rest.starts_with(':')) return true;
    return read_type(word).has_value() || skip_blanks(words.substr(word.size())).starts_with(':');
}

std::string without_label(std::string_view rest) {
    const std::string_view words = skip_punctuation(rest);
    const std::string_view word = first_word(words);
    const bool label = read_type(word) || skip_blanks(words.substr(word.size())).starts_with(':');
    const std::string_view behind = label ? skip_punctuation(words.substr(word.size())) : words;
    return behind.empty() ? "<words>" : text::trim(behind);
}

std::string map_line(const NodeLine& line, std::string_view rest) {
    NodeLine typed = line;
    typed.sign = "-";
    return line_each(typed, true, without_label(rest));
}

bool denies(std::string_view rest) {
    for (const std::string_view word : {"no ", "not ", "never ", "No ", "Not "})
        if (skip_punctuation(rest).starts_with(word)) return true;
    return rest.find(" not ") != std::string_view::npos;
}

/// A remark that may be more than one.
Parsed check_remark(const NodeLine& line, const std::string& rest) {
    const auto ids = ids_in(rest);
    if (!ids.empty()) return refuse_ids(line, ids);
    const auto mark = find_mark(rest, 0);
    auto found = mark           ? std::nullopt
                 : says_x(line) ? near_mark(rest)
                                : doubt(rest, line.refs.front());
    if (found && rest.starts_with(':')) found.reset();
    if (mark || found) {
        const Parts parts = split(found ? found->rest : rest);
        const std::string change =
            parts.words.empty() || field_word(parts.words)
                ? compose("~ " + bracketed(line.refs), parts.words, parts.given)
                : map_line(line, compose(parts.words, "", parts.given));
        return refused("ambiguous", "a node that is removed takes no fields",
                       either(removal(line), change));
    }
    const std::string word = stated_word(line, rest);
    if (!word.empty() && denies(rest))
        return refused("ambiguous",
                       "the line may speak of the state of the node or say why it is removed",
                       either("~ " + bracketed(line.refs) + " - status: <status>", removal(line)));
    if (!word.empty())
        return refused("ambiguous",
                       "`" + word + "` may be the state of the node or why it is removed",
                       either("~ " + bracketed(line.refs) + " " + word, removal(line)));
    if (!says_x(line) && nearly_typed(rest))
        return refused("ambiguous", "the line may remove the node or state its words",
                       either(removal(line), map_line(line, rest)));
    return {};
}

/// `x [C3] Context: words`: the whole node, as a map shows it.
Parsed check_echo(const NodeLine& line, NodeType type) {
    const auto other =
        std::find_if(line.refs.begin(), line.refs.end(),
                     [&](const std::string& ref) { return ref[0] != '$' && type_of(ref) != type; });
    if (other == line.refs.end()) return {};
    return refused(
        "type_mismatch",
        "[" + *other + "] is a " + title_of(*other) + ", not a " + title(type) + ": check the id",
        removal(line));
}

/// What may not stand behind the ids of a printed line: another id, an arrow.
bool goes_on(std::string_view rest) {
    const std::string_view word = first_word(rest);
    const std::string folded = fold_word(word);
    const bool link = folded == "by" || folded == "and";
    const std::string_view behind = skip_punctuation(link ? rest.substr(word.size()) : rest);
    Cursor head(behind);
    const auto bare = read_ref(first_word(behind));
    const bool id = !head.take_refs().empty() || (bare && !is_letter(*bare));
    return id && (rest.starts_with(',') || link || looks_like_edge(rest));
}

Parsed refuse_going_on(const NodeLine& line, std::string_view rest, const std::string& status) {
    const auto ids = ids_in(rest);
    const std::string other = ids.empty() ? "<id>" : ids.front();
    return refused("ambiguous",
                   "the line names another node behind its own: say what the two are to each other",
                   either("+ [" + other + "] --supersedes--> [" + line.refs.front() + "]",
                          line_each(line, false, status) + "\n" + line.sign + " [" + other + "]" +
                              (status.empty() ? "" : " " + status)));
}

}  // namespace

Parsed read_removal(const NodeLine& line) {
    if (names_letter(line)) return refuse_letter(line);
    Cursor head = line.head;
    const auto type = head.take_type();
    const std::string rest = text::trim(head.words());
    Parsed fault;
    if (type)
        fault = check_echo(line, *type);
    else if (line.printed && goes_on(rest))
        fault = refuse_going_on(line, rest, "");
    else if (line.printed && find_mark(rest, 0))
        fault = check_remark(line, rest);
    else if (!line.printed)
        fault = check_remark(line, rest);
    if (!fault.problems.empty()) return fault;
    Change change;
    change.op = "remove";
    put_refs(change, line.refs);
    return taken(change);
}

Parsed read_closing(const NodeLine& line, const std::string& status) {
    if (names_letter(line)) {
        Parsed fault = refuse_letter(line);
        if (fault.problems[0].send.ends_with(']')) fault.problems[0].send += " " + status;
        return fault;
    }
    Cursor head = line.head;
    if (const auto type = head.take_type()) {
        Parsed fault = check_echo(line, *type);
        if (!fault.problems.empty()) return fault;
    }
    const std::string rest = text::trim(head.words());
    if (goes_on(rest)) return refuse_going_on(line, rest, status);
    Parts parts = split(rest);
    parts.words.clear();
    parts.given.insert(parts.given.begin(), {Field::status, status});
    Parsed out;
    Change change;
    change.op = "update";
    put_refs(change, line.refs);
    put_fields(out, change, "~ " + bracketed(line.refs), parts, {.clear = true});
    if (out.problems.empty()) out.changes.push_back(std::move(change));
    return out;
}

}  // namespace tools::map::form
