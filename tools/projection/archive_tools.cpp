#include "tools/projection/projection_tools.hpp"
#include "tools/projection/records.hpp"
#include "tools/projection/refusal.hpp"
#include "tools/projection/state_json.hpp"

#include <array>
#include <limits>

namespace tools::projection {
namespace {

constexpr const char* archive_member = "projection";

void write_corpora(const store::ReadTxn& txn, const Call& call,
                   const std::function<void(const Json& line)>& show) {
    constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
    for (const auto& corpus :
         store::list_spaces(txn, call.principal.tenant, store::SpaceKind::corpus, "", all)) {
        check_stop(call);
        const auto state = find_state(txn, call.principal.tenant, corpus.name);
        if (state)
            show({{archive_member,
                   parse_json(state_json(*state), {.values = std::size_t{1} << 26U})}});
    }
}

/// A state goes where none is; the same one is known.
Taken read_corpus(store::WriteTxn& txn, const Call& call, const Json& line) {
    demand(line.size() == 1, Fault::unknown_field);
    const std::string bytes = dump_json(line.at(archive_member)) + "\n";
    const State state = read_state(bytes);
    const auto known = find_state(txn, call.principal.tenant, state.selection.corpus);
    if (known) {
        demand(state_json(*known) == bytes, Fault::selection_revision_conflict);
        return Taken::stored_before;
    }
    put_state(txn, call.principal.tenant, state);
    return Taken::stored;
}

constexpr std::array archive_tools{ArchiveRow{archive_member, write_corpora, read_corpus}};

}  // namespace

constinit const Rows<ArchiveRow> archive_rows = archive_tools;

}  // namespace tools::projection
