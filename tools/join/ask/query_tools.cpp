#include "store/error.hpp"
#include "store/space.hpp"
#include "tools/amount.hpp"
#include "tools/graph/query/run.hpp"
#include "tools/join/ask/ask.hpp"
#include "tools/join/ask/query_json.hpp"
#include "tools/map/conversation.hpp"
#include "tools/map/query_graph.hpp"
#include "tools/memory/dataspace.hpp"
#include "tools/memory/query_graph.hpp"
#include "tools/memory/stored_memory.hpp"
#include "tools/nearest.hpp"
#include "tools/thread/place.hpp"
#include "tools/thread/query_graph.hpp"

#include <algorithm>
#include <array>

namespace tools::ask {

namespace query = graph::query;

/// What is asked.
enum class AskedGraph : std::uint8_t { thread, map, memory };

constexpr auto names(AskedGraph) {
    return std::array{"thread", "map", "memory"};
}

namespace {

constexpr std::int64_t most_rows = 1'000;
constexpr std::size_t most_bytes = 64'000;  ///< of the rows as JSON

struct QueryArgs {
    std::string cypher;
    std::optional<AskedGraph> graph;
    std::optional<AnyObject> parameters;
    std::optional<std::int64_t> limit;
    std::optional<std::string> thread, branch, conversation, dataspace_name;

    static constexpr auto fields() {
        using A = QueryArgs;
        return std::tuple{
            field("cypher", &A::cypher,
                  "MATCH, OPTIONAL MATCH, WHERE, WITH, UNWIND, RETURN, ORDER BY, SKIP, LIMIT. In a "
                  "thread labels are prompt, completion, tool_call, tool_result, critique, "
                  "summary; edges lead to what a node depends on: causal (child to parent), "
                  "target, member, transclude, supersedes, embeds; properties id, number, kind, "
                  "role, state, text, name, call_id, strategy, model, tokens, importance, time; "
                  "of links reason, weight, time. In a map labels are node types, edges its "
                  "edges; properties id, type, text, status (active where none was said), source, "
                  "confidence, reason, impact, mitigation, born, changed. In the memory "
                  "(a:entity)-[f:predicate]->(b) is a "
                  "fact; properties name, facts; of facts id, statement, predicate, state, "
                  "valid_at, invalid_at, confidence, episode, recorded",
                  {.max_length = 10'000}),
            field("graph", &A::graph, "Default thread"),
            field("parameters", &A::parameters, "Values for $names of the query"),
            field("limit", &A::limit, "Rows at most; default 200", {.least = 1, .most = most_rows}),
            field("thread", &A::thread, thread::about_thread),
            field("branch", &A::branch, thread::about_branch),
            field("conversation", &A::conversation, "Of a map; default: this one"),
            field("dataspace_name", &A::dataspace_name, "Of the memory; default: the first")};
    }
};

struct QueryReply {
    std::optional<std::string> thread, branch, version, conversation, dataspace_name;
    std::optional<std::int64_t> revision;
    std::vector<std::string> columns;
    std::vector<AnyObject> rows;
    std::vector<std::string> cuts;
    std::optional<std::string> note;

    static constexpr auto fields() {
        using R = QueryReply;
        return std::tuple{field("thread", &R::thread, "The thread's name."),
                          field("branch", &R::branch, "The branch."),
                          field("version", &R::version, "The version looked at."),
                          field("conversation", &R::conversation, "The map's name."),
                          field("dataspace_name", &R::dataspace_name, "The dataspace."),
                          field("revision", &R::revision, "Of the map or the dataspace."),
                          field("columns", &R::columns, "Their names in order."),
                          field("rows", &R::rows, "By column."),
                          field("cuts", &R::cuts, "What is missing, and why."),
                          field("note", &R::note, "What to know.")};
    }

    [[nodiscard]] std::string text_block() const {
        std::string out = amount(rows.size(), "row") + ".\n";
        for (const AnyObject& row : rows)
            out += dump_json(row.value) + "\n";
        for (const std::string& cut : cuts)
            out += "Cut: " + cut + ".\n";
        return note ? out + *note + "\n" : out;
    }
};

void add_rows(QueryReply& reply, const query::Result& found, const query::GraphView& graph) {
    std::size_t bytes = 0;
    for (const query::List& row : found.rows) {
        AnyObject out{Json::object()};
        for (std::size_t i = 0; i < found.columns.size(); ++i)
            out.value[found.columns[i]] = json_of(graph, row[i]);
        bytes += dump_json(out.value).size();
        if (bytes > most_bytes) {
            reply.cuts.push_back("the first " + std::to_string(reply.rows.size()) + " of " +
                                 amount(found.rows.size(), "row") +
                                 ", as an answer holds at most " + std::to_string(most_bytes) +
                                 " bytes: return less of each");
            return;
        }
        reply.rows.push_back(std::move(out));
    }
}

void answer(const query::GraphView& graph, const QueryArgs& args, QueryReply& reply) {
    const query::Value parameters =
        args.parameters ? value_of(args.parameters->value, "/parameters") : query::Map();
    query::Caps caps;
    caps.rows = static_cast<std::size_t>(args.limit.value_or(200));
    const query::Result found = query::run(graph, args.cypher, *parameters.as<query::Map>(), caps);
    reply.columns = found.columns;
    reply.cuts = found.cuts;
    add_rows(reply, found, graph);
}

/// That nothing was stored under a name yet, and which names are there.
std::string nothing_there(const store::ReadTxn& txn, const Call& call, store::SpaceKind kind,
                          const std::string& what) {
    constexpr std::size_t most_named = 8;
    std::vector<std::string> known;
    for (const auto& space :
         store::list_spaces(txn, call.principal.tenant, kind, "", most_named + 1))
        known.push_back(space.name);
    if (known.size() > most_named) known.back() = "...";
    return "there is no " + what + ": " +
           (known.empty() ? "none is there yet" : "there are " + join(known));
}

QueryReply ask_thread(const store::ReadTxn& txn, const Call& call, const QueryArgs& args) {
    const thread::Place place = thread::open_place(txn, call, args.thread, args.branch);
    const thread::View view = thread::view_of(txn, place);
    QueryReply reply;
    reply.thread = place.thread;
    reply.branch = place.branch;
    reply.version = thread::version_name(view.version().number);
    if (!place.space)
        reply.note =
            nothing_there(txn, call, store::SpaceKind::thread, "thread \"" + place.thread + "\"") +
            "; name one by thread, thread_append makes one";
    answer(thread::QueryGraph(view, call.counter), args, reply);
    return reply;
}

QueryReply ask_map(const store::ReadTxn& txn, const Call& call, const QueryArgs& args) {
    const map::Conversation open = map::open_conversation(txn, call, args.conversation);
    QueryReply reply;
    reply.conversation = open.name;
    reply.revision = static_cast<std::int64_t>(open.reader.head.revision);
    if (!open.space)
        reply.note = nothing_there(txn, call, store::SpaceKind::map, "map \"" + open.name + "\"") +
                     "; name one by conversation, map_update makes one";
    answer(map::QueryGraph(txn, open.space), args, reply);
    return reply;
}

QueryReply ask_memory(const store::ReadTxn& txn, const Call& call, const QueryArgs& args) {
    const memory::Dataspace open = memory::open_dataspace(txn, call, args.dataspace_name);
    QueryReply reply;
    reply.dataspace_name = open.name;
    reply.revision =
        open.space ? static_cast<std::int64_t>(memory::read_head(txn, *open.space).revision) : 0;
    if (!open.space)
        reply.note = "dataspace \"" + open.name + "\" is empty: name another of " +
                     join(call.settings.dataspaces) +
                     " by dataspace_name, create_longterm_memory fills one";
    answer(memory::QueryGraph(txn, open.space, call.clock()), args, reply);
    return reply;
}

/// What this server or this caller's grant does not offer is not read by a query either.
void check_offered(const Call& call, Toolset needed) {
    const auto& on = call.settings.toolsets;
    if (std::find(on.begin(), on.end(), needed) != on.end()) return;
    throw store::Error(
        store::Code::denied, "this graph is not offered here: nothing was read",
        {{"/graph",
          "not_offered",
          std::string("expected a graph whose toolset is on: ") + word(needed) + " is off",
          word(AskedGraph::thread),
          {}}});
}

QueryReply query_graph(const store::ReadTxn& txn, const Call& call, const QueryArgs& args) {
    switch (args.graph.value_or(AskedGraph::thread)) {
        case AskedGraph::map:
            check_offered(call, Toolset::map);
            return ask_map(txn, call, args);
        case AskedGraph::memory:
            check_offered(call, Toolset::memory);
            return ask_memory(txn, call, args);
        default:
            return ask_thread(txn, call, args);
    }
}

constexpr std::array query_tools{reads<query_graph>(
    {.name = "thread_query",
     .title = "Ask a graph",
     .about = "Answers a read-only openCypher query about a thread, a map or the "
              "memory, every cut told. Walks along one kind of edge are quicker by "
              "thread_walk.",
     .toolset = Toolset::thread})};

}  // namespace

constinit const Rows<Tool> tool_rows = query_tools;

}  // namespace tools::ask
