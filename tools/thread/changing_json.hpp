#pragma once

#include "store/content.hpp"
#include "tools/digest.hpp"
#include "tools/schema.hpp"
#include "tools/thread/change.hpp"
#include "tools/thread/place.hpp"

#include <optional>
#include <string>

namespace tools::thread {

/// Where a changing call works, and what it has to do with its expected_version.
struct Entry {
    Place place;
    std::string request;  ///< digest of the call; empty without expected_version
    std::optional<Json>
        answered;  ///< of this very call, carried out before; null where none is kept
};

/// Throws Error conflict (version_moved), naming what came since, where the branch
/// moved on by another call (W17).
Entry enter(store::WriteTxn& txn, Place place, const std::optional<std::string>& expected,
            const std::string& request);

/// One change of a branch: `work(Change&, Reply&, Version& said)` adds to the version;
/// where something changed it is stored and the branch moved. Fills in thread, branch
/// and version of the reply.
template <class Reply, class Args, class Work>
Reply change_branch(store::WriteTxn& txn, const Call& call, const Args& args, Work&& work) {
    const std::string request =
        args.expected_version ? digest(dump_json(Type<Args>::write(args))) : std::string();
    const Entry entry =
        enter(txn, make_place(txn, call, args.thread, args.branch), args.expected_version, request);
    Reply reply;
    if (entry.answered) {
        Problems ignored;
        Type<Reply>::read(*entry.answered, reply, {"", {}, ignored});
        return reply;
    }
    const Place& place = entry.place;
    Change change(txn, *place.space, version_at(txn, *place.space, *place.version), call.counter);
    Version said;
    said.time = call.clock();
    said.request = entry.request;
    work(change, reply, said);
    reply.thread = place.thread;
    reply.branch = place.branch;
    reply.version = version_name(change.changed() ? change.next_version() : *place.version);
    if (!change.changed()) return reply;
    if (!request.empty())
        said.answer = store::add_content(txn, *place.space, dump_json(Type<Reply>::write(reply)));
    point_branch(txn, *place.space, place.branch, change.store(std::move(said)).number);
    return reply;
}

}  // namespace tools::thread
