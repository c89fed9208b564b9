#pragma once

#include "tools/join/prepare/branch.hpp"

#include <array>
#include <vector>

namespace tools::prepare {

/// What a person has to settle before a selection can be applied.
enum class Open : std::uint8_t {
    secret_shaped,
    text_too_long,
    text_empty,
    too_many_summaries,
    removed_before,
    restore_required,
    source_revision_lower,
    taken_out
};

constexpr auto names(Open) {
    return std::array{"secret_shaped",         "text_too_long",  "text_empty",
                      "too_many_summaries",    "removed_before", "restore_required",
                      "source_revision_lower", "taken_out"};
}

struct OpenPoint {
    Open reason = Open::secret_shaped;
    std::string branch;
    std::optional<std::string> summary;

    static constexpr auto fields() {
        return std::tuple{field("reason", &OpenPoint::reason, "Why it would be refused."),
                          field("branch", &OpenPoint::branch, "Id of the branch."),
                          field("summary", &OpenPoint::summary, "Id of the summary.")};
    }
};

/// A selection that nobody has approved yet.
struct Draft {
    projection::Selection selection;  ///< summaries in the order they were written
    std::vector<OpenPoint> open;
    std::size_t stale = 0;  ///< summaries left out
};

/// Draws up a selection of branches that goes on from what the corpus holds: the next
/// revision; a branch at the version that was applied stands as it was applied; elsewhere
/// stays what a person made of a text, a role or the sources, and what was removed stays
/// out. A text that looks like a secret is left empty. Throws what projection refuses ids
/// and cycles with.
Draft draw_up(const store::ReadTxn& txn, const Call& call, const std::string& corpus,
              const std::vector<Chosen>& chosen);

}  // namespace tools::prepare
