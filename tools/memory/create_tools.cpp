#include "tools/memory/check.hpp"
#include "tools/memory/dataspace.hpp"
#include "tools/memory/episode_json.hpp"
#include "tools/memory/memory_tools.hpp"
#include "tools/memory/stored_memory.hpp"

#include <utility>

namespace tools::memory {
namespace {

struct CreateArgs : EpisodeDraft {
    std::vector<FactArgs> fact_args;
    Problems problems;

    static constexpr auto fields() {
        return std::tuple{
            field("episode_name", &CreateArgs::episode_name,
                  "What the facts share; 1-30 characters"),
            field("source_description", &CreateArgs::source_description,
                  "Document, heading, lines; 1-120 characters"),
            field("facts", &CreateArgs::fact_args, "One coherent cluster",
                  {.max_items = max_facts}),
            field("dataspace_name", &CreateArgs::dataspace_name, "Part of the memory"),
            field("reference_time_iso", &CreateArgs::reference_time_iso, "When the source says it"),
            field("context", &CreateArgs::context, "Short background"),
            field("kind", &CreateArgs::kind, "Default fact; ontology holds relation patterns"),
            field("source", &CreateArgs::source, "Identity of the source, such as its path")};
    }
};

struct CreateReply {
    std::string episode_uuid, status, dataspace;
    std::optional<bool> duplicate;
    std::vector<std::string> noted;
    std::string text;

    [[nodiscard]] std::string text_block() const { return text; }

    static constexpr auto fields() {
        return std::tuple{field("episode_uuid", &CreateReply::episode_uuid, "The stored episode"),
                          field("status", &CreateReply::status, "Whether it is searchable"),
                          field("dataspace", &CreateReply::dataspace, "Where it lies"),
                          field("duplicate", &CreateReply::duplicate, "It was there already"),
                          field("noted", &CreateReply::noted, "What was read leniently")};
    }
};

/// The draft and the faults of reading it.
Checked checked(const CreateArgs& args) {
    EpisodeDraft draft = args;
    draft.facts.assign(args.fact_args.begin(), args.fact_args.end());
    std::vector<Finding> known;
    for (const store::Problem& problem : args.problems)
        known.push_back(finding_of(problem));
    return check(draft, std::move(known));
}

CreateReply create(store::WriteTxn& txn, const Call& call, const CreateArgs& args) {
    const Dataspace dataspace = open_dataspace(txn, call, args.dataspace_name);
    Checked read = checked(args);
    if (!read.faults.empty()) refuse(read.faults);
    CreateReply reply;
    reply.dataspace = dataspace.name;
    reply.noted = to_lines(read.noted);
    const store::Space space = make_dataspace(txn, call, dataspace);
    if (const auto equal = find_equal(txn, space, read.episode, read.facts)) {
        reply.episode_uuid = equal->str();
        reply.status = "stored before";
        reply.duplicate = true;
    } else {
        read.episode.id = make_episode_id(call.clock(), call.ids());
        read.episode.recorded_ms = call.clock();
        add_episode(txn, space, read.episode, read.facts);
        reply.episode_uuid = read.episode.id.str();
        reply.status = "queued (searchable now)";
    }
    reply.text = reply.episode_uuid + " in " + dataspace.name + ": " + reply.status + ", " +
                 std::to_string(read.facts.size()) + " facts";
    for (const std::string& line : reply.noted)
        reply.text += "\nnoted " + line;
    return reply;
}

}  // namespace

std::vector<Tool> create_rows() {
    return {
        writes({.name = "create_longterm_memory",
                .title = "Store an episode in long-term memory",
                .about = "Stores one coherent cluster of facts that should outlive this "
                         "conversation. Search first, reuse predicates and names. Times are ISO "
                         "8601 UTC; invent none. When a stored fact stops being true pass it in "
                         "ends, do not only add the new one. Answer every `!` line.",
                .toolset = Toolset::memory},
               create)};
}

}  // namespace tools::memory
