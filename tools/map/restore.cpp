#include "tools/map/restore.hpp"

#include "store/error.hpp"
#include "tools/map/stored_map.hpp"

#include <optional>
#include <string>

namespace tools::map {
namespace {

[[noreturn]] void refuse(const char* reason, const std::string& message) {
    throw store::Error(store::Code::invalid, "restore: " + message,
                       {{"/restore", reason, message, "", {}}});
}

void stamp(Delta& delta, std::uint64_t revision) {
    delta.first = delta.revision = revision;
    for (NodeChange& change : delta.nodes)
        if (change.after) change.after->changed = revision;
}

}  // namespace

Delta restoring_delta(const store::ReadTxn& txn, store::Space space, std::uint64_t revision) {
    const Head head = read_head(txn, space);
    if (revision >= head.revision)
        refuse("no_such_revision", "the map is at revision " + std::to_string(head.revision) +
                                       ": name an older one, from 0");
    Delta back;
    bool first = true;
    scan_history(txn, space, revision, [&](Delta& delta) {
        if (delta.first <= revision)
            refuse("joined_revisions",
                   "revision " + std::to_string(revision) +
                       " is joined with its neighbours: " + std::to_string(delta.first - 1) +
                       " and " + std::to_string(delta.revision) + " can be restored");
        back = first ? inverse(std::move(delta)) : combine(back, inverse(std::move(delta)));
        first = false;
        return true;
    });
    stamp(back, head.revision + 1);
    return back;
}

}  // namespace tools::map
