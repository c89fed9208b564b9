#include "store/lmdb/data_file.hpp"

#include "store/error.hpp"
#include "store/header.hpp"
#include "store/lmdb/descriptor.hpp"
#include "store/lmdb/directory.hpp"
#include "store/lmdb/failure.hpp"
#include "store/lmdb/lock_format.hpp"
#include "store/lmdb/packed_copy.hpp"
#include "store/lmdb/page.hpp"
#include "store/lmdb/reach.hpp"

#include <lmdb.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <string>
#include <sys/stat.h>

namespace store::lmdb {
namespace {

using FileStatus = struct stat;

namespace fs = std::filesystem;

constexpr std::size_t newborn_map_size = std::size_t{1} << 20;
constexpr off_t lock_head = 128;  ///< bytes before the reader slots in lock.mdb
constexpr off_t lock_slot = 64;   ///< bytes of one
constexpr int meta_reads = 3;     ///< a meta page may be read while another process writes it

struct CloseEnv {
    void operator()(MDB_env* env) const noexcept { mdb_env_close(env); }
};

/// Removes a half-made file when its scope ends.
class Draft {
public:
    explicit Draft(fs::path path) : path_(std::move(path)) {}

    ~Draft() { ::unlink(path_.c_str()); }

    Draft(const Draft&) = delete;
    Draft& operator=(const Draft&) = delete;

private:
    fs::path path_;
};

/// Fills an empty file with the pages of a new store.
void write_new_store(const fs::path& file, const fs::path& dir) {
    const auto must = [&dir](int code) {
        if (code != MDB_SUCCESS) throw_engine(code, dir);
    };
    MDB_env* raw = nullptr;
    must(mdb_env_create(&raw));
    const std::unique_ptr<MDB_env, CloseEnv> env(raw);
    must(mdb_env_set_mapsize(raw, newborn_map_size));
    must(mdb_env_open(raw, file.c_str(), MDB_NOSUBDIR | MDB_NOLOCK | MDB_NOTLS, S_IRUSR | S_IWUSR));
    MDB_txn* txn = nullptr;
    must(mdb_txn_begin(raw, nullptr, 0, &txn));
    std::string key = header_key();
    std::string record = header_record({current_schema, lock_format, false});
    MDB_val key_bytes{key.size(), key.data()};
    MDB_val record_bytes{record.size(), record.data()};
    MDB_dbi keys = 0;
    int code = mdb_dbi_open(txn, nullptr, 0, &keys);
    if (code == MDB_SUCCESS) code = mdb_put(txn, keys, &key_bytes, &record_bytes, 0);
    if (code != MDB_SUCCESS) mdb_txn_abort(txn);
    must(code);
    must(mdb_txn_commit(txn));
}

/// True for a page size that the engine could have chosen.
bool is_page_size(std::uint32_t size) {
    constexpr std::uint32_t least = 512, largest = 65'536;
    return size >= least && size <= largest && std::has_single_bit(size);
}

/// The newer of the two meta pages, or nothing if there is none that the engine can follow.
std::optional<Meta> read_meta(int file) {
    std::optional<Meta> newest;
    std::uint64_t offset = 0;
    for (int i = 0; i < 2; ++i) {
        MetaPage page{};
        if (::pread(file, &page, sizeof page, static_cast<off_t>(offset)) != sizeof page) break;
        if (page.meta.magic != meta_magic || page.meta.version != meta_version) break;
        if (!is_page_size(page.meta.trees[0].page_size)) return std::nullopt;
        if (!newest || page.meta.txn > newest->txn) newest = page.meta;
        offset += page.meta.trees[0].page_size;
    }
    const auto leads_somewhere = [&](const Tree& tree) {
        return tree.root == no_page || (tree.root >= 2 && tree.root <= newest->last_page);
    };
    if (newest && !std::all_of(newest->trees.begin(), newest->trees.end(), leads_somewhere))
        newest.reset();
    return newest;
}

bool is_whole(int file) {
    const std::optional<Meta> meta = read_meta(file);
    FileStatus found{};
    if (!meta || ::fstat(file, &found) != 0) return false;
    const std::uint64_t size = static_cast<std::uint64_t>(found.st_size);
    if (meta->last_page < size / meta->trees[0].page_size) return true;
    return reaches_within(file, *meta, size);
}

/// Gives both meta pages of a fresh copy its content, under the numbers txn - 1 and txn.
void renumber(int file, std::uint64_t txn, const fs::path& path) {
    const std::optional<Meta> meta = read_meta(file);
    if (!meta) throw_system(EIO, "read back", path);
    for (std::uint64_t number = txn - 1; number <= txn; ++number) {
        MetaPage page{{number & 1, 0, meta_page, 0, 0}, *meta};
        page.meta.txn = number;
        const auto offset = static_cast<off_t>((number & 1) * meta->trees[0].page_size);
        if (::pwrite(file, &page, sizeof page, offset) != sizeof page)
            throw_system(errno, "write", path);
    }
    if (::fsync(file) != 0) throw_system(errno, "sync", path);
}

}  // namespace

void ensure_data_file(const fs::path& dir) {
    const fs::path file = dir / "data.mdb";
    if (fs::exists(fs::symlink_status(file))) return;
    std::string name = (dir / "data.mdb.XXXXXX").string();
    const Descriptor created(::mkostemp(name.data(), O_CLOEXEC));
    if (created.number() < 0) throw_system(errno, "create a file in", dir);
    const Draft draft(name);
    write_new_store(name, dir);
    const bool linked = ::link(name.c_str(), file.c_str()) == 0 || errno == EEXIST;
    if (!linked && ::rename(name.c_str(), file.c_str()) != 0)
        throw_system(errno, "create the file", file);
    sync_directory(dir);
}

void ensure_lock_file(const fs::path& dir, unsigned max_readers) {
    const fs::path path = dir / "lock.mdb";
    const int flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    const Descriptor file(::open(path.c_str(), flags, S_IRUSR | S_IWUSR));
    if (file.number() < 0) {
        if (errno == EEXIST) return;
        throw_system(errno, "create the file", path);
    }
    const int code = ::posix_fallocate(file.number(), 0, lock_head + max_readers * lock_slot);
    if (code == ENOSPC) throw_engine(code, dir);
}

void check_size(const fs::path& dir) {
    const fs::path path = dir / "data.mdb";
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    if (file.number() < 0) throw_system(errno, "open the file", path);
    for (int i = 0; i < meta_reads; ++i)
        if (is_whole(file.number())) return;
    const std::string message = "the store's " + path.string() +
                                " is damaged: it is shorter than its records, or not a store at "
                                "all; restore a backup into this directory";
    throw Error(Code::corrupt, message, {{"", "truncated", message, "", std::nullopt}});
}

void replace_compacted(MDB_env* env, const fs::path& dir, std::uint64_t txn) {
    const fs::path path = dir / "data.mdb.compact";
    ::unlink(path.c_str());  // of a compaction that was killed
    const Descriptor copy(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                                 S_IRUSR | S_IWUSR));
    if (copy.number() < 0) throw_system(errno, "create the file", path);
    const Draft draft(path);
    write_packed_copy(env, path, dir);
    renumber(copy.number(), txn, path);
    if (::rename(path.c_str(), (dir / "data.mdb").c_str()) != 0)
        throw_system(errno, "put in place", path);
    sync_directory(dir);
}

}  // namespace store::lmdb
