#include "tools/map/nearby.hpp"

#include <utility>

namespace tools::map {
namespace {

constexpr std::size_t most_followed = 64;  ///< of one node that are followed

}  // namespace

void Nearby::load(std::span<const NodeId> ids) {
    std::vector<NodeId> missing;
    for (const NodeId id : ids)
        if (places_.try_emplace(key(id), nullptr).second) missing.push_back(id);
    if (missing.empty()) return;
    auto found = reader_.nearby(missing, most_followed);
    for (std::size_t i = 0; i < missing.size(); ++i)
        if (found[i]) places_[key(missing[i])] = &entries_.emplace_back(std::move(*found[i]));
}

const Entry* Nearby::find(NodeId id) const {
    const auto at = places_.find(key(id));
    return at == places_.end() ? nullptr : at->second;
}

}  // namespace tools::map
