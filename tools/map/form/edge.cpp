#include "tools/map/form/edge.hpp"

#include "tools/map/form/arrow.hpp"
#include "tools/map/form/cursor.hpp"
#include "tools/map/form/doubt.hpp"
#include "tools/map/form/marks.hpp"
#include "tools/map/form/outcome.hpp"
#include "tools/nearest.hpp"
#include "tools/text/line.hpp"

#include <algorithm>

namespace tools::map::form {
namespace {

using Refs = std::vector<std::string>;

/// An edge line, walked from left to right.
struct Walk {
    std::vector<Refs> stops;
    std::vector<EdgeKind> kinds;
    std::string_view tail;
    const char* reason = nullptr;  ///< set where the line is at fault
    std::string message;

    void fault(const char* why, std::string words) {
        if (reason != nullptr) return;
        reason = why;
        message = std::move(words);
    }
};

std::string kind_words() {
    return tools::join(strings_of(names(EdgeKind{})));
}

/// One step: the arrow at the front of `rest` and the ids behind it.
void step(Walk& walk, std::string_view& rest) {
    const auto open = rest.find('[');
    const Arrow arrow = read_arrow(rest.substr(0, open));
    if (arrow.word.empty())
        return walk.fault("bad_edge", "the arrow needs an edge word, one of " + kind_words());
    const auto kind = read_kind(arrow.word);
    if (!kind)
        return walk.fault("bad_edge", "expected one of " + kind_words() + " as the edge, not " +
                                          std::string(arrow.word));
    if (!arrow.forward)
        return walk.fault("bad_edge",
                          "an edge is written from its source to its target, as in "
                          "[T1] --depends_on--> [Q1]");
    if (open == std::string_view::npos)
        return walk.fault("bad_edge", "an edge ends at an id in brackets, such as [Q1]");
    Cursor head(rest.substr(open));
    Refs refs = head.take_refs();
    if (refs.empty())
        return walk.fault("bad_id",
                          "an edge ends at an id, one letter of G C P T D Q R A and a "
                          "number, such as [Q1]");
    walk.kinds.push_back(*kind);
    walk.stops.push_back(std::move(refs));
    rest = skip_blanks(head.rest());
}

Walk walk_along(std::string_view body) {
    Walk walk;
    Cursor head(body);
    walk.stops.push_back(head.take_refs());
    std::string_view rest = skip_blanks(head.rest());
    if (walk.stops.front().empty())
        walk.fault("bad_id", "an edge starts at an id in brackets, such as [T1]");
    while (walk.reason == nullptr && (walk.kinds.empty() || looks_like_edge(rest)))
        step(walk, rest);
    walk.tail = rest;
    return walk;
}

void check_stops(Walk& walk) {
    const auto several = [](const Refs& refs) { return refs.size() > 1; };
    const auto nameless = [](const Refs& refs) {
        return std::any_of(refs.begin(), refs.end(),
                           [](const auto& ref) { return is_letter(ref); });
    };
    if (std::any_of(walk.stops.begin(), walk.stops.end(), nameless))
        walk.fault("bad_id",
                   "an edge needs the number of each node; a node that this update adds "
                   "is named $word in both lines");
    if (walk.kinds.size() > 1 && std::any_of(walk.stops.begin(), walk.stops.end(), several))
        walk.fault("bad_edge", "a chain has one id at each step: send an edge a line");
    if (several(walk.stops.front()))
        walk.fault("bad_edge", "an edge line has one source: send a line for each");
}

/// `(when T2 is done)`, `(stays: [T1] --next--> [D2])`: what a result says of an
/// edge, or a model. Fields and further ids in brackets are no remark.
bool is_remark(std::string_view tail, EdgeUse use) {
    if (!tail.starts_with('(') || !tail.ends_with(')')) return false;
    const bool told = tail.starts_with("(when ") || tail.starts_with("(stays: ");
    const bool plain = tail.find('[') == std::string_view::npos && !near_mark(tail);
    return use.printed || told || plain;
}

/// What stands behind the last id: nothing, ` - override: true` at a link, or
/// a remark in parentheses.
void read_tail(Walk& walk, EdgeUse use, std::optional<bool>& override) {
    if (walk.tail.empty()) return;
    if (is_remark(walk.tail, use)) return;
    const Parts parts = split(walk.tail);
    if (use.link && parts.words.empty() && parts.given.size() == 1 &&
        parts.given[0].field == Field::override) {
        override = read_flag(parts.given[0].value);
        if (override) return;
    }
    walk.fault("words_after_edge",
               "an edge line ends with its last id: words and fields belong "
               "to a node, in a line of its own");
}

/// `[T1] --depends_on--> [Q4] Question: Which?` speaks of two things.
std::string node_line_of(const Walk& walk) {
    if (walk.kinds.empty() || walk.stops.back().size() != 1) return {};
    Cursor head(walk.tail);
    const std::string& ref = walk.stops.back().front();
    const auto type = head.take_type();
    if (!type ||
        type != type_of(is_letter(ref) || ref.starts_with('$') ? to_string(NodeId{*type, 1}) : ref))
        return {};
    const std::string words = text::trim(head.rest());
    const std::string id = is_letter(ref) ? "$new" : ref;
    return words.empty() ? "" : "+ [" + id + "] " + title(*type) + ": " + words + "\n";
}

std::string instead(const Walk& walk, const std::string& plain, EdgeUse use) {
    const std::string node = use.link ? node_line_of(walk) : "";
    std::string edges = edge_lines(plain, use.link ? '+' : 'x');
    const auto unnamed = edges.find("[<id>]");
    if (!node.empty() && unnamed != std::string::npos) edges.replace(unnamed, 6, "[$new]");
    return node + edges;
}

}  // namespace

Parsed read_edge(std::string_view body, EdgeUse use) {
    const std::string plain = without_bold(body);
    Walk walk = walk_along(plain);
    std::optional<bool> override;
    if (walk.reason == nullptr) {
        read_tail(walk, use, override);
        check_stops(walk);
    }
    if (walk.reason != nullptr)
        return refused(walk.reason, walk.message, instead(walk, plain, use));
    Parsed out;
    for (std::size_t i = 0; i < walk.kinds.size(); ++i)
        for (const std::string& to : walk.stops[i + 1]) {
            Change change;
            change.op = use.link ? "link" : "unlink";
            change.from = walk.stops[i].front();
            change.edge = names(EdgeKind{})[static_cast<std::size_t>(walk.kinds[i])];
            change.to = to;
            change.override = override;
            out.changes.push_back(std::move(change));
        }
    return out;
}

}  // namespace tools::map::form
