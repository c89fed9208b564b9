#pragma once

#include <filesystem>

namespace store::lmdb {

/// Creates the directory where it is absent (0700, parents synced) and returns its
/// real path. Throws denied when it is a symbolic link, belongs to or can be written
/// by others, or lies on a network file system that was not allowed.
std::filesystem::path prepare_directory(const std::filesystem::path& dir, bool allow_network_fs);

/// Whether files of this statfs type may lie on another machine, where neither locks
/// nor mapped pages can be relied on.
bool is_network_file_system(unsigned type);

/// Makes the entries of a directory durable.
void sync_directory(const std::filesystem::path& dir);

}  // namespace store::lmdb
