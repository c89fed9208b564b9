#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/call.hpp"
#include "tools/thread/view.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tools::thread {

inline constexpr const char* main_branch = "main";
inline constexpr std::size_t max_name = 200;  ///< code points of a thread or branch
inline constexpr std::size_t max_branch_bytes = 400;
inline constexpr std::size_t max_branches = 1'000;  ///< of a thread

inline constexpr const char* about_thread = "Default: this conversation's";
inline constexpr const char* about_branch = "Default main";
inline constexpr const char* about_expected =
    "The version you saw: refused with what came since, the same call again is safe";

/// The thread and branch that a call names, as they stand in its snapshot.
struct Place {
    std::string thread, branch;
    std::optional<store::Space> space;     ///< absent until something was stored
    std::optional<std::uint64_t> version;  ///< what the branch points to
};

/// Throws Error invalid for names that can't be, not_found (unknown_branch) for a
/// branch that an existing thread does not have.
Place open_place(const store::ReadTxn& txn, const Call& call,
                 const std::optional<std::string>& thread,
                 const std::optional<std::string>& branch);

/// The same, the thread made where this is its first write. What an import left behind goes.
Place make_place(store::WriteTxn& txn, const Call& call, const std::optional<std::string>& thread,
                 const std::optional<std::string>& branch);

/// The place with its thread made, as the first write does.
Place make_thread(store::WriteTxn& txn, const Call& call, Place place);

/// A branch's or version's name checked: one line, at most 400 bytes, no id and no version.
std::string checked_branch(const std::string& name, const std::string& path);

std::optional<std::uint64_t> find_branch(const store::ReadTxn& txn, store::Space space,
                                         const std::string& name);
std::vector<std::pair<std::string, std::uint64_t>> branches(const store::ReadTxn& txn,
                                                            store::Space space);

/// Throws Error limit (too_many_branches) where a thread can have no more.
void refuse_full(const store::ReadTxn& txn, store::Space space);

void point_branch(store::WriteTxn& txn, store::Space space, const std::string& name,
                  std::uint64_t version);
void erase_branch(store::WriteTxn& txn, store::Space space, const std::string& name);

/// A version by number; 0 is the empty one. Throws not_found (unknown_version).
Version version_at(const store::ReadTxn& txn, store::Space space, std::uint64_t number,
                   const std::string& path = "/version");

/// What the branch points to; the empty version where nothing was stored.
View view_of(const store::ReadTxn& txn, const Place& place);

/// The version that a name of a branch or a version (`v12`) means, or nothing.
std::optional<Version> named_version(const store::ReadTxn& txn, store::Space space,
                                     const std::string& name);

}  // namespace tools::thread
