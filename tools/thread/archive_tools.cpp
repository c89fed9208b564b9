#include "store/content.hpp"
#include "store/error.hpp"
#include "tools/thread/archive_json.hpp"
#include "tools/thread/change.hpp"
#include "tools/thread/difference.hpp"
#include "tools/thread/items.hpp"
#include "tools/thread/place.hpp"
#include "tools/thread/thread_tools.hpp"
#include "tools/tool.hpp"

#include <array>
#include <functional>
#include <limits>
#include <set>

namespace tools::thread {
namespace {

using Show = std::function<void(const Json& line)>;

/// A line of a thread: one of the last five stands in it.
struct ThreadLine {
    std::string thread;
    std::string after;  ///< tag of the version before
    std::optional<ArchivedNode> node;
    std::optional<ArchivedLink> link;
    std::optional<ArchivedVersion> version;
    std::optional<ArchivedBranch> branch;
    std::optional<std::int64_t> clock_ms;

    static constexpr auto fields() {
        using L = ThreadLine;
        return std::tuple{field("thread", &L::thread, "its name"),
                          field("after", &L::after, "the version before"),
                          field("node", &L::node, "a node that came then"),
                          field("link", &L::link, "a link that came then"),
                          field("version", &L::version, "the version they made"),
                          field("branch", &L::branch, "what a branch points to"),
                          field("clock_ms", &L::clock_ms, "of its newest node", {.least = 0})};
    }
};

/// Shows the lines of one thread.
class Writing {
public:
    Writing(const store::ReadTxn& txn, const store::NamedSpace& thread, const Show& show)
        : txn_(txn), space_(thread.space), name_(thread.name), show_(show) {}

    void run(const Call& call) {
        const Head head = read_head(txn_, space_);
        for (std::uint64_t number = 1; number <= head.versions; ++number) {
            check_stop(call);
            Version version = version_at(txn_, space_, number);
            const std::string tag = line_tag(version);
            show_version(View(txn_, space_, std::move(version)));
            after_ = tag;
        }
        for (const auto& branch : branches(txn_, space_)) {
            ThreadLine line = next();
            line.branch = ArchivedBranch{branch.first, version_name(branch.second)};
            show(line);
        }
        if (head.last_time == 0) return;
        ThreadLine line = next();
        line.clock_ms = head.last_time;
        show(line);
    }

private:
    [[nodiscard]] ThreadLine next() const {
        ThreadLine out;
        out.thread = name_;
        out.after = after_;
        return out;
    }

    void show(const ThreadLine& line) { show_(Type<ThreadLine>::write(line)); }

    void show_version(const View& view) {
        const View base = base_of(view);
        for (const Number item : difference(base, view)) {
            if (item <= shown_) continue;  // it came with a version of another branch
            shown_ = item;
            ThreadLine line = next();
            if (const auto link = view.link(item))
                line.link = archived(view, *link);
            else
                line.node = node_line(view, base.version(), view.node(item));
            show(line);
        }
        ThreadLine line = next();
        line.version = archived(base, view);
        show(line);
    }

    /// The version that this one was made from: a parent, and its digest tells which.
    [[nodiscard]] View base_of(const View& view) const {
        const Version& version = view.version();
        std::vector<std::uint64_t> parents = version.parents;
        if (parents.empty()) parents.push_back(0);
        for (const std::uint64_t parent : parents) {
            View base(txn_, space_, version_at(txn_, space_, parent));
            const std::vector<Number> added = difference(base, view);
            if (version_digest(view, base.version().digest, version.heads, added) == version.digest)
                return base;
        }
        throw store::Error(store::Code::corrupt, "thread \"" + name_ + "\", version " +
                                                     version_name(version.number) +
                                                     ": its digest does not fit what it holds");
    }

    static ArchivedNode node_line(const View& view, const Version& base, const Node& node) {
        const Words words = view.words(node);
        if (node_id(view, node, words, "") == node.id) return archived(view, node, {});
        const bool on_base = node_id(view, node, words, base.digest) == node.id;
        return archived(view, node, {on_base ? version_name(base.number) : "", !on_base});
    }

    const store::ReadTxn& txn_;
    store::Space space_;
    std::string name_, after_ = line_tag({});
    const Show& show_;
    Number shown_ = 0;  ///< the last item
};

void write_threads(const store::ReadTxn& txn, const Call& call, const Show& show) {
    constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
    for (const auto& thread :
         store::list_spaces(txn, call.principal.tenant, store::SpaceKind::thread, "", all))
        Writing(txn, thread, show).run(call);
}

[[noreturn]] void refuse_other_thread(const std::string& what) {
    refuse_line("/thread", "other_thread",
                "there is another thread of this name here, with another " + what +
                    ": import it into a store that has no thread of this name");
}

/// Takes a line into a thread that is the one it comes from, as far as it goes.
class Taking {
public:
    Taking(store::WriteTxn& txn, store::Space space, const std::string& after)
        : txn_(txn), space_(space), head_(read_head(txn, space)) {
        const std::uint64_t number = restored_version(after.substr(0, after.find(' ')), "/after");
        if (number > head_.versions)
            refuse_line("/after", "missing_version",
                        "version " + version_name(number) + " is missing before this line");
        before_ = version_at(txn, space, number);
        if (line_tag(before_) != after) refuse_other_thread(version_name(number));
    }

    Taken take(const ArchivedNode& line) {
        const auto item = static_cast<Number>(line.item);
        if (item <= head_.items) return known(item, line);
        check_next(item);
        const auto [node, words] = restored(txn_, space_, line);
        check_id(node, words, line);
        write_node(txn_, space_, node, words);
        return count_item();
    }

    Taken take(const ArchivedLink& line) {
        const auto item = static_cast<Number>(line.item);
        if (item <= head_.items) {
            const auto stored = view().link(item);
            if (!stored || !same_line(archived(view(), *stored), line))
                refuse_other_thread("item " + std::to_string(item));
            return Taken::stored_before;
        }
        check_next(item);
        write_link(txn_, space_, restored(txn_, space_, line));
        return count_item();
    }

    Taken take(const ArchivedVersion& line) {
        const std::uint64_t number = restored_version(line.name, "/version/name");
        if (number != before_.number + 1)
            refuse_line("/version/name", "wrong_version",
                        "expected " + version_name(before_.number + 1) + " after " +
                            version_name(before_.number));
        const Version base = base_of(line);
        if (number <= head_.versions) {
            const View stored(txn_, space_, version_at(txn_, space_, number));
            if (!same_line(archived(View(txn_, space_, base), stored), line))
                refuse_other_thread(version_name(number));
            return Taken::stored_before;
        }
        const Counter none;  // nodes come with their counts
        Change change(txn_, space_, base, none);
        const std::vector<Number> items = restored_items(line.adds, head_.items);
        take_items(change, items);
        check_items(change, items);
        set_heads(change, line);
        if (change.store(said(line)).digest != line.digest)
            refuse_line("/version/digest", "wrong_digest",
                        "the digest is not that of the heads and items of this version");
        return Taken::stored;
    }

    Taken take(const ArchivedBranch& line) {
        const std::string name = checked_branch(line.name, "/branch/name");
        const std::uint64_t number = known_version(line.version, "/branch/version");
        const auto here = find_branch(txn_, space_, name);
        if (here && leads_to(*here, number)) return Taken::stored_before;
        if (here && !leads_to(number, *here))
            refuse_line("/branch", "branch_moved",
                        "branch \"" + name + "\" is at " + version_name(*here) +
                            " here, off the way to " + line.version +
                            ": move it by thread_branch if that is what you want");
        point_branch(txn_, space_, name, number);
        return Taken::stored;
    }

    Taken take_clock(std::int64_t time) {
        if (before_.number < head_.versions || head_.last_time >= time) return Taken::stored_before;
        head_.last_time = time;
        write_head(txn_, space_, head_);
        return Taken::stored;
    }

private:
    [[nodiscard]] View view() const { return {txn_, space_, before_}; }

    template <class Line>
    static bool same_line(const Line& a, const Line& b) {
        return Type<Line>::write(a) == Type<Line>::write(b);
    }

    Taken known(Number item, ArchivedNode line) {
        if (view().link(item)) refuse_other_thread("item " + std::to_string(item));
        line.on.reset();  // the id tells that it is the same
        line.nonce_lost.reset();
        if (!same_line(archived(view(), view().node(item), {}), line))
            refuse_other_thread("item " + std::to_string(item));
        return Taken::stored_before;
    }

    void check_next(Number item) const {
        if (before_.number < head_.versions) refuse_other_thread(version_name(before_.number + 1));
        if (item != head_.items + 1)
            refuse_line("/item", "missing_item",
                        "item " + std::to_string(head_.items + 1) + " is missing before this line");
    }

    void check_id(const Node& node, const Words& words, const ArchivedNode& line) const {
        if (number_of(txn_, space_, node.id))
            refuse_line("/node/id", "twice", "there is this node already");
        if (line.nonce_lost.value_or(false)) return;
        std::string on;
        if (line.on) on = version_at(txn_, space_, known_version(*line.on, "/node/on")).digest;
        if (node_id(view(), node, words, on) != node.id)
            refuse_line("/node/id", "wrong_id", "the id is not that of this content");
    }

    Taken count_item() {
        ++head_.items;
        ++head_.pending;
        write_head(txn_, space_, head_);
        return Taken::stored;
    }

    /// The number of a version that is there, up to the one before.
    [[nodiscard]] std::uint64_t known_version(const std::string& name,
                                              const std::string& path) const {
        const std::uint64_t number = restored_version(name, path);
        if (number > before_.number)
            refuse_line(path, "unknown_version",
                        "there is no version " + name + " before this line");
        return number;
    }

    [[nodiscard]] Version base_of(const ArchivedVersion& line) const {
        const std::string first = line.parents.empty() ? "v0" : line.parents.front();
        return version_at(txn_, space_, known_version(line.base.value_or(first), "/version/base"));
    }

    void take_items(Change& change, const std::vector<Number>& items) const {
        for (const Number item : items) {
            if (change.holds(item))
                refuse_line("/version/adds", "twice",
                            "item " + std::to_string(item) + " is in this version already");
            change.take(item);
        }
        for (Number item = head_.items - head_.pending + 1; item <= head_.items; ++item)
            if (!change.holds(item))
                refuse_line(
                    "/version/adds", "missing_item",
                    "item " + std::to_string(item) + " came before it and is in no version");
    }

    /// What an item hangs on is in the version, too, and closes no cycle.
    static void check_items(const Change& change, const std::vector<Number>& items) {
        for (const Number item : items) {
            const auto link = change.link(item);
            std::vector<Number> needed;
            if (link)
                needed = {link->from, link->to};
            else
                needed = change.depends_on(change.node(item));
            for (const Number number : needed)
                if (!change.holds(number))
                    refuse_line("/version/adds", "missing_parent",
                                "item " + std::to_string(item) + " needs node " +
                                    change.node(number).id + ", which is not in this version");
            if (link && link->kind != ArcKind::embeds)
                refuse_cycle(change, link->from, link->to, "/version/adds");
        }
    }

    void set_heads(Change& change, const ArchivedVersion& line) const {
        std::vector<Number> heads;
        for (const std::string& id : line.heads) {
            heads.push_back(restored_number(txn_, space_, id, "/version/heads"));
            if (!change.holds(heads.back()))
                refuse_line("/version/heads", "unknown_node",
                            "head " + id + " is not in this version");
        }
        change.set_heads(std::move(heads));
    }

    Version said(const ArchivedVersion& line) {
        Version out;
        for (const std::string& parent : line.parents)
            out.parents.push_back(known_version(parent, "/version/parents"));
        out.message = line.message;
        out.time = line.time_ms;
        out.request = line.request.value_or("");
        if (line.answer) out.answer = store::add_content(txn_, space_, *line.answer);
        return out;
    }

    /// True where the older version is the newer one or stands behind it.
    [[nodiscard]] bool leads_to(std::uint64_t newer, std::uint64_t older) const {
        std::set<std::uint64_t> todo{newer};
        while (!todo.empty() && *todo.rbegin() > older) {
            const std::uint64_t here = *todo.rbegin();
            todo.erase(here);
            const std::vector<std::uint64_t> parents = version_at(txn_, space_, here).parents;
            todo.insert(parents.begin(), parents.end());
            if (parents.empty()) todo.insert(0);
        }
        return todo.count(older) > 0;
    }

    store::WriteTxn& txn_;
    store::Space space_;
    Head head_;
    Version before_;
};

Taken take_thread(store::WriteTxn& txn, const Call& call, const Json& json) {
    const auto line = bind<ThreadLine>(json);
    const int parts = (line.node ? 1 : 0) + (line.link ? 1 : 0) + (line.version ? 1 : 0) +
                      (line.branch ? 1 : 0) + (line.clock_ms ? 1 : 0);
    if (parts != 1)
        throw store::Error(
            store::Code::invalid,
            "expected one of node, link, version, branch and clock_ms beside thread and after");
    const Place place = make_thread(txn, call, open_place(txn, call, line.thread, std::nullopt));
    Taking taking(txn, *place.space, line.after);
    if (line.node) return taking.take(*line.node);
    if (line.link) return taking.take(*line.link);
    if (line.version) return taking.take(*line.version);
    if (line.branch) return taking.take(*line.branch);
    return taking.take_clock(*line.clock_ms);
}

/// Takes the items out of a thread whose version did not come.
bool settle_thread(store::WriteTxn& txn, const Call& call) {
    constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
    for (const auto& thread :
         store::list_spaces(txn, call.principal.tenant, store::SpaceKind::thread, "", all)) {
        if (read_head(txn, thread.space).pending == 0) continue;
        drop_pending(txn, thread.space, call.clock());
        return true;
    }
    return false;
}

constexpr std::array archive_tools{ArchiveRow{"thread", write_threads, take_thread, settle_thread}};

}  // namespace

constinit const Rows<ArchiveRow> archive_rows = archive_tools;

}  // namespace tools::thread
