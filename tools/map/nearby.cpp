#include "tools/map/nearby.hpp"

#include <utility>

namespace tools::map {
namespace {

constexpr std::size_t most_followed = 64;  ///< of one node that are followed

}  // namespace

void Nearby::load(std::span<const NodeId> ids) {
    make_room(ids.size());
    std::vector<NodeId> missing;
    for (const NodeId id : ids) {
        Asked& asked = asked_[slot(key(id))];
        if (asked.key != 0) continue;
        asked.key = key(id);
        missing.push_back(id);
    }
    if (missing.empty()) return;
    taken_ += missing.size();
    const auto& found = levels_.emplace_back(reader_.nearby(missing, most_followed));
    for (std::size_t i = 0; i < missing.size(); ++i) {
        if (!found[i]) continue;
        asked_[slot(key(missing[i]))].place = entries_.size();
        entries_.push_back(&*found[i]);
    }
}

void Nearby::make_room(std::size_t more) {
    std::size_t size = asked_.size();
    while (size < 2 * (taken_ + more))
        size *= 2;
    if (size == asked_.size()) return;
    const auto old = std::exchange(asked_, std::vector<Asked>(size));
    for (const Asked& one : old)
        if (one.key != 0) asked_[slot(one.key)] = one;
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
