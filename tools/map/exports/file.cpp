#include "tools/map/exports/file.hpp"

#include "store/error.hpp"
#include "tools/handle.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <linux/openat2.h>
#include <random>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tools::map::exports {
namespace {

[[noreturn]] void refuse(store::Code code, const char* reason, const std::string& message) {
    throw store::Error(code, "no file was written", {{"/path", reason, message, "", {}}});
}

[[noreturn]] void refuse_errno(const std::string& doing, int error) {
    refuse(store::Code::unavailable, "disk", doing + " failed: " + std::strerror(error));
}

struct Place {
    std::string folder, name;
};

/// Splits a path and refuses what can never be allowed.
Place split(const std::string& path) {
    const auto slash = path.rfind('/');
    Place out{slash == std::string::npos ? "." : path.substr(0, slash),
              slash == std::string::npos ? path : path.substr(slash + 1)};
    const bool odd = path.empty() || path.front() == '/' || out.name.empty() ||
                     path.size() > 1000 || path.find('\0') != std::string::npos;
    const bool hidden = ("/" + path).find("/.") != std::string::npos;
    if (odd || hidden)
        refuse(store::Code::denied, "bad_path",
               "send a relative path such as maps/today.md, without hidden names or ..");
    return out;
}

int open_folder(int directory, const std::string& folder) {
    open_how how{};
    how.flags = O_PATH | O_DIRECTORY | O_CLOEXEC;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
    return static_cast<int>(::syscall(SYS_openat2, directory, folder.c_str(), &how, sizeof(how)));
}

void check_free(int folder, const Place& place, bool overwrite) {
    struct stat found {};

    if (::fstatat(folder, place.name.c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0) return;
    if (!S_ISREG(found.st_mode))
        refuse(store::Code::denied, "bad_path", "there is something at this path that is no file");
    if (!overwrite)
        refuse(store::Code::conflict, "exists",
               "a file is there already: send another path, or overwrite: true if the user "
               "asked for it");
}

std::string temporary_name() {
    std::random_device random;
    std::array<char, 48> out{};
    std::snprintf(out.data(), out.size(), ".throughline-%08x%08x.part", random(), random());
    return out.data();
}

void write_all(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t size = ::write(fd, bytes.data(), bytes.size());
        if (size < 0 && errno == EINTR) continue;
        if (size < 0) refuse_errno("writing", errno);
        bytes.remove_prefix(static_cast<std::size_t>(size));
    }
    if (::fsync(fd) != 0) refuse_errno("writing", errno);
}

/// A file under a passing name, removed again unless it was given its own.
class Part {
public:
    explicit Part(int folder) : folder_(folder), name_(temporary_name()) {}

    ~Part() {
        if (!placed_) ::unlinkat(folder_, name_.c_str(), 0);
    }

    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;
    Part(Part&&) = delete;
    Part& operator=(Part&&) = delete;

    void fill(std::string_view bytes) {
        const Handle file(::openat(folder_, name_.c_str(),
                                   O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
        if (file.get() < 0) refuse_errno("making a file", errno);
        write_all(file.get(), bytes);
    }

    void place(const Place& at, bool overwrite) {
        const unsigned flags = overwrite ? 0U : unsigned{RENAME_NOREPLACE};
        if (::renameat2(folder_, name_.c_str(), folder_, at.name.c_str(), flags) != 0) {
            const int error = errno;
            check_free(folder_, at, overwrite);
            refuse_errno("naming the file", error);
        }
        placed_ = true;
    }

private:
    int folder_;
    std::string name_;
    bool placed_ = false;
};

}  // namespace

std::string write_file(const std::string& directory, const std::string& path,
                       std::string_view bytes, bool overwrite) {
    const Place place = split(path);
    const Handle top(::open(directory.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (top.get() < 0) refuse_errno("opening the export directory", errno);
    const Handle folder(open_folder(top.get(), place.folder));
    if (folder.get() < 0 && errno == ENOSYS) refuse_errno("a safe look-up of the path", errno);
    if (folder.get() < 0)
        refuse(store::Code::denied, "bad_path",
               "its folder must exist inside the export directory, and no link may lead there");
    check_free(folder.get(), place, overwrite);
    Part part(folder.get());
    part.fill(bytes);
    part.place(place, overwrite);
    const Handle synced(::openat(folder.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (synced.get() >= 0) ::fsync(synced.get());
    return directory + (directory.ends_with('/') ? "" : "/") + path;
}

}  // namespace tools::map::exports
