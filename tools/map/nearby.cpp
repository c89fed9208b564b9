#include "tools/map/nearby.hpp"

#include <utility>

namespace tools::map {
namespace {

constexpr std::size_t most_followed = 64;  ///< of one node that are followed

}  // namespace

void Nearby::load(std::span<const NodeId> ids) {
    std::vector<NodeId> missing;
    for (const NodeId id : ids)
        if (places_.try_emplace(key(id)).second) missing.push_back(id);
    if (missing.empty()) return;
    auto found = reader_.nearby(missing, most_followed);
    for (std::size_t i = 0; i < missing.size(); ++i) {
        if (!found[i]) continue;
        places_[key(missing[i])] = entries_.size();
        entries_.push_back(std::move(*found[i]));
    }
}

std::optional<std::size_t> Nearby::place(NodeId id) const {
    const auto at = places_.find(key(id));
    return at == places_.end() ? std::nullopt : at->second;
}

Reader Nearby::known() const {
    Reader out;
    out.entries = [this](std::span<const NodeId> ids) {
        std::vector<std::optional<Entry>> entries(ids.size());
        for (std::size_t i = 0; i < ids.size(); ++i)
            if (const Entry* entry = find(ids[i]))
                entries[i] = Entry{entry->node, {}, {}};
            else
                entries[i] = reader_.nearby(ids.subspan(i, 1), 0).front();
        return entries;
    };
    return out;
}

}  // namespace tools::map
