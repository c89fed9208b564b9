#include "store/txn.hpp"

#include "store/engine.hpp"
#include "store/error.hpp"
#include "store/overlay.hpp"

namespace store {
namespace {

void check_key(std::string_view key) {
    if (key.empty() || key.size() > max_key_size)
        throw Error(Code::invalid, "a key takes 1 to 511 bytes, this one has " +
                                       std::to_string(key.size()) + ": shorten its parts");
}

void check_value(std::string_view value) {
    if (value.size() > max_value_size)
        throw Error(Code::limit, "a record takes up to 16 MiB, this one has " +
                                     std::to_string(value.size()) + " bytes: split it");
}

}  // namespace

Range prefix_range(std::string_view prefix) {
    Range range{std::string(prefix), std::string(prefix)};
    while (!range.high.empty() && range.high.back() == '\xff')
        range.high.pop_back();
    if (!range.high.empty()) ++range.high.back();
    return range;
}

std::optional<std::string_view> ReadTxn::get(std::string_view key) const {
    check_key(key);
    if (const Overlay::Value* changed = overlay_ ? overlay_->find(key) : nullptr) return *changed;
    return snapshot_->get(key);
}

std::vector<std::optional<std::string_view>> ReadTxn::multi_get(
    std::span<const std::string> keys) const {
    for (const std::string& key : keys)
        check_key(key);
    auto values = snapshot_->multi_get(keys);
    if (!overlay_) return values;
    for (std::size_t i = 0; i < keys.size(); ++i)
        if (const Overlay::Value* changed = overlay_->find(keys[i])) values[i] = *changed;
    return values;
}

void ReadTxn::scan(const Range& range, Scan how, const Visit& visit) const {
    if (how.limit == 0 || (!range.high.empty() && range.high <= range.low)) return;
    std::size_t left = how.limit;
    const auto counted = [&](std::string_view key, std::string_view value) {
        return visit(key, value) && --left > 0;
    };
    if (overlay_)
        overlay_->scan(*snapshot_, range, how.reverse, counted);
    else
        snapshot_->scan(range, how.reverse, counted);
}

WriteTxn::WriteTxn(const Snapshot& snapshot, Overlay& overlay)
    : ReadTxn(snapshot, overlay), changes_(&overlay) {}

void WriteTxn::put(std::string_view key, std::string_view value) {
    check_key(key);
    check_value(value);
    changes_->put(key, value);
}

void WriteTxn::erase(std::string_view key) {
    check_key(key);
    changes_->erase(key);
}

std::size_t WriteTxn::erase_range(const Range& range) {
    std::size_t erased = 0;
    scan(range, {.limit = max_erased_keys}, [&](std::string_view key, std::string_view) {
        changes_->erase(key);
        ++erased;
        return true;
    });
    return erased;
}

void WriteTxn::takes_away() {
    changes_->mark_taking_away();
}

}  // namespace store
