#pragma once

#include "tools/memory/coverage/covers_json.hpp"
#include "tools/memory/draft.hpp"
#include "tools/memory/episode_write.hpp"
#include "tools/memory/model.hpp"
#include "tools/memory/plain_json.hpp"
#include "tools/schema.hpp"

#include <string>
#include <tuple>
#include <vector>

namespace tools::memory {

struct FactArgs : FactDraft {
    static constexpr auto fields() {
        return std::tuple{
            field("subject_name", &FactArgs::subject_name, {.also = "subject"}),
            field("predicate", &FactArgs::predicate, "snake_case"),
            field("object_name", &FactArgs::object_name, "Name or value", {.also = "object"}),
            field("statement", &FactArgs::statement, "Whole sentence, no pronouns"),
            field("valid_at_iso", &FactArgs::valid_at_iso),
            field("invalid_at_iso", &FactArgs::invalid_at_iso, "No longer true from"),
            field("confidence", &FactArgs::confidence),
            field("single", &FactArgs::single),
            field("alias", &FactArgs::alias)};
    }
};

/// A fact where the fields of create_longterm_memory already say what it holds.
struct SameFactArgs : FactArgs {
    using Fields = FactArgs;
    static constexpr bool shown_plain = true;
};

struct EndArgs : EndDraft {
    static constexpr auto fields() {
        return std::tuple{field("fact", &EndArgs::fact),
                          field("invalid_at_iso", &EndArgs::invalid_at_iso),
                          field("reason", &EndArgs::reason)};
    }
};

struct SameEndArgs : EndArgs {
    using Fields = EndArgs;
    static constexpr bool shown_plain = true;
};

/// Their fields are named in `covers` itself.
struct PlainCoversArgs : coverage::CoversArgs {
    using Fields = coverage::CoversArgs;
    static constexpr bool shown_plain = true;
};

/// What create and replace have in common. Faults of reading it are kept, so that
/// they are told together with those of the rules.
template <class FactForm, class EndForm>
struct EpisodeArgs : EpisodeDraft {
    /// Another tool has said what the fields mean.
    static constexpr bool known = requires { FactForm::shown_plain; };
    std::vector<FactForm> fact_args;
    std::optional<std::vector<EndForm>> end_args;
    std::optional<PlainCoversArgs> covers;
    std::optional<bool> wait, allow_secrets;
    Problems problems;

    static constexpr auto fields() {
        using Args = EpisodeArgs;
        constexpr auto said = [](const char* words) { return known ? "" : words; };
        return std::tuple{
            field("episode_name", &Args::episode_name, said("1-30 characters")),
            field("source_description", &Args::source_description,
                  said("Document, heading, lines; 1-120")),
            field("facts", &Args::fact_args),
            field("dataspace_name", &Args::dataspace_name),
            field("reference_time_iso", &Args::reference_time_iso, said("When the source says it")),
            field("context", &Args::context),
            field("kind", &Args::kind),
            field("source", &Args::source),
            field("covers", &Args::covers,
                  said("{from, to, unit?, total?} of source, now processed")),
            field("ends", &Args::end_args, said("Stored facts no longer true")),
            field("wait", &Args::wait),
            field("allow_secrets", &Args::allow_secrets)};
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
