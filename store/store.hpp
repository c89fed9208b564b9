#pragma once

#include "store/txn.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace store {

class CommitQueue;
class Engine;

enum class Durability {
    full,    ///< an acknowledged write is on disk
    relaxed  ///< a power cut may take the last commits, never the store
};

struct Options {
    std::filesystem::path dir;  ///< created, for its owner only, when absent
    Durability durability = Durability::full;
    bool allow_network_fs = false;
    std::size_t map_size = 0;  ///< bytes of address space to start with; 0 chooses
    bool sync = true;          ///< false only in tests: nothing waits for the disk
};

/// The key-value store of one directory. Threads and processes may share it; one
/// process opens a directory once. A function given to read or write opens no
/// transaction of its own, may run more than once and on another caller's thread,
/// so it has no effect outside its transaction; what it returns holds no views.
class Store {
public:
    /// Throws denied for a directory that is not private to us or lies on a network
    /// file system, corrupt for damaged files, unavailable when it cannot be opened.
    explicit Store(const Options& options);
    ~Store();
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    /// Runs fn(const ReadTxn&) on the newest committed state and returns its result.
    template <class F>
    auto read(F&& fn) const {
        return with_result<const ReadTxn&>(
            fn, [this](const std::function<void(const ReadTxn&)>& call) { run_read(call); });
    }

    /// Runs fn(WriteTxn&), commits what it changed together with what other callers
    /// wrote meanwhile, and returns its result once that is durable.
    template <class F>
    auto write(F&& fn) {
        return with_result<WriteTxn&>(
            fn, [this](const std::function<void(WriteTxn&)>& call) { run_write(call); });
    }

    [[nodiscard]] const std::filesystem::path& dir() const noexcept { return dir_; }

    /// Number of the engine's last commit, by any process: cheap enough to poll.
    [[nodiscard]] std::uint64_t last_txn() const;

    /// Calls of write() in this process that no commit has taken up yet.
    [[nodiscard]] std::size_t waiting_writes() const;

    [[nodiscard]] Engine& engine() const noexcept { return *engine_; }  ///< for ops.hpp

private:
    template <class Txn, class F, class Run>
    static auto with_result(F& fn, Run run) {
        using Result = std::invoke_result_t<F&, Txn>;
        if constexpr (std::is_void_v<Result>) {
            run([&fn](Txn txn) { fn(txn); });
        } else {
            std::optional<Result> result;
            run([&fn, &result](Txn txn) { result.emplace(fn(txn)); });
            return Result(std::move(*result));
        }
    }

    void run_read(const std::function<void(const ReadTxn&)>& call) const;
    void run_write(const std::function<void(WriteTxn&)>& call);

    std::filesystem::path dir_;
    std::unique_ptr<Engine> engine_;
    std::unique_ptr<CommitQueue> queue_;
};

}  // namespace store
