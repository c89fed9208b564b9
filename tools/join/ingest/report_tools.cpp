#include "tools/amount.hpp"
#include "tools/join/ingest/coverage_reply.hpp"
#include "tools/join/ingest/ingest.hpp"
#include "tools/join/ingest/sources.hpp"
#include "tools/memory/coverage/harvest.hpp"
#include "tools/memory/dataspace.hpp"
#include "tools/text/invisible.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace tools::ingest {
namespace {

namespace coverage = memory::coverage;

constexpr std::size_t listed = 50;  ///< of images, predicates and skipped ranges
constexpr std::size_t text_ranges = 20;

/// Whether the patterns behind a source's predicates were there before.
enum class Ontology { none, reused, created, revised, mixed };

constexpr auto names(Ontology) {
    return std::array{"none", "reused", "created", "revised", "mixed"};
}

struct ReportArgs {
    std::string source;
    std::optional<std::string> dataspace_name;

    static constexpr auto fields() {
        return std::tuple{field("source", &ReportArgs::source, about_source),
                          field("dataspace_name", &ReportArgs::dataspace_name, about_dataspace)};
    }
};

struct SkippedReply {
    std::int64_t from = 0, to = 0;
    std::string reason;

    static constexpr auto fields() {
        return std::tuple{field("from", &SkippedReply::from, "First."),
                          field("to", &SkippedReply::to, "Last."),
                          field("reason", &SkippedReply::reason, "Why nothing was stored.")};
    }
};

struct ImagesReply {
    std::int64_t referenced = 0, inspected = 0, skipped = 0;
    std::vector<std::string> open;

    static constexpr auto fields() {
        return std::tuple{
            field("referenced", &ImagesReply::referenced, "That the source names."),
            field("inspected", &ImagesReply::inspected, "That were looked at."),
            field("skipped", &ImagesReply::skipped, "That were left out for a reason."),
            field("open", &ImagesReply::open, "Neither; 50 at most.")};
    }
};

struct EpisodesReply {
    std::int64_t created = 0, replaced = 0, forgotten = 0, facts = 0;

    static constexpr auto fields() {
        return std::tuple{
            field("created", &EpisodesReply::created, "Ever written from this source."),
            field("replaced", &EpisodesReply::replaced, "Of them, by better ones."),
            field("forgotten", &EpisodesReply::forgotten, "Of them."),
            field("facts", &EpisodesReply::facts, "Facts that are live now.")};
    }
};

struct TimesReply {
    std::int64_t episodes = 0, facts = 0;
    std::optional<std::string> first, last;

    static constexpr auto fields() {
        return std::tuple{field("episodes", &TimesReply::episodes, "Live episodes that say when."),
                          field("facts", &TimesReply::facts, "Live facts with a validity."),
                          field("first", &TimesReply::first, "Earliest time a part was said."),
                          field("last", &TimesReply::last, "Latest.")};
    }
};

struct OntologyReply {
    Ontology state = Ontology::none;
    std::int64_t reused = 0, created = 0, revised = 0;
    std::vector<std::string> without_pattern;

    static constexpr auto fields() {
        return std::tuple{
            field("state", &OntologyReply::state, "In one word."),
            field("reused", &OntologyReply::reused, "Predicates whose pattern was there before."),
            field("created", &OntologyReply::created, "Whose pattern came with this source."),
            field("revised", &OntologyReply::revised, "Whose pattern was replaced for it."),
            field("without_pattern", &OntologyReply::without_pattern, "Predicates without any.")};
    }
};

struct ReportReply {
    std::string source, dataspace;
    coverage::Pass pass = coverage::Pass::none;
    coverage::Unit unit = coverage::Unit::lines;
    std::int64_t total = 0, processed = 0, skipped = 0, missing = 0;
    std::vector<RangeReply> uncovered, lost, changed;
    std::vector<SkippedReply> skips;
    ImagesReply images;
    EpisodesReply episodes;
    TimesReply times;
    OntologyReply ontology;
    std::string text;

    static constexpr auto fields() {
        return std::tuple{
            field("source", &ReportReply::source, "The source."),
            field("dataspace", &ReportReply::dataspace, "Where its episodes lie."),
            field("pass", &ReportReply::pass,
                  "none; first_pass: under half; partial; dense: all of it, images too."),
            field("unit", &ReportReply::unit, "What it is counted in."),
            field("total", &ReportReply::total, "Units that count; blank lines never do."),
            field("processed", &ReportReply::processed, "Of them."),
            field("skipped", &ReportReply::skipped, "Of them."),
            field("missing", &ReportReply::missing, "Of them, neither."),
            field("uncovered", &ReportReply::uncovered, "Where these are; 200 at most."),
            field("lost", &ReportReply::lost, "Processed once, but the episodes were forgotten."),
            field("changed", &ReportReply::changed, "Marked before the source changed."),
            field("skips", &ReportReply::skips, "What was left out and why; 50 at most."),
            field("images", &ReportReply::images, "Images."),
            field("episodes", &ReportReply::episodes, "What it became."),
            field("times", &ReportReply::times, "Temporal anchors."),
            field("ontology", &ReportReply::ontology, "Relation patterns.")};
    }

    [[nodiscard]] std::string text_block() const { return text; }
};

std::int64_t whole(std::uint64_t number) {
    return static_cast<std::int64_t>(number);
}

std::vector<std::string> first_of(const std::vector<std::string>& all) {
    return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), listed))};
}

Ontology state_of(const coverage::Harvest& harvest) {
    const bool reused = harvest.reused_patterns > 0;
    const bool created = harvest.new_patterns > 0;
    const bool revised = harvest.revised_patterns > 0;
    if (reused + created + revised > 1) return Ontology::mixed;
    if (reused) return Ontology::reused;
    if (created) return Ontology::created;
    return revised ? Ontology::revised : Ontology::none;
}

void take(const coverage::Standing& standing, const std::vector<std::string>& referenced,
          ReportReply& to) {
    to.pass = standing.pass();
    to.total = whole(standing.tally.total);
    to.processed = whole(standing.tally.processed);
    to.skipped = whole(standing.tally.skipped);
    to.missing = whole(standing.tally.missing);
    to.uncovered = to_reply(standing.tally.uncovered);
    to.lost = to_reply(standing.lost);
    to.changed = to_reply(standing.stale);
    for (const coverage::Skipped& skip : standing.skipped)
        if (to.skips.size() < listed)
            to.skips.push_back({whole(skip.range.from), whole(skip.range.to), skip.reason});
    for (const coverage::ImageMark& image : standing.images)
        ++(image.inspected ? to.images.inspected : to.images.skipped);
    to.images.open = first_of(standing.open_images);
    to.images.referenced =
        std::max(whole(referenced.size()), to.images.inspected + to.images.skipped);
}

void take(const coverage::Harvest& harvest, ReportReply& to) {
    to.episodes = {whole(harvest.episodes), whole(harvest.replaced), whole(harvest.forgotten),
                   whole(harvest.facts)};
    to.times.episodes = whole(harvest.dated_episodes);
    to.times.facts = whole(harvest.dated_facts);
    if (harvest.first_said) to.times.first = memory::shown(*harvest.first_said);
    if (harvest.last_said) to.times.last = memory::shown(*harvest.last_said);
    to.ontology = {state_of(harvest), whole(harvest.reused_patterns), whole(harvest.new_patterns),
                   whole(harvest.revised_patterns), first_of(harvest.without_pattern)};
}

const char* explained(coverage::Pass pass) {
    constexpr std::array all{
        "Nothing was processed yet.", "This is a first pass: under half of it.",
        "This is a partial graph: something is left.",
        "This is a dense pass: all of it was processed or skipped for a reason."};
    return all[static_cast<std::size_t>(pass)];
}

/// The seed's output rules, a line each.
std::string report_text(const ReportReply& reply, const coverage::Source& source,
                        const coverage::Standing& standing) {
    const auto number = [](std::int64_t value) { return std::to_string(value); };
    std::string out = standing_line(source, standing) + ".\n";
    out += explained(reply.pass) + std::string("\n");
    if (!standing.lost.empty())
        out +=
            "! Forgotten, so uncovered again: " + coverage::range_list(standing.lost, text_ranges) +
            "\n";
    if (!standing.stale.empty())
        out += "! The source changed after these were marked, check them: " +
               coverage::range_list(standing.stale, text_ranges) + "\n";
    out += "Episodes: " + number(reply.episodes.created) + " created, " +
           number(reply.episodes.replaced) + " of them replaced, " +
           number(reply.episodes.forgotten) + " forgotten; " +
           amount(reply.episodes.facts, "fact is", "facts are") + " live.\n";
    out += "Times: " + amount(reply.times.episodes, "episode says", "episodes say") + " when" +
           (reply.times.first ? " (" + *reply.times.first + " to " + *reply.times.last + ")" : "") +
           ", " + amount(reply.times.facts, "fact has", "facts have") + " a validity.\n";
    out += std::string("Ontology: ") + word(reply.ontology.state) +
           "; predicates with a pattern: " + number(reply.ontology.reused) + " reused, " +
           number(reply.ontology.created) + " created, " + number(reply.ontology.revised) +
           " revised.\n";
    if (!reply.ontology.without_pattern.empty())
        out += "Without a pattern: " + join(reply.ontology.without_pattern) + "\n";
    out += "Images: " + number(reply.images.referenced) + " referenced, " +
           number(reply.images.inspected) + " inspected, " + number(reply.images.skipped) +
           " skipped.";
    for (const std::string& image : reply.images.open)
        out += "\n- to look at: " + text::reveal(image);
    for (const SkippedReply& skip : reply.skips)
        out += "\n- skipped " + number(skip.from) + "-" + number(skip.to) + ": " +
               text::reveal(skip.reason);
    return out;
}

/// A source that nobody told of is one of which all is missing.
coverage::Source known_source(const store::ReadTxn& txn, const memory::Dataspace& dataspace,
                              const std::string& name) {
    auto found = dataspace.space ? coverage::find_source(txn, *dataspace.space, name)
                                 : std::optional<coverage::Source>();
    if (found) return *std::move(found);
    coverage::Source out;
    out.name = name;
    return out;
}

ReportReply report_in(const store::ReadTxn& txn, const Call& call, const ReportArgs& args,
                      const std::optional<source::Survey>& survey) {
    const memory::Dataspace dataspace = memory::open_dataspace(txn, call, args.dataspace_name);
    coverage::Source source = known_source(txn, dataspace, source_name(args.source));
    refresh(source, survey);
    const std::vector<std::string> images = images_in(survey);
    coverage::Standing standing;
    coverage::Harvest harvest;
    if (dataspace.space) {
        standing = coverage::standing(txn, *dataspace.space, source, images);
        harvest = coverage::harvest(txn, *dataspace.space, source.name, [&] { check_stop(call); });
    } else {
        standing.tally = coverage::tally(source.total, source.blank, {}, {});
        standing.open_images = images;
    }
    if (source.total == 0 && source.first_ms == 0 && harvest.episodes == 0)
        throw store::Error(store::Code::not_found, "no such source",
                           {{"/source",
                             "unknown_source",
                             "nothing is known of it, and it is no document below a source root: "
                             "send what episodes name as source, or coverage_mark first",
                             "",
                             {}}});
    ReportReply reply;
    reply.source = source.name;
    reply.dataspace = dataspace.name;
    reply.unit = source.unit;
    take(standing, images, reply);
    take(harvest, reply);
    reply.text = report_text(reply, source, standing);
    return reply;
}

ReportReply report(store::Store& store, const Call& call, const ReportArgs& args) {
    const auto survey = source::survey(call, source_name(args.source));
    return store.read(
        [&](const store::ReadTxn& txn) { return report_in(txn, call, args, survey); });
}

constexpr std::array report_tools{
    acts<report>({.name = "coverage_report",
                  .title = "Report how far a source got",
                  .about = "Call to plan the next part of a source and before saying how far its "
                           "ingestion got: uncovered ranges, what was skipped and why, images, "
                           "episodes created and replaced, times, ontology reused or new, and "
                           "whether this is a first pass, partial or dense. Changes nothing.",
                  .toolset = Toolset::ingest,
                  .hints = {.idempotent = true, .looks = true}})};

}  // namespace

constinit const Rows<Tool> report_rows = report_tools;

}  // namespace tools::ingest
