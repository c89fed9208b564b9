#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tools::projection {

/// Bounds of a selection from outside, inclusive (P6). Own files have none.
inline constexpr std::size_t most_input_bytes = std::size_t{2} << 20;
inline constexpr std::size_t most_branches = 500;
inline constexpr std::size_t most_sources = 100;    ///< of a branch
inline constexpr std::size_t most_summaries = 100;  ///< of a branch
inline constexpr std::size_t most_text = 2'000;     ///< code points of a summary

/// Numbers that stand in every file and record; another one asks for a migration (P20).
inline constexpr std::int64_t schema_version = 1;
inline constexpr const char* embedding_identity = "none";

/// Who said what a summary sums up.
enum class Role : std::uint8_t { user, assistant, unknown };

constexpr auto names(Role) {
    return std::array{"user", "assistant", "unknown"};
}

/// An opaque handle of something that was read, with the hash the operator gives it (P3).
struct Source {
    std::string ref, sha256;
};

/// A text that a person approved (P4).
struct Summary {
    std::string id, text;
    Role role = Role::unknown;
    std::optional<std::string> memory_ref;
};

/// A conversation branch as it was chosen (P2); parts in the order of their ids.
struct Branch {
    std::string id;
    std::int64_t source_revision = 0;
    std::optional<std::string> parent;
    std::vector<Source> sources;
    std::vector<Summary> summaries;
};

/// A reviewed selection, a complete snapshot (P1); all lists in the order of their ids.
struct Selection {
    std::string corpus;
    std::int64_t revision = 0;
    std::vector<Branch> branches;
    std::optional<std::vector<std::string>> exclude, restore;
};

/// The highest source revision a branch ever came with, and what it said then (P15).
struct HighWater {
    std::int64_t source_revision = 0;
    std::string content_hash;
};

/// Keeps a branch out until a selection names it in restore (P17).
struct Tombstone {
    std::int64_t at_revision = 0;           ///< selection revision that took the branch out
    std::int64_t last_source_revision = 0;  ///< 0: the branch was never seen
};

/// All that is known of a corpus: the snapshot without what it excludes, and the ledger.
struct State {
    Selection selection;
    std::string digest;  ///< of the selection as it was given
    std::map<std::string, HighWater> high_water;
    std::map<std::string, Tombstone> tombstones;
};

}  // namespace tools::projection
