#include "tools/projection/projection_tools.hpp"

#include "tools/projection/path.hpp"
#include "tools/projection/publish.hpp"
#include "tools/projection/records.hpp"
#include "tools/projection/refusal.hpp"
#include "tools/projection/selection_json.hpp"

#include <array>
#include <iterator>

namespace tools::projection {
namespace {

constexpr const char* about_corpus = "The corpusId of its selections";
constexpr const char* about_directory = "Folder of its own below the export directory";

struct ApplyArgs {
    AnyObject selection;
    std::optional<std::string> export_dir;

    static constexpr auto fields() {
        return std::tuple{field("selection", &ApplyArgs::selection, "As examples/selection.json"),
                          field("export_dir", &ApplyArgs::export_dir, about_directory)};
    }
};

struct RebuildArgs {
    std::string corpus, export_dir;

    static constexpr auto fields() {
        return std::tuple{field("corpus", &RebuildArgs::corpus, about_corpus),
                          field("export_dir", &RebuildArgs::export_dir, about_directory)};
    }
};

struct StatusArgs {
    std::string corpus;

    static constexpr auto fields() {
        return std::tuple{field("corpus", &StatusArgs::corpus, about_corpus)};
    }
};

/// What is known of a corpus, in numbers.
struct StatusReply {
    std::string corpus, selection_digest;
    std::int64_t revision = 0, branches = 0, tombstones = 0, known_branches = 0;
    std::optional<bool> changed;
    std::optional<std::int64_t> nodes, edges;
    std::string owner = "unknown-owner";

    static constexpr auto fields() {
        return std::tuple{
            field("corpus", &StatusReply::corpus, "The corpus."),
            field("revision", &StatusReply::revision, "Revision of the selection."),
            field("selection_digest", &StatusReply::selection_digest, "SHA-256 of it."),
            field("branches", &StatusReply::branches, "Branches in the snapshot."),
            field("tombstones", &StatusReply::tombstones, "Branches kept out."),
            field("known_branches", &StatusReply::known_branches, "Branches ever seen."),
            field("changed", &StatusReply::changed, "False: it was applied before."),
            field("nodes", &StatusReply::nodes, "Nodes published."),
            field("edges", &StatusReply::edges, "Edges published."),
            field("contextGraph", &StatusReply::owner, "Always unknown-owner.")};
    }

    [[nodiscard]] std::string text_block() const {
        std::string out = "Corpus " + corpus + ", revision " + std::to_string(revision) + ": " +
                          std::to_string(branches) + " branches, " + std::to_string(tombstones) +
                          " tombstones, digest " + selection_digest + ".";
        if (changed) out += *changed ? " Applied." : " Nothing changed.";
        if (nodes)
            out += " Published " + std::to_string(*nodes) + " nodes and " + std::to_string(*edges) +
                   " edges.";
        return out + " contextGraph: " + owner;
    }
};

struct PathArgs {
    std::string corpus, a, b;
    std::optional<bool> undirected;

    static constexpr auto fields() {
        return std::tuple{
            field("corpus", &PathArgs::corpus, about_corpus),
            field("a", &PathArgs::a, "Exact id of a node, such as branch:child"),
            field("b", &PathArgs::b, "Exact id of the other node"),
            field("undirected", &PathArgs::undirected, "Also walk against relations")};
    }
};

struct PathReply {
    bool found = false;
    std::vector<std::string> nodes, relations;
    std::string owner = "unknown-owner", text;

    static constexpr auto fields() {
        return std::tuple{field("found", &PathReply::found, "Whether there is a path."),
                          field("nodes", &PathReply::nodes, "Ids on it, a first."),
                          field("relations", &PathReply::relations, "One between each two."),
                          field("contextGraph", &PathReply::owner, "Always unknown-owner.")};
    }

    [[nodiscard]] std::string text_block() const { return text; }
};

StatusReply status_of(const State& state) {
    StatusReply out;
    out.corpus = state.selection.corpus;
    out.selection_digest = state.digest;
    out.revision = state.selection.revision;
    out.branches = std::ssize(state.selection.branches);
    out.tombstones = static_cast<std::int64_t>(state.tombstones.size());
    out.known_branches = static_cast<std::int64_t>(state.high_water.size());
    return out;
}

StatusReply reply_of(const Built& built, bool published) {
    StatusReply out = status_of(built.state);
    out.changed = built.changed;
    if (!published) return out;
    out.nodes = static_cast<std::int64_t>(built.nodes);
    out.edges = static_cast<std::int64_t>(built.edges);
    return out;
}

/// A folder below the operator's export directory.
std::string folder_below(const Call& call, const std::string& path) {
    const std::string& top = call.settings.export_dir;
    const bool odd = path.empty() || path.find('\0') != std::string::npos ||
                     ("/" + path).find("/.") != std::string::npos || path.front() == '/';
    if (top.empty() || odd)
        throw store::Error(store::Code::denied, "nothing was published",
                           {{"/export_dir",
                             top.empty() ? "no_export_dir" : "bad_path",
                             top.empty() ? "the operator must start the server with --export-dir"
                                         : "send a relative path without hidden names or ..",
                             "",
                             {}}});
    return top + "/" + path;
}

State known_state(const store::ReadTxn& txn, const Call& call, const std::string& corpus) {
    auto state = find_state(txn, call.principal.tenant, corpus);
    demand(state.has_value(), Fault::no_selection);
    return *std::move(state);
}

StatusReply apply_selection(store::Store& store, const Call& call, const ApplyArgs& args) {
    Order order;
    if (args.export_dir) order.directory = folder_below(call, *args.export_dir);
    order.selection = read_parsed_selection(args.selection.value);
    return reply_of(carry_out(store, call.principal.tenant, std::move(order)),
                    args.export_dir.has_value());
}

StatusReply rebuild(store::Store& store, const Call& call, const RebuildArgs& args) {
    Order order;
    order.corpus = args.corpus;
    order.directory = folder_below(call, args.export_dir);
    return reply_of(carry_out(store, call.principal.tenant, std::move(order)), true);
}

StatusReply status(const store::ReadTxn& txn, const Call& call, const StatusArgs& args) {
    return status_of(known_state(txn, call, args.corpus));
}

PathReply path(const store::ReadTxn& txn, const Call& call, const PathArgs& args) {
    const Selection snapshot = known_state(txn, call, args.corpus).selection;
    for (const std::string* end : {&args.a, &args.b})
        if (!has_node(snapshot, *end))
            throw store::Error(store::Code::not_found, "no such node",
                               {{end == &args.a ? "/a" : "/b",
                                 "no_such_node",
                                 "send the exact id of a node: branch:ID, source:ID or "
                                 "branch:ID:summary:ID",
                                 "",
                                 {}}});
    PathReply out;
    const auto found = shortest_path(snapshot, args.a, args.b, args.undirected.value_or(false));
    out.found = found.has_value();
    if (!found) {
        out.text = "No directed path found between '" + args.a + "' and '" + args.b +
                   "'. Send undirected true to walk against relations.";
        if (args.undirected.value_or(false))
            out.text = "No path found between '" + args.a + "' and '" + args.b + "'.";
        return out;
    }
    out.nodes.push_back(args.a);
    for (const Step& step : *found) {
        out.nodes.push_back(step.to);
        out.relations.emplace_back(step.relation);
    }
    out.text = path_text(args.a, *found);
    return out;
}

constexpr std::array projection_tools{
    acts<apply_selection>(
        {.name = "projection_apply",
         .title = "Apply a reviewed selection",
         .about = "Only when the user gives a reviewed selection of conversation branches: "
                  "applies it, and with export_dir publishes the graph. A branch that is "
                  "left out is kept out until a later selection names it in restore.",
         .toolset = Toolset::projection,
         .hints = {.destructive = true, .idempotent = true}}),
    acts<rebuild>({.name = "projection_rebuild",
                   .title = "Publish a projection again",
                   .about = "Publishes the files of the selection that was applied last.",
                   .toolset = Toolset::projection,
                   .hints = {.destructive = true, .idempotent = true}}),
    reads<status>({.name = "projection_status",
                   .title = "State of a projection",
                   .about = "Shows what was applied last, in numbers.",
                   .toolset = Toolset::projection}),
    reads<path>({.name = "projection_path",
                 .title = "Path in a projection",
                 .about = "The shortest path between two nodes by their exact ids.",
                 .toolset = Toolset::projection})};

}  // namespace

constinit const Rows<Tool> tool_rows = projection_tools;

}  // namespace tools::projection
