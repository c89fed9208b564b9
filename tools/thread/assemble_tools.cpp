#include "store/error.hpp"
#include "tools/text/invisible.hpp"
#include "tools/thread/context.hpp"
#include "tools/thread/context_args.hpp"
#include "tools/thread/formats_json.hpp"
#include "tools/thread/thread_tools.hpp"

#include <array>
#include <cmath>
#include <map>

namespace tools::thread {
namespace {

constexpr std::size_t most_explained = 500;

struct AssembleArgs : ContextArgs {
    std::optional<std::string> explain, thread, branch;
    std::optional<Format> format;

    /// A field of the base.
    template <class M>
    static constexpr Field<AssembleArgs, M> own(const char* name, M ContextArgs::*member,
                                                const char* about) {
        return {name, static_cast<M AssembleArgs::*>(member), about, {}};
    }

    static constexpr auto fields() {
        using A = AssembleArgs;
        return std::tuple{
            own("heads", &ContextArgs::heads, "Nodes to stand on, default the branch's"),
            own("max_tokens", &ContextArgs::max_tokens, "Default 4000"),
            own("reserve", &ContextArgs::reserve, "Tokens kept for the answer and what is outside"),
            own("strategy", &ContextArgs::strategy, "Default priority_weighted"),
            own("query", &ContextArgs::query, "What the context is for"),
            own("query_vector", &ContextArgs::query_vector,
                "The same as a vector, base64 as in thread_append: nodes count by cosine, by the "
                "mean of both where query is sent too"),
            own("pins", &ContextArgs::pins, "Nodes that must be there"),
            own("tail_min", &ContextArgs::tail_min, "Last exchanges kept first, default 1"),
            own("drop_critique", &ContextArgs::drop_critique, "Leave critiques out"),
            field("format", &A::format, "Of messages, default openai"),
            field("explain", &A::explain,
                  "runs, or ids for one by one: why each node is in or out"),
            own("hard_fail", &ContextArgs::hard_fail, "Refuse when anything is left out"),
            field("thread", &A::thread, about_thread),
            field("branch", &A::branch, about_branch)};
    }
};

struct Gap {
    std::string from, to;
    std::int64_t nodes = 0, tokens = 0;

    static constexpr auto fields() {
        return std::tuple{
            field("from", &Gap::from, "First node."), field("to", &Gap::to, "Last node."),
            field("nodes", &Gap::nodes, "How many."), field("tokens", &Gap::tokens, "Their size.")};
    }
};

struct Explained {
    std::string from, to;
    std::int64_t n = 0;
    std::string reason;
    std::optional<std::string> by;
    std::int64_t tokens = 0;
    std::optional<double> score;

    static constexpr auto fields() {
        using E = Explained;
        return std::tuple{
            field("from", &E::from, "First node."),
            field("to", &E::to, "Last node."),
            field("n", &E::n, "How many."),
            field("reason", &E::reason, "Why."),
            field("by", &E::by, "The node that made it so."),
            field("tokens", &E::tokens, "Their size."),
            field("score", &E::score, "Of a single node: how much it was wanted, 0 to 1.")};
    }
};

struct AssembleReply {
    std::string thread, branch, version;
    std::vector<AnyObject> messages;
    std::vector<std::vector<std::string>> ids;
    std::int64_t tokens = 0;
    std::string counter;
    std::int64_t available = 0;
    AnyObject counts;
    std::vector<Gap> uncovered;
    std::optional<std::string> note;
    std::optional<std::vector<Explained>> explain;
    std::string shown;  ///< the text block

    static constexpr auto fields() {
        using R = AssembleReply;
        return std::tuple{
            field("thread", &R::thread, "The thread's name."),
            field("branch", &R::branch, "The branch."),
            field("version", &R::version, "The version looked at."),
            field("messages", &R::messages, "What to send."),
            field("ids", &R::ids, "The nodes of each message."),
            field("tokens", &R::tokens, "Of all messages, 4 a message and 3 a list included."),
            field("counter", &R::counter, "What counted."),
            field("available", &R::available, "max_tokens without reserve."),
            field("counts", &R::counts, "Nodes by reason."),
            field("uncovered", &R::uncovered, "Runs left out that no summary covers."),
            field("note", &R::note, "What to know."),
            field("explain", &R::explain, "Runs of nodes with their reason.")};
    }

    [[nodiscard]] std::string text_block() const { return shown; }
};

std::string reason_word(Reason reason) {
    return names(reason)[static_cast<std::size_t>(reason)];
}

/// Candidates that stand in a row with the same reason.
struct Run {
    Number from = 0, to = 0;
    std::int64_t n = 0, tokens = 0;
    Reason reason = Reason::over_budget;
    Number by = 0;
    std::optional<double> score = {};  ///< of a single one
};

/// Every candidate, then the summaries: runs of equal reason, or one by one.
std::vector<Run> runs_of(const Context& context, bool singly) {
    std::vector<Run> out;
    const auto add = [&](const Header& node, Reason reason, Number by, std::int64_t tokens) {
        const bool same =
            !singly && !out.empty() && out.back().reason == reason && out.back().by == by;
        if (!same) out.push_back({node.number, 0, 0, 0, reason, by});
        Run& run = out.back();
        run.to = node.number;
        ++run.n;
        run.tokens += tokens;
    };
    const auto& scores = context.choice.scores;
    for (std::size_t i = 0; i < context.line.candidates.size(); ++i) {
        const Candidate& one = context.line.candidates[i];
        add(one.node, one.reason, one.by, one.node.tokens);
        if (!scores.empty()) out.back().score = out.back().n == 1 ? scores[i] : std::nullopt;
    }
    for (const ShownSummary& one : context.choice.summaries)
        add(one.node, Reason::summary_of, 0, one.tokens);
    for (const Node& one : context.line.stale)
        add(one, Reason::stale_summary, 0, one.tokens);
    return out;
}

void count_reasons(AssembleReply& reply, const std::vector<Run>& runs) {
    std::map<std::string, std::int64_t> counts;
    for (const Run& run : runs)
        counts[reason_word(run.reason)] += run.n;
    reply.counts.value = Json::object();
    for (const auto& [reason, n] : counts)
        reply.counts.value[reason] = n;
}

/// Runs left out, joined over what is never shown.
void find_gaps(AssembleReply& reply, const View& view, const std::vector<Run>& runs) {
    std::vector<Run> gaps;
    bool open = false;
    for (const Run& run : runs) {
        if (run.reason != Reason::over_budget) {
            open = open && run.reason != Reason::selected && run.reason != Reason::tail;
            continue;
        }
        if (!open) gaps.push_back({run.from, 0, 0, 0});
        open = true;
        gaps.back().to = run.to;
        gaps.back().n += run.n;
        gaps.back().tokens += run.tokens;
    }
    for (const Run& gap : gaps)
        reply.uncovered.push_back(
            {view.short_id(gap.from), view.short_id(gap.to), gap.n, gap.tokens});
}

void explain(AssembleReply& reply, const View& view, std::vector<Run> runs) {
    if (runs.size() > most_explained) {
        runs.resize(most_explained);
        reply.note = reply.note.value_or("") + " explain is cut at 500 entries: ask for runs";
    }
    reply.explain.emplace();
    for (const Run& run : runs)
        reply.explain->push_back(
            {view.short_id(run.from), view.short_id(run.to), run.n, reason_word(run.reason),
             run.by == 0 ? std::optional<std::string>() : view.short_id(run.by), run.tokens,
             run.score ? std::optional<double>(std::round(*run.score * 1000) / 1000)
                       : std::nullopt});
}

std::string shown_text_of(const AssembleReply& reply, const Context& context) {
    std::string out;
    for (const Message& message : context.messages) {
        out += std::string(names(Speaker{})[static_cast<std::size_t>(message.speaker)]) + ": " +
               text::reveal(message.text);
        for (const ShownCall& call : message.calls)
            out += " [calls " + call.name + "(" + text::reveal(call.args) + ")]";
        out += "\n";
    }
    out += std::to_string(reply.tokens) + " of " + std::to_string(reply.available) + " tokens (" +
           reply.counter + "); nodes " + dump_json(reply.counts.value);
    if (reply.note) out += "; " + *reply.note;
    return out;
}

AssembleReply assemble_context(const store::ReadTxn& txn, const Call& call,
                               const AssembleArgs& args) {
    const Place place = open_place(txn, call, args.thread, args.branch);
    const View view = view_of(txn, place);
    Wish wish = wish_of(view, args);
    wish.scores = args.explain.has_value();
    const Context context = assemble(view, heads_of(view, args.heads), wish,
                                     args.drop_critique.value_or(false), call.counter);
    AssembleReply reply;
    reply.thread = place.thread;
    reply.branch = place.branch;
    reply.version = version_name(view.version().number);
    Written written = write_messages(context.messages, args.format.value_or(Format::openai));
    for (Json& message : written.messages)
        reply.messages.push_back({std::move(message)});
    for (const auto& nodes : written.nodes)
        reply.ids.push_back(view.short_ids(nodes));
    reply.tokens = context.choice.tokens;
    reply.counter = call.counter.name();
    reply.available = wish.max_tokens - wish.reserve;
    if (!context.choice.note.empty()) reply.note = context.choice.note;
    if (!place.space) reply.note = "the thread is empty: thread_append makes it";
    const std::vector<Run> runs = runs_of(context, false);
    count_reasons(reply, runs);
    find_gaps(reply, view, runs);
    if (args.explain) explain(reply, view, *args.explain == "ids" ? runs_of(context, true) : runs);
    reply.shown = shown_text_of(reply, context);
    return reply;
}

constexpr std::array assemble_tools{reads<assemble_context>(
    {.name = "thread_assemble",
     .title = "Assemble the context to send next",
     .about = "Gives the messages to send to a model: never more tokens than asked "
              "for, calls always with their results, nothing retracted, summaries "
              "for what does not fit, and why each node is in or out.",
     .toolset = Toolset::thread})};

}  // namespace

constinit const Rows<Tool> assemble_rows = assemble_tools;

}  // namespace tools::thread
