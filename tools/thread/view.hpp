#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/thread/model.hpp"
#include "tools/thread/number_set.hpp"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tools::thread {

/// What the summaries of a node have to know of it.
struct Fate {
    Number ended = 0;    ///< the link that made it inactive, 0: active
    bool stale = false;  ///< a summary of which a member is gone
};

using Fates = std::unordered_map<Number, Fate>;

/// A thread as one version has it. Nothing of another branch is seen through it.
/// The transaction must outlive it.
class View {
public:
    View(const store::ReadTxn& txn, store::Space space, Version version);

    [[nodiscard]] const Version& version() const noexcept { return version_; }

    [[nodiscard]] const store::ReadTxn& txn() const noexcept { return *txn_; }

    [[nodiscard]] store::Space space() const noexcept { return space_; }

    /// True for a node or link of this version.
    [[nodiscard]] bool holds(Number item) const;

    /// The header of a node that exists; throws corrupt where there is none.
    [[nodiscard]] Node node(Number number) const;

    [[nodiscard]] std::optional<Link> link(Number number) const;
    [[nodiscard]] Words words(const Header& node) const;
    [[nodiscard]] std::string text(const Header& node) const;

    /// What hangs on a node, by kind, then in the order it came.
    [[nodiscard]] std::vector<Arc> into(Number number) const;

    /// The links from a node.
    [[nodiscard]] std::vector<Arc> out_of(Number number) const;

    /// What a node depends on (D5): parents, target, members and where its links lead.
    [[nodiscard]] std::vector<Number> depends_on(const Node& node) const;

    /// The fates worked out so far (states.cpp); a change of the version empties it.
    [[nodiscard]] Fates& fates() const noexcept { return fates_; }

    /// Numbers of all nodes and links, rising.
    [[nodiscard]] std::vector<Number> items() const;

    /// The first 12 digits of an id, more where two begin alike.
    [[nodiscard]] std::string short_id(const Node& node) const;

    [[nodiscard]] std::string short_id(Number number) const;

    [[nodiscard]] std::vector<std::string> short_ids(const std::vector<Number>& numbers) const;

    /// The node an id or its prefix of at least 8 digits names. Throws Error invalid at
    /// `path`: bad_id, ambiguous_id with the ids it could be, or `reason` where this
    /// version has none.
    [[nodiscard]] Number find(std::string_view id, const std::string& path,
                              const char* reason = "unknown_id") const;

protected:
    [[nodiscard]] std::string short_name(std::string_view id) const;
    [[nodiscard]] std::vector<Arc> arcs(Number number, std::uint8_t side) const;

    const store::ReadTxn* txn_;
    store::Space space_;
    Version version_;
    std::set<Number> fresh_;                            ///< what a change added so far
    mutable std::unordered_map<Number, Block> blocks_;  ///< of the version's set, asked for so far
    mutable Fates fates_;
};

inline constexpr std::uint8_t arcs_in = 1, arcs_out = 2;

}  // namespace tools::thread
