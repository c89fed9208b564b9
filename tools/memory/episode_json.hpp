#pragma once

#include "tools/memory/coverage/covers_json.hpp"
#include "tools/memory/draft.hpp"
#include "tools/memory/episode_write.hpp"
#include "tools/memory/model.hpp"
#include "tools/schema.hpp"

#include <string>
#include <tuple>
#include <vector>

namespace tools::memory {

struct FactArgs : FactDraft {
    static constexpr auto fields() {
        return std::tuple{
            field("subject_name", &FactArgs::subject_name, "Resolved name", {.also = "subject"}),
            field("predicate", &FactArgs::predicate, "Stable snake_case label"),
            field("object_name", &FactArgs::object_name, "Another name, or a value",
                  {.also = "object"}),
            field("statement", &FactArgs::statement, "One whole sentence, no pronouns"),
            field("valid_at_iso", &FactArgs::valid_at_iso, "True from"),
            field("invalid_at_iso", &FactArgs::invalid_at_iso, "First moment no longer true"),
            field("confidence", &FactArgs::confidence, "0 to 1"),
            field("single", &FactArgs::single, "Ontology: one value at a time"),
            field("alias", &FactArgs::alias, "Ontology: joins names of one thing")};
    }
};

struct EndArgs : EndDraft {
    static constexpr auto fields() {
        return std::tuple{field("fact", &EndArgs::fact, "uuid#n"),
                          field("invalid_at_iso", &EndArgs::invalid_at_iso, "When it ended"),
                          field("reason", &EndArgs::reason, "Why")};
    }
};

/// What create and replace have in common. Faults of reading it are kept, so that
/// they are told together with those of the rules.
struct EpisodeArgs : EpisodeDraft {
    std::vector<FactArgs> fact_args;
    std::optional<std::vector<EndArgs>> end_args;
    std::optional<coverage::CoversArgs> cover_args;
    std::optional<bool> wait, allow_secrets;
    Problems problems;

    static constexpr auto fields() {
        return std::tuple{
            field("episode_name", &EpisodeArgs::episode_name,
                  "What the facts share, 1-30 characters"),
            field("source_description", &EpisodeArgs::source_description,
                  "Document, heading, lines; 1-120 characters"),
            field("facts", &EpisodeArgs::fact_args, "1-100", {.max_items = max_facts}),
            field("dataspace_name", &EpisodeArgs::dataspace_name, "Part of the memory"),
            field("reference_time_iso", &EpisodeArgs::reference_time_iso,
                  "When the source says it"),
            field("context", &EpisodeArgs::context, "Short background"),
            field("kind", &EpisodeArgs::kind, "ontology: relation patterns"),
            field("source", &EpisodeArgs::source, "Its identity, such as a path"),
            field("covers", &EpisodeArgs::cover_args, coverage::about_covers),
            field("ends", &EpisodeArgs::end_args, "Stored facts that ended"),
            field("wait", &EpisodeArgs::wait, "Fold the index first"),
            field("allow_secrets", &EpisodeArgs::allow_secrets, "Store what looks like a secret")};
    }
};

WriteRequest to_request(const EpisodeArgs& args);

/// A stored fact as replies show it.
struct FactReply {
    std::string id, subject_name, predicate, object_name, statement;
    std::optional<std::string> valid_at_iso, invalid_at_iso, removed_at;
    std::optional<double> confidence;

    static constexpr auto fields() {
        return std::tuple{field("id", &FactReply::id, "uuid#n"),
                          field("subject_name", &FactReply::subject_name, "Subject"),
                          field("predicate", &FactReply::predicate, "Predicate"),
                          field("object_name", &FactReply::object_name, "Object"),
                          field("statement", &FactReply::statement, "Sentence"),
                          field("valid_at_iso", &FactReply::valid_at_iso, "True from"),
                          field("invalid_at_iso", &FactReply::invalid_at_iso, "Until"),
                          field("removed_at", &FactReply::removed_at, "Left search"),
                          field("confidence", &FactReply::confidence, "0 to 1")};
    }
};

FactReply to_reply(const Fact& fact);

}  // namespace tools::memory
