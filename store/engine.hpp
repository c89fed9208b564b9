#pragma once

#include "store/txn.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace store {

/// An engine's consistent view of its keys, in memcmp order.
class Snapshot {
public:
    Snapshot() = default;
    virtual ~Snapshot() = default;
    Snapshot(const Snapshot&) = delete;
    Snapshot& operator=(const Snapshot&) = delete;

    [[nodiscard]] virtual std::optional<std::string_view> get(std::string_view key) const = 0;
    [[nodiscard]] virtual std::vector<std::optional<std::string_view>> multi_get(
        std::span<const std::string> keys) const = 0;

    /// Shows the keys of the range, in reverse if asked, until visit returns false.
    virtual void scan(const Range& range, bool reverse, const Visit& visit) const = 0;
};

/// The engine's one writing transaction. A put or erase ends the views it gave.
class EngineTxn : public Snapshot {
public:
    virtual void put(std::string_view key, std::string_view value) = 0;
    virtual void erase(std::string_view key) = 0;  ///< of an absent key: nothing
};

struct EngineStats {
    std::uint64_t last_txn = 0;
    std::uint64_t oldest_reader = 0;  ///< commit that the oldest snapshot in use is of
    std::uint64_t records = 0;
    std::uint64_t file_bytes = 0;
    std::uint64_t used_bytes = 0;
    std::uint64_t free_bytes = 0;
    std::uint64_t map_bytes = 0;
    std::uint32_t readers = 0;
    std::uint32_t max_readers = 0;
};

/// Reason of an Error when a commit failed so late that it may yet be found stored.
constexpr std::string_view outcome_unknown = "outcome_unknown";

/// What is asked of a key-value engine, and all of it: ordered byte keys, snapshots,
/// range scans both ways, atomic durable commits. Functions given may run again.
/// Its own failures arrive as Error: unavailable (nothing was stored unless the
/// reason is outcome_unknown), corrupt or denied.
class Engine {
public:
    Engine() = default;
    virtual ~Engine() = default;
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    virtual void read(const std::function<void(const Snapshot&)>& fn) = 0;

    /// Commits durably when fn returns; undoes everything and passes on what fn threw.
    virtual void write(const std::function<void(EngineTxn&)>& fn) = 0;

    [[nodiscard]] virtual std::uint64_t last_txn() = 0;
    [[nodiscard]] virtual EngineStats stats() = 0;
    virtual void compact() = 0;
};

}  // namespace store
