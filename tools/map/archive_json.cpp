#include "tools/map/archive_json.hpp"

#include "store/error.hpp"
#include "store/hex.hpp"
#include "tools/digest.hpp"
#include "tools/text/line.hpp"

#include <array>
#include <utility>

namespace tools::map {
namespace {

[[noreturn]] void refuse_part(const std::string& path, const std::string& expected) {
    throw store::Error(store::Code::invalid, "the line was not stored",
                       {{path, "bad_line", "expected " + expected, "", {}}});
}

std::optional<std::string> unless_empty(const std::string& text) {
    return text.empty() ? std::nullopt : std::optional(text);
}

std::string edge_word(const Edge& edge) {
    return to_string(edge.from) + " " + word(edge.kind) + " " + to_string(edge.to);
}

Edge read_edge_word(const std::string& text, const std::string& path) {
    const auto first = text.find(' ');
    const auto second = first == std::string::npos ? first : text.find(' ', first + 1);
    if (second == std::string::npos) refuse_part(path, "an edge such as T1 depends_on Q2");
    const auto kind = read_word<EdgeKind>(text.substr(first + 1, second - first - 1));
    if (!kind) refuse_part(path, "an edge such as T1 depends_on Q2");
    return {restored_id(text.substr(0, first), path), *kind,
            restored_id(text.substr(second + 1), path)};
}

ArchivedRevision::Texts edge_words(const std::vector<Edge>& edges) {
    if (edges.empty()) return std::nullopt;
    std::vector<std::string> out;
    for (const Edge& edge : edges)
        out.push_back(edge_word(edge));
    return out;
}

std::vector<Edge> read_edge_words(const ArchivedRevision::Texts& texts, const std::string& path) {
    std::vector<Edge> out;
    if (texts)
        for (const std::string& text : *texts)
            out.push_back(read_edge_word(text, path + "/" + std::to_string(out.size())));
    return out;
}

ArchivedNode archived_node(const Node& node) {
    return {node.words.text,
            unless_empty(node.words.reason),
            unless_empty(node.words.impact),
            unless_empty(node.words.mitigation),
            node.status,
            node.source,
            node.confidence,
            static_cast<std::int64_t>(node.born),
            static_cast<std::int64_t>(node.changed)};
}

Node restored_node(const ArchivedNode& line, NodeId id, const std::string& path) {
    Node out;
    out.id = id;
    out.words = {line.text, line.reason.value_or(""), line.impact.value_or(""),
                 line.mitigation.value_or("")};
    for (const std::string* words :
         {&out.words.text, &out.words.reason, &out.words.impact, &out.words.mitigation})
        if (!words->empty())
            if (const auto fault = text::line_fault(*words, max_text))
                refuse_part(path, "a text that " + fault->message);
    if (out.words.text.empty()) refuse_part(path + "/text", "a text");
    out.status = line.status;
    out.source = line.source;
    out.confidence = line.confidence;
    out.born = static_cast<std::uint64_t>(line.born);
    out.changed = static_cast<std::uint64_t>(line.changed);
    return out;
}

void read_moves(const ArchivedRevision& line, Delta& to) {
    if (line.moved)
        for (const ArchivedMove& one : *line.moved)
            to.moved.push_back(
                {read_edge_word(one.from, "/moved"), read_edge_word(one.to, "/moved")});
    if (line.merged)
        for (const ArchivedMove& one : *line.merged)
            to.merged.push_back({restored_id(one.from, "/merged"), restored_id(one.to, "/merged")});
}

}  // namespace

NodeId restored_id(const std::string& text, const std::string& path) {
    const auto id = read_id(text);
    if (!id) refuse_part(path, "an id such as T1");
    return *id;
}

std::string bytes_in_hex(const std::string& text, const std::string& path) {
    auto bytes = store::from_hex(text);
    if (!bytes) refuse_part(path, "bytes in hex");
    return *std::move(bytes);
}

ArchivedRevision archived(const Delta& delta) {
    ArchivedRevision out;
    out.revision = static_cast<std::int64_t>(delta.revision);
    if (delta.first != delta.revision) out.first = static_cast<std::int64_t>(delta.first);
    out.time_ms = delta.time;
    for (const NodeChange& change : delta.nodes) {
        if (!out.nodes) out.nodes.emplace();
        const Node& node = change.after ? *change.after : *change.before;
        ArchivedChange& line = out.nodes->emplace_back();
        line.id = to_string(node.id);
        if (change.after) line.node = archived_node(node);
    }
    out.added = edge_words(delta.added);
    out.removed = edge_words(delta.removed);
    out.telling = edge_words(delta.telling);
    out.intended = edge_words(delta.intended);
    out.stayed = edge_words(delta.stayed);
    for (const MovedEdge& move : delta.moved) {
        if (!out.moved) out.moved.emplace();
        out.moved->push_back({edge_word(move.from), edge_word(move.to)});
    }
    for (const MergedNode& merge : delta.merged) {
        if (!out.merged) out.merged.emplace();
        out.merged->push_back({to_string(merge.node), to_string(merge.into)});
    }
    return out;
}

std::string line_digest(ArchivedRevision line) {
    line.follows.reset();
    return digest(dump_json(Type<ArchivedRevision>::write(line)));
}

Delta restored(const ArchivedRevision& line) {
    Delta out;
    out.revision = static_cast<std::uint64_t>(line.revision);
    out.first = static_cast<std::uint64_t>(line.first.value_or(line.revision));
    if (out.first > out.revision) refuse_part("/first", "a number up to revision");
    out.time = line.time_ms;
    if (line.nodes)
        for (std::size_t i = 0; i < line.nodes->size(); ++i) {
            const ArchivedChange& change = (*line.nodes)[i];
            const std::string path = "/nodes/" + std::to_string(i);
            const NodeId id = restored_id(change.id, path + "/id");
            NodeChange& to = out.nodes.emplace_back();
            if (change.node)
                to.after = restored_node(*change.node, id, path + "/node");
            else
                to.before.emplace().id = id;
        }
    out.added = read_edge_words(line.added, "/added");
    out.removed = read_edge_words(line.removed, "/removed");
    out.telling = read_edge_words(line.telling, "/telling");
    out.intended = read_edge_words(line.intended, "/intended");
    out.stayed = read_edge_words(line.stayed, "/stayed");
    read_moves(line, out);
    return out;
}

}  // namespace tools::map
