#pragma once

#include "store/engine.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct MDB_cursor;
struct MDB_txn;

namespace store::lmdb {

struct CloseCursor {
    void operator()(MDB_cursor* cursor) const noexcept;
};

using Cursor = std::unique_ptr<MDB_cursor, CloseCursor>;

/// The keys as one LMDB transaction sees them; one that reads is handed out as
/// Snapshot only. Ends before the transaction does, and serves one thread.
class Transaction : public EngineTxn {
public:
    explicit Transaction(MDB_txn* txn) : txn_(txn) {}

    [[nodiscard]] std::optional<std::string_view> get(std::string_view key) const override;
    [[nodiscard]] std::vector<std::optional<std::string_view>> multi_get(
        std::span<const std::string> keys) const override;
    void scan(const Range& range, bool reverse, const Visit& visit) const override;
    void put(std::string_view key, std::string_view value) override;
    void erase(std::string_view key) override;

private:
    /// Where the last read or put ended, or a new cursor: near keys are found on its page.
    [[nodiscard]] Cursor take_cursor() const;

    MDB_txn* txn_;
    mutable Cursor spare_;
};

}  // namespace store::lmdb
