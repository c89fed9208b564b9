#include "store/overlay.hpp"

namespace store {

/// Walks the entries of a range one way. It stands on the entry itself, so entries
/// that are added meanwhile never make it show one twice.
class Overlay::Walk {
public:
    Walk(const Entries& entries, const Range& range, bool reverse)
        : entries_(&entries), range_(&range), reverse_(reverse) {
        at_ = reverse ? above() : entries.lower_bound(range.low);
        if (reverse)
            step_back();
        else
            check_end();
    }

    [[nodiscard]] bool done() const { return at_ == entries_->end(); }

    [[nodiscard]] const Entries::value_type& entry() const { return *at_; }

    [[nodiscard]] bool before(std::string_view key) const {
        return reverse_ ? at_->first > key : at_->first < key;
    }

    void next() {
        if (reverse_) {
            step_back();
        } else {
            ++at_;
            check_end();
        }
    }

private:
    [[nodiscard]] Entries::const_iterator above() const {
        return range_->high.empty() ? entries_->end() : entries_->lower_bound(range_->high);
    }

    void check_end() {
        if (!done() && !range_->high.empty() && at_->first >= range_->high) at_ = entries_->end();
    }

    void step_back() {
        if (at_ == entries_->begin() || (--at_)->first < range_->low) at_ = entries_->end();
    }

    const Entries* entries_;
    const Range* range_;
    bool reverse_;
    Entries::const_iterator at_;
};

Overlay::Value& Overlay::slot(std::string_view key) {
    const auto found = entries_.lower_bound(key);
    if (found != entries_.end() && found->first == key) return found->second;
    bytes_ += key.size();
    return entries_.emplace_hint(found, key, std::nullopt)->second;
}

void Overlay::put(std::string_view key, std::string_view value) {
    Value& place = slot(key);
    bytes_ += value.size() - (place ? place->size() : 0);
    place.emplace(value);
}

void Overlay::erase(std::string_view key) {
    Value& place = slot(key);
    bytes_ -= place ? place->size() : 0;
    place.reset();
}

const Overlay::Value* Overlay::find(std::string_view key) const {
    const auto found = entries_.find(key);
    return found == entries_.end() ? nullptr : &found->second;
}

void Overlay::scan(const Snapshot& snapshot, const Range& range, bool reverse,
                   const Visit& visit) const {
    Walk changed(entries_, range, reverse);
    bool going = true;
    const auto show = [&] {
        const auto& [key, value] = changed.entry();
        if (value) going = visit(key, *value);
        changed.next();
    };
    snapshot.scan(range, reverse, [&](std::string_view key, std::string_view value) {
        while (going && !changed.done() && changed.before(key))
            show();
        if (!going) return false;
        if (!changed.done() && changed.entry().first == key)
            show();
        else
            going = visit(key, value);
        return going;
    });
    while (going && !changed.done())
        show();
}

void Overlay::apply(EngineTxn& txn) const {
    for (const auto& [key, value] : entries_) {
        if (value)
            txn.put(key, *value);
        else
            txn.erase(key);
    }
}

}  // namespace store
