#include "tools/memory/episode_json.hpp"

#include "tools/time.hpp"

namespace tools::memory {
namespace {

std::optional<std::string> iso_of(const std::optional<Moment>& moment) {
    if (!moment) return std::nullopt;
    return iso(*moment);
}

}  // namespace

WriteRequest to_request(const EpisodeArgs& args) {
    WriteRequest out;
    out.draft = args;
    out.draft.facts.assign(args.fact_args.begin(), args.fact_args.end());
    if (args.end_args) out.draft.ends.assign(args.end_args->begin(), args.end_args->end());
    if (args.cover_args) out.draft.covers = coverage::to_covers(*args.cover_args);
    for (const store::Problem& problem : args.problems)
        out.faults.push_back(finding_of(problem));
    out.wait = args.wait.value_or(false);
    out.allow_secrets = args.allow_secrets.value_or(false);
    return out;
}

FactReply to_reply(const Fact& fact) {
    FactReply out;
    out.id = fact_id(fact);
    out.subject_name = fact.subject;
    out.predicate = fact.predicate;
    out.object_name = fact.object;
    out.statement = fact.statement;
    out.valid_at_iso = iso_of(fact.valid_at);
    out.invalid_at_iso = iso_of(fact.invalid_at);
    if (fact.removed_ms != 0) out.removed_at = utc(fact.removed_ms);
    constexpr double thousand = 1000;
    if (fact.confidence) out.confidence = *fact.confidence / thousand;
    return out;
}

}  // namespace tools::memory
