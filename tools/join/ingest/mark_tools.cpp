#include "store/journal.hpp"
#include "tools/join/ingest/coverage_reply.hpp"
#include "tools/join/ingest/ingest.hpp"
#include "tools/join/ingest/sources.hpp"
#include "tools/memory/coverage/cover.hpp"
#include "tools/memory/dataspace.hpp"
#include "tools/memory/stored_memory.hpp"
#include "tools/source/reference.hpp"
#include "tools/text/line.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace tools::ingest {
namespace {

namespace coverage = memory::coverage;

constexpr std::size_t most_marks_a_call = 200;
constexpr std::size_t most_reason = 200;

struct RangeArgs {
    std::int64_t from = 0, to = 0;
    std::optional<std::vector<std::string>> episodes;
    std::optional<std::string> skipped;

    static constexpr auto fields() {
        return std::tuple{
            field("from", &RangeArgs::from, "First, from 1", {.least = 1}),
            field("to", &RangeArgs::to, "Last", {.least = 1, .most = coverage::most_units}),
            field("episodes", &RangeArgs::episodes, "Uuids of the episodes it became",
                  {.max_items = 50}),
            field("skipped", &RangeArgs::skipped, "Or why nothing was stored",
                  {.max_length = most_reason})};
    }
};

struct ImageArgs {
    std::string path;
    std::optional<std::string> skipped;

    static constexpr auto fields() {
        return std::tuple{
            field("path", &ImageArgs::path, "As cat takes it, or as it is written",
                  {.max_length = 1000}),
            field("skipped", &ImageArgs::skipped, "Why it was not inspected; leave out when it was",
                  {.max_length = most_reason})};
    }
};

struct MarkArgs {
    std::string source;
    std::optional<std::string> dataspace_name;
    std::optional<coverage::Unit> unit;
    std::optional<std::int64_t> total;
    std::optional<std::string> sha256;
    std::optional<std::vector<RangeArgs>> ranges;
    std::optional<std::vector<ImageArgs>> images;

    static constexpr auto fields() {
        return std::tuple{field("source", &MarkArgs::source, about_source),
                          field("dataspace_name", &MarkArgs::dataspace_name, about_dataspace),
                          field("unit", &MarkArgs::unit, "Default lines"),
                          field("total", &MarkArgs::total,
                                "How many there are; once, unless this server reads it",
                                {.least = 1, .most = coverage::most_units}),
                          field("sha256", &MarkArgs::sha256,
                                "Digest of the source, as stat gives it", {.max_length = 64}),
                          field("ranges", &MarkArgs::ranges, "What was processed or skipped",
                                {.max_items = most_marks_a_call}),
                          field("images", &MarkArgs::images, "What became of images",
                                {.max_items = most_marks_a_call})};
    }
};

struct MarkReply {
    std::string source;
    coverage::Unit unit = coverage::Unit::lines;
    std::int64_t total = 0, processed = 0, skipped = 0, missing = 0;
    std::vector<RangeReply> uncovered;
    std::vector<std::string> open_images, notes;
    std::string line;

    static constexpr auto fields() {
        return std::tuple{
            field("source", &MarkReply::source, "The source."),
            field("unit", &MarkReply::unit, "What it is counted in."),
            field("total", &MarkReply::total, "Units that count; blank lines never do."),
            field("processed", &MarkReply::processed, "Of them."),
            field("skipped", &MarkReply::skipped, "Of them."),
            field("missing", &MarkReply::missing, "Of them, neither."),
            field("uncovered", &MarkReply::uncovered, "Where these are; 200 at most."),
            field("open_images", &MarkReply::open_images, "Images to look at; 20 at most."),
            field("notes", &MarkReply::notes, "What to know.")};
    }

    [[nodiscard]] std::string text_block() const {
        std::string out = line + ".";
        if (!open_images.empty()) out += "\nImages to look at: " + join(open_images);
        for (const std::string& note : notes)
            out += "\n! " + note;
        return out;
    }
};

/// Gathers what is wrong with the ranges of a call.
class Ranges {
public:
    Ranges(const store::ReadTxn& txn, store::Space space, const coverage::Source& source)
        : txn_(txn), space_(space), source_(source) {}

    coverage::Mark read(const RangeArgs& args, std::size_t index) {
        path_ = "/ranges/" + std::to_string(index);
        coverage::Mark out;
        out.range = {static_cast<std::uint64_t>(args.from), static_cast<std::uint64_t>(args.to)};
        out.sha256 = source_.sha256;
        if (args.to < args.from) wrong("/to", "out_of_range", "must not lie before from");
        if (source_.total > 0 && out.range.to > source_.total)
            wrong("/to", "out_of_range", "the source ends at " + std::to_string(source_.total));
        out.skipped = text::trim(args.skipped.value_or(""));
        const auto episodes = args.episodes.value_or(std::vector<std::string>{});
        if (episodes.empty() == out.skipped.empty())
            wrong("", "missing", "send either episodes or skipped with the reason");
        for (std::size_t i = 0; i < episodes.size(); ++i)
            take(episodes[i], "/episodes/" + std::to_string(i), out);
        return out;
    }

    void check() {
        if (!problems_.empty())
            throw store::Error(store::Code::invalid, "nothing was marked", std::move(problems_));
    }

private:
    void take(const std::string& text, const std::string& place, coverage::Mark& to) {
        const auto id = memory::read_episode_id(text);
        const auto episode = id ? memory::find_episode(txn_, space_, *id) : std::nullopt;
        if (!episode)
            wrong(place, "unknown_episode",
                  "no such episode in this dataspace: send the uuid that "
                  "create_longterm_memory returned");
        else if (episode->kind == memory::EpisodeKind::ontology)
            wrong(place, "ontology", "an ontology covers nothing: name the episodes with facts");
        else
            to.episodes.emplace_back(id->str());
    }

    void wrong(const std::string& place, const char* reason, const std::string& message) {
        problems_.push_back({path_ + place, reason, message, "", {}});
    }

    const store::ReadTxn& txn_;
    store::Space space_;
    const coverage::Source& source_;
    std::string path_;
    Problems problems_;
};

/// What the caller says of the source, where the server does not see it itself.
void take_word(const MarkArgs& args, const std::optional<source::Survey>& survey,
               coverage::Source& source, std::vector<std::string>& notes) {
    const std::string before = source.sha256;
    if (args.total) source.total = static_cast<std::uint64_t>(*args.total);
    if (args.sha256) source.sha256 = fold_word(*args.sha256);
    refresh(source, survey);
    if (survey && args.total && static_cast<std::uint64_t>(*args.total) != source.total)
        notes.push_back("the source has " + std::to_string(source.total) + " " + word(source.unit) +
                        ", not " + std::to_string(*args.total));
    if (!before.empty() && before != source.sha256)
        notes.push_back(
            "the source changed since it was last marked: what was marked before may "
            "stand on other lines now; see coverage_report");
}

void mark_images(store::WriteTxn& txn, store::Space space, const MarkArgs& args,
                 const std::optional<source::Survey>& survey, const std::string& source) {
    for (const ImageArgs& image : args.images.value_or(std::vector<ImageArgs>{})) {
        coverage::ImageMark mark;
        const std::string path = text::trim(image.path);
        mark.path = survey ? source::resolved(path, survey->path) : path;
        mark.skipped = text::trim(image.skipped.value_or(""));
        mark.inspected = mark.skipped.empty();
        if (!path.empty()) coverage::put_image(txn, space, source, mark);
    }
}

MarkReply marked(const coverage::Source& source, const coverage::Standing& standing) {
    MarkReply out;
    out.source = source.name;
    out.unit = source.unit;
    out.total = static_cast<std::int64_t>(standing.tally.total);
    out.processed = static_cast<std::int64_t>(standing.tally.processed);
    out.skipped = static_cast<std::int64_t>(standing.tally.skipped);
    out.missing = static_cast<std::int64_t>(standing.tally.missing);
    out.uncovered = to_reply(standing.tally.uncovered);
    constexpr std::size_t most_images = 20;
    for (const std::string& image : standing.open_images)
        if (out.open_images.size() < most_images) out.open_images.push_back(image);
    out.line = standing_line(source, standing);
    return out;
}

MarkReply mark_in(store::WriteTxn& txn, const Call& call, const MarkArgs& args,
                  const std::optional<source::Survey>& survey) {
    const memory::Dataspace dataspace = memory::open_dataspace(txn, call, args.dataspace_name);
    const store::Space space = memory::make_dataspace(txn, call, dataspace);
    const std::int64_t now = call.clock();
    coverage::Source source =
        coverage::open_source(txn, space, source_name(args.source), args.unit, now);
    std::vector<std::string> notes;
    take_word(args, survey, source, notes);
    Ranges ranges(txn, space, source);
    std::vector<coverage::Mark> marks;
    for (const RangeArgs& range : args.ranges.value_or(std::vector<RangeArgs>{}))
        marks.push_back(ranges.read(range, marks.size()));
    ranges.check();
    for (coverage::Mark& mark : marks) {
        mark.recorded_ms = now;
        coverage::add_mark(txn, space, source, std::move(mark));
    }
    mark_images(txn, space, args, survey, source.name);
    coverage::put_source(txn, space, source);
    store::log_change(txn, space, store::SpaceKind::dataspace,
                      store::Revision{memory::read_head(txn, space).revision});
    MarkReply reply = marked(source, coverage::standing(txn, space, source, images_in(survey)));
    if (source.total == 0)
        notes.push_back("the total is unknown: send total, so that what is left can be told");
    reply.notes = std::move(notes);
    return reply;
}

MarkReply mark(store::Store& store, const Call& call, const MarkArgs& args) {
    const auto survey = source::survey(call, source_name(args.source));
    return store.write([&](store::WriteTxn& txn) { return mark_in(txn, call, args, survey); });
}

constexpr std::array mark_tools{
    acts<mark>({.name = "coverage_mark",
                .title = "Mark what was processed",
                .about = "Call after each part of a source: ranges with the episodes they "
                         "became, or skipped with the reason; images that were looked at. Gives "
                         "what is left. create_longterm_memory with covers marks by itself. "
                         "Total and sha256 are needed once, and not at all for a document below "
                         "a source root. Blank lines never count; an ontology covers nothing.",
                .toolset = Toolset::ingest,
                .hints = {.destructive = false, .idempotent = true}})};

}  // namespace

constinit const Rows<Tool> mark_rows = mark_tools;

}  // namespace tools::ingest
