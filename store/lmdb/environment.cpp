#include "store/lmdb/environment.hpp"

#include "store/lmdb/data_file.hpp"
#include "store/lmdb/failure.hpp"

#include <lmdb.h>

#include <algorithm>
#include <cerrno>
#include <sys/resource.h>
#include <sys/stat.h>
#include <utility>

namespace store::lmdb {
namespace {

using FileStatus = struct stat;

constexpr std::size_t gibibyte = std::size_t{1} << 30;
constexpr std::size_t default_map_size = 16 * gibibyte;
constexpr unsigned max_readers = 1024;
constexpr std::size_t max_idle = 16;
constexpr int open_attempts = 3;

unsigned flags_of(const Options& options) {
    unsigned flags = MDB_NOTLS;
    if (options.durability == Durability::relaxed) flags |= MDB_NOMETASYNC;
    if (!options.sync) flags |= MDB_NOSYNC;
    return flags;
}

/// Address space costs nothing where it is not limited.
std::size_t first_map_size(const Options& options) {
    if (options.map_size != 0) return options.map_size;
    rlimit limit{};
    if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return default_map_size;
    return std::clamp(static_cast<std::size_t>(limit.rlim_cur / 4), gibibyte, default_map_size);
}

}  // namespace

void Environment::Close::operator()(MDB_env* env) const noexcept {
    mdb_env_close(env);
}

Environment::Environment(const std::filesystem::path& dir, const Options& options) {
    ensure_lock_file(dir, max_readers);
    check_size(dir);
    std::size_t map_size = first_map_size(options);
    while (!open(dir, flags_of(options), map_size)) {
        map_size /= 2;
        if (map_size < gibibyte) throw_engine(ENOMEM, dir);
    }
    check_readers();
    open_keys(dir);
}

/// False when there is no such address space.
bool Environment::open(const std::filesystem::path& dir, unsigned flags, std::size_t map_size) {
    MDB_env* env = nullptr;
    const int created = mdb_env_create(&env);
    if (created != MDB_SUCCESS) throw_engine(created, dir);
    env_.reset(env);
    mdb_env_set_maxreaders(env, max_readers);
    mdb_env_set_mapsize(env, map_size);
    const int code = mdb_env_open(env, dir.c_str(), flags, S_IRUSR | S_IWUSR);
    if (code != MDB_SUCCESS && code != ENOMEM) throw_engine(code, dir);
    return code == MDB_SUCCESS;
}

/// Names the one database that all transactions use, in a first transaction.
void Environment::open_keys(const std::filesystem::path& dir) {
    for (int i = 0; i < open_attempts; ++i) {
        try {
            const Reading reading(*this);
            MDB_dbi keys = 0;
            check(mdb_dbi_open(reading.raw(), nullptr, 0, &keys), raw());
            return;
        } catch (const Mend& need) {
            if (need.code == MDB_MAP_RESIZED) resize(0);
        }
    }
    throw_engine(EBUSY, dir);
}

Environment::~Environment() {
    drop_idle();
}

bool Environment::is_replaced() const noexcept {
    int file = -1;
    FileStatus found{};
    return mdb_env_get_fd(raw(), &file) == MDB_SUCCESS && ::fstat(file, &found) == 0 &&
           found.st_nlink == 0;
}

void Environment::check_readers() const {
    int dead = 0;
    check(mdb_reader_check(raw(), &dead), raw());
}

bool Environment::resize(std::size_t bytes) {
    drop_idle();
    return mdb_env_set_mapsize(raw(), bytes) == MDB_SUCCESS;
}

std::size_t Environment::map_size() const {
    MDB_envinfo info{};
    check(mdb_env_info(raw(), &info), raw());
    return info.me_mapsize;
}

MDB_txn* Environment::begin_reading() {
    MDB_txn* txn = nullptr;
    {
        const std::lock_guard lock(mutex_);
        if (!idle_.empty()) {
            txn = idle_.back();
            idle_.pop_back();
        }
    }
    if (!txn) {
        check(mdb_txn_begin(raw(), nullptr, MDB_RDONLY, &txn), raw());
        return txn;
    }
    const int code = mdb_txn_renew(txn);
    if (code != MDB_SUCCESS) mdb_txn_abort(txn);
    check(code, raw());
    return txn;
}

void Environment::end_reading(MDB_txn* txn) noexcept {
    mdb_txn_reset(txn);
    const std::lock_guard lock(mutex_);
    if (idle_.size() < max_idle)
        idle_.push_back(txn);
    else
        mdb_txn_abort(txn);
}

void Environment::drop_idle() noexcept {
    const std::lock_guard lock(mutex_);
    for (MDB_txn* txn : idle_)
        mdb_txn_abort(txn);
    idle_.clear();
}

Environment::Reading::Reading(Environment& env) : env_(env), txn_(env.begin_reading()) {}

Environment::Reading::~Reading() {
    env_.end_reading(txn_);
}

Environment::Writing::Writing(const Environment& env) : env_(env.raw()) {
    check(mdb_txn_begin(env_, nullptr, 0, &txn_), env_);
}

Environment::Writing::~Writing() {
    if (txn_) mdb_txn_abort(txn_);
}

/// A commit that fails while it writes its meta page leaves the environment in panic,
/// and that page perhaps on disk.
void Environment::Writing::commit() {
    const int code = mdb_txn_commit(std::exchange(txn_, nullptr));
    if (code == MDB_SUCCESS) return;
    MDB_txn* probe = nullptr;
    const int state = mdb_txn_begin(env_, nullptr, MDB_RDONLY, &probe);
    if (state == MDB_PANIC) throw_unknown_outcome(env_);
    if (state == MDB_SUCCESS) mdb_txn_abort(probe);
    check(code, env_);
}

}  // namespace store::lmdb
