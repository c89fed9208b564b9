#pragma once

#include "tools/memory/model.hpp"
#include "tools/schema.hpp"

#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace tools::memory {

/// An episode as one line of an export holds it, with all that happened to it since
/// (LM15). Words of erased facts are gone, so they are absent.

struct ArchivedClosing {
    std::int64_t recorded_ms = 0;
    std::string invalid_at_iso;
    std::optional<std::string> before_iso, reason;

    static constexpr auto fields() {
        return std::tuple{field("recorded_ms", &ArchivedClosing::recorded_ms,
                                "when the end was told", {.least = 1}),
                          field("invalid_at_iso", &ArchivedClosing::invalid_at_iso, "the end"),
                          field("before_iso", &ArchivedClosing::before_iso, "the end until then"),
                          field("reason", &ArchivedClosing::reason, "why")};
    }
};

struct ArchivedFact {
    std::optional<std::string> subject_name, predicate, object_name, statement;
    std::optional<std::string> valid_at_iso, invalid_at_iso;
    std::optional<double> confidence;
    std::optional<Single> single;
    std::optional<bool> alias;
    std::optional<Removal> state;  ///< absent: live
    std::optional<std::int64_t> removed_ms;
    std::optional<std::vector<ArchivedClosing>> closings;

    static constexpr auto fields() {
        return std::tuple{field("subject_name", &ArchivedFact::subject_name, "name"),
                          field("predicate", &ArchivedFact::predicate, "label"),
                          field("object_name", &ArchivedFact::object_name, "name or value"),
                          field("statement", &ArchivedFact::statement, "sentence"),
                          field("valid_at_iso", &ArchivedFact::valid_at_iso, "true from"),
                          field("invalid_at_iso", &ArchivedFact::invalid_at_iso, "true until"),
                          field("confidence", &ArchivedFact::confidence, "0-1"),
                          field("single", &ArchivedFact::single, "of a pattern"),
                          field("alias", &ArchivedFact::alias, "of a pattern"),
                          field("state", &ArchivedFact::state, "what took it out of search"),
                          field("removed_ms", &ArchivedFact::removed_ms, "when", {.least = 1}),
                          field("closings", &ArchivedFact::closings, "ends told later")};
    }
};

struct ArchivedEpisode {
    std::string uuid;
    std::optional<EpisodeKind> kind;  ///< absent: fact
    std::optional<std::string> episode_name, source_description, source, context;
    std::optional<std::string> reference_time_iso;
    std::int64_t recorded_ms = 0;
    std::optional<Removal> state;
    std::optional<std::int64_t> removed_ms;
    std::optional<std::string> replaced_by;
    std::optional<std::vector<std::string>> replaces, secrets;
    std::vector<ArchivedFact> facts;

    static constexpr auto fields() {
        return std::tuple{
            field("uuid", &ArchivedEpisode::uuid, "its id"),
            field("kind", &ArchivedEpisode::kind, "fact or ontology"),
            field("episode_name", &ArchivedEpisode::episode_name, "name"),
            field("source_description", &ArchivedEpisode::source_description, "where it is from"),
            field("source", &ArchivedEpisode::source, "identity of the source"),
            field("context", &ArchivedEpisode::context, "context"),
            field("reference_time_iso", &ArchivedEpisode::reference_time_iso, "when it was said"),
            field("recorded_ms", &ArchivedEpisode::recorded_ms, "when it was stored", {.least = 1}),
            field("state", &ArchivedEpisode::state, "what took it out of search"),
            field("removed_ms", &ArchivedEpisode::removed_ms, "when", {.least = 1}),
            field("replaced_by", &ArchivedEpisode::replaced_by, "uuid"),
            field("replaces", &ArchivedEpisode::replaces, "uuids"),
            field("secrets", &ArchivedEpisode::secrets, "rules it was allowed to break"),
            field("facts", &ArchivedEpisode::facts, "1 to 100 facts", {.max_items = max_facts})};
    }
};

ArchivedEpisode archived(const Episode& episode, const std::vector<Fact>& facts);

/// An episode that came back, complete but for the numbers that a store gives.
struct Restored {
    Episode episode;
    std::vector<Fact> facts;
};

/// Reads a line's episode by the rules of writing one (LM1 to LM3, LM16); what is
/// erased needs no words. Throws Error invalid with every fault.
Restored restored(const ArchivedEpisode& line);

}  // namespace tools::memory
