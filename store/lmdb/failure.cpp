#include "store/lmdb/failure.hpp"

#include "store/engine.hpp"
#include "store/error.hpp"

#include <lmdb.h>

#include <cerrno>
#include <string>
#include <sys/statvfs.h>
#include <system_error>

namespace store::lmdb {
namespace {

using DiskStatus = struct statvfs;

constexpr std::uint64_t scarce_bytes = std::uint64_t{1} << 20;

[[noreturn]] void throw_error(Code code, const std::string& message, const char* reason) {
    throw Error(code, message, {{"", reason, message, "", std::nullopt}});
}

/// A write that found no room may show as EIO only, so the disk is asked.
bool is_disk_full(int code, const std::filesystem::path& dir) {
    if (code == ENOSPC || code == EDQUOT) return true;
    DiskStatus disk{};
    return code == EIO && ::statvfs(dir.c_str(), &disk) == 0 &&
           static_cast<std::uint64_t>(disk.f_bavail) * disk.f_frsize < scarce_bytes;
}

bool is_damage(int code) {
    return code == MDB_CORRUPTED || code == MDB_PAGE_NOTFOUND || code == MDB_INVALID ||
           code == MDB_VERSION_MISMATCH || code == MDB_CURSOR_FULL || code == MDB_INCOMPATIBLE;
}

std::filesystem::path dir_of(MDB_env* env) {
    const char* dir = nullptr;
    mdb_env_get_path(env, &dir);
    return dir ? dir : "";
}

/// Plain words for a system's code, none for LMDB's own.
std::string words_of(int code) {
    return code > 0 ? ": " + std::generic_category().message(code) : "";
}

}  // namespace

void check(int code, MDB_env* env) {
    switch (code) {
        case MDB_SUCCESS:
            return;
        case MDB_MAP_FULL:
        case MDB_MAP_RESIZED:
        case MDB_READERS_FULL:
        case MDB_PANIC:
            throw Mend{code};
        default:
            throw_engine(code, dir_of(env));
    }
}

void throw_system(int error, std::string_view tried, const std::filesystem::path& path) {
    const std::string what = "cannot " + std::string(tried) + " " + path.string() + ": " +
                             std::generic_category().message(error);
    if (error == EACCES || error == EPERM || error == EROFS)
        throw_error(Code::denied,
                    what + "; give this user the right to it or choose another --store",
                    "no_access");
    throw_error(Code::unavailable, what + "; mend that or choose another --store", "system");
}

void throw_unknown_outcome(MDB_env* env) {
    throw_error(Code::unavailable,
                "the disk of the store in " + dir_of(env).string() +
                    " failed at the end of the change: look whether it was stored before you send "
                    "it again",
                std::string(outcome_unknown).c_str());
}

void throw_engine(int code, const std::filesystem::path& dir) {
    const std::string where = "the store in " + dir.string();
    if (is_disk_full(code, dir))
        throw_error(Code::unavailable,
                    "the disk of " + where +
                        " is full: nothing was stored; free some space and send the call again",
                    "disk_full");
    if (is_damage(code))
        throw_error(Code::corrupt,
                    where + " is damaged: restore a backup, or export what still reads",
                    "damaged_file");
    if (code == EACCES || code == EPERM || code == EROFS)
        throw_error(Code::denied,
                    where +
                        " cannot be opened for writing by this user: give it the right to the "
                        "files or choose another --store",
                    "no_access");
    if (code == ENOMEM)
        throw_error(Code::unavailable,
                    "not enough memory or address space for " + where +
                        ": nothing was stored; raise the limit (ulimit -v) and try again",
                    "no_memory");
    if (code == EBUSY)
        throw_error(Code::unavailable,
                    where + " is read by too many at once: nothing was stored; send the call again",
                    "busy");
    if (code == MDB_TXN_FULL || code == MDB_BAD_TXN)
        throw_error(Code::unavailable,
                    "the change could not be stored as a whole: nothing was stored; send it in "
                    "smaller parts",
                    "too_large");
    throw_error(
        Code::unavailable,
        where + " did not answer" + words_of(code) + ": nothing was stored; send the call again",
        "engine");
}

}  // namespace store::lmdb
