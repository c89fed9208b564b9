#include "tools/thread/changing_json.hpp"
#include "tools/thread/node_json.hpp"
#include "tools/thread/stored_vectors.hpp"
#include "tools/thread/thread_tools.hpp"

#include <array>

namespace tools::thread {
namespace {

constexpr std::size_t most_nodes = 500;

struct AppendArgs {
    std::vector<NodeArgs> nodes;
    std::optional<std::string> thread, branch, expected_version;

    static constexpr auto fields() {
        return std::tuple{field("nodes", &AppendArgs::nodes, "In order", {.max_items = most_nodes}),
                          field("thread", &AppendArgs::thread, about_thread),
                          field("branch", &AppendArgs::branch, about_branch),
                          field("expected_version", &AppendArgs::expected_version, about_expected)};
    }
};

struct AppendReply {
    std::string thread, branch, version;
    std::vector<std::string> ids, heads, duplicates;

    static constexpr auto fields() {
        return std::tuple{
            field("thread", &AppendReply::thread, "The thread's name."),
            field("branch", &AppendReply::branch, "The branch that moved."),
            field("version", &AppendReply::version, "The version it is at now."),
            field("ids", &AppendReply::ids, "Of the nodes, in the order given."),
            field("heads", &AppendReply::heads, "What new nodes hang on."),
            field("duplicates", &AppendReply::duplicates, "Nodes that were there already.")};
    }

    [[nodiscard]] std::string text_block() const {
        std::string out = branch + " of thread \"" + thread + "\" is at " + version + "; ids " +
                          join(ids) + "; heads " + join(heads);
        if (!duplicates.empty()) out += "; there already: " + join(duplicates);
        return out;
    }
};

/// The vectors that came with nodes, which are not numbered yet.
std::vector<NewVector> vectors_of(const std::vector<Draft>& drafts) {
    std::vector<NewVector> out;
    for (const Draft& draft : drafts)
        out.push_back({0, draft.path + "/vector", draft.vector});
    return out;
}

AppendReply append_nodes(store::WriteTxn& txn, const Call& call, const AppendArgs& args) {
    if (args.nodes.empty())
        throw store::Error(store::Code::invalid, "there is nothing to append",
                           {{"/nodes", "missing", "expected at least one node", "", {}}});
    return change_branch<AppendReply>(
        txn, call, args, [&](Change& change, AppendReply& reply, Version& said) {
            std::vector<Draft> drafts = drafts_of(change, args.nodes);
            std::vector<NewVector> vectors = vectors_of(drafts);
            const Appended appended = append(change, std::move(drafts), call.clock());
            for (std::size_t i = 0; i < vectors.size(); ++i)
                vectors[i].node = appended.numbers[i];
            store_vectors(txn, change.space(), vectors);
            said.message = "append";
            reply.ids = change.short_ids(appended.numbers);
            reply.duplicates = change.short_ids(appended.duplicates);
            reply.heads = change.short_ids(change.heads());
        });
}

constexpr std::array append_tools{writes<append_nodes>(
    {.name = "thread_append",
     .title = "Append to a conversation's thread",
     .about = "Appends what was said and done as nodes that never change: prompts, "
              "completions, tool calls with results, critiques. They hang on the "
              "branch's heads unless parents are given.",
     .toolset = Toolset::thread,
     .hints = {.destructive = false, .idempotent = false}})};

}  // namespace

constinit const Rows<Tool> append_rows = append_tools;

}  // namespace tools::thread
