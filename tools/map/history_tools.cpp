#include "tools/amount.hpp"
#include "tools/map/conversation.hpp"
#include "tools/map/history.hpp"
#include "tools/map/map_tools.hpp"
#include "tools/map/reply.hpp"
#include "tools/text/invisible.hpp"
#include "tools/time.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace tools::map {
namespace {

constexpr std::size_t history_page_bytes = 50'000;
constexpr std::size_t lines_listed = 12;    ///< of a revision among others
constexpr std::uint64_t most_steps = 2000;  ///< deltas that one call looks at

struct HistoryArgs {
    std::optional<std::string> conversation;
    std::optional<std::int64_t> revision, diff_to;
    std::optional<std::string> node, cursor;

    static constexpr auto fields() {
        return std::tuple{
            field("conversation", &HistoryArgs::conversation, about_conversation),
            field("revision", &HistoryArgs::revision, "This one in full", {.least = 0}),
            field("diff_to", &HistoryArgs::diff_to, "Compare revision (or the newest) with this",
                  {.least = 0}),
            field("node", &HistoryArgs::node, "Only this node"),
            field("cursor", &HistoryArgs::cursor, about_cursor)};
    }
};

struct RevisionReply {
    std::int64_t revision = 0;
    std::optional<std::int64_t> first;
    std::string time;
    std::vector<std::string> changes;
    std::optional<std::vector<std::string>> before;
    std::optional<std::int64_t> more;

    static constexpr auto fields() {
        return std::tuple{
            field("revision", &RevisionReply::revision, "The revision it led to."),
            field("first", &RevisionReply::first, "First of several told as one."),
            field("time", &RevisionReply::time, "When, UTC."),
            field("changes", &RevisionReply::changes, "Its delta's lines."),
            field("before", &RevisionReply::before, "Changed and removed nodes as they were."),
            field("more", &RevisionReply::more, "Lines left out: ask for the revision.")};
    }
};

struct HistoryReply {
    std::string conversation;
    std::int64_t revision = 0;
    std::vector<RevisionReply> revisions;
    std::optional<std::string> next_cursor;
    std::string note;  ///< how the text block ends

    static constexpr auto fields() {
        return std::tuple{
            field("conversation", &HistoryReply::conversation, "The map's name."),
            field("revision", &HistoryReply::revision, "The map's newest revision."),
            field("revisions", &HistoryReply::revisions, "The newest first."),
            field("next_cursor", &HistoryReply::next_cursor, "Send it for the rest.")};
    }

    [[nodiscard]] std::string text_block() const {
        std::string out = "Map \"" + text::reveal(conversation) + "\" is at revision " +
                          std::to_string(revision) + ".\n";
        for (const RevisionReply& told : revisions)
            out += revision_text(told);
        return out + note;
    }

private:
    static std::string revision_text(const RevisionReply& told) {
        std::string out = "\nRevision ";
        if (told.first) out += std::to_string(*told.first) + " to ";
        out += std::to_string(told.revision) + " (" + told.time + "):\n";
        for (const std::string& line : told.changes)
            out += "- " + line + "\n";
        if (told.more) out += "- ... " + amount(*told.more, "more line") + "\n";
        if (told.before) out += "As they were before:\n";
        for (const std::string& line : told.before.value_or(std::vector<std::string>{}))
            out += "- " + line + "\n";
        return out;
    }
};

[[noreturn]] void no_such_history(const char* path, const char* reason,
                                  const std::string& message) {
    throw store::Error(store::Code::invalid, "no such history", {{path, reason, message, "", {}}});
}

std::uint64_t read_number(const std::optional<std::string>& cursor, std::uint64_t otherwise) {
    if (!cursor || cursor->empty()) return otherwise;
    std::uint64_t value = 0;
    const char* end = cursor->data() + cursor->size();
    const auto [stop, fault] = std::from_chars(cursor->data(), end, value);
    if (fault != std::errc{} || stop != end)
        no_such_history("/cursor", "bad_cursor",
                        "send next_cursor of the page before, or leave it out");
    return value;
}

std::uint64_t checked(const char* path, std::int64_t revision, const Head& head) {
    const auto value = static_cast<std::uint64_t>(revision);
    if (value > head.revision)
        no_such_history(path, "unknown_revision",
                        "the map is at revision " + std::to_string(head.revision) +
                            ": send one from 0 to that");
    return value;
}

RevisionReply head_of(const Told& told) {
    RevisionReply out;
    out.revision = static_cast<std::int64_t>(told.revision);
    if (told.first < told.revision) out.first = static_cast<std::int64_t>(told.first);
    out.time = utc(told.time);
    return out;
}

std::size_t cost(const std::string& line) {
    return 2 * (json_size(line) + 6);
}

/// One delta whole: its lines, then the old lines, from a line on as many as fit.
void tell_one(HistoryReply& reply, const Told& told, const std::optional<std::string>& cursor) {
    RevisionReply out = head_of(told);
    std::size_t left = history_page_bytes;
    const std::size_t all = told.lines.size() + told.before.size();
    std::size_t at = read_number(cursor, 0);
    const std::size_t first = at;
    for (; at < all; ++at) {
        const bool new_line = at < told.lines.size();
        const std::string& line = new_line ? told.lines[at] : told.before[at - told.lines.size()];
        if (cost(line) > left && at > first) break;
        left -= std::min(left, cost(line));
        if (!new_line && !out.before) out.before.emplace();
        (new_line ? out.changes : *out.before).push_back(line);
    }
    reply.revisions.push_back(std::move(out));
    if (at < all) reply.next_cursor = std::to_string(at);
}

/// A revision among others: its first lines.
RevisionReply in_short(const Told& told) {
    RevisionReply out = head_of(told);
    out.changes.assign(told.lines.begin(),
                       told.lines.begin() +
                           static_cast<std::ptrdiff_t>(std::min(told.lines.size(), lines_listed)));
    if (told.lines.size() > lines_listed)
        out.more = static_cast<std::int64_t>(told.lines.size() - lines_listed);
    return out;
}

struct Asked {
    const store::ReadTxn& txn;
    const Call& call;
    store::Space space;
    std::optional<NodeId> node;
};

void list_revisions(HistoryReply& reply, const Asked& asked, std::uint64_t from) {
    std::size_t left = history_page_bytes;
    std::uint64_t steps = 0;
    while (from > 0) {
        check_stop(asked.call);
        const auto delta = find_delta(asked.txn, asked.space, from);
        if (!delta) return;
        const Told told = tell(asked.node ? only(*delta, *asked.node) : *delta);
        RevisionReply out = in_short(told);
        std::size_t size = 200;
        for (const std::string& line : out.changes)
            size += cost(line);
        const bool full = size > left && !reply.revisions.empty();
        if (full || ++steps > most_steps) {
            reply.next_cursor = std::to_string(from);
            return;
        }
        from = delta->first - 1;
        if (told.lines.empty()) continue;
        left -= std::min(left, size);
        reply.revisions.push_back(std::move(out));
    }
}

std::optional<NodeId> asked_node(const std::optional<std::string>& node) {
    if (!node) return std::nullopt;
    const auto id = read_id(*node);
    if (!id) no_such_history("/node", "bad_id", "send a node's id, such as T3");
    return id;
}

Told compared(const Asked& asked, std::uint64_t a, std::uint64_t b) {
    const auto [older, newer] = std::minmax(a, b);
    Delta delta = between(asked.txn, asked.space, older, newer);
    delta.first = older + 1;
    delta.revision = newer;
    return tell(asked.node ? only(delta, *asked.node) : delta);
}

Told one(const Asked& asked, std::uint64_t revision) {
    auto delta = find_delta(asked.txn, asked.space, revision);
    if (!delta)
        no_such_history("/revision", "unknown_revision",
                        "revision 0 is the empty map: send 1 or more");
    return tell(asked.node ? only(*delta, *asked.node) : *delta);
}

/// How to get what was left out.
std::string ending(const HistoryReply& reply, const HistoryArgs& args) {
    if (reply.revision == 0)
        return "Nothing was stored under this name yet; map_list names the maps there are.";
    if (!reply.next_cursor)
        return reply.revisions.empty() ? "No revision changed that." : "That is all of it.";
    Json next = {{"conversation", reply.conversation}};
    if (args.revision) next["revision"] = *args.revision;
    if (args.diff_to) next["diff_to"] = *args.diff_to;
    if (args.node) next["node"] = *args.node;
    next["cursor"] = *reply.next_cursor;
    return "\nThere is more. Send " + call_line("map_history", next);
}

HistoryReply history(const store::ReadTxn& txn, const Call& call, const HistoryArgs& args) {
    const Conversation map = open_conversation(txn, call, args.conversation);
    const Head& head = map.reader.head;
    HistoryReply reply;
    reply.conversation = map.name;
    reply.revision = static_cast<std::int64_t>(head.revision);
    const auto node = asked_node(args.node);
    const auto newest = static_cast<std::int64_t>(head.revision);
    const std::uint64_t revision = checked("/revision", args.revision.value_or(newest), head);
    const std::uint64_t other = checked("/diff_to", args.diff_to.value_or(0), head);
    if (map.space && head.revision > 0) {
        const Asked asked{txn, call, *map.space, node};
        if (args.diff_to)
            tell_one(reply, compared(asked, revision, other), args.cursor);
        else if (args.revision)
            tell_one(reply, one(asked, revision), args.cursor);
        else
            list_revisions(reply, asked, read_number(args.cursor, head.revision));
    }
    reply.note = ending(reply, args);
    return reply;
}

constexpr std::array history_tools{reads<history>(
    {.name = "map_history",
     .title = "History of the map",
     .about = "What changed: revisions and their deltas, newest first; one in full; two "
              "compared; one node's. map_update restore brings one back."})};

}  // namespace

constinit const Rows<Tool> history_rows = history_tools;

}  // namespace tools::map
