#include "tools/memory/written_json.hpp"

#include "tools/amount.hpp"

namespace tools::memory {
namespace {

constexpr std::size_t warning_bytes = 1'200;
constexpr std::size_t noted_bytes = 600;
constexpr std::size_t most_listed = 10;

/// The way out of a meeting with a stored fact: what to add to the call.
std::optional<std::string> way_out(const Finding& finding) {
    Json ends = Json::array();
    for (const Ending& one : finding.ends)
        ends.push_back({{"fact", one.fact}, {"invalid_at_iso", iso(one.at)}});
    if (!ends.empty()) return dump_json(Json{{"ends", std::move(ends)}});
    if (!finding.send.empty()) return finding.send;
    return std::nullopt;
}

WarningReply to_warning(const Grouped& group) {
    const Finding& finding = group.finding;
    WarningReply out{group.path, finding.kind, finding.message, {}, way_out(finding)};
    if (group.count > 1) out.message += " (" + std::to_string(group.count) + " facts)";
    if (!finding.stored.empty()) out.fact = finding.stored;
    return out;
}

std::string fact_line(const Fact& fact) {
    return fact_id(fact) + " \"" + fact.statement + "\"";
}

void add_lines(std::string& to, const char* before,
               const std::optional<std::vector<std::string>>& lines) {
    if (!lines) return;
    for (const std::string& line : *lines)
        to += std::string("\n") + before + line;
}

}  // namespace

WrittenReply to_reply(const Written& written) {
    WrittenReply out;
    if (!written.id.str().empty()) out.episode_uuid = written.id.str();
    out.status = shown(written.status);
    out.dataspace = written.dataspace;
    out.facts = static_cast<std::int64_t>(written.facts);
    if (written.status == WriteStatus::stored_before) out.duplicate = true;
    for (const EpisodeId& id : written.replaced)
        (out.replaced ? *out.replaced : out.replaced.emplace()).emplace_back(id.str());
    for (const Fact& fact : written.dropped) {
        auto& dropped = out.dropped ? *out.dropped : out.dropped.emplace();
        if (dropped.size() < most_listed) dropped.push_back(fact_line(fact));
    }
    if (written.dropped.size() > most_listed)
        out.dropped->push_back(std::to_string(written.dropped.size() - most_listed) + " more");
    for (const End& end : written.ended)
        (out.ended ? *out.ended : out.ended.emplace())
            .push_back(fact_id(end.fact) + " ended " + shown(end.closing.invalid_at));
    const Told warnings = grouped(written.warnings, warning_bytes);
    for (const Grouped& one : warnings.groups)
        out.warnings.push_back(to_warning(one));
    if (warnings.left_out > 0)
        out.warnings.push_back({"", "more", amount(warnings.left_out, "more warning"), {}, {}});
    const Told noted = grouped(written.noted, noted_bytes);
    for (const Grouped& one : noted.groups)
        out.noted.push_back(one.path + " " + one.finding.message);
    if (noted.left_out > 0) out.noted.push_back(std::to_string(noted.left_out) + " more");
    return out;
}

std::string WrittenReply::text_block() const {
    std::string out = status + " in " + dataspace;
    if (episode_uuid)
        out = *episode_uuid + " in " + dataspace + ", " + amount(facts, "fact") + ": " + status;
    add_lines(out, "replaced ", replaced);
    add_lines(out, "dropped ", dropped);
    add_lines(out, "", ended);
    for (const WarningReply& warning : warnings) {
        out += "\n! " + warning.path + " " + warning.kind + ": " + warning.message;
        if (!warning.send) continue;
        const bool beside = warning.send->starts_with(R"({"ends")");  // the episode stands already
        out += (beside ? "; send this call again with " : "; send ") + *warning.send;
    }
    for (const std::string& line : noted)
        out += "\nnoted " + line;
    return out;
}

}  // namespace tools::memory
