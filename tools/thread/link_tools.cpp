#include "tools/thread/changing_json.hpp"
#include "tools/thread/thread_tools.hpp"

#include <algorithm>
#include <array>

namespace tools::thread {
namespace {

struct LinkArgs {
    std::string from, to;
    LinkType type = LinkType::supersedes;
    std::optional<double> weight;
    std::optional<std::string> reason, thread, branch, expected_version;

    static constexpr auto fields() {
        return std::tuple{field("from", &LinkArgs::from, "Node that shows, replaces or is near"),
                          field("type", &LinkArgs::type, "What the link means"),
                          field("to", &LinkArgs::to, "Node shown, replaced or near"),
                          field("weight", &LinkArgs::weight, "Of embeds, 0 to 1"),
                          field("reason", &LinkArgs::reason, "Why", {.max_length = 500}),
                          field("thread", &LinkArgs::thread, about_thread),
                          field("branch", &LinkArgs::branch, about_branch),
                          field("expected_version", &LinkArgs::expected_version, about_expected)};
    }
};

struct LinkReply {
    std::string thread, branch, version;
    std::optional<std::string> note;

    static constexpr auto fields() {
        return std::tuple{field("thread", &LinkReply::thread, "The thread's name."),
                          field("branch", &LinkReply::branch, "The branch that moved."),
                          field("version", &LinkReply::version, "The version it is at now."),
                          field("note", &LinkReply::note, "What to know.")};
    }
};

void move_head(Change& change, Number from, Number to) {
    std::vector<Number> heads = change.heads();
    const auto at = std::find(heads.begin(), heads.end(), to);
    if (at == heads.end() || !is_causal(change.node(from))) return;
    *at = from;
    change.set_heads(std::move(heads));
}

LinkReply link_nodes(store::WriteTxn& txn, const Call& call, const LinkArgs& args) {
    if (args.weight && (*args.weight < 0 || *args.weight > 1))
        throw store::Error(store::Code::invalid, "the link does not fit: nothing was stored",
                           {{"/weight", "out_of_range", "expected a number from 0 to 1", "", {}}});
    return change_branch<LinkReply>(
        txn, call, args, [&](Change& change, LinkReply& reply, Version& said) {
            Link link;
            link.from = change.find(args.from, "/from");
            link.to = change.find(args.to, "/to");
            link.kind = *read_word<ArcKind>(word(args.type));
            link.weight = args.weight.value_or(args.type == LinkType::embeds ? 1 : 0);
            link.reason = args.reason.value_or("");
            link.time = call.clock();
            if (change.add_link(link, "/to") == 0)
                reply.note = "there was this link already: nothing was stored";
            else if (args.type == LinkType::supersedes)
                move_head(change, link.from, link.to);
            said.message = std::string("link ") + word(args.type);
        });
}

constexpr std::array link_tools{writes<link_nodes>(
    {.name = "thread_link",
     .title = "Link two nodes of a thread",
     .about = "Links two nodes: transclude shows the text of `to` inside `from`, "
              "supersedes puts `from` in the place of `to`, embeds says how near "
              "they are. A link that closes a cycle is refused with the chain.",
     .toolset = Toolset::thread,
     .hints = {.destructive = false, .idempotent = true}})};

}  // namespace

constinit const Rows<Tool> link_rows = link_tools;

}  // namespace tools::thread
