#include "tools/memory/archive_json.hpp"

#include "tools/memory/check.hpp"
#include "tools/memory/secrets.hpp"

#include <algorithm>
#include <utility>

namespace tools::memory {
namespace {

constexpr double confidence_unit = 1000;

std::optional<std::string> archived_time(const std::optional<Moment>& moment) {
    if (!moment) return std::nullopt;
    return iso(*moment);
}

std::optional<std::string> unless_empty(const std::string& text) {
    if (text.empty()) return std::nullopt;
    return text;
}

std::optional<Removal> unless_live(Removal removal) {
    if (removal == Removal::none) return std::nullopt;
    return removal;
}

std::optional<std::int64_t> unless_zero(std::int64_t ms) {
    if (ms == 0) return std::nullopt;
    return ms;
}

ArchivedFact archived(const Fact& fact) {
    ArchivedFact out;
    if (fact.removal != Removal::erased) {
        out.subject_name = fact.subject;
        out.predicate = fact.predicate;
        out.object_name = fact.object;
        out.statement = fact.statement;
    }
    out.valid_at_iso = archived_time(fact.valid_at);
    out.invalid_at_iso = archived_time(fact.invalid_at);
    if (fact.confidence) out.confidence = *fact.confidence / confidence_unit;
    out.single = fact.single;
    if (fact.alias) out.alias = true;
    out.state = unless_live(fact.removal);
    out.removed_ms = unless_zero(fact.removed_ms);
    for (const Closing& one : fact.closings) {
        if (!out.closings) out.closings.emplace();
        out.closings->push_back({one.recorded_ms, iso(one.invalid_at), archived_time(one.before),
                                 unless_empty(one.reason)});
    }
    return out;
}

FactDraft draft_of(const ArchivedFact& line) {
    FactDraft out;
    out.subject_name = line.subject_name.value_or("");
    out.predicate = line.predicate.value_or("");
    out.object_name = line.object_name.value_or("");
    out.statement = line.statement.value_or("");
    out.valid_at_iso = line.valid_at_iso;
    out.invalid_at_iso = line.invalid_at_iso;
    out.confidence = line.confidence;
    out.single = line.single;
    out.alias = line.alias;
    return out;
}

bool is_erased(const ArchivedFact& line) {
    return line.state == Removal::erased;
}

/// Gathers an episode and its faults.
class Restoring {
public:
    explicit Restoring(const ArchivedEpisode& line) : line_(line) {}

    Restored run() {
        Restored out = checked();
        read_state(out.episode);
        for (std::size_t i = 0; i < line_.facts.size(); ++i)
            read_state(line_.facts[i], out.facts[i], i);
        if (!faults_.empty()) refuse(faults_);
        return out;
    }

private:
    /// The words and times by the rules; the erased facts stand between without any.
    Restored checked() {
        EpisodeDraft draft;
        draft.kind = line_.kind;
        draft.episode_name = line_.episode_name.value_or("");
        draft.source_description = line_.source_description.value_or("");
        draft.source = line_.source;
        draft.context = line_.context;
        draft.reference_time_iso = line_.reference_time_iso;
        for (const ArchivedFact& fact : line_.facts)
            draft.facts.push_back(draft_of(fact));
        Checked read = check(draft, {});
        for (Finding& one : secrets_in(read.episode, read.facts)) {
            if (allowed(one.kind)) continue;
            one.message = "looks like a secret (" + one.kind +
                          "): leave it out, or list the rule in secrets if it is none";
            read.faults.push_back(std::move(one));
        }
        for (Finding& fault : read.faults)
            if (needed(fault)) faults_.push_back(std::move(fault));
        return {std::move(read.episode), std::move(read.facts)};
    }

    [[nodiscard]] bool allowed(const std::string& rule) const {
        return line_.secrets && std::find(line_.secrets->begin(), line_.secrets->end(), rule) !=
                                    line_.secrets->end();
    }

    [[nodiscard]] bool needed(const Finding& fault) const {
        if (fault.fact) return !is_erased(line_.facts[*fault.fact]);
        return line_.state != Removal::erased || fault.field == "facts";
    }

    void read_state(Episode& episode) {
        const auto id = read_episode_id(line_.uuid);
        if (!id) wrong({}, "uuid", "must be a uuid");
        episode.id = id.value_or(EpisodeId{});
        episode.recorded_ms = line_.recorded_ms;
        episode.removal = line_.state.value_or(Removal::none);
        episode.removed_ms = line_.removed_ms.value_or(0);
        check_removed({}, line_.state, line_.removed_ms);
        if (line_.replaced_by) episode.replaced_by = EpisodeId(*line_.replaced_by);
        for (const auto& old : line_.replaces.value_or(std::vector<std::string>{}))
            episode.replaces.emplace_back(old);
        episode.secrets = line_.secrets.value_or(std::vector<std::string>{});
    }

    void read_state(const ArchivedFact& line, Fact& fact, std::size_t at) {
        fact.removal = line.state.value_or(Removal::none);
        fact.removed_ms = line.removed_ms.value_or(0);
        check_removed(at, line.state, line.removed_ms);
        const Removal whole = line_.state.value_or(Removal::none);
        if (whole != Removal::none && fact.removal == Removal::none)
            wrong(at, "state", "must be out of search as its episode is");
        if (whole == Removal::erased && fact.removal != Removal::erased)
            wrong(at, "state", "must be erased as its episode is");
        for (const auto& one : line.closings.value_or(std::vector<ArchivedClosing>{}))
            fact.closings.push_back({one.recorded_ms, moment(at, one.before_iso),
                                     moment(at, one.invalid_at_iso).value_or(Moment{}),
                                     one.reason.value_or("")});
    }

    void check_removed(std::optional<std::size_t> at, const std::optional<Removal>& state,
                       const std::optional<std::int64_t>& removed_ms) {
        const bool live = state.value_or(Removal::none) == Removal::none;
        if (live == removed_ms.has_value())
            wrong(at, "removed_ms", "must stand beside a state other than live, and only there");
    }

    std::optional<Moment> moment(std::size_t at, const std::optional<std::string>& given) {
        if (!given) return std::nullopt;
        const TimeRead read = read_time(*given);
        if (!read.moment) wrong(at, "closings", read.fault);
        return read.moment;
    }

    void wrong(std::optional<std::size_t> at, const char* field, std::string message) {
        faults_.push_back({at, field, "bad_line", std::move(message), "", "", {}});
    }

    const ArchivedEpisode& line_;
    std::vector<Finding> faults_;
};

}  // namespace

ArchivedEpisode archived(const Episode& episode, const std::vector<Fact>& facts) {
    ArchivedEpisode out;
    out.uuid = episode.id.str();
    if (episode.kind != EpisodeKind::fact) out.kind = episode.kind;
    if (episode.removal != Removal::erased) {
        out.episode_name = episode.name;
        out.source_description = episode.source_description;
        out.source = unless_empty(episode.source);
        out.context = unless_empty(episode.context);
    }
    out.reference_time_iso = archived_time(episode.said);
    out.recorded_ms = episode.recorded_ms;
    out.state = unless_live(episode.removal);
    out.removed_ms = unless_zero(episode.removed_ms);
    out.replaced_by = unless_empty(std::string(episode.replaced_by.str()));
    for (const EpisodeId& id : episode.replaces) {
        if (!out.replaces) out.replaces.emplace();
        out.replaces->emplace_back(id.str());
    }
    if (!episode.secrets.empty()) out.secrets = episode.secrets;
    for (const Fact& fact : facts)
        out.facts.push_back(archived(fact));
    return out;
}

Restored restored(const ArchivedEpisode& line) {
    return Restoring(line).run();
}

}  // namespace tools::memory
