#include "store/journal.hpp"
#include "tools/thread/changing_json.hpp"
#include "tools/thread/merge.hpp"
#include "tools/thread/thread_tools.hpp"

#include <algorithm>
#include <array>

namespace tools::thread {
namespace {

enum class BranchOp : std::uint8_t { create, move, remove, merge };

constexpr auto names(BranchOp) {
    return std::array{"create", "move", "delete", "merge"};
}

struct BranchArgs {
    BranchOp op = BranchOp::create;
    std::string name;
    std::optional<std::string> at, into, thread, branch, expected_version;
    std::optional<Strategy> strategy;

    static constexpr auto fields() {
        using A = BranchArgs;
        return std::tuple{
            field("op", &A::op, "What to do"),
            field("name", &A::name, "The branch; merge: the one to take in"),
            field("at", &A::at, "Branch, version or node to point to; default branch"),
            field("into", &A::into, "merge: the branch that moves, default main"),
            field("strategy", &A::strategy, "merge: whose links stay in a conflict; default fail"),
            field("thread", &A::thread, about_thread),
            field("branch", &A::branch, about_branch),
            field("expected_version", &A::expected_version, about_expected)};
    }
};

struct Ref {
    std::string name, version;

    static constexpr auto fields() {
        return std::tuple{field("name", &Ref::name, "The branch."),
                          field("version", &Ref::version, "What it points to.")};
    }
};

struct ConflictShown {
    std::string kind, node, ours, theirs;
    std::optional<std::vector<std::string>> chain;

    static constexpr auto fields() {
        using C = ConflictShown;
        return std::tuple{field("kind", &C::kind, "What disagrees."),
                          field("node", &C::node, "The node it is about."),
                          field("ours", &C::ours, "What `into` has."),
                          field("theirs", &C::theirs, "What `name` has."),
                          field("chain", &C::chain, "cycle: each depends on the next.")};
    }
};

struct BranchReply {
    std::string thread, branch, version;
    std::vector<Ref> refs;
    std::optional<std::int64_t> more_refs;
    std::vector<std::string> heads;
    std::optional<std::vector<ConflictShown>> conflicts;
    std::optional<std::int64_t> more_conflicts;
    std::optional<std::vector<std::string>> dropped;
    std::optional<std::int64_t> more_dropped;
    std::optional<std::string> note;

    static constexpr auto fields() {
        using R = BranchReply;
        return std::tuple{field("thread", &R::thread, "The thread's name."),
                          field("branch", &R::branch, "The branch this was about."),
                          field("version", &R::version, "The version it is at now."),
                          field("refs", &R::refs, "The branches, at most 100."),
                          field("more_refs", &R::more_refs, "How many more thread_log lists."),
                          field("heads", &R::heads, "What new nodes hang on."),
                          field("conflicts", &R::conflicts, "Where the two disagree."),
                          field("more_conflicts", &R::more_conflicts, "Beyond the first 100."),
                          field("dropped", &R::dropped, "Links that did not come along."),
                          field("more_dropped", &R::more_dropped, "Beyond the first 100."),
                          field("note", &R::note, "What to know.")};
    }
};

constexpr std::size_t most_told_of = 100;  ///< refs, conflicts and dropped links

[[noreturn]] void refuse(store::Code code, const char* path, const char* reason,
                         const std::string& message) {
    throw store::Error(code, "the branches stay as they are", {{path, reason, message, "", {}}});
}

/// One call of the tool, within its transaction.
class Branching {
public:
    Branching(store::WriteTxn& txn, const Call& call, const BranchArgs& args)
        : txn_(txn),
          call_(call),
          args_(args),
          name_(checked_branch(args.name, "/name")),
          place_(make_place(txn, call, args.thread, args.branch)) {
        reply_.thread = place_.thread;
        if (args.expected_version) request_ = digest(dump_json(Type<BranchArgs>::write(args)));
    }

    BranchReply run() {
        if (args_.op == BranchOp::create) create();
        if (args_.op == BranchOp::move) move();
        if (args_.op == BranchOp::remove) {
            txn_.takes_away();
            remove();
        }
        if (args_.op == BranchOp::merge) merge();
        const auto version = find_branch(txn_, space(), reply_.branch).value_or(0);
        reply_.version = version_name(version);
        const View view(txn_, space(), version_at(txn_, space(), version));
        reply_.heads = view.short_ids(view.version().heads);
        list();
        if (moved_ && !stored_)
            store::log_change(txn_, space(), store::SpaceKind::thread, {version});
        return reply_;
    }

private:
    [[nodiscard]] store::Space space() const { return *place_.space; }

    void list() {
        const auto all = branches(txn_, space());
        for (std::size_t i = 0; i < std::min(all.size(), most_told_of); ++i)
            reply_.refs.push_back({all[i].first, version_name(all[i].second)});
        reply_.more_refs = beyond(all.size());
    }

    /// How many are not told of, if any.
    static std::optional<std::int64_t> beyond(std::size_t count) {
        if (count <= most_told_of) return std::nullopt;
        return static_cast<std::int64_t>(count - most_told_of);
    }

    void point(const std::string& name, std::uint64_t version) {
        point_branch(txn_, space(), name, version);
        moved_ = true;
    }

    std::uint64_t store(Change& change, Version said) {
        stored_ = true;  // which tells the change log
        said.time = call_.clock();
        return change.store(std::move(said)).number;
    }

    [[nodiscard]] std::uint64_t existing(const std::string& name, const char* path) const {
        if (const auto version = find_branch(txn_, space(), name)) return *version;
        refuse(store::Code::not_found, path, "unknown_branch",
               "there is no branch \"" + name + "\": thread_log with op branches lists them");
    }

    void check_expected(std::uint64_t version) const {
        if (!args_.expected_version || *args_.expected_version == version_name(version)) return;
        refuse(store::Code::conflict, "/expected_version", "version_moved",
               "the branch is at " + version_name(version) + ": look at it, then send that");
    }

    /// What `at` names; a node makes a version with the same nodes and that head (D7).
    std::uint64_t target() {
        if (!args_.at) return *place_.version;
        if (const auto version = named_version(txn_, space(), *args_.at)) return version->number;
        Change change(txn_, space(), version_at(txn_, space(), *place_.version), call_.counter);
        change.set_heads({change.find(*args_.at, "/at")});
        if (!change.changed()) return *place_.version;
        Version said;
        said.message = "branch at a node";
        return store(change, std::move(said));
    }

    void create() {
        reply_.branch = name_;
        if (find_branch(txn_, space(), name_))
            refuse(store::Code::conflict, "/name", "branch_exists",
                   "there is a branch \"" + name_ + "\": choose another name or send op move");
        refuse_full(txn_, space());
        point(name_, target());
    }

    void move() {
        reply_.branch = name_;
        check_expected(existing(name_, "/name"));
        if (!args_.at) refuse(store::Code::invalid, "/at", "missing", "expected where it goes");
        point(name_, target());
    }

    void remove() {
        reply_.branch = place_.branch == name_ ? main_branch : place_.branch;
        if (name_ == main_branch)
            refuse(store::Code::denied, "/name", "main_branch",
                   "main can't be deleted: move it, or delete another one");
        check_expected(existing(name_, "/name"));
        erase_branch(txn_, space(), name_);
        moved_ = true;
    }

    void merge() {
        Place into = place_;
        into.branch = args_.into ? checked_branch(*args_.into, "/into") : place_.branch;
        into.version = existing(into.branch, "/into");
        reply_.branch = into.branch;
        const std::uint64_t from = existing(name_, "/name");
        if (name_ == into.branch)
            refuse(store::Code::invalid, "/into", "same_branch", "expected two branches");
        const Entry entry = enter(txn_, into, args_.expected_version, request_);
        if (entry.answered) {
            reply_.note = "this very call was carried out before";
            return;
        }
        merge_versions(into, version_at(txn_, space(), *into.version),
                       version_at(txn_, space(), from));
    }

    void merge_versions(const Place& into, const Version& ours, const Version& theirs) {
        const View here(txn_, space(), ours), there(txn_, space(), theirs);
        const Merge plan = plan_merge(here, there);
        const auto& heads = ours.heads;
        if (plan.theirs.empty() && is_behind(here, theirs.heads, heads)) {
            reply_.note = "nothing to merge: " + into.branch + " has all of " + name_;
            return;
        }
        if (plan.ours.empty() && is_behind(there, heads, theirs.heads)) {
            reply_.note = "fast-forward";
            point(into.branch, theirs.number);
            return;
        }
        show(plan, here, there);
        const Strategy strategy = args_.strategy.value_or(Strategy::fail);
        const bool circle =
            std::any_of(plan.conflicts.begin(), plan.conflicts.end(),
                        [](const Conflict& one) { return std::string_view(one.kind) == "cycle"; });
        if (!plan.conflicts.empty() &&
            (strategy == Strategy::fail || (circle && strategy == Strategy::both))) {
            reply_.note = "nothing was merged: send strategy ours or theirs" +
                          std::string(circle ? "" : ", or both");
            return;
        }
        store_merged(into, plan, here, there);
    }

    void store_merged(const Place& into, const Merge& plan, const View& here, const View& there) {
        const bool keep_theirs = args_.strategy == Strategy::theirs;
        const View& base = keep_theirs ? there : here;
        Change change(txn_, space(), base.version(), call_.counter);
        std::set<Number> leave;
        if (args_.strategy != Strategy::both)
            for (const Conflict& conflict : plan.conflicts)
                for (const Number link : conflict.links)
                    if (!base.holds(link)) leave.insert(link);
        for (const Number link : plan.closing)
            if (!base.holds(link)) leave.insert(link);
        for (const Number item : keep_theirs ? plan.ours : plan.theirs)
            if (leave.count(item) == 0) change.take(item);
        for (const Number item : leave)
            drop(change, item);
        reply_.more_dropped = beyond(leave.size());
        change.set_heads(merged_heads(change, here.version().heads, there.version().heads));
        Version said;
        said.parents = {here.version().number, there.version().number};
        said.message = "merge " + name_;
        said.request = request_;
        point(into.branch, store(change, std::move(said)));
    }

    void drop(const Change& change, Number item) {
        const auto link = change.link(item);
        if (!reply_.dropped) reply_.dropped.emplace();
        if (reply_.dropped->size() == most_told_of) return;
        const bool shows = link->kind == ArcKind::transclude;
        reply_.dropped->push_back(change.short_id(link->from) +
                                  (shows ? " transcludes " : " supersedes ") +
                                  change.short_id(link->to));
    }

    void show(const Merge& plan, const View& here, const View& there) {
        if (plan.conflicts.empty()) return;
        reply_.conflicts.emplace();
        for (const Conflict& one : plan.conflicts) {
            if (reply_.conflicts->size() == most_told_of) break;
            reply_.conflicts->push_back({one.kind,
                                         here.short_id(one.node),
                                         here.short_id(one.ours),
                                         there.short_id(one.theirs),
                                         {}});
            if (!one.chain.empty()) reply_.conflicts->back().chain = here.short_ids(one.chain);
        }
        reply_.more_conflicts = beyond(plan.conflicts.size());
    }

    store::WriteTxn& txn_;
    const Call& call_;
    const BranchArgs& args_;
    std::string name_, request_;
    Place place_;
    bool moved_ = false, stored_ = false;
    BranchReply reply_;
};

BranchReply branch(store::WriteTxn& txn, const Call& call, const BranchArgs& args) {
    return Branching(txn, call, args).run();
}

constexpr std::array branch_tools{
    writes<branch>({.name = "thread_branch",
                    .title = "Branch and merge a thread",
                    .about = "Makes, moves, deletes or merges branches of a thread. A merge that "
                             "finds conflicts lists them and changes nothing, unless strategy says "
                             "whose links stay.",
                    .toolset = Toolset::thread,
                    .hints = {.destructive = true, .idempotent = false}})};

}  // namespace

constinit const Rows<Tool> branch_rows = branch_tools;

}  // namespace tools::thread
