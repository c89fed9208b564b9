#include "tools/map/nearby.hpp"

#include <utility>

namespace tools::map {
namespace {

constexpr std::size_t most_edges = 64;  ///< of one node that are followed

}  // namespace

void Nearby::load(std::span<const NodeId> ids) {
    std::vector<NodeId> missing;
    for (const NodeId id : ids)
        if (entries_.try_emplace(id).second) missing.push_back(id);
    if (missing.empty()) return;
    auto found = reader_.nearby(missing, most_edges);
    for (std::size_t i = 0; i < missing.size(); ++i)
        entries_[missing[i]] = std::move(found[i]);
}

const Entry* Nearby::find(NodeId id) const {
    const auto at = entries_.find(id);
    return at == entries_.end() || !at->second ? nullptr : &*at->second;
}

std::vector<NodeId> Nearby::ids() const {
    std::vector<NodeId> out;
    for (const auto& [id, entry] : entries_)
        if (entry) out.push_back(id);
    return out;
}

}  // namespace tools::map
