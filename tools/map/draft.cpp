#include "tools/map/draft.hpp"

#include <algorithm>
#include <utility>

namespace tools::map {
namespace {

constexpr std::size_t most_similar = 12;

std::vector<Edge> joined(std::vector<Edge> first, const std::vector<Edge>& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

}  // namespace

void Draft::read_nodes(std::span<const NodeId> ids) {
    std::vector<NodeId> missing;
    missing.reserve(ids.size());
    for (const NodeId id : ids)
        if (!slots_.contains(id)) missing.push_back(id);
    if (missing.empty()) return;
    auto found = base_.nodes(missing);
    for (std::size_t i = 0; i < missing.size(); ++i) {
        Slot& slot = slots_[missing[i]];
        slot.edges_read = !found[i];
        slot.before = slot.now = std::move(found[i]);
    }
}

void Draft::fetch(std::span<const NodeId> ids) {
    std::vector<NodeId> missing;
    for (const NodeId id : ids) {
        const auto at = slots_.find(id);
        if (at == slots_.end() || !at->second.edges_read) missing.push_back(id);
    }
    if (missing.empty()) return;
    auto found = base_.entries(missing);
    for (std::size_t i = 0; i < missing.size(); ++i) {
        const auto [at, fresh] = slots_.try_emplace(missing[i]);
        at->second.edges_read = true;
        if (!found[i]) continue;
        if (fresh) at->second.before = at->second.now = std::move(found[i]->node);
        take_edges(missing[i], *found[i]);
    }
}

/// What is stored, and what was linked before it was read.
void Draft::take_edges(NodeId id, const Entry& entry) {
    Slot& slot = slots_.find(id)->second;
    slot.out = entry.out;
    slot.in = entry.in;
    for (const Edge& edge : linked_) {
        if (edge.from == id) slot.out.push_back(edge);
        if (edge.to == id) slot.in.push_back(edge);
    }
}

Draft::Slot& Draft::slot(NodeId id) {
    const auto at = slots_.find(id);
    if (at != slots_.end()) return at->second;
    read_nodes(std::span(&id, 1));
    return slots_.find(id)->second;
}

Draft::Slot& Draft::with_edges(NodeId id) {
    const auto at = slots_.find(id);
    if (at != slots_.end() && at->second.edges_read) return at->second;
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

const Node* Draft::fields(NodeId id) {
    Slot& found = slot(id);
    return found.now ? &*found.now : nullptr;
}

const Node* Draft::stored(NodeId id) {
    Slot& found = slot(id);
    read_words(found);
    return found.before ? &*found.before : nullptr;
}

const std::vector<Edge>& Draft::out(NodeId id) {
    return with_edges(id).out;
}

const std::vector<Edge>& Draft::in(NodeId id) {
    return with_edges(id).in;
}

std::vector<Edge> Draft::some_edges(NodeId id) {
    constexpr std::size_t few = 16;
    if (!slot(id).edges_read) {
        const auto found = base_.nearby(std::span(&id, 1), few);
        const Entry& entry = *found.front();
        if (entry.out.size() + entry.in.size() == few) return joined(entry.out, entry.in);
        slot(id).edges_read = true;
        take_edges(id, entry);
    }
    return joined(out(id), in(id));
}

bool Draft::has(const Edge& edge) {
    const bool backwards = !slot(edge.from).edges_read && slot(edge.to).edges_read;
    const auto& edges = backwards ? in(edge.to) : out(edge.from);
    return std::find(edges.begin(), edges.end(), edge) != edges.end();
}

void Draft::add(Node node) {
    Slot& target = slot(node.id);
    handled_.insert(node.id);
    target.words_read = true;
    use(node.id);
    target.now = std::move(node);
}

Node& Draft::edit(NodeId id) {
    Slot& found = slot(id);
    handled_.insert(id);
    read_words(found);
    return *found.now;
}

void Draft::remove(NodeId id) {
    Slot& found = with_edges(id);
    handled_.insert(id);
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
    handled_.insert({edge.from, edge.to});
    if (Slot& from = slot(edge.from); from.edges_read) from.out.push_back(edge);
    if (Slot& to = slot(edge.to); to.edges_read) to.in.push_back(edge);
    if (unlinked_.erase(edge) == 0) linked_.insert(edge);
}

void Draft::unlink(const Edge& edge) {
    if (std::erase(with_edges(edge.from).out, edge) == 0) return;
    handled_.insert({edge.from, edge.to});
    std::erase(with_edges(edge.to).in, edge);
    if (linked_.erase(edge) == 0) unlinked_.insert(edge);
}

std::uint32_t Draft::high(NodeType type) const {
    return high_[static_cast<std::size_t>(type)];
}

void Draft::use(NodeId id) {
    std::uint32_t& high = high_[static_cast<std::size_t>(id.type)];
    high = std::max(high, id.number);
}

std::vector<NodeId> Draft::open(NodeType type, First first) {
    constexpr std::size_t most = 16;
    std::vector<NodeId> ids = base_.open(type, most, first);
    for (const NodeId id : touched())
        if (id.type == type && std::find(ids.begin(), ids.end(), id) == ids.end())
            ids.push_back(id);
    read_nodes(ids);
    return ids;
}

void Draft::look_up(std::vector<std::string> texts) {
    constexpr std::size_t at_once = 16;
    std::sort(texts.begin(), texts.end());
    texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
    std::erase_if(texts, [this](const std::string& text) { return similar_.contains(text); });
    for (std::span<const std::string> rest = texts; !rest.empty();) {
        const auto some = rest.first(std::min(rest.size(), at_once));
        rest = rest.subspan(some.size());
        auto found = base_.similar(some, most_similar);
        for (std::size_t i = 0; i < some.size(); ++i)
            similar_.emplace(some[i], std::move(found[i]));
    }
}

const std::vector<NodeId>& Draft::similar(const std::string& text) {
    const auto found = similar_.find(text);
    if (found != similar_.end()) return found->second;
    return similar_.emplace(text, base_.similar({&text, 1}, most_similar).front()).first->second;
}

std::vector<NodeId> Draft::touched() const {
    std::vector<NodeId> ends;
    ends.reserve(2 * (linked_.size() + unlinked_.size()));
    for (const auto* edges : {&linked_, &unlinked_})
        for (const Edge& edge : *edges)
            ends.insert(ends.end(), {edge.from, edge.to});
    std::sort(ends.begin(), ends.end());
    std::vector<NodeId> out;
    for (const NodeId id : handled_) {
        const Slot& slot = slots_.at(id);
        if (!slot.now) continue;
        const bool ended = std::binary_search(ends.begin(), ends.end(), id);
        if (!slot.before || ended || !same(*slot.before, *slot.now)) out.push_back(id);
    }
    return out;
}

Delta Draft::delta() {
    Delta delta;
    delta.revision = base_.head.revision + 1;
    delta.first = delta.revision;
    for (const NodeId id : handled_) {
        Slot& slot = slots_.at(id);
        const bool both = slot.before && slot.now;
        if ((!slot.before && !slot.now) || (both && same(*slot.before, *slot.now))) continue;
        if (slot.now) {
            slot.now->changed = delta.revision;
            if (!slot.before && slot.now->born == 0) slot.now->born = delta.revision;
        }
        delta.nodes.push_back({slot.before, slot.now});
    }
    delta.added.assign(linked_.begin(), linked_.end());
    delta.removed.assign(unlinked_.begin(), unlinked_.end());
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
