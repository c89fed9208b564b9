#pragma once

#include <filesystem>

struct MDB_env;

namespace store::lmdb {

/// Writes the records of the newest commit of env into an empty file, one behind the
/// other: its pages are full, and hold no byte of what was erased or replaced, as the
/// unused parts of copied pages would. dir is the store's, for messages. The caller keeps
/// writers away and syncs the file.
void write_packed_copy(MDB_env* env, const std::filesystem::path& file,
                       const std::filesystem::path& dir);

}  // namespace store::lmdb
