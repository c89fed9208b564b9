#include "tools/memory/query_graph.hpp"

#include "store/error.hpp"
#include "tools/memory/entity.hpp"
#include "tools/memory/normal.hpp"
#include "tools/memory/stored_memory.hpp"
#include "tools/time.hpp"
#include "tools/vocabulary.hpp"

#include <algorithm>
#include <limits>

namespace tools::memory {

namespace {

constexpr std::size_t no_end = std::numeric_limits<std::size_t>::max();

}  // namespace

QueryGraph::QueryGraph(const store::ReadTxn& txn, const std::optional<store::Space>& space,
                       std::int64_t at_ms)
    : txn_(txn), space_(space), at_ms_(at_ms) {
    known_.labels = {"entity"};
    known_.properties = {"confidence", "episode", "facts",     "id",       "name",      "predicate",
                         "recorded",   "state",   "statement", "valid_at", "invalid_at"};
    if (!space) return;
    columns_.emplace(txn, *space);
    scan_predicates(txn, *space, "", no_end, [&](const std::string& label, const NameEntry& entry) {
        if (entry.facts > 0) known_.types.push_back(label);
        return true;
    });
}

QueryGraph::Item QueryGraph::item_of(const std::string& name) const {
    const auto [at, added] = items_.emplace(normal_name(name), names_.size());
    if (added) names_.push_back(at->first);
    return at->second;
}

const Fact& QueryGraph::fact(Item edge) const {
    if (last_.number != edge) {
        auto found = find_fact(txn_, *space_, edge);
        if (!found)
            throw store::Error(store::Code::corrupt, "a fact in a list is gone: check the store");
        last_ = *std::move(found);
    }
    return last_;
}

void QueryGraph::add_edges(Item node, Role role, std::vector<graph::query::Edge>& out) const {
    const std::string normal = names_.at(node);
    for (const std::uint64_t number : linked(txn_, *space_, role, name_digest(normal), no_end)) {
        if (!columns_->live(number) || fact(number).pattern) continue;
        const graph::query::Edge found = edge(number);
        if ((role == Role::subject ? found.from : found.to) == node) out.push_back(found);
    }
}

/// Patterns use names, too; a name that only they use names no thing.
bool QueryGraph::is_used(const std::string& name) const {
    for (const Role role : {Role::subject, Role::object})
        for (const std::uint64_t number : linked(txn_, *space_, role, name_digest(name), no_end))
            if (columns_->live(number) && !fact(number).pattern) return true;
    return false;
}

std::vector<QueryGraph::Item> QueryGraph::nodes(std::string_view /*label*/) const {
    std::vector<Item> out;
    if (!space_) return out;
    const bool patterns = read_head(txn_, *space_).patterns > 0;
    scan_names(txn_, *space_, "", no_end,
               [&](const std::string& /*start*/, const NameEntry& entry) {
                   if (entry.facts > 0 && (!patterns || is_used(entry.name)))
                       out.push_back(item_of(entry.name));
                   return true;
               });
    return out;
}

std::optional<std::vector<QueryGraph::Item>> QueryGraph::having(
    std::string_view property, const graph::query::Value& value) const {
    const auto* text = value.as<std::string>();
    if (property != "name" || !text || !space_) return std::nullopt;
    const auto entry = find_name(txn_, *space_, *text);
    if (!entry || entry->facts == 0 || !is_used(*text)) return std::vector<Item>{};
    return std::vector<Item>{item_of(*text)};
}

std::vector<std::string> QueryGraph::labels(Item /*node*/) const {
    return known_.labels;
}

std::vector<graph::query::Edge> QueryGraph::edges(Item node, graph::query::Side side) const {
    std::vector<graph::query::Edge> out;
    if (side != graph::query::Side::in) add_edges(node, Role::subject, out);
    if (side == graph::query::Side::in) add_edges(node, Role::object, out);
    if (side != graph::query::Side::both) return out;
    std::vector<graph::query::Edge> in;
    add_edges(node, Role::object, in);
    std::copy_if(in.begin(), in.end(), std::back_inserter(out),
                 [](const graph::query::Edge& one) { return one.from != one.to; });
    return out;
}

graph::query::Edge QueryGraph::edge(Item edge) const {
    const Fact& found = fact(edge);
    return {edge, item_of(found.subject), item_of(found.object)};
}

std::string QueryGraph::type(Item edge) const {
    return fact(edge).predicate;
}

graph::query::Map QueryGraph::properties(graph::query::NodeRef node) const {
    const auto entry = find_name(txn_, *space_, names_.at(node.item));
    if (!entry) return {};
    return {{"facts", static_cast<std::int64_t>(entry->facts)}, {"name", entry->name}};
}

graph::query::Map QueryGraph::properties(graph::query::EdgeRef edge) const {
    const Fact& found = fact(edge.item);
    graph::query::Map out;
    if (found.confidence) out.emplace_back("confidence", *found.confidence / 1000.0);
    out.emplace_back("episode", std::string(found.episode.str()));
    out.emplace_back("id", fact_id(found));
    if (found.invalid_at) out.emplace_back("invalid_at", iso(*found.invalid_at));
    out.emplace_back("predicate", found.predicate);
    out.emplace_back("recorded", utc(found.recorded_ms));
    out.emplace_back("state", std::string(word(phase_of(found, at_ms_))));
    out.emplace_back("statement", found.statement);
    if (found.valid_at) out.emplace_back("valid_at", iso(*found.valid_at));
    return out;
}

std::string QueryGraph::name(Item node) const {
    const auto entry = find_name(txn_, *space_, names_.at(node));
    return entry ? entry->name : names_.at(node);
}

}  // namespace tools::memory
