#include "tools/join/prepare/draft.hpp"
#include "tools/join/prepare/prepare.hpp"
#include "tools/projection/refusal.hpp"
#include "tools/projection/selection_json.hpp"

#include <array>
#include <iterator>

namespace tools::prepare {
namespace {

struct PrepareArgs {
    std::string corpus;
    std::vector<Chosen> branches;

    static constexpr auto fields() {
        return std::tuple{
            field("corpus", &PrepareArgs::corpus, "The corpusId of the selection"),
            field("branches", &PrepareArgs::branches, "Of threads, parents before what left them",
                  {.max_items = projection::most_branches})};
    }
};

struct PrepareReply {
    std::string corpus;
    std::int64_t revision = 0, branches = 0, undecided = 0, stale = 0;
    std::vector<OpenPoint> open;
    std::string text;

    static constexpr auto fields() {
        using R = PrepareReply;
        return std::tuple{
            field("corpus", &R::corpus, "The corpus."),
            field("revision", &R::revision, "Of the selection: one above what was applied."),
            field("branches", &R::branches, "In the selection."),
            field("undecided", &R::undecided, "Summaries that a person has to approve or remove."),
            field("stale", &R::stale, "Summaries left out: what they sum up was retracted."),
            field("open", &R::open, "What has to be settled besides."),
            field("text", &R::text, "The file for the person, JSON.")};
    }

    [[nodiscard]] std::string text_block() const;
};

/// What to do about an open point.
const char* advice_on(Open reason) {
    constexpr std::array all{
        "looks as if it held a secret, so it was left empty: write one without it, or remove it",
        "has more than 2000 characters: shorten it",
        "is empty: remove it",
        "has more than 100 summaries: remove some",
        "was removed from the selection that was applied: add it yourself if it belongs there",
        "was taken out before: name it in restore, or remove it",
        "was applied at a later version: the branch was moved back",
        "was applied before and is not here: applying this keeps it out for good"};
    return all.at(static_cast<std::size_t>(reason));
}

std::string PrepareReply::text_block() const {
    std::string out = "Selection " + std::to_string(revision) + " of corpus " + corpus + ": " +
                      std::to_string(branches) + " branches, " + std::to_string(undecided) +
                      " summaries, none of them approved. A person reads each text, corrects or "
                      "removes it, sets approved to true on what stays, and applies the file.\n";
    if (stale > 0) out += "! " + std::to_string(stale) + " stale summaries were left out.\n";
    for (const OpenPoint& one : open)
        out += std::string("! ") + word(one.reason) + ": " + one.branch +
               (one.summary ? ", summary " + *one.summary : "") + " " + advice_on(one.reason) +
               "\n";
    return out + "\n" + text;
}

Json summary_json(const projection::Summary& summary) {
    Json out = {{"summaryId", summary.id},
                {"role", word(summary.role)},
                {"kind", "summary"},
                {"approved", false},
                {"text", summary.text}};
    if (summary.memory_ref) out["memoryRef"] = *summary.memory_ref;
    return out;
}

Json branch_json(const projection::Branch& branch) {
    Json out = {{"branchId", branch.id}};
    if (branch.parent) out["parentBranchId"] = *branch.parent;
    out["sourceRevision"] = branch.source_revision;
    out["sources"] = Json::array();
    for (const projection::Source& source : branch.sources)
        out["sources"].push_back({{"refId", source.ref}, {"sha256", source.sha256}});
    out["summaries"] = Json::array();
    for (const projection::Summary& summary : branch.summaries)
        out["summaries"].push_back(summary_json(summary));
    return out;
}

/// The file that examples/selection.json shows, every summary undecided.
std::string file_text(const projection::Selection& selection) {
    Json out = {{"schemaVersion", projection::schema_version},
                {"corpusId", selection.corpus},
                {"revision", selection.revision},
                {"branches", Json::array()},
                {"exclude", Json::array()},
                {"restore", Json::array()}};
    for (const projection::Branch& branch : selection.branches)
        out["branches"].push_back(branch_json(branch));
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

PrepareReply prepare(const store::ReadTxn& txn, const Call& call, const PrepareArgs& args) {
    for (const Chosen& one : args.branches)
        if (one.id) projection::read_id(*one.id);
    Draft draft = draw_up(txn, call, projection::read_id(args.corpus), args.branches);
    PrepareReply reply;
    reply.corpus = args.corpus;
    reply.revision = draft.selection.revision;
    reply.branches = std::ssize(draft.selection.branches);
    for (const projection::Branch& branch : draft.selection.branches)
        reply.undecided += std::ssize(branch.summaries);
    reply.stale = static_cast<std::int64_t>(draft.stale);
    reply.open = std::move(draft.open);
    reply.text = file_text(draft.selection);
    projection::demand(reply.text.size() <= projection::most_input_bytes,
                       projection::Fault::input_too_large);
    return reply;
}

constexpr std::array prepare_tools{
    reads<prepare>({.name = "projection_prepare",
                    .title = "Prepare a selection for review",
                    .about = "Only when the user wants branches of threads in a projection: gives "
                             "the file of a selection with their summaries, none approved. Save it "
                             "for the user, who reads, corrects and approves each text; never do "
                             "that in the user's place. Changes nothing.",
                    .toolset = Toolset::projection})};

}  // namespace

constinit const Rows<Tool> tool_rows = prepare_tools;

}  // namespace tools::prepare
