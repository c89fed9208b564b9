#pragma once

#include "tools/memory/coverage/covers_json.hpp"
#include "tools/memory/draft.hpp"
#include "tools/memory/episode_write.hpp"
#include "tools/memory/model.hpp"
#include "tools/memory/plain_json.hpp"
#include "tools/schema.hpp"

#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

namespace tools::memory {

struct FactArgs : FactDraft {
    static constexpr auto fields() {
        return std::tuple{
            field("subject_name", &FactArgs::subject_name, "Full name", {.also = "subject"}),
            field("predicate", &FactArgs::predicate, "Stable label, snake_case"),
            field("object_name", &FactArgs::object_name, "Other name or value", {.also = "object"}),
            field("statement", &FactArgs::statement, "Whole sentence, no pronouns"),
            field("valid_at_iso", &FactArgs::valid_at_iso, "True from"),
            field("invalid_at_iso", &FactArgs::invalid_at_iso, "No longer true from"),
            field("confidence", &FactArgs::confidence, "0-1", {.unlisted = true}),
            field("single", &FactArgs::single, "Ontology: one at a time", {.unlisted = true}),
            field("alias", &FactArgs::alias, "Ontology: same thing", {.unlisted = true})};
    }
};

/// A fact where the fields of create_longterm_memory already say what it holds.
struct SameFactArgs : FactArgs {
    using Fields = FactArgs;
    static constexpr bool shown_plain = true;
};

struct EndArgs : EndDraft {
    static constexpr auto fields() {
        return std::tuple{field("fact", &EndArgs::fact, "uuid#n"),
                          field("invalid_at_iso", &EndArgs::invalid_at_iso, "When"),
                          field("reason", &EndArgs::reason, "Why", {.unlisted = true})};
    }
};

struct SameEndArgs : EndArgs {
    using Fields = EndArgs;
    static constexpr bool shown_plain = true;
};

/// What create and replace have in common. Faults of reading it are kept, so that
/// they are told together with those of the rules.
template <class FactForm, class EndForm>
struct EpisodeArgs : EpisodeDraft {
    std::vector<FactForm> fact_args;
    std::optional<std::vector<EndForm>> end_args;
    std::optional<coverage::CoversArgs> covers;
    std::optional<bool> wait, allow_secrets;
    Problems problems;

    static constexpr auto fields() {
        using Args = EpisodeArgs;
        constexpr bool anew = std::is_same_v<FactForm, SameFactArgs>;
        constexpr Limits of_create{.unlisted = anew};
        return std::tuple{
            field("episode_name", &Args::episode_name, "Names the cluster, 1-30 characters"),
            field("source_description", &Args::source_description,
                  "Document, heading, lines; 1-120"),
            field("facts", &Args::fact_args,
                  anew ? "1-100" : "1-100; an ontology's also: single, alias"),
            field("dataspace_name", &Args::dataspace_name, "Where", of_create),
            field("reference_time_iso", &Args::reference_time_iso, "When the source says it"),
            field("context", &Args::context, "Background", of_create),
            field("kind", &Args::kind, "Default fact", of_create),
            field("source", &Args::source, "Its path or URL", of_create),
            field("covers", &Args::covers, "Part of the source that it holds, now processed",
                  {.unlisted = true}),
            field("ends", &Args::end_args, "Stored facts no longer true"),
            field("wait", &Args::wait, "Fold first", {.unlisted = true}),
            field("allow_secrets", &Args::allow_secrets, "Despite a warning", {.unlisted = true})};
    }
};

using CreateArgs = EpisodeArgs<FactArgs, EndArgs>;
using AnewArgs = EpisodeArgs<SameFactArgs, SameEndArgs>;

/// The request behind either form.
template <class FactForm, class EndForm>
WriteRequest to_request(const EpisodeArgs<FactForm, EndForm>& args) {
    WriteRequest out;
    out.draft = args;
    out.draft.facts.assign(args.fact_args.begin(), args.fact_args.end());
    if (args.end_args) out.draft.ends.assign(args.end_args->begin(), args.end_args->end());
    for (const store::Problem& problem : args.problems)
        out.faults.push_back(finding_of(problem));
    if (args.covers) out.covers = coverage::to_covers(*args.covers);
    out.wait = args.wait.value_or(false);
    out.allow_secrets = args.allow_secrets.value_or(false);
    return out;
}

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
