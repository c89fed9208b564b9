#include "tools/projection/graphify.hpp"

#include "tools/digest.hpp"
#include "tools/projection/canonical.hpp"
#include "tools/projection/graph.hpp"
#include "tools/projection/norm_label.hpp"

#include <string_view>

namespace tools::projection {
namespace {

/// Writes nodes and edges one a line, each with the same members in the same order.
class GraphText {
public:
    enum class Form { extraction, graph };

    GraphText(const State& state, Form form) : state_(state), form_(form) {
        const Selection& selection = state.selection;
        std::string text = "{";
        append_member(text, "corpusId", selection.corpus);
        append_member(text, "embeddingIdentity", embedding_identity);
        corpus_ = "," + text.substr(1);
        text = "{";
        append_member(text, "selectionDigest", state.digest);
        append_member(text, "selectionRevision", selection.revision);
        selection_ = "," + text.substr(1);
        file_ = "selected:" + selection.corpus;
    }

    GraphFile write() {
        const bool is_graph = form_ == Form::graph;
        out_.bytes = is_graph ? R"({"directed":true,"multigraph":false,"graph":{},"nodes":[)"
                              : R"({"nodes":[)";
        begin_list();
        add_nodes();
        out_.bytes += is_graph ? "\n],\"links\":[" : "\n],\"edges\":[";
        begin_list();
        each_edge(state_.selection, [&](const Edge& edge) { add_edge(edge); });
        out_.bytes += "\n]";
        if (is_graph) {
            out_.bytes += ",\"hyperedges\":[]";
            append_member(out_.bytes, "built_at_commit", state_.digest);
        }
        out_.bytes += "}\n";
        return std::move(out_);
    }

private:
    void begin_list() { first_ = true; }

    void begin_line() {
        out_.bytes += first_ ? "\n{" : ",\n{";
        first_ = false;
    }

    void add_nodes() {
        for (const Branch& branch : state_.selection.branches) {
            const std::string id = branch_node(branch.id);
            begin_node(id, id, "concept");
            end_node({}, branch.source_revision, "branch", {});
            for (const Summary& summary : branch.summaries)
                add_summary(branch, summary);
        }
        for (const Source* source : sources_of(state_.selection)) {
            const std::string id = source_node(source->ref);
            begin_node(id, id, "document");
            end_node(source->sha256, 0, "source", {});
        }
    }

    void add_summary(const Branch& branch, const Summary& summary) {
        begin_node(summary_node(branch.id, summary.id), summary.text, "document");
        std::string& to = out_.bytes;
        append_member(to, "kind", "summary");
        if (summary.memory_ref) append_member(to, "memoryRef", *summary.memory_ref);
        end_node({}, branch.source_revision, "summary",
                 names(Role{}).at(static_cast<std::size_t>(summary.role)));
    }

    void begin_node(const std::string& id, const std::string& label, std::string_view type) {
        std::string& to = out_.bytes;
        begin_line();
        append_member(to, "id", id);
        append_member(to, "label", label);
        if (form_ == Form::graph) {
            to += ",\"community\":null";
            append_member(to, "norm_label", norm_label(label));
        }
        to += corpus_;
        append_member(to, "file_type", type);
        ++out_.nodes;
    }

    void end_node(std::string_view sha256, std::int64_t source_revision, std::string_view type,
                  std::string_view role) {
        std::string& to = out_.bytes;
        append_member(to, "projectionSchemaVersion", schema_version);
        if (!role.empty()) append_member(to, "role", role);
        to += selection_;
        if (!sha256.empty()) append_member(to, "sha256", sha256);
        if (source_revision > 0) append_member(to, "sourceRevision", source_revision);
        append_member(to, "source_file", file_);
        append_member(to, "type", type);
        to += '}';
    }

    void add_edge(const Edge& edge) {
        std::string& to = out_.bytes;
        begin_line();
        append_member(to, "source", edge.from);
        append_member(to, "target", edge.to);
        append_member(to, "relation", edge.relation);
        append_member(to, "confidence", "EXTRACTED");
        if (form_ == Form::graph) to += ",\"confidence_score\":1.0";
        to += corpus_;
        append_member(to, "projectionSchemaVersion", schema_version);
        to += selection_;
        append_member(to, "sourceRevision", edge.source_revision);
        append_member(to, "source_file", file_);
        to += '}';
        ++out_.edges;
    }

    const State& state_;
    Form form_;
    std::string corpus_, selection_, file_;  ///< what stands in every line (P11)
    GraphFile out_;
    bool first_ = true;
};

}  // namespace

GraphFile extraction(const State& state) {
    return GraphText(state, GraphText::Form::extraction).write();
}

GraphFile graph(const State& state) {
    return GraphText(state, GraphText::Form::graph).write();
}

std::string file_hash(const GraphFile& file) {
    return sha256(file.bytes);
}

std::string receipt(const State& state, const std::string& extraction_hash,
                    const GraphFile& graph) {
    std::string out = "{";
    append_member(out, "contextGraph", "unknown-owner");
    append_member(out, "corpusId", state.selection.corpus);
    append_member(out, "edges", static_cast<std::int64_t>(graph.edges));
    append_member(out, "embeddingIdentity", embedding_identity);
    append_member(out, "engine", "native");
    append_member(out, "extractionSha256", extraction_hash);
    append_member(out, "graphSha256", file_hash(graph));
    append_member(out, "nodes", static_cast<std::int64_t>(graph.nodes));
    append_member(out, "projectionSchemaVersion", schema_version);
    append_member(out, "receiptVersion", std::int64_t{1});
    append_member(out, "selectionDigest", state.digest);
    append_member(out, "selectionRevision", state.selection.revision);
    append_member(out, "tombstones", static_cast<std::int64_t>(state.tombstones.size()));
    return out + "}\n";
}

}  // namespace tools::projection
