#pragma once

#include <array>

namespace tools::projection {

/// Why a selection, a directory or a state is refused. These words are all that is ever
/// told of it: no text, no id, no path (P28).
enum class Fault {
    input_too_large,
    invalid_json,
    invalid_utf8,
    duplicate_key,
    unknown_field,
    missing_field,
    wrong_type,
    bad_id,
    bad_hash,
    bad_role,
    duplicate_id,
    parent_cycle,
    not_approved,
    not_summary,
    text_too_long,
    text_empty,
    secret_shaped,
    too_many_branches,
    too_many_sources,
    too_many_summaries,
    exclude_restore_overlap,
    restore_required,
    restore_not_tombstoned,
    restore_missing_branch,
    corpus_mismatch,
    selection_revision_lower,
    selection_revision_conflict,
    source_revision_lower,
    source_revision_conflict,
    source_hash_conflict,
    no_selection,
    selection_unreadable,
    state_not_dedicated,
    state_symlink,
    state_corrupt,
    state_schema,
    state_newer,
    locked,
    adapter_absent,
    adapter_failed
};

constexpr auto names(Fault) {
    return std::array{"input_too_large",
                      "invalid_json",
                      "invalid_utf8",
                      "duplicate_key",
                      "unknown_field",
                      "missing_field",
                      "wrong_type",
                      "bad_id",
                      "bad_hash",
                      "bad_role",
                      "duplicate_id",
                      "parent_cycle",
                      "not_approved",
                      "not_summary",
                      "text_too_long",
                      "text_empty",
                      "secret_shaped",
                      "too_many_branches",
                      "too_many_sources",
                      "too_many_summaries",
                      "exclude_restore_overlap",
                      "restore_required",
                      "restore_not_tombstoned",
                      "restore_missing_branch",
                      "corpus_mismatch",
                      "selection_revision_lower",
                      "selection_revision_conflict",
                      "source_revision_lower",
                      "source_revision_conflict",
                      "source_hash_conflict",
                      "no_selection",
                      "selection_unreadable",
                      "state_not_dedicated",
                      "state_symlink",
                      "state_corrupt",
                      "state_schema",
                      "state_newer",
                      "locked",
                      "adapter_absent",
                      "adapter_failed"};
}

/// Throws store::Error with the fault as its reason and fixed words on what to do.
[[noreturn]] void refuse(Fault fault);

/// Refuses unless something holds.
inline void demand(bool holds, Fault fault) {
    if (!holds) refuse(fault);
}

}  // namespace tools::projection
