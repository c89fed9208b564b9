#include "tools/memory/dataspace.hpp"

#include "store/error.hpp"
#include "tools/nearest.hpp"
#include "tools/text/line.hpp"

#include <algorithm>

namespace tools::memory {
namespace {

Dataspace opened(const store::ReadTxn& txn, const Call& call, const std::string& name) {
    return {name, store::find_space(txn, call.principal.tenant, store::SpaceKind::dataspace, name)};
}

[[noreturn]] void refuse_dataspace(const std::string& name,
                                   const std::vector<std::string>& allowed) {
    std::vector<std::string> folded;
    for (const std::string& one : allowed)
        folded.push_back(fold_word(one));
    const std::string close = nearest(name, folded);
    const auto at = std::find(folded.begin(), folded.end(), close);
    const std::string meant =
        at == folded.end() ? "" : allowed[static_cast<std::size_t>(at - folded.begin())];
    throw store::Error(
        store::Code::denied, "no such dataspace here: nothing was done",
        {{"/dataspace_name",
          "unknown_dataspace",
          "allowed are " + join(allowed) + (meant.empty() ? "" : "; nearest: " + meant),
          meant.empty() ? allowed.front() : meant,
          {}}});
}

}  // namespace

Dataspace open_dataspace(const store::ReadTxn& txn, const Call& call,
                         const std::optional<std::string>& named) {
    const auto& allowed = call.settings.dataspaces;
    const std::string name = named ? text::trim(*named) : std::string();
    if (name.empty()) return opened(txn, call, allowed.front());
    if (std::find(allowed.begin(), allowed.end(), name) == allowed.end())
        refuse_dataspace(name, allowed);
    return opened(txn, call, name);
}

std::vector<Dataspace> open_dataspaces(const store::ReadTxn& txn, const Call& call,
                                       const std::optional<std::string>& named) {
    if (named && !text::trim(*named).empty()) return {open_dataspace(txn, call, named)};
    std::vector<Dataspace> out;
    for (const std::string& name : call.settings.dataspaces)
        out.push_back(opened(txn, call, name));
    return out;
}

store::Space make_dataspace(store::WriteTxn& txn, const Call& call, const Dataspace& dataspace) {
    if (dataspace.space) return *dataspace.space;
    return store::make_space(txn, call.principal.tenant, store::SpaceKind::dataspace,
                             dataspace.name);
}

}  // namespace tools::memory
