#include "store/lmdb/transaction.hpp"

#include "store/lmdb/failure.hpp"

#include <lmdb.h>

#include <utility>

namespace store::lmdb {
namespace {

constexpr MDB_dbi main_keys = 1;  ///< LMDB's main database: all tables lie in it

MDB_val bytes(std::string_view text) {
    return {text.size(), const_cast<char*>(text.data())};
}

std::string_view view(const MDB_val& value) {
    return {static_cast<const char*>(value.mv_data), value.mv_size};
}

/// False at the end of the keys.
bool found(int code, MDB_txn* txn) {
    if (code == MDB_NOTFOUND) return false;
    if (code != MDB_SUCCESS) check(code, mdb_txn_env(txn));
    return true;
}

/// Where a scan starts: the first key of the range, or the last one in reverse.
int start(MDB_cursor* cursor, const Range& range, bool reverse, MDB_val& key, MDB_val& value) {
    const std::string& bound = reverse ? range.high : range.low;
    if (bound.empty()) return mdb_cursor_get(cursor, &key, &value, reverse ? MDB_LAST : MDB_FIRST);
    key = bytes(bound);
    const int code = mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE);
    if (!reverse) return code;
    if (code == MDB_NOTFOUND) return mdb_cursor_get(cursor, &key, &value, MDB_LAST);
    return code == MDB_SUCCESS ? mdb_cursor_get(cursor, &key, &value, MDB_PREV) : code;
}

bool is_past(const Range& range, bool reverse, std::string_view key) {
    return reverse ? key < range.low : !range.high.empty() && key >= range.high;
}

}  // namespace

void CloseCursor::operator()(MDB_cursor* cursor) const noexcept {
    mdb_cursor_close(cursor);
}

Cursor Transaction::take_cursor() const {
    if (spare_) return std::move(spare_);
    MDB_cursor* raw = nullptr;
    check(mdb_cursor_open(txn_, main_keys, &raw), mdb_txn_env(txn_));
    return Cursor(raw);
}

std::optional<std::string_view> Transaction::get(std::string_view key) const {
    Cursor cursor = take_cursor();
    MDB_val wanted = bytes(key);
    MDB_val value{};
    const bool there = found(mdb_cursor_get(cursor.get(), &wanted, &value, MDB_SET), txn_);
    spare_ = std::move(cursor);
    if (!there) return std::nullopt;
    return view(value);
}

std::vector<std::optional<std::string_view>> Transaction::multi_get(
    std::span<const std::string> keys) const {
    std::vector<std::optional<std::string_view>> values;
    values.reserve(keys.size());
    for (const std::string& key : keys)
        values.push_back(get(key));
    return values;
}

void Transaction::scan(const Range& range, bool reverse, const Visit& visit) const {
    Cursor cursor = take_cursor();
    MDB_val key{};
    MDB_val value{};
    int code = start(cursor.get(), range, reverse, key, value);
    while (found(code, txn_)) {
        if (is_past(range, reverse, view(key)) || !visit(view(key), view(value))) break;
        code = mdb_cursor_get(cursor.get(), &key, &value, reverse ? MDB_PREV : MDB_NEXT);
    }
    spare_ = std::move(cursor);
}

void Transaction::put(std::string_view key, std::string_view value) {
    Cursor cursor = take_cursor();
    MDB_val key_bytes = bytes(key);
    MDB_val value_bytes = bytes(value);
    check(mdb_cursor_put(cursor.get(), &key_bytes, &value_bytes, 0), mdb_txn_env(txn_));
    spare_ = std::move(cursor);
}

void Transaction::erase(std::string_view key) {
    spare_.reset();
    MDB_val key_bytes = bytes(key);
    static_cast<void>(found(mdb_del(txn_, main_keys, &key_bytes, nullptr), txn_));
}

}  // namespace store::lmdb
