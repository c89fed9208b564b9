#pragma once

#include "store/txn.hpp"
#include "tools/call.hpp"
#include "tools/memory/coverage/cover.hpp"
#include "tools/memory/dataspace.hpp"
#include "tools/memory/draft.hpp"
#include "tools/memory/ends.hpp"
#include "tools/memory/findings.hpp"
#include "tools/memory/model.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tools::memory {

/// An episode to write, and what it takes the place of.
struct WriteRequest {
    EpisodeDraft draft;
    std::vector<Finding> faults;         ///< of reading its fields
    std::optional<std::string> replace;  ///< uuid of the episode it replaces
    std::vector<std::string> also_replaces;
    std::optional<coverage::Covers> covers;  ///< the part of its source that it holds (LM12)
    bool wait = false;                       ///< fold the index tail before answering
    bool allow_secrets = false;              ///< store what looks like a secret, and note it
};

enum class WriteStatus {
    queued,           ///< in the index tail, found at once
    folded,           ///< in a segment, or in the tail of a small dataspace for good
    stored_before,    ///< a live episode says the same
    unchanged,        ///< the episode to replace says the same
    replaced_before,  ///< the same replacement was made already
    only_ended        ///< no facts were sent, only ends of stored ones
};

/// `queued (searchable now)`
std::string shown(WriteStatus status);

struct Written {
    EpisodeId id;  ///< empty where nothing but ends was sent
    std::string dataspace;
    WriteStatus status = WriteStatus::queued;
    std::size_t facts = 0;
    std::vector<Finding> warnings, noted;
    std::vector<End> ended;
    std::vector<EpisodeId> replaced;
    std::vector<Fact> dropped;  ///< of what was replaced, not said again (LM6)
};

/// Checks and stores an episode, ends stored facts and takes the place of others,
/// all or nothing (LM1 to LM7, LM16). Throws Error invalid with every fault.
Written write_episode(store::WriteTxn& txn, const Call& call, const WriteRequest& request);

}  // namespace tools::memory
