#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace store {

class Overlay;
class Snapshot;

constexpr std::size_t max_key_size = 511;                      ///< bytes, at least 1
constexpr std::size_t max_value_size = std::size_t{16} << 20;  ///< bytes
constexpr std::size_t max_erased_keys = 10'000;                ///< of one erase_range

/// Keys from low up to, but not including, high. An empty high has no end.
struct Range {
    std::string low;
    std::string high;
};

/// Every key that starts with prefix.
Range prefix_range(std::string_view prefix);

/// How to walk a range.
struct Scan {
    std::size_t limit = std::numeric_limits<std::size_t>::max();
    bool reverse = false;
};

using Visit = std::function<bool(std::string_view key, std::string_view value)>;

/// A consistent view of all keys (memcmp order). What it returns lives until the
/// transaction ends; in a WriteTxn until that key is put or erased again.
class ReadTxn {
public:
    explicit ReadTxn(const Snapshot& snapshot) : snapshot_(&snapshot) {}

    [[nodiscard]] std::optional<std::string_view> get(std::string_view key) const;

    /// The values of many keys, in their order: one round trip on a remote engine.
    [[nodiscard]] std::vector<std::optional<std::string_view>> multi_get(
        std::span<const std::string> keys) const;

    /// Shows the keys of the range until visit returns false or the limit is reached.
    /// In a WriteTxn visit may put and erase; whether it meets what it put ahead of
    /// itself is open.
    void scan(const Range& range, Scan how, const Visit& visit) const;

protected:
    ReadTxn(const Snapshot& snapshot, const Overlay& overlay)
        : snapshot_(&snapshot), overlay_(&overlay) {}

private:
    const Snapshot* snapshot_;
    const Overlay* overlay_ = nullptr;  ///< what this call changed so far
};

/// One call's changes over a snapshot. They are stored together when the call
/// returns, and dropped when it throws.
class WriteTxn : public ReadTxn {
public:
    WriteTxn(const Snapshot& snapshot, Overlay& overlay);

    /// Throws invalid for a key outside 1..511 bytes, limit for a value above 16 MiB.
    void put(std::string_view key, std::string_view value);
    void erase(std::string_view key);

    /// Erases the first 10,000 keys of the range and returns how many there were;
    /// larger erasures loop over several calls.
    std::size_t erase_range(const Range& range);

    /// Says that this call is there to take something away. A full quota lets it store
    /// the record of that (quota.hpp).
    void takes_away();

private:
    Overlay* changes_;
};

}  // namespace store
