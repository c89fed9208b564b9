#include "tools/projection/graphify.hpp"
#include "tools/projection/projection_tools.hpp"
#include "tools/projection/records.hpp"
#include "tools/space_page.hpp"

#include <array>
#include <string_view>

namespace tools::projection {
namespace {

constexpr const char* json_mime = "application/json";
constexpr std::string_view uri_start = "projection://";
constexpr std::size_t most_bytes = std::size_t{1} << 20;  ///< of a document

enum class Part { extraction, graph, receipt };

constexpr auto names(Part) {
    return std::array{"extraction", "graph", "receipt"};
}

std::string part_end(Part part) {
    return std::string("/") + names(part).at(static_cast<std::size_t>(part));
}

/// The corpus that a URI names, when it is one of this part.
std::optional<std::string> corpus_of(std::string_view uri, Part part) {
    const std::string end = part_end(part);
    if (!uri.starts_with(uri_start) || !uri.ends_with(end)) return std::nullopt;
    uri.remove_prefix(uri_start.size());
    if (uri.size() <= end.size()) return std::nullopt;
    uri.remove_suffix(end.size());
    if (uri.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") != std::string_view::npos)
        return std::nullopt;
    return std::string(uri);
}

std::string content(const State& state, Part part) {
    const GraphFile extracted = extraction(state);
    if (part == Part::extraction) return extracted.bytes;
    const GraphFile drawn = graph(state);
    return part == Part::graph ? drawn.bytes : receipt(state, file_hash(extracted), drawn);
}

/// Refuses what no host can show: half of it would be no graph.
void check_size(const std::string& text, const std::string& uri) {
    if (text.size() <= most_bytes) return;
    throw store::Error(store::Code::limit, "the document is too large to be sent",
                       {{"/uri",
                         "too_large",
                         uri + " has " + std::to_string(text.size()) +
                             " bytes, more than 1 MiB: publish it with projection_rebuild and read "
                             "the file, or ask projection_path; the receipt can be read here",
                         "",
                         {}}});
}

template <Part part>
std::optional<Document> read_part(store::Store& store, const Call& call, const std::string& uri) {
    const auto corpus = corpus_of(uri, part);
    if (!corpus) return std::nullopt;
    const auto state = store.read(
        [&](const store::ReadTxn& txn) { return find_state(txn, call.principal.tenant, *corpus); });
    if (!state) return std::nullopt;
    Document out{uri, json_mime, content(*state, part)};
    check_size(out.text, uri);
    return out;
}

template <Part part>
Page<Resource> list_parts(store::Store& store, const Call& call, const std::string& after,
                          std::size_t limit) {
    const std::string word = names(part).at(static_cast<std::size_t>(part));
    return space_page(store, call, store::SpaceKind::corpus, after, limit,
                      [&](const std::string& name) {
                          return Resource{std::string(uri_start) + name + part_end(part),
                                          name + " " + word, "Projection " + name + ": " + word,
                                          "As it is published for Graphify.", json_mime};
                      });
}

/// The row of a part, from its words.
template <Part part>
constexpr ResourceRow row(const char* uri, const char* name, const char* title, const char* about) {
    return {.uri_template = uri,
            .name = name,
            .title = title,
            .about = about,
            .mime = json_mime,
            .toolset = Toolset::projection,
            .matches = [](const std::string& one) { return corpus_of(one, part).has_value(); },
            .read = read_part<part>,
            .list = list_parts<part>,
            .watched = [](const std::string& one) -> std::optional<Watched> {
                const auto corpus = corpus_of(one, part);
                if (!corpus) return std::nullopt;
                return Watched{store::SpaceKind::corpus, *corpus};
            }};
}

constexpr std::array resources{
    row<Part::extraction>("projection://{corpus}/extraction", "projection_extraction",
                          "Extraction of a projection",
                          "Nodes and edges of a corpus, as Graphify's build takes them."),
    row<Part::graph>("projection://{corpus}/graph", "projection_graph", "Graph of a projection",
                     "The node-link graph of a corpus, as graphify path loads it."),
    row<Part::receipt>("projection://{corpus}/receipt", "projection_receipt",
                       "Receipt of a projection",
                       "What selection a corpus shows, with the hashes of its files.")};

}  // namespace

constinit const Rows<ResourceRow> resource_rows = resources;

}  // namespace tools::projection
