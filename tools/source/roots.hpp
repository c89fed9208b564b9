#pragma once

#include "tools/handle.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tools::source {

enum class Kind { file, folder };

/// Something below a source root, open for reading.
struct Found {
    Handle handle;
    Kind kind = Kind::file;
    std::string path;  ///< absolute
    std::int64_t bytes = 0;
    std::int64_t modified_ms = 0;
};

/// Opens what a path names: an absolute one below a root as it is, another one below
/// the first root that has it. No link is followed anywhere, nothing outside a root is
/// ever reached, and only plain files and folders are opened (LM13). Throws denied,
/// not_found or unavailable.
Found open_source(const std::vector<std::string>& roots, const std::string& path);

/// One name in a folder.
struct Entry {
    std::string name;
    bool folder = false, link = false, other = false;
    std::int64_t bytes = 0;
};

/// What a folder holds, folders first, by name; at most `most` of them.
struct Listing {
    std::vector<Entry> entries;
    bool more = false;
};

Listing list_folder(const Found& folder, std::size_t most);

/// The path with `.` and `..` worked out, as no link may stand in it.
std::string tidy_path(const std::string& path);

}  // namespace tools::source
