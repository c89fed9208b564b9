#include "store/lmdb/once.hpp"

#include "store/error.hpp"
#include "store/lmdb/failure.hpp"

#include <cerrno>
#include <mutex>
#include <set>
#include <sys/stat.h>
#include <utility>

namespace store::lmdb {
namespace {

using FileStatus = struct stat;

/// The directories this process has open. File locks belong to the process, so
/// their guard does as well.
struct Opened {
    std::mutex mutex;
    std::set<std::pair<dev_t, ino_t>> directories;
};

Opened& opened() {
    static Opened all;
    return all;
}

}  // namespace

OpenOnce::OpenOnce(const std::filesystem::path& dir) {
    FileStatus found{};

    if (::stat(dir.c_str(), &found) != 0) throw_system(errno, "look at", dir);
    device_ = found.st_dev;
    number_ = found.st_ino;
    const std::lock_guard lock(opened().mutex);
    if (!opened().directories.emplace(device_, number_).second)
        throw Error(Code::conflict, "the store in " + dir.string() +
                                        " is already open in this process: use the one that is");
}

OpenOnce::~OpenOnce() {
    const std::lock_guard lock(opened().mutex);
    opened().directories.erase({device_, number_});
}

}  // namespace store::lmdb
