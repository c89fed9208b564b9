#include "store/error.hpp"
#include "tools/amount.hpp"
#include "tools/text/ascii.hpp"
#include "tools/thread/difference.hpp"
#include "tools/thread/number_set.hpp"
#include "tools/thread/place.hpp"
#include "tools/thread/shown_json.hpp"
#include "tools/thread/thread_tools.hpp"
#include "tools/time.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace tools::thread {
namespace {

enum class LogOp : std::uint8_t { nodes, branches, versions, diff, threads };

constexpr auto names(LogOp) {
    return std::array{"nodes", "branches", "versions", "diff", "threads"};
}

constexpr std::size_t log_page = 100;

struct LogArgs {
    std::optional<LogOp> op;
    std::optional<std::string> find, id, at, to, cursor, thread, branch;

    static constexpr auto fields() {
        return std::tuple{field("op", &LogArgs::op, "Default nodes"),
                          field("find", &LogArgs::find, "Words that a node holds, in any case"),
                          field("id", &LogArgs::id, "One node in full"),
                          field("at", &LogArgs::at, "Version or branch to look at; diff: from it"),
                          field("to", &LogArgs::to, "diff: to this one, default the branch"),
                          field("cursor", &LogArgs::cursor, "next_cursor of the page before"),
                          field("thread", &LogArgs::thread, about_thread),
                          field("branch", &LogArgs::branch, about_branch)};
    }
};

struct BranchShown {
    std::string name, version;
    std::vector<std::string> heads;
    std::int64_t nodes = 0;

    static constexpr auto fields() {
        return std::tuple{field("name", &BranchShown::name, "Its name."),
                          field("version", &BranchShown::version, "What it points to."),
                          field("heads", &BranchShown::heads, "What new nodes hang on."),
                          field("nodes", &BranchShown::nodes, "How many it holds.")};
    }
};

struct VersionShown {
    std::string version, time, message;
    std::vector<std::string> parents;
    std::int64_t nodes = 0;

    static constexpr auto fields() {
        return std::tuple{field("version", &VersionShown::version, "Its name."),
                          field("time", &VersionShown::time, "When, UTC."),
                          field("message", &VersionShown::message, "What was done."),
                          field("parents", &VersionShown::parents, "The versions it comes from."),
                          field("nodes", &VersionShown::nodes, "How many it holds.")};
    }
};

struct LogReply {
    std::string thread, branch, version;
    std::optional<std::vector<ShownNode>> nodes, added, removed;
    std::optional<std::vector<BranchShown>> branches;
    std::optional<std::vector<VersionShown>> versions;
    std::optional<std::vector<std::string>> threads;
    std::optional<std::string> next_cursor, note;

    static constexpr auto fields() {
        using R = LogReply;
        return std::tuple{field("thread", &R::thread, "The thread's name."),
                          field("branch", &R::branch, "The branch."),
                          field("version", &R::version, "The version shown."),
                          field("nodes", &R::nodes, "Oldest first."),
                          field("added", &R::added, "diff: what came."),
                          field("removed", &R::removed, "diff: what is not there."),
                          field("branches", &R::branches, "By name."),
                          field("versions", &R::versions, "Newest first."),
                          field("threads", &R::threads, "Names."),
                          field("next_cursor", &R::next_cursor, "Send it for the rest."),
                          field("note", &R::note, "What to know.")};
    }

    [[nodiscard]] std::string text_block() const {
        std::string out = "Thread \"" + thread + "\", " + branch + " at " + version + ".\n";
        if (nodes) out += lines_of(*nodes);
        if (added) out += "Added:\n" + lines_of(*added);
        if (removed) out += "Not there:\n" + lines_of(*removed);
        for (const auto& one : branches.value_or(std::vector<BranchShown>{}))
            out += "- " + one.name + " at " + one.version + ", heads " + join(one.heads) + ", " +
                   amount(one.nodes, "node") + "\n";
        for (const auto& one : versions.value_or(std::vector<VersionShown>{}))
            out += "- " + one.version + " " + one.time + " " + one.message + ", " +
                   amount(one.nodes, "node") + "\n";
        for (const auto& name : threads.value_or(std::vector<std::string>{}))
            out += "- " + name + "\n";
        if (next_cursor) out += "More: send cursor " + *next_cursor + ".\n";
        return out + note.value_or("");
    }
};

Number read_log_cursor(const std::optional<std::string>& cursor) {
    if (!cursor || cursor->empty()) return 0;
    Number value = 0;
    const char* end = cursor->data() + cursor->size();
    const auto [stop, fault] = std::from_chars(cursor->data(), end, value);
    if (fault == std::errc{} && stop == end) return value;
    throw store::Error(store::Code::invalid, "no such page",
                       {{"/cursor",
                         "bad_cursor",
                         "send next_cursor of the page before, or leave it out",
                         "",
                         {}}});
}

bool holds_words(const std::string& text, const std::string& asked) {
    const std::string in = text::ascii_lower(text);
    std::string word;
    for (const char c : text::ascii_lower(asked) + " ") {
        if (c != ' ') {
            word += c;
            continue;
        }
        if (!word.empty() && in.find(word) == std::string::npos) return false;
        word.clear();
    }
    return true;
}

Version asked_version(const store::ReadTxn& txn, const Place& place, const std::string& name,
                      const char* path) {
    if (auto found = named_version(txn, *place.space, name)) return *found;
    throw store::Error(store::Code::not_found, "no such version",
                       {{path,
                         "unknown_version",
                         "\"" + name + "\" is neither a branch nor a version such as v12",
                         "",
                         {}}});
}

void list_nodes(LogReply& reply, const Call& call, const View& view, const LogArgs& args) {
    reply.nodes.emplace();
    if (args.id) {
        reply.nodes->push_back(shown_node(view, view.find(*args.id, "/id"), 0));
        return;
    }
    const Number after = read_log_cursor(args.cursor);
    const std::vector<Number> items = view.items();
    for (auto at = std::upper_bound(items.begin(), items.end(), after); at != items.end(); ++at) {
        check_stop(call);
        if (view.link(*at)) continue;
        if (args.find && !holds_words(view.text(view.node(*at)), *args.find)) continue;
        if (reply.nodes->size() == log_page) {
            reply.next_cursor = std::to_string(*(at - 1));
            return;
        }
        reply.nodes->push_back(shown_node(view, *at));
    }
}

void list_branches(LogReply& reply, const View& view, const LogArgs& args) {
    reply.branches.emplace();
    const std::string after = args.cursor.value_or("");
    for (const auto& branch : branches(view.txn(), view.space())) {
        if (branch.first <= after) continue;
        if (reply.branches->size() == log_page) {
            reply.next_cursor = reply.branches->back().name;
            return;
        }
        const Version version = version_at(view.txn(), view.space(), branch.second);
        reply.branches->push_back({branch.first, version_name(branch.second),
                                   view.short_ids(version.heads),
                                   static_cast<std::int64_t>(version.nodes)});
    }
}

void list_names(LogReply& reply, const store::ReadTxn& txn, const Call& call, const LogArgs& args) {
    reply.threads.emplace();
    for (const auto& space :
         store::list_spaces(txn, call.principal.tenant, store::SpaceKind::thread,
                            args.cursor.value_or(""), log_page + 1)) {
        if (reply.threads->size() == log_page)
            reply.next_cursor = reply.threads->back();
        else
            reply.threads->push_back(space.name);
    }
}

void list_versions(LogReply& reply, const View& view, const LogArgs& args) {
    reply.versions.emplace();
    const Number cursor = read_log_cursor(args.cursor);
    std::uint64_t at = cursor == 0 ? view.version().number : cursor;
    while (at != 0) {
        if (reply.versions->size() == log_page) {
            reply.next_cursor = std::to_string(at);
            return;
        }
        const Version one = version_at(view.txn(), view.space(), at);
        VersionShown shown{
            version_name(at), utc(one.time), one.message, {}, static_cast<std::int64_t>(one.nodes)};
        for (const std::uint64_t parent : one.parents)
            shown.parents.push_back(version_name(parent));
        reply.versions->push_back(std::move(shown));
        at = one.parents.empty() ? 0 : one.parents.front();
    }
}

std::vector<ShownNode> shown_difference(const View& before, const View& after,
                                        std::optional<std::string>& note) {
    std::vector<ShownNode> out;
    for (const Number item : difference(before, after)) {
        if (after.link(item)) continue;
        if (out.size() == log_page) {
            note = "more than " + std::to_string(log_page) + " nodes differ: these are the first";
            break;
        }
        out.push_back(shown_node(after, item));
    }
    return out;
}

void tell_diff(LogReply& reply, const View& view, const Place& place, const LogArgs& args) {
    const auto& txn = view.txn();
    if (!args.at)
        throw store::Error(
            store::Code::invalid, "a diff needs two versions",
            {{"/at", "missing", "expected the version or branch to start from", "", {}}});
    const View from(txn, view.space(), asked_version(txn, place, *args.at, "/at"));
    const View to = args.to ? View(txn, view.space(), asked_version(txn, place, *args.to, "/to"))
                            : view_of(txn, place);
    reply.added = shown_difference(from, to, reply.note);
    reply.removed = shown_difference(to, from, reply.note);
}

LogReply log(const store::ReadTxn& txn, const Call& call, const LogArgs& args) {
    const Place place = open_place(txn, call, args.thread, args.branch);
    LogReply reply{place.thread,
                   place.branch,
                   version_name(place.version.value_or(0)),
                   {},
                   {},
                   {},
                   {},
                   {},
                   {},
                   {},
                   {}};
    const LogOp op = args.op.value_or(LogOp::nodes);
    if (op == LogOp::threads) {
        list_names(reply, txn, call, args);
        return reply;
    }
    if (!place.space) {
        reply.nodes.emplace();
        reply.note = "the thread is empty: thread_append makes it; op threads lists those that are";
        return reply;
    }
    const View view = args.at && op != LogOp::diff
                          ? View(txn, *place.space, asked_version(txn, place, *args.at, "/at"))
                          : view_of(txn, place);
    reply.version = version_name(view.version().number);
    if (op == LogOp::nodes) list_nodes(reply, call, view, args);
    if (op == LogOp::branches) list_branches(reply, view, args);
    if (op == LogOp::versions) list_versions(reply, view, args);
    if (op == LogOp::diff) tell_diff(reply, view, place, args);
    return reply;
}

constexpr std::array log_tools{
    reads<log>({.name = "thread_log",
                .title = "Look into a thread",
                .about = "Lists a thread's nodes with their states, or its branches, versions, "
                         "what differs between two of them, or the threads there are.",
                .toolset = Toolset::thread})};

}  // namespace

constinit const Rows<Tool> log_rows = log_tools;

}  // namespace tools::thread
