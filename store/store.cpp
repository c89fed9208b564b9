#include "store/store.hpp"

#include "store/commit.hpp"
#include "store/engine.hpp"
#include "store/lmdb/directory.hpp"
#include "store/lmdb/engine.hpp"

namespace store {

Store::Store(const Options& options)
    : dir_(lmdb::prepare_directory(options.dir, options.allow_network_fs)),
      engine_(std::make_unique<lmdb::LmdbEngine>(dir_, options)),
      queue_(std::make_unique<CommitQueue>(*engine_)) {}

Store::~Store() = default;

std::size_t Store::waiting_writes() const {
    return queue_->waiting();
}

std::uint64_t Store::last_txn() const {
    return engine_->last_txn();
}

void Store::run_read(const std::function<void(const ReadTxn&)>& call) const {
    engine_->read([&call](const Snapshot& snapshot) { call(ReadTxn(snapshot)); });
}

void Store::run_write(const std::function<void(WriteTxn&)>& call) {
    queue_->run(call);
}

}  // namespace store
