#pragma once

#include "store/engine.hpp"
#include "store/gate.hpp"
#include "store/header.hpp"
#include "store/lmdb/environment.hpp"
#include "store/lmdb/once.hpp"
#include "store/store.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>

struct MDB_txn;

namespace store::lmdb {

/// The embedded engine. What LMDB leaves to its user is mended here: a full map
/// grows, a map grown elsewhere is adopted, a replaced file is reopened, and the
/// transaction runs again.
class LmdbEngine : public Engine {
public:
    /// dir is prepared, that is: real, private and local.
    LmdbEngine(std::filesystem::path dir, const Options& options);

    void read(const std::function<void(const Snapshot&)>& fn) override;
    void write(const std::function<void(EngineTxn&)>& fn) override;
    [[nodiscard]] std::uint64_t last_txn() override;
    [[nodiscard]] EngineStats stats() override;
    void compact() override;

private:
    using Clock = std::chrono::steady_clock;

    void with_mending(const std::function<void()>& attempt);
    void mend(int code, std::uint64_t seen);
    void reopen();
    void grow();
    Header require_current(MDB_txn* txn) const;
    void check_readers_in_time();

    std::filesystem::path dir_;
    Options options_;
    OpenOnce once_;
    Gate gate_;
    std::unique_ptr<Environment> env_;  ///< replaced only by who is alone in the gate;
                                        ///< none after a reopening that failed
    std::atomic<std::uint64_t> mended_ = 0;
    std::atomic<Clock::rep> next_check_ = 0;
};

}  // namespace store::lmdb
