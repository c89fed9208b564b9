#include "tools/map/nearby.hpp"

#include <algorithm>
#include <utility>

namespace tools::map {
namespace {

constexpr std::size_t most_followed = 64;  ///< of one node that are followed

}  // namespace

void Nearby::load(std::span<const NodeId> ids) {
    std::vector<NodeId> missing;
    for (const NodeId id : ids) {
        const std::size_t at = where(key(id));
        if (at < asked_.size() && asked_[at].key == key(id)) continue;
        asked_.insert(asked_.begin() + static_cast<std::ptrdiff_t>(at), {key(id), std::nullopt});
        missing.push_back(id);
    }
    if (missing.empty()) return;
    const auto& found = levels_.emplace_back(reader_.nearby(missing, most_followed));
    for (std::size_t i = 0; i < missing.size(); ++i) {
        if (!found[i]) continue;
        asked_[where(key(missing[i]))].place = entries_.size();
        entries_.push_back(&*found[i]);
    }
}

std::size_t Nearby::where(std::uint64_t key) const {
    const auto at = std::lower_bound(asked_.begin(), asked_.end(), key,
                                     [](const Asked& one, std::uint64_t k) { return one.key < k; });
    return static_cast<std::size_t>(at - asked_.begin());
}

std::optional<std::size_t> Nearby::place(NodeId id) const {
    const std::size_t at = where(key(id));
    return at < asked_.size() && asked_[at].key == key(id) ? asked_[at].place : std::nullopt;
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
