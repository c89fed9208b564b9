#include "tools/projection/directory.hpp"

#include "tools/projection/refusal.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace tools::projection {
namespace {

constexpr const char* lock_file = "lock";
constexpr const char* cache_dir = "cache";
constexpr const char* stamp_file = "cache/last_query_stamp";
constexpr mode_t others_write = 022;

constexpr std::array derived_names{receipt_file,       graph_file,       extraction_file,
                                   "receipt.json.tmp", "graph.json.tmp", "extraction.json.tmp",
                                   "state.json.tmp"};

bool is_derived(std::string_view name) {
    return std::find(derived_names.begin(), derived_names.end(), name) != derived_names.end();
}

/// What may stand in a directory that holds no state yet: traces of a first call that died.
bool may_come_first(std::string_view name) {
    return name == lock_file || name == "state.json.tmp";
}

struct stat info_of(int directory, const char* name) {
    struct stat info {};

    if (::fstatat(directory, name, &info, AT_SYMLINK_NOFOLLOW) != 0) info.st_mode = 0;
    return info;
}

/// One component on the way, made where it is missing.
Handle step_into(const Handle& from, const std::string& name) {
    constexpr int passing = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    Handle out(::openat(from.get(), name.c_str(), passing));
    if (out.get() >= 0) return out;
    const struct stat found = info_of(from.get(), name.c_str());
    demand(!S_ISLNK(found.st_mode), Fault::state_symlink);
    demand(found.st_mode == 0 && ::mkdirat(from.get(), name.c_str(), 0700) == 0 &&
               ::fchmodat(from.get(), name.c_str(), 0700, 0) == 0,
           Fault::state_not_dedicated);
    Handle made(::openat(from.get(), name.c_str(), passing));
    demand(made.get() >= 0, Fault::state_not_dedicated);
    return made;
}

Handle open_directory(const std::string& path) {
    Handle at(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
    for (std::size_t from = 1; from < path.size();) {
        const std::size_t end = std::min(path.find('/', from), path.size());
        if (end > from) at = step_into(at, path.substr(from, end - from));
        from = end + 1;
    }
    Handle out(::openat(at.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    demand(out.get() >= 0, Fault::state_not_dedicated);
    return out;
}

struct CloseFolder {
    void operator()(DIR* folder) const noexcept { ::closedir(folder); }
};

std::vector<std::string> names_in(int directory, const char* folder) {
    const int fd = ::openat(directory, folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    demand(fd >= 0, Fault::state_not_dedicated);
    const std::unique_ptr<DIR, CloseFolder> open(::fdopendir(fd));
    demand(open != nullptr, Fault::state_not_dedicated);
    std::vector<std::string> out;
    while (const dirent* entry = ::readdir(open.get())) {  // NOLINT(concurrency-mt-unsafe)
        const std::string name = entry->d_name;
        if (name != "." && name != "..") out.push_back(name);
    }
    return out;
}

/// A plain file of ours that nobody else can write and that has no second name.
void check_file(int directory, const std::string& name) {
    const struct stat info = info_of(directory, name.c_str());
    demand(!S_ISLNK(info.st_mode), Fault::state_symlink);
    demand(S_ISREG(info.st_mode) && info.st_nlink == 1 && info.st_uid == ::geteuid() &&
               (info.st_mode & others_write) == 0,
           Fault::state_not_dedicated);
}

void write_whole(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t size = ::write(fd, bytes.data(), bytes.size());
        if (size < 0 && errno == EINTR) continue;
        demand(size >= 0, Fault::adapter_failed);
        bytes.remove_prefix(static_cast<std::size_t>(size));
    }
}

}  // namespace

Directory::Directory(const std::string& path) : path_(path), handle_(open_directory(path)) {
    struct stat info {};

    demand(::fstat(handle_.get(), &info) == 0 && info.st_uid == ::geteuid() &&
               (info.st_mode & others_write) == 0,
           Fault::state_not_dedicated);
    check_entries();
    lock();
}

Directory::~Directory() {
    if (locked_) ::unlinkat(handle_.get(), lock_file, 0);
}

void Directory::check_entries() const {
    const std::vector<std::string> names = names_in(handle_.get(), ".");
    const bool has_state = std::find(names.begin(), names.end(), state_file) != names.end();
    for (const std::string& name : names) {
        if (name == cache_dir && has_state) {
            check_cache();
            continue;
        }
        const bool ours = has_state ? name == state_file || name == lock_file || is_derived(name)
                                    : may_come_first(name);
        const struct stat info = info_of(handle_.get(), name.c_str());
        demand(!S_ISLNK(info.st_mode), Fault::state_symlink);
        demand(ours, Fault::state_not_dedicated);
        check_file(handle_.get(), name);
    }
}

/// P27: Graphify's stamp, and nothing else.
void Directory::check_cache() const {
    const struct stat info = info_of(handle_.get(), cache_dir);
    demand(!S_ISLNK(info.st_mode), Fault::state_symlink);
    demand(S_ISDIR(info.st_mode), Fault::state_not_dedicated);
    for (const std::string& name : names_in(handle_.get(), cache_dir)) {
        demand(name == "last_query_stamp", Fault::state_not_dedicated);
        const struct stat stamp = info_of(handle_.get(), stamp_file);
        demand(!S_ISLNK(stamp.st_mode), Fault::state_symlink);
        demand(S_ISREG(stamp.st_mode), Fault::state_not_dedicated);
    }
}

void Directory::lock() {
    const Handle made(::openat(handle_.get(), lock_file,
                               O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    demand(made.get() >= 0, errno == EEXIST ? Fault::locked : Fault::state_not_dedicated);
    locked_ = true;
    ::fchmod(made.get(), 0600);
}

std::optional<std::string> Directory::state() const {
    const Handle file(::openat(handle_.get(), state_file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    if (file.get() < 0 && errno == ENOENT) return std::nullopt;
    demand(file.get() >= 0, Fault::state_corrupt);
    std::string out;
    std::array<char, 65536> part{};
    for (ssize_t size = 1; size > 0;) {
        size = ::read(file.get(), part.data(), part.size());
        demand(size >= 0, Fault::state_corrupt);
        out.append(part.data(), static_cast<std::size_t>(size));
    }
    return out;
}

void Directory::write(const std::string& name, std::string_view bytes) const {
    const std::string passing = name + ".tmp";
    ::unlinkat(handle_.get(), passing.c_str(), 0);
    const Handle file(::openat(handle_.get(), passing.c_str(),
                               O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    demand(file.get() >= 0 && ::fchmod(file.get(), 0600) == 0, Fault::adapter_failed);
    write_whole(file.get(), bytes);
    demand(::fsync(file.get()) == 0, Fault::adapter_failed);
    demand(::renameat(handle_.get(), passing.c_str(), handle_.get(), name.c_str()) == 0,
           Fault::adapter_failed);
    demand(::fsync(handle_.get()) == 0, Fault::adapter_failed);
}

void Directory::remove_derivatives() const {
    for (const char* name : derived_names)
        demand(::unlinkat(handle_.get(), name, 0) == 0 || errno == ENOENT, Fault::adapter_failed);
    ::unlinkat(handle_.get(), stamp_file, 0);
    ::unlinkat(handle_.get(), cache_dir, AT_REMOVEDIR);
    demand(::fsync(handle_.get()) == 0, Fault::adapter_failed);
}

void Directory::try_remove_derivatives() const noexcept {
    for (const char* name : derived_names)
        ::unlinkat(handle_.get(), name, 0);
    ::fsync(handle_.get());
}

}  // namespace tools::projection
