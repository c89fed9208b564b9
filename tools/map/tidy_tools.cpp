#include "tools/map/change_json.hpp"
#include "tools/map/conversation.hpp"
#include "tools/map/draft.hpp"
#include "tools/map/limits.hpp"
#include "tools/map/map_tools.hpp"
#include "tools/map/reply.hpp"
#include "tools/map/stored_map.hpp"
#include "tools/map/tidy.hpp"
#include "tools/map/update_json.hpp"
#include "tools/text/invisible.hpp"

#include <algorithm>
#include <array>

namespace tools::map {
namespace {

constexpr std::int64_t usual_limit = 10;        ///< proposals, unless the call says how many
constexpr std::size_t proposal_bytes = 24'000;  ///< of a reply, which holds them twice
constexpr std::size_t most_changes = 50;        ///< of one proposal; the rest comes the next time

struct TidyArgs {
    std::optional<std::string> conversation;
    std::optional<std::int64_t> limit;

    static constexpr auto fields() {
        return std::tuple{
            field("conversation", &TidyArgs::conversation, about_conversation),
            field("limit", &TidyArgs::limit, "Default 10", {.least = 1, .most = 100})};
    }
};

struct ProposalReply {
    std::string reason;
    std::vector<std::string> ids;
    std::vector<ChangeReply> changes;

    static constexpr auto fields() {
        return std::tuple{
            field("reason", &ProposalReply::reason, "Why it can go."),
            field("ids", &ProposalReply::ids, "Nodes concerned."),
            field("changes", &ProposalReply::changes, "Send them all to map_update.")};
    }
};

struct TidyReply {
    std::string conversation;
    std::int64_t revision = 0;
    std::vector<ProposalReply> proposals;
    std::vector<AttentionReply> attention;
    std::int64_t left = 0;
    std::vector<std::string> lines;

    static constexpr auto fields() {
        return std::tuple{
            field("conversation", &TidyReply::conversation, "The map's name."),
            field("revision", &TidyReply::revision, "The map's revision."),
            field("proposals", &TidyReply::proposals, "What can go, the surest first."),
            field("attention", &TidyReply::attention, "Limits that are passed."),
            field("left", &TidyReply::left, "Proposals beyond these.")};
    }

    [[nodiscard]] std::string text_block() const {
        const std::string name = "map \"" + text::reveal(conversation) + "\"";
        if (lines.empty()) return "Nothing to tidy in " + name + ".";
        std::string out = "To tidy in " + name + ", revision " + std::to_string(revision) +
                          ". Choose, then send the changes with map_update:\n";
        for (const std::string& line : lines)
            out += line;
        if (left > 0) out += "And " + std::to_string(left) + " more: send these, then ask again.\n";
        return out;
    }
};

const char* explained(Prune reason) {
    constexpr std::array all{"superseded: the newer node says it",
                             "done, and nothing open refers to it",
                             "inferred, uncertain and not confirmed for long",
                             "says the same as another",
                             "touches no open goal, task, question, risk or decision",
                             "an old decision that nothing open refers to",
                             "edges to nodes that are closed"};
    return all[static_cast<std::size_t>(reason)];
}

std::string proposal_text(const Proposal& proposal, const Reader& reader) {
    std::string out =
        "- " + tools::join(to_strings(proposal.ids)) + ": " + explained(proposal.reason) + ".";
    for (const NodeId id : proposal.ids) {
        const auto found = reader.entries(std::span(&id, 1)).front();
        if (found) out += " [" + to_string(id) + "] " + reader.words(found->node).text;
    }
    out = text::reveal(out);
    for (const Change& change : proposal.changes)
        out += "\n    " + text::reveal(dump_json(shown(change)));
    return out + "\n";
}

TidyReply tidy(const store::ReadTxn& txn, const Call& call, const TidyArgs& args) {
    const Conversation map = open_conversation(txn, call, args.conversation);
    std::vector<Proposal> found;
    const Walk walk = [&](const std::function<bool(Entry&)>& visit) {
        scan_nodes(txn, *map.space, std::nullopt, [&](Entry& entry) {
            check_stop(call);
            return visit(entry);
        });
    };
    if (map.space) found = prune(walk, map.reader.head.revision);
    TidyReply reply;
    reply.conversation = map.name;
    reply.revision = static_cast<std::int64_t>(map.reader.head.revision);
    const auto most = static_cast<std::size_t>(args.limit.value_or(usual_limit));
    std::size_t bytes = 0;
    for (Proposal& proposal : found) {
        if (reply.proposals.size() == most || bytes > proposal_bytes) break;
        if (proposal.changes.size() > most_changes) proposal.changes.resize(most_changes);
        ProposalReply out{tools::word(proposal.reason), to_strings(proposal.ids), {}};
        reply.lines.push_back(proposal_text(proposal, map.reader));
        for (Change& change : proposal.changes)
            out.changes.emplace_back(std::move(change));
        bytes += json_size(reply.lines.back());
        reply.proposals.push_back(std::move(out));
    }
    reply.left = static_cast<std::int64_t>(found.size() - reply.proposals.size());
    Draft draft(map.reader);
    for (const Attention& limit :
         limits_passed(draft, map.reader.head, call.settings.map_limits, nullptr)) {
        reply.attention.push_back(to_reply(limit));
        reply.lines.push_back(text::reveal(attention_line(limit, Form::delta)) + "\n");
    }
    return reply;
}

constexpr std::array tidy_tools{
    reads<tidy>({.name = "map_tidy",
                 .title = "Propose what to tidy",
                 .about = "Call when a limit is passed or the user asks to tidy. Proposes what "
                          "can go, as changes ready for map_update; changes nothing."})};

}  // namespace

constinit const Rows<Tool> tidy_rows = tidy_tools;

}  // namespace tools::map
