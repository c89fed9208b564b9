#include "tools/amount.hpp"
#include "tools/map/conversation.hpp"
#include "tools/map/draft.hpp"
#include "tools/map/focus.hpp"
#include "tools/map/map_tools.hpp"
#include "tools/map/reply.hpp"
#include "tools/map/update.hpp"
#include "tools/text/invisible.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace tools::map {
namespace {

struct FocusArgs {
    std::optional<std::string> conversation;
    std::string request;
    std::optional<std::vector<std::string>> mentions;
    std::optional<std::int64_t> max_nodes, max_tokens;

    static constexpr auto fields() {
        return std::tuple{
            field("conversation", &FocusArgs::conversation, about_conversation),
            field("request", &FocusArgs::request, "The user's message, as it is"),
            field("mentions", &FocusArgs::mentions, "Ids or names to include", {.max_items = 50}),
            field("max_nodes", &FocusArgs::max_nodes, "Default 24",
                  {.least = 1, .most = 200, .unlisted = true}),
            field("max_tokens", &FocusArgs::max_tokens, "Default 800",
                  {.least = 50, .most = 6000, .unlisted = true})};
    }
};

struct FocusReply {
    std::string conversation, text;
    std::int64_t revision = 0;
    std::map<std::string, std::string> why;
    std::vector<BlockedReply> blocked;
    std::int64_t left_out = 0, tokens = 0;
    std::string counter;
    std::vector<std::string> next_ids;
    std::string head, reasons;  ///< what the text block says around the map

    static constexpr auto fields() {
        return std::tuple{
            field("conversation", &FocusReply::conversation, "The map's name."),
            field("text", &FocusReply::text, "The part: headings, node and edge lines."),
            field("revision", &FocusReply::revision, "The map's revision."),
            field("why", &FocusReply::why, "Why each node is there, by id."),
            field("blocked", &FocusReply::blocked, "Nodes shown that cannot go on."),
            field("left_out", &FocusReply::left_out, "Relevant nodes beyond the budget."),
            field("tokens", &FocusReply::tokens, "Tokens of `text`."),
            field("counter", &FocusReply::counter, "What counted them."),
            field("next_ids", &FocusReply::next_ids, "Next free id of each type.")};
    }

    [[nodiscard]] std::string text_block() const {
        std::string out = head + "\n";
        if (!text.empty()) ((out += '\n') += text) += '\n';
        if (!reasons.empty()) out += "Why: " + reasons + "\n";
        if (!blocked.empty()) out += "Blocked: " + blocked_line(blocked) + "\n";
        return out + "Next ids: " + join(next_ids, " ");
    }
};

/// `goal G1; blocks Q2, R1`: in the order of the words.
std::string reasons(const Focus& focus) {
    std::map<Why, std::vector<NodeId>> ids;
    for (const auto& [id, why] : focus.nodes)
        ids[why].push_back(id);
    std::string out;
    for (const auto& [why, nodes] : ids) {
        if (!out.empty()) out += "; ";
        out += std::string(word(why)) + " " + join(to_strings(nodes));
    }
    return out;
}

std::string first_line(const Conversation& map, const Focus& focus, const Counter& counter) {
    const Head& head = map.reader.head;
    const std::string name = "Map \"" + text::reveal(map.name) + "\"";
    if (head.revision == 0) return name + " is empty: map_update starts it.";
    std::string out = name + ", revision " + std::to_string(head.revision) + ": " +
                      amount(focus.nodes.size(), "node") + " of " + std::to_string(head.nodes) +
                      ", " + std::to_string(focus.tokens.value) + " tokens (" + counter.name() +
                      ")";
    if (focus.left_out > 0)
        out += "; left out for the budget: " + std::to_string(focus.left_out) +
               " (send a larger max_nodes or max_tokens)";
    return out + ".";
}

FocusReply show_focus(const store::ReadTxn& txn, const Call& call, const FocusArgs& args) {
    const Conversation map = open_conversation(txn, call, args.conversation);
    FocusRequest request;
    request.request = args.request;
    request.mentions = args.mentions.value_or(std::vector<std::string>{});
    if (args.max_nodes) request.max_nodes = static_cast<std::size_t>(*args.max_nodes);
    if (args.max_tokens) request.max_tokens = {*args.max_tokens};
    Focus found = focus(map.reader, request, call.counter);
    FocusReply reply;
    reply.conversation = map.name;
    reply.revision = static_cast<std::int64_t>(map.reader.head.revision);
    for (const auto& [id, why] : found.nodes)
        reply.why[to_string(id)] = word(why);
    reply.blocked = to_reply(found.blocked);
    reply.left_out = static_cast<std::int64_t>(found.left_out);
    reply.tokens = found.tokens.value;
    reply.counter = call.counter.name();
    reply.next_ids = next_ids(map.reader.head);
    reply.head = first_line(map, found, call.counter);
    reply.reasons = reasons(found);
    reply.text = std::move(found.text);
    return reply;
}

constexpr std::array focus_tools{reads<show_focus>(
    {.name = "map_focus",
     .title = "Focus the map",
     .about = "Call first on every user message, with the message as `request`: gives the "
              "part of the conversation's map it is about: goals, blockers, decisions, "
              "preferences, each with why. Also: max_nodes, max_tokens."})};

}  // namespace

constinit const Rows<Tool> focus_rows = focus_tools;

}  // namespace tools::map
