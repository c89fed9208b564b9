#pragma once

#include "store/store.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <mutex>
#include <vector>

struct MDB_env;
struct MDB_txn;

namespace store::lmdb {

/// One opened data.mdb with its lock.mdb. Codes of LMDB leave it through check().
class Environment {
public:
    /// Opens dir, which is prepared; the file's size is checked before it is mapped.
    Environment(const std::filesystem::path& dir, const Options& options);
    ~Environment();
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

    [[nodiscard]] MDB_env* raw() const noexcept { return env_.get(); }

    /// Whether data.mdb is no longer this file: every transaction asks, since a
    /// compaction that was killed had no time to leave word.
    [[nodiscard]] bool is_replaced() const noexcept;

    /// Frees the reader slots of killed processes.
    void check_readers() const;

    /// Sets the address space in bytes (0: as another process grew it) with no
    /// transaction in this process. False when there is none to be had: then this
    /// environment has no map any more and must be opened anew.
    bool resize(std::size_t bytes);

    [[nodiscard]] std::size_t map_size() const;

    /// A reading transaction on the newest commit, back to the pool with its scope.
    class Reading {
    public:
        explicit Reading(Environment& env);
        ~Reading();
        Reading(const Reading&) = delete;
        Reading& operator=(const Reading&) = delete;

        [[nodiscard]] MDB_txn* raw() const noexcept { return txn_; }

    private:
        Environment& env_;
        MDB_txn* txn_;
    };

    /// The writing transaction of all processes; undone with its scope unless committed.
    class Writing {
    public:
        explicit Writing(const Environment& env);
        ~Writing();
        Writing(const Writing&) = delete;
        Writing& operator=(const Writing&) = delete;

        [[nodiscard]] MDB_txn* raw() const noexcept { return txn_; }

        void commit();

    private:
        MDB_env* env_;
        MDB_txn* txn_ = nullptr;
    };

private:
    struct Close {
        void operator()(MDB_env* env) const noexcept;
    };

    bool open(const std::filesystem::path& dir, unsigned flags, std::size_t map_size);
    void open_keys(const std::filesystem::path& dir);
    MDB_txn* begin_reading();
    void end_reading(MDB_txn* txn) noexcept;
    void drop_idle() noexcept;

    std::unique_ptr<MDB_env, Close> env_;
    std::mutex mutex_;
    std::vector<MDB_txn*> idle_;  ///< reset, each with its reader slot
};

}  // namespace store::lmdb
