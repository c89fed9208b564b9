#include "store/lmdb/packed_copy.hpp"

#include "store/lmdb/failure.hpp"

#include <lmdb.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <sys/stat.h>
#include <utility>

namespace store::lmdb {
namespace {

constexpr std::size_t commit_bytes = std::size_t{8} << 20;
constexpr std::size_t spare_map = std::size_t{64} << 20;

struct CloseCopy {
    void operator()(MDB_env* env) const noexcept { mdb_env_close(env); }
};

struct EndRead {
    void operator()(MDB_txn* txn) const noexcept { mdb_txn_abort(txn); }
};

struct CloseRead {
    void operator()(MDB_cursor* cursor) const noexcept { mdb_cursor_close(cursor); }
};

/// The file that is written, some megabytes a commit.
class PackedFile {
public:
    PackedFile(const std::filesystem::path& file, const std::filesystem::path& dir,
               std::size_t map_size)
        : dir_(dir) {
        MDB_env* env = nullptr;
        must(mdb_env_create(&env));
        env_.reset(env);
        must(mdb_env_set_mapsize(env, map_size));
        constexpr unsigned flags = MDB_NOSUBDIR | MDB_NOLOCK | MDB_NOTLS | MDB_NOSYNC;
        must(mdb_env_open(env, file.c_str(), flags, S_IRUSR | S_IWUSR));
    }

    ~PackedFile() {
        if (txn_ != nullptr) mdb_txn_abort(txn_);
    }

    PackedFile(const PackedFile&) = delete;
    PackedFile& operator=(const PackedFile&) = delete;

    /// Keys ascend.
    void add(MDB_val key, MDB_val value) {
        if (txn_ == nullptr) begin();
        must(mdb_put(txn_, keys_, &key, &value, MDB_APPEND));
        bytes_ += key.mv_size + value.mv_size;
        if (bytes_ >= commit_bytes) finish();
    }

    void finish() {
        bytes_ = 0;
        if (txn_ != nullptr) must(mdb_txn_commit(std::exchange(txn_, nullptr)));
    }

private:
    void begin() {
        must(mdb_txn_begin(env_.get(), nullptr, 0, &txn_));
        must(mdb_dbi_open(txn_, nullptr, 0, &keys_));
    }

    void must(int code) const {
        if (code != MDB_SUCCESS) throw_engine(code, dir_);
    }

    const std::filesystem::path& dir_;
    std::unique_ptr<MDB_env, CloseCopy> env_;
    MDB_txn* txn_ = nullptr;
    MDB_dbi keys_ = 0;
    std::size_t bytes_ = 0;
};

std::size_t room_for_copy(MDB_env* env) {
    MDB_envinfo info{};
    MDB_stat tree{};
    check(mdb_env_info(env, &info), env);
    check(mdb_env_stat(env, &tree), env);
    const std::size_t used = (info.me_last_pgno + 1) * tree.ms_psize;
    return std::min(info.me_mapsize, 2 * used + spare_map);
}

}  // namespace

void write_packed_copy(MDB_env* env, const std::filesystem::path& file,
                       const std::filesystem::path& dir) {
    PackedFile copy(file, dir, room_for_copy(env));
    MDB_txn* begun = nullptr;
    check(mdb_txn_begin(env, nullptr, MDB_RDONLY, &begun), env);
    const std::unique_ptr<MDB_txn, EndRead> txn(begun);
    MDB_cursor* opened = nullptr;
    constexpr MDB_dbi all_keys = 1;
    check(mdb_cursor_open(begun, all_keys, &opened), env);
    const std::unique_ptr<MDB_cursor, CloseRead> cursor(opened);
    MDB_val key{};
    MDB_val value{};
    int code = mdb_cursor_get(opened, &key, &value, MDB_FIRST);
    for (; code == MDB_SUCCESS; code = mdb_cursor_get(opened, &key, &value, MDB_NEXT))
        copy.add(key, value);
    if (code != MDB_NOTFOUND) check(code, env);
    copy.finish();
}

}  // namespace store::lmdb
