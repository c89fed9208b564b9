#include "store/lmdb/engine.hpp"

#include "store/error.hpp"
#include "store/header.hpp"
#include "store/lmdb/data_file.hpp"
#include "store/lmdb/failure.hpp"
#include "store/lmdb/lock_format.hpp"
#include "store/lmdb/transaction.hpp"

#include <lmdb.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

namespace store::lmdb {
namespace {

constexpr int max_attempts = 64;
constexpr std::chrono::minutes reader_check_interval{1};

/// Pages of free space: each record of LMDB's free table is a count and that many numbers.
std::uint64_t free_pages(MDB_txn* txn, MDB_env* env) {
    MDB_cursor* cursor = nullptr;
    check(mdb_cursor_open(txn, 0, &cursor), env);
    std::uint64_t pages = 0;
    MDB_val key{};
    MDB_val value{};
    while (mdb_cursor_get(cursor, &key, &value, MDB_NEXT) == MDB_SUCCESS)
        pages += *static_cast<const std::uint64_t*>(value.mv_data);
    mdb_cursor_close(cursor);
    return pages;
}

/// The smallest transaction number in the table of readers, which the engine gives as
/// lines of process, thread and number; `newest` when nobody reads.
std::uint64_t oldest_reader(MDB_env* env, std::uint64_t newest) {
    std::uint64_t oldest = newest;
    const auto line = [](const char* text, void* context) {
        const std::string_view words(text);
        const auto last = words.find_last_of(' ');
        std::uint64_t number = 0;
        const auto read =
            std::from_chars(words.data() + (last == std::string_view::npos ? 0 : last + 1),
                            words.data() + words.size(), number);
        auto& least = *static_cast<std::uint64_t*>(context);
        if (read.ec == std::errc{}) least = std::min(least, number);
        return 0;
    };
    mdb_reader_list(env, line, &oldest);
    return oldest;
}

}  // namespace

LmdbEngine::LmdbEngine(std::filesystem::path dir, const Options& options)
    : dir_(std::move(dir)), options_(options), once_(dir_) {
    ensure_data_file(dir_);
    env_ = std::make_unique<Environment>(dir_, options_);
    next_check_ = (Clock::now() + reader_check_interval).time_since_epoch().count();
}

void LmdbEngine::read(const std::function<void(const Snapshot&)>& fn) {
    with_mending([&] {
        const Environment::Reading reading(*env_);
        require_current(reading.raw());
        fn(Transaction(reading.raw()));
    });
}

void LmdbEngine::write(const std::function<void(EngineTxn&)>& fn) {
    check_readers_in_time();
    with_mending([&] {
        Environment::Writing writing(*env_);
        const bool older = require_current(writing.raw()).schema < current_schema;
        {
            Transaction txn(writing.raw());
            if (older) txn.put(header_key(), header_record({current_schema, lock_format, false}));
            fn(txn);
        }
        writing.commit();
    });
}

std::uint64_t LmdbEngine::last_txn() {
    std::uint64_t number = 0;
    with_mending([&] {
        if (env_->is_replaced()) throw Mend{file_replaced};
        MDB_envinfo info{};
        check(mdb_env_info(env_->raw(), &info), env_->raw());
        number = info.me_last_txnid;
    });
    return number;
}

EngineStats LmdbEngine::stats() {
    EngineStats stats;
    with_mending([&] {
        const Environment::Reading reading(*env_);
        require_current(reading.raw());
        MDB_stat tree{};
        MDB_envinfo info{};
        check(mdb_stat(reading.raw(), 1, &tree), env_->raw());
        check(mdb_env_info(env_->raw(), &info), env_->raw());
        const std::uint64_t free = free_pages(reading.raw(), env_->raw());
        stats.last_txn = info.me_last_txnid;
        stats.oldest_reader = oldest_reader(env_->raw(), info.me_last_txnid);
        stats.records = tree.ms_entries;
        stats.file_bytes = std::filesystem::file_size(dir_ / "data.mdb");
        stats.free_bytes = free * tree.ms_psize;
        stats.used_bytes = (info.me_last_pgno + 1 - free) * tree.ms_psize;
        stats.map_bytes = info.me_mapsize;
        stats.readers = info.me_numreaders;
        stats.max_readers = info.me_maxreaders;
    });
    return stats;
}

/// The writing transaction keeps all processes' writers out from before the copy
/// until the old file says that it has moved.
void LmdbEngine::compact() {
    with_mending([&] {
        Environment::Writing writing(*env_);
        require_current(writing.raw());
        replace_compacted(env_->raw(), dir_, mdb_txn_id(writing.raw()));
        Transaction(writing.raw())
            .put(header_key(), header_record({current_schema, lock_format, true}));
        writing.commit();
    });
    static_cast<void>(last_txn());
}

/// Passes the gate and runs the attempt, again each time something was mended.
void LmdbEngine::with_mending(const std::function<void()>& attempt) {
    for (int i = 0; i < max_attempts; ++i) {
        const std::uint64_t seen = mended_;
        try {
            const Gate::Pass pass(gate_);
            if (!env_) throw Mend{file_replaced};
            attempt();
            return;
        } catch (const Mend& need) {
            if (need.code == MDB_READERS_FULL && i > 0) break;
            mend(need.code, seen);
        }
    }
    throw_engine(EBUSY, dir_);
}

/// Mends with nobody in the gate, unless another thread did since `seen`.
void LmdbEngine::mend(int code, std::uint64_t seen) {
    const Gate::Alone alone(gate_);
    if (mended_ != seen) return;
    if (!env_) code = file_replaced;  // a reopening failed before
    switch (code) {
        case MDB_MAP_FULL:
            grow();
            break;
        case MDB_MAP_RESIZED:
            if (!env_->resize(0)) reopen();
            break;
        case MDB_READERS_FULL:
            env_->check_readers();
            break;
        default:
            reopen();
    }
    ++mended_;
}

void LmdbEngine::reopen() {
    env_.reset();
    env_ = std::make_unique<Environment>(dir_, options_);
}

void LmdbEngine::grow() {
    if (env_->resize(env_->map_size() * 2)) return;
    reopen();
    throw Error(Code::unavailable,
                "the store is full: no more address space to grow into, nothing was stored; raise "
                "the limit (ulimit -v) or remove what is no longer needed",
                {{"", "store_full", "raise ulimit -v", "", std::nullopt}});
}

/// Throws Mend when another file has taken this one's place, Error for a store that
/// is not for this program.
Header LmdbEngine::require_current(MDB_txn* txn) const {
    if (env_->is_replaced()) throw Mend{file_replaced};
    const Header header = checked_header(Transaction(txn).get(header_key()), lock_format);
    if (header.moved) throw Mend{file_replaced};
    return header;
}

void LmdbEngine::check_readers_in_time() {
    const auto now = Clock::now();
    auto due = next_check_.load();
    if (now.time_since_epoch().count() < due) return;
    const auto next = (now + reader_check_interval).time_since_epoch().count();
    if (!next_check_.compare_exchange_strong(due, next)) return;
    const Gate::Pass pass(gate_);
    if (env_) env_->check_readers();
}

}  // namespace store::lmdb
