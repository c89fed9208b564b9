#pragma once

#include "store/engine.hpp"
#include "store/txn.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace store {

/// One call's changes, kept apart from the engine until the call has succeeded.
/// Entries are never removed, so a scan may go on while its visitor changes things.
class Overlay {
public:
    using Value = std::optional<std::string>;  ///< none: the key was erased

    void put(std::string_view key, std::string_view value);
    void erase(std::string_view key);

    /// What was changed under the key, or null for an untouched one.
    [[nodiscard]] const Value* find(std::string_view key) const;

    /// Scans the snapshot as these changes leave it.
    void scan(const Snapshot& snapshot, const Range& range, bool reverse, const Visit& visit) const;

    /// Shows what was changed, in the order of the keys.
    void each(const std::function<void(std::string_view key, const Value& value)>& show) const {
        for (const auto& [key, value] : entries_)
            show(key, value);
    }

    /// The call is there to take something away.
    void mark_taking_away() noexcept { takes_away_ = true; }

    [[nodiscard]] bool takes_away() const noexcept { return takes_away_; }

    /// Moves the changes into the engine's transaction.
    void apply(EngineTxn& txn) const;

    /// Bytes of keys and values changed.
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

private:
    using Entries = std::map<std::string, Value, std::less<>>;

    class Walk;

    Value& slot(std::string_view key);

    Entries entries_;
    std::size_t bytes_ = 0;
    bool takes_away_ = false;
};

}  // namespace store
