#pragma once

#include "tools/memory/coverage/cover.hpp"
#include "tools/memory/model.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tools::memory {

/// A fact as it was sent, before anything is checked.
struct FactDraft {
    std::string subject_name, predicate, object_name, statement;
    std::optional<std::string> valid_at_iso, invalid_at_iso;
    std::optional<double> confidence;
    std::optional<Single> single;
    std::optional<bool> alias;
    std::vector<std::string> other_names;  ///< fields that came under another name
};

/// A stored fact that stopped being true, as it was sent (LM6a).
struct EndDraft {
    std::string fact, invalid_at_iso;
    std::optional<std::string> reason;
};

/// An episode as it was sent.
struct EpisodeDraft {
    std::string episode_name, source_description;
    std::vector<FactDraft> facts;
    std::optional<std::string> dataspace_name, reference_time_iso, context, source;
    std::optional<EpisodeKind> kind;
    std::vector<EndDraft> ends;
    std::optional<coverage::Covers> covers;
};

}  // namespace tools::memory
