#include "tools/memory/episode_json.hpp"

#include "tools/time.hpp"

namespace tools::memory {
namespace {

constexpr std::size_t noted_bytes = 600;

std::optional<std::string> iso_of(const std::optional<Moment>& moment) {
    if (!moment) return std::nullopt;
    return iso(*moment);
}

}  // namespace

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
    if (fact.confidence) out.confidence = *fact.confidence / 1000.0;
    return out;
}

std::vector<std::string> to_lines(const std::vector<Finding>& noted) {
    const Told told = grouped(noted, noted_bytes);
    std::vector<std::string> out;
    for (const Grouped& one : told.groups)
        out.push_back(one.path + ": " + one.finding.message);
    if (told.left_out > 0) out.push_back(std::to_string(told.left_out) + " more");
    return out;
}

}  // namespace tools::memory
