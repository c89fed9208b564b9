#include "tools/projection/publish.hpp"

#include "tools/projection/directory.hpp"
#include "tools/projection/ledger.hpp"
#include "tools/projection/records.hpp"
#include "tools/projection/refusal.hpp"
#include "tools/projection/state_json.hpp"
#include "tools/projection/verify.hpp"

#include <utility>

namespace tools::projection {
namespace {

/// Takes all derivatives away again unless they came to be whole (P25).
class Publication {
public:
    explicit Publication(const Directory& directory) : directory_(directory) {}

    ~Publication() {
        if (!whole_) directory_.try_remove_derivatives();
    }

    Publication(const Publication&) = delete;
    Publication& operator=(const Publication&) = delete;
    Publication(Publication&&) = delete;
    Publication& operator=(Publication&&) = delete;

    void finish() { whole_ = true; }

private:
    const Directory& directory_;
    bool whole_ = false;
};

/// P24, in its order; the receipt comes last.
void publish(const Directory& directory, const Order& order, Built& built) {
    Publication publication(directory);
    directory.write(state_file, state_json(built.state));
    directory.remove_derivatives();
    GraphFile extracted = extraction(built.state);
    directory.write(extraction_file, extracted.bytes);
    const std::string extracted_hash = file_hash(extracted);
    extracted.bytes = {};
    const GraphFile drawn = graph(built.state);
    directory.write(graph_file, drawn.bytes);
    if (!order.graphify_python.empty())
        verify_graphify(order.graphify_python, directory.path(), order.graphify_limit);
    directory.write(receipt_file, receipt(built.state, extracted_hash, drawn));
    publication.finish();
    built.nodes = drawn.nodes;
    built.edges = drawn.edges;
}

/// The state to go on from: the store's, or the directory's where the store has none. A
/// directory that knows more than the store shows that an old store was brought back.
std::optional<State> newest(std::optional<State> stored, std::optional<State> exported) {
    if (!stored) return exported;
    if (exported) {
        const std::int64_t here = stored->selection.revision;
        const std::int64_t there = exported->selection.revision;
        demand(there <= here, Fault::state_newer);
        demand(there < here || exported->digest == stored->digest, Fault::state_corrupt);
    }
    return stored;
}

/// What is known once the order is carried out.
State result_of(const std::optional<State>& before, const Order& order) {
    if (order.selection) return apply(before, *order.selection);
    demand(before.has_value(), Fault::no_selection);
    return *before;
}

Built change_store(store::Store& store, const store::Reach& reach, const Order& order,
                   const std::optional<State>& exported) {
    return store.write([&](store::WriteTxn& txn) {
        auto stored = find_state(txn, reach, order.corpus);
        const bool known = stored.has_value();
        const auto before = newest(std::move(stored), exported);
        Built out;
        out.state = result_of(before, order);
        out.changed = !known || out.state.selection.revision != before->selection.revision;
        if (out.changed) put_state(txn, reach, out.state);
        return out;
    });
}

/// Writes the first state.json ahead of the store, since it alone says whose a directory
/// is: after a kill between the two a rebuild goes on from it (P26). Where the store
/// knows the corpus its state of now will do, as an older directory is published again.
void claim(const Directory& directory, const store::Store& store, const store::Reach& reach,
           const Order& order) {
    const auto stored =
        store.read([&](const store::ReadTxn& txn) { return find_state(txn, reach, order.corpus); });
    const State result = result_of(stored, order);
    directory.write(state_file, state_json(stored ? *stored : result));
}

/// Names the corpus by whatever tells it; all that tell must agree (P16).
void settle_corpus(Order& order, const std::optional<State>& exported) {
    const auto is = [&](const std::string& corpus) {
        if (order.corpus.empty()) order.corpus = corpus;
        demand(order.corpus == corpus, Fault::corpus_mismatch);
    };
    if (order.selection) is(order.selection->corpus);
    if (exported) is(exported->selection.corpus);
    demand(!order.corpus.empty(), Fault::no_selection);
}

}  // namespace

Built carry_out(store::Store& store, const store::Reach& reach, Order order) {
    std::optional<Directory> directory;
    std::optional<State> exported;
    if (!order.directory.empty()) {
        directory.emplace(order.directory);
        if (const auto bytes = directory->state()) exported = read_state(*bytes);
    }
    settle_corpus(order, exported);
    if (directory && !exported) claim(*directory, store, reach, order);
    Built out = change_store(store, reach, order, exported);
    if (directory) publish(*directory, order, out);
    return out;
}

}  // namespace tools::projection
