#include "tools/source/roots.hpp"

#include "tools/nearest.hpp"
#include "tools/source/quoting.hpp"
#include "tools/source/refusal.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <memory>
#include <optional>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>

namespace tools::source {
namespace {

constexpr std::size_t longest_path = 4000;
constexpr int most_tries = 16;  ///< against a folder that is renamed all the time

int open_beneath(int top, const std::string& below, unsigned flags) {
    open_how how{};
    how.flags = flags | unsigned{O_CLOEXEC};
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
    for (int tries = 0;; ++tries) {
        const auto fd =
            static_cast<int>(::syscall(SYS_openat2, top, below.c_str(), &how, sizeof(how)));
        if (fd >= 0 || errno != EAGAIN || tries == most_tries) return fd;
    }
}

/// A root as it was when the server started: a link put in its place later leads nowhere.
Handle open_root(const std::string& root) {
    const Handle slash(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
    const std::string below = root == "/" ? "." : root.substr(1);
    Handle out(open_beneath(slash.get(), below, O_PATH | O_DIRECTORY));
    if (out.get() < 0)
        refuse(store::Code::unavailable, "root_gone",
               "the source root " + root + " cannot be opened: " + std::strerror(errno));
    return out;
}

[[noreturn]] void refuse_errno(int error, const std::string& path) {
    switch (error) {
        case ELOOP:
            refuse(store::Code::denied, "link",
                   in_quotes(path) +
                       " is or lies behind a link, and links are never followed: name "
                       "the file itself");
        case EXDEV:
            refuse(store::Code::denied, "outside",
                   in_quotes(path) + " leads out of the source root");
        case EACCES:
        case EPERM:
            refuse(store::Code::denied, "no_permission",
                   "this server may not read " + in_quotes(path));
        case ENAMETOOLONG:
            refuse(store::Code::invalid, "too_long", "the path is too long");
        case ENOSYS:
            refuse(store::Code::unavailable, "no_safe_open",
                   "this system has no openat2, so no file is read");
        default:
            refuse(store::Code::unavailable, "disk",
                   "opening " + in_quotes(path) + " failed: " + std::strerror(error));
    }
}

/// A file system that makes its files up, such as /proc.
bool is_made_up(int fd) {
    struct statfs about {};

    if (::fstatfs(fd, &about) != 0) return true;
    constexpr std::array made_up{
        std::uint32_t{PROC_SUPER_MAGIC},    std::uint32_t{SYSFS_MAGIC},
        std::uint32_t{DEBUGFS_MAGIC},       std::uint32_t{TRACEFS_MAGIC},
        std::uint32_t{SECURITYFS_MAGIC},    std::uint32_t{CGROUP_SUPER_MAGIC},
        std::uint32_t{CGROUP2_SUPER_MAGIC}, std::uint32_t{DEVPTS_SUPER_MAGIC}};
    return std::find(made_up.begin(), made_up.end(), static_cast<std::uint32_t>(about.f_type)) !=
           made_up.end();
}

struct stat about_file(int fd, const std::string& path) {
    struct stat out {};

    if (::fstat(fd, &out) != 0) refuse_errno(errno, path);
    return out;
}

void check_kind(const struct stat& about, const std::string& path) {
    if (!S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode))
        refuse(store::Code::denied, "no_file",
               in_quotes(path) +
                   " is neither a file nor a folder: pipes, sockets and devices are "
                   "never opened");
    if (S_ISREG(about.st_mode) && about.st_nlink > 1)
        refuse(store::Code::denied, "hard_link",
               in_quotes(path) +
                   " has further names, perhaps outside the root: copy the file and "
                   "name the copy");
}

/// Looked at first, opened then: what is no plain file is never opened.
std::optional<Found> open_below(const Handle& root, const std::string& below,
                                const std::string& path) {
    const Handle seen(open_beneath(root.get(), below, O_PATH));
    if (seen.get() < 0) {
        if (errno == ENOENT || errno == ENOTDIR) return std::nullopt;
        refuse_errno(errno, path);
    }
    check_kind(about_file(seen.get(), path), path);
    Found out;
    out.handle = Handle(open_beneath(root.get(), below, O_RDONLY | O_NONBLOCK | O_NOCTTY));
    if (out.handle.get() < 0) refuse_errno(errno, path);
    const struct stat about = about_file(out.handle.get(), path);
    check_kind(about, path);
    if (is_made_up(out.handle.get()))
        refuse(store::Code::denied, "no_file", in_quotes(path) + " is made up by the system");
    out.kind = S_ISDIR(about.st_mode) ? Kind::folder : Kind::file;
    out.path = path;
    out.bytes = about.st_size;
    out.modified_ms = about.st_mtim.tv_sec * 1000 + about.st_mtim.tv_nsec / 1'000'000;
    return out;
}

/// The part of an absolute path behind a root, "." for the root itself.
std::optional<std::string> below_root(const std::string& path, const std::string& root) {
    if (path == root) return ".";
    const std::string folder = root == "/" ? root : root + "/";
    if (!path.starts_with(folder)) return std::nullopt;
    return path.substr(folder.size());
}

/// The name in a folder that was probably meant; empty where none is close.
std::string close_name(const Handle& root, const std::string& below, const std::string& folder) {
    const auto slash = below.rfind('/');
    const bool nested = slash != std::string::npos;
    const auto parent = open_below(root, nested ? below.substr(0, slash) : ".", folder);
    if (!parent || parent->kind != Kind::folder) return {};
    constexpr std::size_t most = 1000;
    const Listing listing = list_folder(*parent, most);
    std::vector<std::string> folded;
    for (const Entry& entry : listing.entries)
        folded.push_back(fold_word(entry.name));
    const std::string close = nearest(nested ? below.substr(slash + 1) : below, folded);
    const auto place = std::find(folded.begin(), folded.end(), close);
    return place == folded.end()
               ? std::string()
               : listing.entries[static_cast<std::size_t>(place - folded.begin())].name;
}

[[noreturn]] void refuse_missing(const std::vector<std::string>& roots, const std::string& path) {
    std::string message = "there is no " + in_quotes(path) + " below " + join(roots);
    std::string send;
    for (const std::string& root : roots) {
        const auto below = path.starts_with('/') ? below_root(path, root) : path;
        if (!below) continue;
        const auto slash = below->rfind('/');
        const std::string folder =
            root + (slash == std::string::npos ? "" : "/" + below->substr(0, slash));
        const std::string close = close_name(open_root(root), *below, folder);
        if (!close.empty()) message += "; nearest: " + in_quotes(folder + "/" + close);
        send = "ls " + in_quotes(folder);
    }
    refuse(store::Code::not_found, "no_file",
           message + "; an image reference counts from the folder of its document", send);
}

bool by_kind_and_name(const Entry& a, const Entry& b) {
    return a.folder != b.folder ? a.folder : a.name < b.name;
}

}  // namespace

std::string tidy_path(const std::string& path) {
    std::string out = std::filesystem::path(path).lexically_normal().string();
    while (out.size() > 1 && out.back() == '/')
        out.pop_back();
    return out;
}

Found open_source(const std::vector<std::string>& roots, const std::string& path) {
    if (roots.empty())
        refuse(store::Code::denied, "no_source_root",
               "no folder may be read: the operator must start the server with --source-root DIR");
    if (path.size() > longest_path || path.find('\0') != std::string::npos)
        refuse(store::Code::invalid, "too_long", "the path is no path");
    const std::string tidied = tidy_path(path);
    if (tidied == ".." || tidied.starts_with("../"))
        refuse(store::Code::denied, "outside", ".. leads out of the source root");
    bool inside = false;
    for (const std::string& root : roots) {
        const auto below = tidied.starts_with('/') ? below_root(tidied, root) : tidied;
        if (!below) continue;
        inside = true;
        const std::string full = *below == "." ? root : (root == "/" ? "" : root) + "/" + *below;
        if (auto found = open_below(open_root(root), *below, full)) return *std::move(found);
    }
    if (!inside)
        refuse(store::Code::denied, "outside",
               in_quotes(path) + " is not below a source root; the roots are " + join(roots));
    refuse_missing(roots, tidied);
}

Listing list_folder(const Found& folder, std::size_t most) {
    // Reading a folder moves the place of its descriptor, so it gets one of its own.
    const int fd = ::openat(folder.handle.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const auto close = [](DIR* dir) { ::closedir(dir); };
    const std::unique_ptr<DIR, decltype(close)> dir(fd < 0 ? nullptr : ::fdopendir(fd), close);
    if (!dir) {
        const int error = errno;
        if (fd >= 0) ::close(fd);
        refuse_errno(error, folder.path);
    }
    Listing out;
    constexpr std::size_t most_seen = 100'000;
    for (std::size_t seen = 0; const dirent* next = ::readdir(dir.get()); ++seen) {
        const std::string name = next->d_name;
        if (name == "." || name == "..") continue;
        if (seen > most_seen) break;

        struct stat about {};

        if (::fstatat(fd, name.c_str(), &about, AT_SYMLINK_NOFOLLOW) != 0) continue;
        out.entries.push_back({name, S_ISDIR(about.st_mode), S_ISLNK(about.st_mode),
                               !S_ISDIR(about.st_mode) && !S_ISREG(about.st_mode), about.st_size});
    }
    std::sort(out.entries.begin(), out.entries.end(), by_kind_and_name);
    out.more = out.entries.size() > most;
    if (out.more) out.entries.resize(most);
    return out;
}

}  // namespace tools::source
