#include "tools/graph/query/run.hpp"
#include "tools/thread/place.hpp"
#include "tools/thread/query_graph.hpp"
#include "tools/thread/shown_json.hpp"
#include "tools/thread/thread_tools.hpp"

#include <algorithm>

namespace tools::thread {
namespace {

namespace query = graph::query;

constexpr std::int64_t most_rows = 1'000;
constexpr std::size_t most_bytes = 64'000;  ///< of the rows as JSON

struct QueryArgs {
    std::string cypher;
    std::optional<AnyObject> parameters;
    std::optional<std::int64_t> limit;
    std::optional<std::string> thread, branch;

    static constexpr auto fields() {
        using A = QueryArgs;
        return std::tuple{
            field("cypher", &A::cypher,
                  "MATCH, OPTIONAL MATCH, WHERE, WITH, UNWIND, RETURN, ORDER BY, SKIP, LIMIT. "
                  "Labels: prompt, completion, tool_call, tool_result, critique, summary. Edges "
                  "lead to what a node depends on: causal (child to parent), target, member, "
                  "transclude, supersedes, embeds. Properties: id, number, kind, role, state, "
                  "text, name, call_id, strategy, model, tokens, importance, time; of links "
                  "reason, weight, time",
                  {.max_length = 10'000}),
            field("parameters", &A::parameters, "Values for $names of the query"),
            field("limit", &A::limit, "Rows at most; default 200", {.least = 1, .most = most_rows}),
            field("thread", &A::thread, about_thread), field("branch", &A::branch, about_branch)};
    }
};

struct QueryReply {
    std::string thread, branch, version;
    std::vector<std::string> columns;
    std::vector<AnyObject> rows;
    std::vector<std::string> cuts;

    static constexpr auto fields() {
        using R = QueryReply;
        return std::tuple{field("thread", &R::thread, "The thread's name."),
                          field("branch", &R::branch, "The branch."),
                          field("version", &R::version, "The version looked at."),
                          field("columns", &R::columns, "Their names in order."),
                          field("rows", &R::rows, "By column."),
                          field("cuts", &R::cuts, "What is missing, and why.")};
    }

    [[nodiscard]] std::string text_block() const {
        std::string out = std::to_string(rows.size()) + " rows.\n";
        for (const AnyObject& row : rows)
            out += dump_json(row.value) + "\n";
        for (const std::string& cut : cuts)
            out += "Cut: " + cut + ".\n";
        return out;
    }
};

query::Value value_of(const Json& json) {
    if (json.is_boolean()) return json.get<bool>();
    if (json.is_number_float()) return json.get<double>();
    if (json.is_number()) return json.get<std::int64_t>();
    if (json.is_string()) return json.get<std::string>();
    if (json.is_array()) {
        query::List out;
        for (const Json& item : json)
            out.push_back(value_of(item));
        return out;
    }
    if (!json.is_object()) return {};
    query::Map out;
    for (const auto& member : json.items())
        out.emplace_back(member.key(), value_of(member.value()));
    std::sort(out.begin(), out.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    return out;
}

/// Values as an answer shows them: nodes in short form, edges by their ends.
class Shower {
public:
    Shower(const View& view, const QueryGraph& graph) : view_(view), graph_(graph) {}

    [[nodiscard]] Json json(const query::Value& value) const {
        if (const auto* flag = value.as<bool>()) return *flag;
        if (const auto* whole = value.as<std::int64_t>()) return *whole;
        if (const auto* real = value.as<double>()) return *real;
        if (const auto* text = value.as<std::string>()) return *text;
        if (const auto* node = value.as<query::NodeRef>())
            return Type<ShownNode>::write(shown_node(view_, node->item));
        if (const auto* edge = value.as<query::EdgeRef>()) return edge_json(edge->item);
        if (const auto* path = value.as<query::Path>()) return path_json(*path);
        if (const auto* list = value.as<query::List>()) {
            Json out = Json::array();
            for (const query::Value& item : *list)
                out.push_back(json(item));
            return out;
        }
        const auto* map = value.as<query::Map>();
        if (map == nullptr) return nullptr;
        Json out = Json::object();
        for (const auto& [name, item] : *map)
            out[name] = json(item);
        return out;
    }

private:
    [[nodiscard]] Json edge_json(query::Item item) const {
        const query::Edge edge = graph_.edge(item);
        Json out = {{"type", graph_.type(item)},
                    {"from", view_.short_id(edge.from)},
                    {"to", view_.short_id(edge.to)}};
        for (const auto& [name, value] : graph_.properties(query::EdgeRef{item}))
            out[name] = json(value);
        return out;
    }

    [[nodiscard]] Json path_json(const query::Path& path) const {
        Json types = Json::array();
        for (const query::Item edge : path.edges)
            types.push_back(graph_.type(edge));
        return {{"nodes", view_.short_ids(path.nodes)}, {"edges", std::move(types)}};
    }

    const View& view_;
    const QueryGraph& graph_;
};

void add_rows(QueryReply& reply, const query::Result& found, const Shower& shower) {
    std::size_t bytes = 0;
    for (const query::List& row : found.rows) {
        AnyObject out{Json::object()};
        for (std::size_t i = 0; i < found.columns.size(); ++i)
            out.value[found.columns[i]] = shower.json(row[i]);
        bytes += dump_json(out.value).size();
        if (bytes > most_bytes) {
            reply.cuts.push_back("the first " + std::to_string(reply.rows.size()) + " of " +
                                 std::to_string(found.rows.size()) +
                                 " rows, as an answer holds at most " + std::to_string(most_bytes) +
                                 " bytes: return less of each");
            return;
        }
        reply.rows.push_back(std::move(out));
    }
}

QueryReply ask(const store::ReadTxn& txn, const Call& call, const QueryArgs& args) {
    const Place place = open_place(txn, call, args.thread, args.branch);
    const View view = view_of(txn, place);
    QueryReply reply{place.thread, place.branch, version_name(view.version().number), {}, {}, {}};
    const QueryGraph graph(view);
    const query::Value parameters =
        args.parameters ? value_of(args.parameters->value) : query::Map();
    query::Caps caps;
    caps.rows = static_cast<std::size_t>(args.limit.value_or(200));
    const query::Result found = query::run(graph, args.cypher, *parameters.as<query::Map>(), caps);
    reply.columns = found.columns;
    reply.cuts = found.cuts;
    add_rows(reply, found, {view, graph});
    return reply;
}

}  // namespace

std::vector<Tool> query_rows() {
    return {reads({.name = "thread_query",
                   .title = "Ask the graph of a thread",
                   .about = "Answers a read-only openCypher query about a thread, every cut told. "
                            "Walks along one kind of edge are quicker by thread_walk.",
                   .toolset = Toolset::thread},
                  ask)};
}

}  // namespace tools::thread
