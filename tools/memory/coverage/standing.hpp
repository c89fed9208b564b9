#pragma once

#include "tools/memory/coverage/ledger.hpp"
#include "tools/memory/model.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tools::memory::coverage {

/// A range that was left out on purpose.
struct Skipped {
    Range range;
    std::string reason;
};

/// How the marks of a source stand, their episodes followed to what they are now (LM12).
struct Standing {
    Tally tally;
    std::vector<Skipped> skipped;
    Ranges lost;   ///< processed once, but every episode of it was forgotten
    Ranges stale;  ///< marked on another version of the source only
    std::vector<ImageMark> images;
    std::vector<std::string> open_images;  ///< referred to, neither inspected nor skipped

    bool whole = false;  ///< the total is known, and the source is still as it was marked

    [[nodiscard]] Pass pass() const { return pass_of(tally, open_images.size() + (whole ? 0 : 1)); }
};

/// The episode that an id stands for now: itself, or what replaced it in the end.
/// Nothing where it was forgotten, is unknown or is an ontology, which covers nothing.
std::optional<Episode> covering(const store::ReadTxn& txn, store::Space space,
                                const std::string& episode);

/// `images` are those that the source is known to refer to.
Standing standing(const store::ReadTxn& txn, store::Space space, const Source& source,
                  const std::vector<std::string>& images);

/// `1-4, 9, 20-31`, at most `most` of them and how many more.
std::string range_list(const Ranges& ranges, std::size_t most);

}  // namespace tools::memory::coverage
