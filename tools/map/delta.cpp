#include "tools/map/delta.hpp"

#include "tools/map/text.hpp"
#include "tools/vocabulary.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace tools::map {
namespace {

template <class T>
bool holds(const std::vector<T>& all, const T& one) {
    return std::find(all.begin(), all.end(), one) != all.end();
}

std::string short_node(const Node& node) {
    return "[" + to_string(node.id) + "] " + title(node.id.type) + ": " +
           escape(first_words(node.words.text));
}

/// A node that the server numbered or completed: its fields, and its words unless they are long.
std::string completed_node(Node node) {
    constexpr std::size_t whole = 120;  // code points
    if (code_points(node.words.text) > whole) node.words.text = first_words(node.words.text);
    return print_node(node);
}

std::string named(const Node& node, bool full) {
    const std::string& text = node.words.text;
    return "[" + to_string(node.id) + "] " + escape(full ? text : first_words(text));
}

template <class E>
void word_change(std::string& out, const char* name, const std::optional<E>& before,
                 const std::optional<E>& after) {
    if (before == after) return;
    out += std::string(" - ") +
           (after ? std::string(name) + ": " + tools::word(*after) : std::string("clear: ") + name);
}

void text_change(std::string& out, const char* name, const std::string& before,
                 const std::string& after) {
    if (before == after) return;
    out += std::string(" - ") +
           (after.empty() ? std::string("clear: ") + name : name + (": " + escape(after)));
}

/// `[T2] - status: active`: only what changed, so that it reads back as that change.
std::string changed_fields(const Node& before, const Node& after) {
    std::string out = "[" + to_string(after.id) + "]";
    if (before.words.text != after.words.text)
        out += std::string(" ") + title(after.id.type) + ": " + escape(after.words.text);
    word_change(out, "status", before.status, after.status);
    word_change(out, "source", before.source, after.source);
    word_change(out, "confidence", before.confidence, after.confidence);
    text_change(out, "reason", before.words.reason, after.words.reason);
    text_change(out, "impact", before.words.impact, after.words.impact);
    text_change(out, "mitigation", before.words.mitigation, after.words.mitigation);
    return out;
}

bool closed_now(const Node& before, const Node& after) {
    return before.status != after.status && !is_open(after);
}

class Lines {
public:
    Lines(const Delta& delta, const Echo& echo) : delta_(delta), echo_(echo) {}

    std::vector<std::string> all() {
        added();
        edges();
        changed();
        gone();
        return std::move(lines_);
    }

private:
    void say(const char* label, const std::string& words) {
        lines_.push_back(std::string(label) + ": " + words);
    }

    void added() {
        for (const NodeChange& change : delta_.nodes) {
            if (change.before || !change.after) continue;
            const bool full = echo_.full || holds(echo_.told_in_full, change.after->id);
            say("Added node", echo_.full ? print_node(*change.after)
                              : full     ? completed_node(*change.after)
                                         : short_node(*change.after));
        }
    }

    [[nodiscard]] bool is_moved(const Edge& edge, Edge MovedEdge::*side) const {
        return std::any_of(delta_.moved.begin(), delta_.moved.end(),
                           [&](const MovedEdge& move) { return move.*side == edge; });
    }

    /// Edges that could not move along, told beside the edge that would have moved them.
    [[nodiscard]] std::string stays(const Edge& edge) const {
        std::string out;
        if (edge.kind != EdgeKind::resolves && edge.kind != EdgeKind::supersedes) return out;
        for (const Edge& kept : delta_.stayed)
            if (kept.from == edge.to || kept.to == edge.to)
                out += (out.empty() ? " (stays: " : ", ") + to_string(kept);
        return out.empty() ? out : out + ")";
    }

    /// A resolves edge of a source that is still open takes effect later (CM4).
    [[nodiscard]] std::string intention(const Edge& edge) const {
        return holds(delta_.intended, edge) ? " (when " + to_string(edge.from) + " is done)" : "";
    }

    void edges() {
        for (const Edge& edge : delta_.added)
            if (!holds(delta_.telling, edge) && !is_moved(edge, &MovedEdge::to))
                say("Added edge", to_string(edge) + intention(edge) + stays(edge));
        for (const Edge& edge : delta_.telling)
            say(edge.kind == EdgeKind::resolves ? "Resolved" : "Superseded",
                to_string(edge) + stays(edge));
        for (const MovedEdge& move : delta_.moved)
            say("Moved edge", to_string(move.to));
    }

    [[nodiscard]] bool told_by_edge(NodeId id) const {
        return std::any_of(delta_.telling.begin(), delta_.telling.end(),
                           [&](const Edge& edge) { return edge.to == id; });
    }

    void changed() {
        for (const NodeChange& change : delta_.nodes) {
            if (!change.before || !change.after || same(*change.before, *change.after)) continue;
            Node before = *change.before;
            const Node& after = *change.after;
            if (closed_now(before, after)) {
                const char* label = after.status == Status::done       ? "Done"
                                    : after.status == Status::archived ? "Archived"
                                                                       : "Superseded";
                if (!told_by_edge(after.id)) say(label, named(after, echo_.full));
                before.status = after.status;
            }
            if (!same(before, after)) say("Updated", changed_fields(before, after));
        }
    }

    void gone() {
        for (const MergedNode& merge : delta_.merged)
            say("Merged", "[" + to_string(merge.node) + "] into [" + to_string(merge.into) + "]");
        for (const NodeChange& change : delta_.nodes) {
            if (!change.before || change.after || was_merged(change.before->id)) continue;
            say("Removed", named(*change.before, echo_.full));
        }
        for (const Edge& edge : delta_.removed)
            if (!is_moved(edge, &MovedEdge::from) && !is_gone(edge.from) && !is_gone(edge.to))
                say("Removed", to_string(edge));
    }

    [[nodiscard]] bool was_merged(NodeId id) const {
        return std::any_of(delta_.merged.begin(), delta_.merged.end(),
                           [&](const MergedNode& merge) { return merge.node == id; });
    }

    [[nodiscard]] bool is_gone(NodeId id) const {
        return std::any_of(delta_.nodes.begin(), delta_.nodes.end(), [&](const NodeChange& change) {
            return change.before && !change.after && change.before->id == id;
        });
    }

    const Delta& delta_;
    const Echo& echo_;
    std::vector<std::string> lines_;
};

}  // namespace

bool takes_away(const Delta& delta) {
    bool some = delta.removed.size() > delta.added.size();
    for (const NodeChange& change : delta.nodes) {
        if (!change.before) return false;
        some =
            some || !change.after ||
            (change.after->status == Status::archived && change.before->status != Status::archived);
    }
    return some && delta.added.size() <= delta.removed.size();
}

std::vector<std::string> delta_lines(const Delta& delta, const Echo& echo) {
    return Lines(delta, echo).all();
}

std::string delta_text(const Delta& delta, const Echo& echo) {
    std::string out;
    for (const std::string& line : delta_lines(delta, echo))
        out += "\n- " + line;
    return out.empty() ? "Map update: none" : "Map update:" + out;
}

std::string first_words(std::string_view text) {
    constexpr std::size_t most = 48;  // code points
    if (code_points(text) <= most) return std::string(text);
    std::size_t end = 0;
    for (std::size_t points = 0; points < most; ++points)
        do
            ++end;
        while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U);
    const std::size_t blank = text.substr(0, end).rfind(' ');
    if (blank != std::string_view::npos && blank > end / 2) end = blank;
    return std::string(text.substr(0, end)) + "…";
}

namespace {

void join_edges(std::map<Edge, int>& net, const std::vector<Edge>& edges, int step) {
    for (const Edge& edge : edges)
        net[edge] += step;
}

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
    to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

Delta combine(const Delta& earlier, const Delta& later) {
    Delta out = earlier;
    out.revision = later.revision;
    out.time = later.time;
    std::map<NodeId, NodeChange> nodes;
    for (const Delta* delta : {&earlier, &later})
        for (const NodeChange& change : delta->nodes) {
            const NodeId id = (change.after ? change.after : change.before)->id;
            const auto [it, fresh] = nodes.try_emplace(id, change);
            if (!fresh) it->second.after = change.after;
        }
    out.nodes.clear();
    for (auto& [id, change] : nodes) {
        const bool nothing = !change.before && !change.after;
        const bool equal = change.before && change.after && same(*change.before, *change.after);
        if (!nothing && !equal) out.nodes.push_back(std::move(change));
    }
    std::map<Edge, int> net;
    for (const Delta* delta : {&earlier, &later}) {
        join_edges(net, delta->added, 1);
        join_edges(net, delta->removed, -1);
    }
    out.added.clear();
    out.removed.clear();
    for (const auto& [edge, balance] : net) {
        if (balance > 0) out.added.push_back(edge);
        if (balance < 0) out.removed.push_back(edge);
    }
    append(out.telling, later.telling);
    append(out.intended, later.intended);
    append(out.moved, later.moved);
    append(out.merged, later.merged);
    append(out.stayed, later.stayed);
    return out;
}

Delta combine_all(std::vector<Delta> deltas) {
    if (deltas.empty()) return {};
    while (deltas.size() > 1) {  // by pairs, so that no delta is copied often
        std::size_t kept = 0;
        for (std::size_t i = 0; i < deltas.size(); i += 2) {
            const bool pair = i + 1 < deltas.size();
            deltas[kept++] = pair ? combine(deltas[i], deltas[i + 1]) : std::move(deltas[i]);
        }
        deltas.resize(kept);
    }
    return std::move(deltas.front());
}

namespace {

void count(Head& head, const Node& node, std::uint64_t step) {
    head.nodes += step;
    switch (node.id.type) {
        case NodeType::goal:
            head.goals += is_active(node) ? step : 0;
            break;
        case NodeType::task:
            head.tasks += is_active(node) ? step : 0;
            break;
        case NodeType::question:
            head.questions += is_open(node) ? step : 0;
            break;
        case NodeType::risk:
            head.risks += is_active(node) ? step : 0;
            break;
        default:
            break;
    }
}

}  // namespace

Head counted(Head head, const Delta& delta) {
    constexpr std::uint64_t one_less = ~std::uint64_t{0};  // -1, modulo 2^64
    for (const NodeChange& change : delta.nodes) {
        if (change.before) count(head, *change.before, one_less);
        if (change.after) count(head, *change.after, 1);
    }
    head.edges += delta.added.size();
    head.edges -= delta.removed.size();
    return head;
}

Delta inverse(Delta delta) {
    for (NodeChange& change : delta.nodes)
        std::swap(change.before, change.after);
    std::swap(delta.added, delta.removed);
    delta.telling.clear();
    delta.intended.clear();
    delta.moved.clear();
    delta.merged.clear();
    delta.stayed.clear();
    return delta;
}

}  // namespace tools::map
