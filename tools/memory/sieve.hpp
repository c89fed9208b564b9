#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/memory/columns.hpp"
#include "tools/memory/model.hpp"
#include "tools/memory/standing.hpp"
#include "tools/memory/window.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tools::memory {

/// Which facts a search may show (LM10). What is absent lets everything through.
struct Filters {
    std::optional<EpisodeKind> kind;
    std::optional<std::string> subject, predicate, object, entity, source;
    std::optional<Window> as_of;      ///< true then
    std::optional<Window> stated_by;  ///< said by a source up to then
    std::optional<Window> known_at;   ///< held by this memory then
    std::optional<Window> valid;      ///< its validity overlaps this
    std::optional<Window> changed;    ///< it began or ended within
    bool include_removed = false;

    /// True where a part of the fact itself is asked for.
    [[nodiscard]] bool names_parts() const {
        return subject || predicate || object || entity || source;
    }

    [[nodiscard]] bool empty() const {
        return !names_parts() && !kind && !as_of && !stated_by && !known_at && !valid && !changed;
    }
};

/// Why a search does not show a fact; the words stand in messages.
enum class Hidden {
    removed,
    recorded_later,
    other_kind,
    other_parts,
    ended,
    later,
    undated,
    said_later
};

constexpr auto names(Hidden) {
    return std::array{
        "removed", "recorded later",  "of another kind", "with other parts",
        "ended",   "beginning later", "undated",         "said later or at no known time"};
}

/// When a fact holds in the world, as this memory knew it at a time (absent: now).
Validity validity(const Fact& fact, const std::optional<Window>& known_at);

/// The filters over one dataspace of a snapshot.
class Sieve {
public:
    Sieve(const store::ReadTxn& txn, store::Space space, const Filters& filters);

    /// Nothing for a stored fact that the filters let through. Looks at columns only, but
    /// for facts that have an end when the past of this memory is asked for.
    [[nodiscard]] std::optional<Hidden> hidden(std::uint64_t fact) const;

    /// The facts that hold the parts asked for, ascending; nothing when no part is.
    [[nodiscard]] const std::optional<std::vector<std::uint64_t>>& parts() const { return parts_; }

    [[nodiscard]] const Columns& columns() const { return columns_; }

private:
    [[nodiscard]] std::optional<Hidden> lifetime(std::uint64_t fact) const;
    [[nodiscard]] std::optional<Hidden> world(std::uint64_t fact) const;
    [[nodiscard]] Validity validity_of(std::uint64_t fact) const;
    [[nodiscard]] bool other_kind(std::uint64_t fact) const;

    const store::ReadTxn& txn_;
    store::Space space_;
    const Filters& filters_;
    Columns columns_;
    Standings standings_;
    std::optional<std::vector<std::uint64_t>> parts_;
};

}  // namespace tools::memory
