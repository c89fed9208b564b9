#include "store/error.hpp"
#include "tools/amount.hpp"
#include "tools/thread/place.hpp"
#include "tools/thread/shown_json.hpp"
#include "tools/thread/thread_tools.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>

namespace tools::thread {
namespace {

enum class WalkOp : std::uint8_t {
    neighbours,
    path,
    ancestors,
    descendants,
    critiques_of,
    summaries_of
};

constexpr auto names(WalkOp) {
    return std::array{"neighbours",  "path",         "ancestors",
                      "descendants", "critiques_of", "summaries_of"};
}

constexpr std::size_t walk_page = 100;
constexpr std::int64_t deepest = 1'000'000;

struct WalkArgs {
    WalkOp op = WalkOp::neighbours;
    std::string id;
    std::optional<std::string> to, cursor, thread, branch;
    std::optional<std::vector<std::string>> types;
    std::optional<std::int64_t> depth;

    static constexpr auto fields() {
        using A = WalkArgs;
        return std::tuple{
            field("op", &A::op, "Where to go"),
            field("id", &A::id, "The node to start from"),
            field("to", &A::to, "path: the node to reach"),
            field("types", &A::types,
                  "causal, target, member, transclude, supersedes, embeds; default all, for "
                  "ancestors and descendants causal"),
            field("depth", &A::depth, "How many steps at most"),
            field("cursor", &A::cursor, "next_cursor of the page before"),
            field("thread", &A::thread, about_thread),
            field("branch", &A::branch, about_branch)};
    }
};

struct WalkReply {
    std::string thread, branch, version;
    std::vector<ShownNode> nodes;
    std::int64_t total = 0;
    std::optional<std::string> next_cursor, note;

    static constexpr auto fields() {
        using R = WalkReply;
        return std::tuple{field("thread", &R::thread, "The thread's name."),
                          field("branch", &R::branch, "The branch."),
                          field("version", &R::version, "The version looked at."),
                          field("nodes", &R::nodes, "Nearest first; path: in its order."),
                          field("total", &R::total, "How many there are."),
                          field("next_cursor", &R::next_cursor, "Send it for the rest."),
                          field("note", &R::note, "What to know.")};
    }

    [[nodiscard]] std::string text_block() const {
        std::string out = amount(total, "node") + ".\n" + lines_of(nodes);
        if (next_cursor) out += "More: send cursor " + *next_cursor + ".\n";
        return out + note.value_or("");
    }
};

class Walking {
public:
    Walking(const View& view, const WalkArgs& args) : view_(view), args_(args) {
        const bool line = args.op == WalkOp::ancestors || args.op == WalkOp::descendants;
        if (!args.types && line) kinds_ = {ArcKind::causal};
        if (!args.types && !line)
            for (std::size_t i = 0; i < tools::thread::names(ArcKind{}).size(); ++i)
                kinds_.insert(static_cast<ArcKind>(i));
        const std::vector<std::string> words = args.types.value_or(std::vector<std::string>{});
        for (std::size_t i = 0; i < words.size(); ++i) {
            const auto kind = read_word<ArcKind>(words[i]);
            if (!kind)
                throw store::Error(store::Code::invalid, "an edge type is not known",
                                   {{"/types/" + std::to_string(i),
                                     "unknown_word",
                                     allowed_words(words[i], words_of<ArcKind>()),
                                     "",
                                     {}}});
            kinds_.insert(*kind);
        }
    }

    std::vector<Number> run(Number start) {
        if (args_.op == WalkOp::path) return path(start, view_.find(args_.to.value_or(""), "/to"));
        if (args_.op == WalkOp::critiques_of) return hanging(start, ArcKind::target);
        if (args_.op == WalkOp::summaries_of) return hanging(start, ArcKind::member);
        const std::int64_t depth =
            args_.depth.value_or(args_.op == WalkOp::neighbours ? 1 : deepest);
        std::vector<Number> out, level{start};
        std::set<Number> seen{start};
        for (std::int64_t step = 0; step < depth && !level.empty(); ++step) {
            std::vector<Number> next;
            for (const Number here : level)
                for (const Number other : beside(here))
                    if (seen.insert(other).second) next.push_back(other);
            out.insert(out.end(), next.begin(), next.end());
            level = std::move(next);
        }
        return out;
    }

private:
    void add_up(Number here, std::vector<Number>& out) const {
        const Node node = view_.node(here);
        const auto add = [&](ArcKind kind, const std::vector<Number>& numbers) {
            if (kinds_.count(kind) > 0) out.insert(out.end(), numbers.begin(), numbers.end());
        };
        add(ArcKind::causal, node.parents);
        add(ArcKind::member, node.members);
        if (node.target != 0) add(ArcKind::target, {node.target});
        for (const Arc& arc : view_.out_of(here))
            add(arc.kind, {arc.to});
    }

    [[nodiscard]] std::vector<Number> beside(Number here) const {
        std::vector<Number> out;
        if (args_.op != WalkOp::descendants) add_up(here, out);
        if (args_.op == WalkOp::ancestors) return out;
        for (const Arc& arc : view_.into(here))
            if (kinds_.count(arc.kind) > 0) out.push_back(arc.from);
        return out;
    }

    [[nodiscard]] std::vector<Number> hanging(Number at, ArcKind kind) const {
        const Kind wanted = kind == ArcKind::target ? Kind::critique : Kind::summary;
        std::vector<Number> out;
        for (const Arc& arc : view_.into(at))
            if (arc.kind == kind && view_.node(arc.from).kind == wanted) out.push_back(arc.from);
        return out;
    }

    /// A shortest way in either direction, both ends included; empty: none.
    [[nodiscard]] std::vector<Number> path(Number from, Number to) const {
        std::map<Number, Number> came_from{{from, 0}};
        std::vector<Number> todo{from};
        for (std::size_t at = 0; at < todo.size() && came_from.count(to) == 0; ++at)
            for (const Number other : beside(todo[at]))
                if (came_from.emplace(other, todo[at]).second) todo.push_back(other);
        std::vector<Number> out;
        if (came_from.count(to) == 0) return out;
        for (Number at = to; at != 0; at = came_from.at(at))
            out.push_back(at);
        std::reverse(out.begin(), out.end());
        return out;
    }

    const View& view_;
    const WalkArgs& args_;
    std::set<ArcKind> kinds_;
};

std::size_t read_walk_cursor(const std::optional<std::string>& cursor) {
    if (!cursor || cursor->empty()) return 0;
    std::size_t value = 0;
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

WalkReply walk(const store::ReadTxn& txn, const Call& call, const WalkArgs& args) {
    const Place place = open_place(txn, call, args.thread, args.branch);
    const View view = view_of(txn, place);
    WalkReply reply{place.thread, place.branch, version_name(view.version().number), {}, 0, {}, {}};
    if (!place.space) {
        reply.note = "the thread is empty: thread_append makes it";
        return reply;
    }
    const std::vector<Number> found = Walking(view, args).run(view.find(args.id, "/id"));
    reply.total = static_cast<std::int64_t>(found.size());
    if (found.empty() && args.op == WalkOp::path) reply.note = "no path joins the two";
    std::size_t at = read_walk_cursor(args.cursor);
    for (; at < found.size() && reply.nodes.size() < walk_page; ++at)
        reply.nodes.push_back(shown_node(view, found[at]));
    if (at < found.size()) reply.next_cursor = std::to_string(at);
    return reply;
}

constexpr std::array walk_tools{
    reads<walk>({.name = "thread_walk",
                 .title = "Walk the graph of a thread",
                 .about = "Finds what is beside a node, above or below it, a path between two "
                          "nodes, or the critiques and summaries of one.",
                 .toolset = Toolset::thread})};

}  // namespace

constinit const Rows<Tool> walk_rows = walk_tools;

}  // namespace tools::thread
