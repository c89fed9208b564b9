#include "tools/projection/refusal.hpp"

#include "store/error.hpp"

#include <array>
#include <cstddef>

namespace tools::projection {
namespace {

store::Code code_of(Fault fault) {
    if (fault == Fault::input_too_large || fault == Fault::text_too_long ||
        (fault >= Fault::too_many_branches && fault <= Fault::too_many_summaries))
        return store::Code::limit;
    if (fault < Fault::restore_required) return store::Code::invalid;
    if (fault < Fault::no_selection || fault == Fault::state_newer || fault == Fault::locked)
        return store::Code::conflict;
    if (fault == Fault::no_selection) return store::Code::not_found;
    if (fault >= Fault::adapter_absent || fault == Fault::selection_unreadable)
        return store::Code::unavailable;
    return fault <= Fault::state_symlink ? store::Code::denied : store::Code::corrupt;
}

/// What was expected and what to do, in words that hold nothing of the input; in the order of
/// the faults.
constexpr std::array advice{
    "a selection has at most 2 MiB: select fewer branches",
    "send one JSON object, nested at most 8 deep, without a byte order mark",
    "send UTF-8",
    "an object holds a key twice: send each once",
    "only the fields of examples/selection.json are taken: leave out all others",
    "a field is missing: see examples/selection.json",
    "a field has another type: see examples/selection.json; schemaVersion is 1, revisions are "
    "whole numbers from 1 to 2^53-1",
    "ids are 1 to 64 of a-z, 0-9 and -, not beginning with -; a memoryRef is 1 to 256 printable "
    "ASCII signs without blank and slashes",
    "sha256 is 64 lower-case hex digits",
    "role is user, assistant or unknown",
    "an id stands twice in one list: send each once",
    "a branch descends from itself: correct parentBranchId",
    "approved must be true, after a person has read the text",
    "kind must be summary",
    "a text has at most 2000 characters: shorten it",
    "a text is empty: leave the summary out",
    "a text looks as if it held a secret: take it out",
    "a selection has at most 500 branches",
    "a branch has at most 100 sources",
    "a branch has at most 100 summaries",
    "a branch stands in exclude and in restore: choose one",
    "a branch was taken out before: name it in restore, or leave it out",
    "restore names a branch that was not taken out: leave it out of restore",
    "restore names a branch that is not among the branches: send it too",
    "the directory belongs to another corpus: give a directory of its own",
    "a selection with a higher revision was applied: raise the revision",
    "this revision was applied with other content: raise the revision",
    "a branch came with a higher sourceRevision before: send the newest",
    "a branch changed: raise its sourceRevision",
    "a refId stands with two hashes: correct one",
    "nothing was applied yet: apply a selection first",
    "the selection cannot be read: give a file",
    "give a directory of your own that others cannot write, empty at first, with nothing but this "
    "program's files later; nothing was changed",
    "a link stands in the way: give the real path of a directory without links",
    "state.json or the stored state is damaged: bring back a sound copy",
    "the state has another schema or embedding: migrate it explicitly",
    "the directory is newer than the store, as if an old store was brought back: bring back the "
    "newest store",
    "another call holds the directory; if none runs, remove its file lock",
    "Graphify is not installed for that Python: install it, then try again",
    "the graph could not be written or checked: try again",
};
static_assert(advice.size() == names(Fault{}).size());

}  // namespace

void refuse(Fault fault) {
    const auto at = static_cast<std::size_t>(fault);
    const char* reason = names(fault).at(at);
    throw store::Error(code_of(fault), reason, {{"", reason, advice.at(at), "", {}}});
}

}  // namespace tools::projection
