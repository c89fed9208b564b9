#include "tools/map/draft.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace tools::map {

void Draft::fetch(std::span<const NodeId> ids) {
    std::vector<NodeId> missing;
    for (const NodeId id : ids)
        if (!slots_.contains(id)) missing.push_back(id);
    if (missing.empty()) return;
    auto found = base_.entries(missing);
    for (std::size_t i = 0; i < missing.size(); ++i) {
        Slot& slot = slots_[missing[i]];
        if (!found[i]) continue;
        slot.before = slot.now = std::move(found[i]->node);
        slot.out_before = slot.out = std::move(found[i]->out);
        slot.in_before = slot.in = std::move(found[i]->in);
    }
}

Draft::Slot& Draft::slot(NodeId id) {
    fetch(std::span(&id, 1));
    return slots_.find(id)->second;
}

void Draft::read_words(Slot& slot) {
    if (slot.words_read || !slot.before) return;
    slot.words_read = true;
    slot.before->words = base_.words(*slot.before);
    if (slot.now) slot.now->words = slot.before->words;
}

bool Draft::exists(NodeId id) {
    return slot(id).now.has_value();
}

const Node* Draft::node(NodeId id) {
    Slot& found = slot(id);
    read_words(found);
    return found.now ? &*found.now : nullptr;
}

const Node* Draft::stored(NodeId id) {
    Slot& found = slot(id);
    read_words(found);
    return found.before ? &*found.before : nullptr;
}

const std::vector<Edge>& Draft::out(NodeId id) {
    return slot(id).out;
}

const std::vector<Edge>& Draft::in(NodeId id) {
    return slot(id).in;
}

bool Draft::has(const Edge& edge) {
    const auto& edges = out(edge.from);
    return std::find(edges.begin(), edges.end(), edge) != edges.end();
}

void Draft::add(Node node) {
    Slot& target = slot(node.id);
    target.words_read = true;
    use(node.id);
    target.now = std::move(node);
}

Node& Draft::edit(NodeId id) {
    Slot& found = slot(id);
    read_words(found);
    return *found.now;
}

void Draft::remove(NodeId id) {
    Slot& found = slot(id);
    read_words(found);
    const std::vector<Edge> leaving = found.out;
    const std::vector<Edge> arriving = found.in;
    for (const Edge& edge : leaving)
        unlink(edge);
    for (const Edge& edge : arriving)
        unlink(edge);
    found.now.reset();
}

void Draft::link(const Edge& edge) {
    if (has(edge)) return;
    slot(edge.from).out.push_back(edge);
    slot(edge.to).in.push_back(edge);
}

void Draft::unlink(const Edge& edge) {
    std::erase(slot(edge.from).out, edge);
    std::erase(slot(edge.to).in, edge);
}

std::uint32_t Draft::high(NodeType type) const {
    return high_[static_cast<std::size_t>(type)];
}

void Draft::use(NodeId id) {
    std::uint32_t& high = high_[static_cast<std::size_t>(id.type)];
    high = std::max(high, id.number);
}

std::vector<NodeId> Draft::open(NodeType type) {
    constexpr std::size_t most = 64;
    std::vector<NodeId> ids = base_.open(type, most);
    for (const NodeId id : touched())
        if (id.type == type && std::find(ids.begin(), ids.end(), id) == ids.end())
            ids.push_back(id);
    fetch(ids);
    return ids;
}

std::vector<NodeId> Draft::touched() const {
    std::vector<NodeId> out;
    for (const auto& [id, slot] : slots_) {
        if (!slot.now) continue;
        const bool edges = slot.out != slot.out_before || slot.in != slot.in_before;
        if (!slot.before || edges || !same(*slot.before, *slot.now)) out.push_back(id);
    }
    return out;
}

Delta Draft::delta() {
    Delta delta;
    delta.revision = base_.head.revision + 1;
    delta.first = delta.revision;
    for (auto& [id, slot] : slots_) {
        const bool both = slot.before && slot.now;
        if ((slot.before || slot.now) && !(both && same(*slot.before, *slot.now))) {
            if (slot.now) {
                slot.now->changed = delta.revision;
                if (!slot.before && slot.now->born == 0) slot.now->born = delta.revision;
            }
            delta.nodes.push_back({slot.before, slot.now});
        }
        const std::set<Edge> was(slot.out_before.begin(), slot.out_before.end());
        const std::set<Edge> now(slot.out.begin(), slot.out.end());
        std::set_difference(now.begin(), now.end(), was.begin(), was.end(),
                            std::back_inserter(delta.added));
        std::set_difference(was.begin(), was.end(), now.begin(), now.end(),
                            std::back_inserter(delta.removed));
    }
    return delta;
}

Head Draft::head(const Delta& delta) const {
    Head head = counted(base_.head, delta);
    head.high = high_;
    if (!delta.empty()) head.revision = delta.revision;
    return head;
}

std::vector<NodeId> chain(Draft& draft, EdgeKind kind, NodeId from, NodeId to) {
    std::map<NodeId, NodeId> back{{from, from}};
    std::vector<NodeId> level{from};
    while (!level.empty() && !back.contains(to)) {
        draft.fetch(level);
        std::vector<NodeId> next;
        for (const NodeId here : level)
            for (const Edge& edge : draft.out(here))
                if (edge.kind == kind && back.try_emplace(edge.to, here).second)
                    next.push_back(edge.to);
        std::sort(next.begin(), next.end());
        level = std::move(next);
    }
    if (!back.contains(to)) return {};
    std::vector<NodeId> path{to};
    while (path.back() != from)
        path.push_back(back.at(path.back()));
    std::reverse(path.begin(), path.end());
    return path;
}

}  // namespace tools::map
