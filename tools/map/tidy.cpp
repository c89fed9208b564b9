#include "tools/map/tidy.hpp"

#include "tools/text/words.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace tools::map {
namespace {

std::string word(Op op) {
    return names(op)[static_cast<std::size_t>(op)];
}

Change on_node(Op op, NodeId id) {
    Change out;
    out.op = word(op);
    out.id = to_string(id);
    return out;
}

Change unlink(const Edge& edge) {
    Change out;
    out.op = word(Op::unlink);
    out.from = to_string(edge.from);
    out.edge = names(edge.kind)[static_cast<std::size_t>(edge.kind)];
    out.to = to_string(edge.to);
    return out;
}

bool is_work(NodeType type) {
    return type == NodeType::goal || type == NodeType::task || type == NodeType::question ||
           type == NodeType::risk;
}

/// An edge on which open work waits.
bool binds(const Edge& edge) {
    return edge.kind == EdgeKind::depends_on || edge.kind == EdgeKind::blocks;
}

/// An edge that no longer says anything once its target is closed. Answers,
/// replacements and origins stay.
bool fades(EdgeKind kind) {
    return kind != EdgeKind::resolves && kind != EdgeKind::supersedes &&
           kind != EdgeKind::derived_from;
}

class Pruning {
public:
    Pruning(const Walk& walk, std::uint64_t revision) : revision_(revision) {
        walk([&](Entry& entry) {
            if (is_open(entry.node)) open_.insert(entry.node.id);
            return true;
        });
        walk([&](Entry& entry) {
            look(entry);
            return true;
        });
    }

    std::vector<Proposal> take() {
        for (auto& [key, ids] : alike_)
            if (ids.size() > 1) merge(ids);
        std::stable_sort(found_.begin(), found_.end(),
                         [](const Proposal& a, const Proposal& b) { return a.reason < b.reason; });
        return std::move(found_);
    }

private:
    void look(const Entry& entry) {
        const auto reason = reason_for(entry);
        if (reason) {
            const Op op = *reason == Prune::stale_decision ? Op::archive : Op::remove;
            found_.push_back({*reason, {entry.node.id}, {on_node(op, entry.node.id)}});
            return;
        }
        if (is_open(entry.node) && entry.node.id.type == NodeType::context)
            alike_[likeness(entry.node)].push_back(entry.node.id);
        fading_edges(entry);
    }

    [[nodiscard]] std::optional<Prune> reason_for(const Entry& entry) const {
        const Node& node = entry.node;
        if (node.status == Status::superseded && !explains(entry)) return Prune::superseded;
        if (node.status == Status::done && !touches_open(entry)) return Prune::finished;
        if (!is_open(node) || is_kept(node)) return std::nullopt;
        const bool doubtful =
            node.source == Source::inferred && node.confidence == Confidence::uncertain;
        if (doubtful && is_stale(node) && !holds_up(entry)) return Prune::unconfirmed;
        if (is_work(node.id.type)) return std::nullopt;
        if (node.id.type != NodeType::decision)
            return touches_purpose(entry) ? std::nullopt : std::optional(Prune::isolated);
        const bool stale = is_stale(node) && !touches_open(entry);
        return stale ? std::optional(Prune::stale_decision) : std::nullopt;
    }

    /// Preferences, goals and confirmed constraints are never let go.
    static bool is_kept(const Node& node) {
        const bool confirmed = node.confidence == Confidence::confirmed;
        return node.id.type == NodeType::preference || node.id.type == NodeType::goal ||
               (node.id.type == NodeType::context && confirmed);
    }

    [[nodiscard]] bool is_stale(const Node& node) const {
        return node.changed + stale_after <= revision_;
    }

    [[nodiscard]] bool is_open_end(const Edge& edge, NodeId here) const {
        return open_.contains(edge.from == here ? edge.to : edge.from);
    }

    template <class Test>
    static bool any_edge(const Entry& entry, Test test) {
        return std::any_of(entry.out.begin(), entry.out.end(), test) ||
               std::any_of(entry.in.begin(), entry.in.end(), test);
    }

    [[nodiscard]] bool touches_open(const Entry& entry) const {
        return any_edge(entry, [&](const Edge& edge) { return is_open_end(edge, entry.node.id); });
    }

    /// An open goal, task, question or risk, or a decision that binds, is next to it.
    [[nodiscard]] bool touches_purpose(const Entry& entry) const {
        return any_edge(entry, [&](const Edge& edge) {
            const NodeType type = (edge.from == entry.node.id ? edge.to : edge.from).type;
            const bool purpose = is_work(type) || type == NodeType::decision;
            return purpose && is_open_end(edge, entry.node.id);
        });
    }

    /// Open work waits for the node or is held up by it.
    [[nodiscard]] bool holds_up(const Entry& entry) const {
        return any_edge(entry, [&](const Edge& edge) {
            return binds(edge) && is_open_end(edge, entry.node.id);
        });
    }

    /// A superseded node that open nodes other than its successor still refer to.
    [[nodiscard]] bool explains(const Entry& entry) const {
        return any_edge(entry, [&](const Edge& edge) {
            const bool replaced = edge.kind == EdgeKind::supersedes && edge.to == entry.node.id;
            return !replaced && is_open_end(edge, entry.node.id);
        });
    }

    /// Edges of an open node that end at closed ones, told under that node.
    void fading_edges(const Entry& entry) {
        if (!is_open(entry.node)) return;
        Proposal out{Prune::closed_edge, {entry.node.id}, {}};
        for (const Edge& edge : entry.out)
            if (fades(edge.kind) && !open_.contains(edge.to)) out.changes.push_back(unlink(edge));
        if (!out.changes.empty()) found_.push_back(std::move(out));
    }

    /// Equal for texts of the same words, whatever their order and endings.
    std::string likeness(const Node& node) {
        std::set<std::string> terms;
        for (const text::Word& found : analyzer_.words(node.words.text))
            if (found.kind == text::WordKind::word && !found.stop) terms.insert(found.term);
        std::string out;
        for (const std::string& term : terms)
            out += term + '\n';
        return out.empty() ? node.words.text : out;
    }

    void merge(const std::vector<NodeId>& ids) {
        Change change;
        change.op = word(Op::merge);
        change.ids.emplace();
        constexpr std::size_t most_merged = 50;
        const std::vector<NodeId> few(
            ids.begin(),
            ids.begin() + static_cast<std::ptrdiff_t>(std::min(ids.size(), most_merged)));
        for (std::size_t i = 1; i < few.size(); ++i)
            change.ids->push_back(to_string(few[i]));
        change.into = to_string(few.front());
        found_.push_back({Prune::repeated, few, {std::move(change)}});
    }

    std::uint64_t revision_;
    std::set<NodeId> open_;
    std::map<std::string, std::vector<NodeId>> alike_;  ///< open contexts by likeness
    std::vector<Proposal> found_;
    text::Analyzer analyzer_;
};

}  // namespace

std::vector<Proposal> prune(const Walk& walk, std::uint64_t revision) {
    return Pruning(walk, revision).take();
}

}  // namespace tools::map
