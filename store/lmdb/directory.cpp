#include "store/lmdb/directory.hpp"

#include "store/error.hpp"
#include "store/lmdb/descriptor.hpp"
#include "store/lmdb/failure.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <sys/vfs.h>

namespace store::lmdb {
namespace {

using FileStatus = struct stat;
using FileSystem = struct statfs;

namespace fs = std::filesystem;

constexpr mode_t others_write = S_IWGRP | S_IWOTH;

/// statfs types of file systems whose locks or mappings are not those of one machine.
constexpr std::array<unsigned, 10> network_types{
    0x6969,      // NFS
    0x517b,      // SMB
    0xfe534d42,  // SMB2
    0xff534d42,  // CIFS
    0x01021997,  // 9P
    0x5346414f,  // OpenAFS
    0x6b414653,  // kAFS
    0x00c36400,  // Ceph
    0x0bd00bd0,  // Lustre
    0x65735546,  // FUSE
};

[[noreturn]] void deny(const fs::path& path, const std::string& why, const char* reason) {
    const std::string message = "the store's " + path.string() + " " + why;
    throw Error(Code::denied, message, {{"", reason, message, "", std::nullopt}});
}

fs::path without_trailing_slash(const fs::path& dir) {
    const fs::path normal = dir.lexically_normal();
    return normal.has_filename() || !normal.has_relative_path() ? normal : normal.parent_path();
}

void create(const fs::path& dir) {
    FileStatus found{};

    if (::lstat(dir.c_str(), &found) == 0) return;
    if (errno != ENOENT) throw_system(errno, "look at", dir);
    const fs::path parent = dir.parent_path();
    create(parent);
    if (::mkdir(dir.c_str(), S_IRWXU) != 0 && errno != EEXIST)
        throw_system(errno, "create the directory", dir);
    sync_directory(parent);
}

void check_private(const fs::path& path, const FileStatus& found) {
    if (found.st_uid != ::geteuid())
        deny(path, "belongs to another user: run as its owner or choose another --store",
             "unsafe_directory");
    if ((found.st_mode & others_write) != 0)
        deny(path, "can be written by others: run chmod go-w on it", "unsafe_directory");
}

/// The engine's files, where they exist, are plain and our own.
void check_file(const fs::path& file) {
    FileStatus found{};

    if (::lstat(file.c_str(), &found) != 0) {
        if (errno != ENOENT) throw_system(errno, "look at", file);
        return;
    }
    if (!S_ISREG(found.st_mode))
        deny(file, "is not a plain file: move it away", "unsafe_directory");
    check_private(file, found);
}

void check_file_system(int directory, const fs::path& dir) {
    FileSystem found{};

    if (::fstatfs(directory, &found) != 0) throw_system(errno, "look at", dir);
    if (is_network_file_system(static_cast<unsigned>(found.f_type)))
        deny(dir,
             "lies on a network or user-space file system, where locks and mapped files are not "
             "reliable: choose a local directory, or pass --allow-network-fs if only one machine "
             "uses it",
             "network_file_system");
}

/// Creates what is missing and returns the real path of a directory fit for a store.
fs::path checked(const fs::path& dir, bool allow_network_fs) {
    create(dir);
    FileStatus found{};
    if (::lstat(dir.c_str(), &found) == 0 && S_ISLNK(found.st_mode))
        deny(dir, "is a symbolic link: give the directory it points to", "unsafe_directory");
    const Descriptor directory(
        ::open(dir.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (directory.number() < 0) throw_system(errno, "open the directory", dir);
    if (::fstat(directory.number(), &found) != 0) throw_system(errno, "look at", dir);
    check_private(dir, found);
    if (!allow_network_fs) check_file_system(directory.number(), dir);
    check_file(dir / "data.mdb");
    check_file(dir / "lock.mdb");
    return fs::canonical(dir);
}

}  // namespace

fs::path prepare_directory(const fs::path& dir, bool allow_network_fs) {
    if (dir.empty()) throw Error(Code::invalid, "name a directory for the store (--store DIR)");
    return checked(without_trailing_slash(fs::absolute(dir)), allow_network_fs);
}

bool is_network_file_system(unsigned type) {
    return std::find(network_types.begin(), network_types.end(), type) != network_types.end();
}

void sync_directory(const fs::path& dir) {
    const Descriptor directory(::open(dir.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (directory.number() < 0) throw_system(errno, "open the directory", dir);
    if (::fsync(directory.number()) != 0 && errno != EINVAL)
        throw_system(errno, "sync the directory", dir);
}

}  // namespace store::lmdb
