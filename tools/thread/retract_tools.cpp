#include "store/error.hpp"
#include "tools/thread/changing_json.hpp"
#include "tools/thread/lines.hpp"
#include "tools/thread/mentions.hpp"
#include "tools/thread/shown_json.hpp"
#include "tools/thread/thread_tools.hpp"
#include "tools/thread/verdict.hpp"

#include <algorithm>
#include <array>

namespace tools::thread {
namespace {

constexpr std::size_t most_retracted = 200;
constexpr std::size_t most_shown = 100;  ///< ids of a list

struct RetractArgs {
    std::vector<std::string> ids;
    std::optional<std::string> reason, thread, branch, expected_version;
    std::optional<Cascade> cascade;
    std::optional<bool> restore;

    static constexpr auto fields() {
        using A = RetractArgs;
        return std::tuple{
            field("ids", &A::ids, "What was false", {.max_items = most_retracted}),
            field("reason", &A::reason,
                  "Why; thread_log, thread_walk and thread_query show it, a context never does"),
            field("cascade", &A::cascade,
                  "answers: the rest of the exchange too; exclusive: all that hangs on it alone; "
                  "mark_stale: mark what follows"),
            field("restore", &A::restore, "true: make them active again, with what went along"),
            field("thread", &A::thread, about_thread),
            field("branch", &A::branch, about_branch),
            field("expected_version", &A::expected_version, about_expected)};
    }
};

struct MentionShown {
    std::string id, text;

    static constexpr auto fields() {
        return std::tuple{field("id", &MentionShown::id, "Its id."),
                          field("text", &MentionShown::text, "How it begins.")};
    }
};

struct Totals {
    std::int64_t inactive = 0, stale = 0, stale_summaries = 0, restored = 0;

    static constexpr auto fields() {
        return std::tuple{field("inactive", &Totals::inactive, "Retracted."),
                          field("stale", &Totals::stale, "Marked."),
                          field("stale_summaries", &Totals::stale_summaries, "No longer used."),
                          field("restored", &Totals::restored, "Active again.")};
    }
};

struct RetractReply {
    std::string thread, branch, version;
    std::vector<std::string> inactive, stale, stale_summaries;
    std::vector<MentionShown> mentions;
    std::optional<std::vector<std::string>> restored;
    std::optional<Totals> totals;
    std::optional<std::string> note;

    static constexpr auto fields() {
        using R = RetractReply;
        return std::tuple{
            field("thread", &R::thread, "The thread's name."),
            field("branch", &R::branch, "The branch that moved."),
            field("version", &R::version, "The version it is at now."),
            field("inactive", &R::inactive, "Nodes this retracted."),
            field("stale", &R::stale, "Nodes marked as resting on them."),
            field("stale_summaries", &R::stale_summaries, "Summaries no longer used: write anew."),
            field("mentions", &R::mentions, "Later nodes that may say it, too."),
            field("restored", &R::restored, "Nodes active again."),
            field("totals", &R::totals, "How many there are, where only the first 100 are listed."),
            field("note", &R::note, "What to know.")};
    }
};

/// The ids of the first hundred.
std::vector<std::string> first_ids(const View& view, std::vector<Number> numbers) {
    numbers.resize(std::min(numbers.size(), most_shown));
    return view.short_ids(numbers);
}

void list_verdict(RetractReply& reply, const View& view, const Verdict& verdict, bool back) {
    (back ? reply.restored.emplace() : reply.inactive) = first_ids(view, verdict.nodes);
    reply.stale = first_ids(view, verdict.stale);
    reply.stale_summaries = first_ids(view, verdict.stale_summaries);
    const auto count = [](const std::vector<Number>& numbers) {
        return static_cast<std::int64_t>(numbers.size());
    };
    if (std::max({verdict.nodes.size(), verdict.stale.size(), verdict.stale_summaries.size()}) >
        most_shown)
        reply.totals = {back ? 0 : count(verdict.nodes), count(verdict.stale),
                        count(verdict.stale_summaries), back ? count(verdict.nodes) : 0};
}

RetractReply retract_nodes(store::WriteTxn& txn, const Call& call, const RetractArgs& args) {
    if (args.ids.empty())
        throw store::Error(store::Code::invalid, "there is nothing to retract",
                           {{"/ids", "missing", "expected at least one id", "", {}}});
    if (!args.restore.value_or(false)) txn.takes_away();
    return change_branch<RetractReply>(
        txn, call, args, [&](Change& change, RetractReply& reply, Version& said) {
            std::vector<Number> asked;
            for (std::size_t i = 0; i < args.ids.size(); ++i)
                asked.push_back(change.find(args.ids[i], "/ids/" + std::to_string(i)));
            const std::string reason = args.reason.value_or("");
            const bool back = args.restore.value_or(false);
            const Verdict verdict =
                back ? restore(change, asked, reason, call.clock())
                     : retract(change, asked, args.cascade.value_or(Cascade::none), reason,
                               call.clock());
            said.message = back ? "restore" : "retract";
            list_verdict(reply, change, verdict, back);
            if (!verdict.note.empty()) reply.note = verdict.note;
            if (back) return;
            for (const Number number : mentions(change, verdict.nodes))
                reply.mentions.push_back({change.short_id(number),
                                          beginning(change.text(change.node(number)), short_text)});
        });
}

struct SummarizeArgs {
    std::optional<std::vector<std::string>> span, members;
    std::string text;
    std::optional<std::string> thread, branch, expected_version;

    static constexpr auto fields() {
        using A = SummarizeArgs;
        return std::tuple{
            field("span", &A::span, "First and last node: all on paths between", {.max_items = 2}),
            field("members", &A::members, "Or the nodes"),
            field("text", &A::text, "The summary"),
            field("thread", &A::thread, about_thread),
            field("branch", &A::branch, about_branch),
            field("expected_version", &A::expected_version, about_expected)};
    }
};

struct SummarizeReply {
    std::string thread, branch, version, id;
    std::int64_t members = 0;
    double ratio = 0;
    std::vector<std::string> replaces;
    std::optional<std::string> note;

    static constexpr auto fields() {
        using R = SummarizeReply;
        return std::tuple{field("thread", &R::thread, "The thread's name."),
                          field("branch", &R::branch, "The branch that moved."),
                          field("version", &R::version, "The version it is at now."),
                          field("id", &R::id, "Of the summary."),
                          field("members", &R::members, "How many nodes it covers."),
                          field("ratio", &R::ratio, "Its size by theirs."),
                          field("replaces", &R::replaces, "Earlier summaries of the same."),
                          field("note", &R::note, "What to know.")};
    }
};

std::vector<Number> members_of(const View& view, const SummarizeArgs& args) {
    if (args.span && args.span->size() == 2)
        return span_of(view, args.span->front(), args.span->back(), "/span");
    if (!args.members || args.members->empty())
        throw store::Error(
            store::Code::invalid, "there is nothing to summarise",
            {{"/span", "missing", "expected span with two ids, or members", "", {}}});
    std::vector<Number> out;
    for (std::size_t i = 0; i < args.members->size(); ++i)
        out.push_back(view.find((*args.members)[i], "/members/" + std::to_string(i)));
    return out;
}

SummarizeReply summarize_nodes(store::WriteTxn& txn, const Call& call, const SummarizeArgs& args) {
    if (args.text.empty() || args.text.size() > max_content)
        throw store::Error(store::Code::invalid, "the summary does not fit",
                           {{"/text", "wrong_size", "expected a text of at most 1 MiB", "", {}}});
    return change_branch<SummarizeReply>(
        txn, call, args, [&](Change& change, SummarizeReply& reply, Version& said) {
            const std::vector<Number> members = members_of(change, args);
            const Summarized made = summarize(change, members, args.text, call.clock());
            said.message = "summarize";
            reply.id = change.short_id(made.number);
            reply.members = static_cast<std::int64_t>(members.size());
            reply.ratio = made.ratio;
            reply.replaces = change.short_ids(made.replaces);
            if (made.ratio >= 1) reply.note = "it is no shorter than what it covers";
        });
}

constexpr std::array retract_tools{
    writes<retract_nodes>({.name = "thread_retract",
                           .title = "Retract or restore nodes of a thread",
                           .about =
                               "Takes false nodes out of every later context of the branch; old "
                               "versions keep them. Names the summaries to write anew and later "
                               "nodes that may repeat it.",
                           .toolset = Toolset::thread,
                           .hints = {.destructive = true, .idempotent = true}}),
    writes<summarize_nodes>(
        {.name = "thread_summarize",
         .title = "Keep a summary of a part of a thread",
         .about = "Stores a summary of nodes; thread_assemble shows it in their place "
                  "when they do not fit.",
         .toolset = Toolset::thread,
         .hints = {.destructive = false, .idempotent = false}})};

}  // namespace

constinit const Rows<Tool> retract_rows = retract_tools;

}  // namespace tools::thread
