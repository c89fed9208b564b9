#pragma once

#include <filesystem>
#include <string_view>

struct MDB_env;

namespace store::lmdb {

/// A condition the engine mends by itself (map full or grown elsewhere, file
/// replaced, readers full, panic) before it runs the transaction again.
struct Mend {
    int code;  ///< LMDB's, or file_replaced
};

constexpr int file_replaced = -1;  ///< compaction has put another data.mdb in place

/// Returns for success; throws Mend or the Error that the code stands for.
void check(int code, MDB_env* env);

/// Throws the Error of a failed system call: what was tried, on what, what to do.
[[noreturn]] void throw_system(int error, std::string_view tried,
                               const std::filesystem::path& path);

/// Throws the Error of a commit that failed but may yet be found stored.
[[noreturn]] void throw_unknown_outcome(MDB_env* env);

/// Throws the Error of an LMDB or system code for a store that lies in dir.
[[noreturn]] void throw_engine(int code, const std::filesystem::path& dir);

}  // namespace store::lmdb
