#pragma once

#include <cstdint>
#include <filesystem>

struct MDB_env;

namespace store::lmdb {

/// Puts a data file with its header record into dir, whole or not at all, unless
/// one is there. So an empty data file is never one of ours.
void ensure_data_file(const std::filesystem::path& dir);

/// Creates lock.mdb with all its blocks where it is absent: it is mapped, and a
/// full disk would kill who touches a page of it that has none.
void ensure_lock_file(const std::filesystem::path& dir, unsigned max_readers);

/// Throws corrupt when the file is shorter than the pages its newest meta page
/// leads to: mapped, those would kill the process.
void check_size(const std::filesystem::path& dir);

/// Writes the records of env packed beside its data file and takes its place. The copy
/// continues the file's transaction numbers at txn, so that both may share one lock
/// file: whoever still has the old one open keeps excluding writers of the new one.
/// The caller holds the writing transaction txn.
void replace_compacted(MDB_env* env, const std::filesystem::path& dir, std::uint64_t txn);

}  // namespace store::lmdb
