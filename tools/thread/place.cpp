#include "tools/thread/place.hpp"

#include "store/error.hpp"
#include "tools/nearest.hpp"
#include "tools/text/line.hpp"
#include "tools/thread/items.hpp"
#include "tools/thread/tables.hpp"

#include <algorithm>

namespace tools::thread {
namespace {

[[noreturn]] void refuse_name(const std::string& path, const char* reason,
                              const std::string& message) {
    throw store::Error(store::Code::invalid, "a name does not fit: nothing was done",
                       {{path, reason, message, "", {}}});
}

std::string checked_name(const std::string& name, const std::string& path) {
    std::string out = text::trim(name);
    if (const auto fault = text::line_fault(out, max_name))
        refuse_name(path, fault->reason, "the name " + fault->message);
    return out;
}

bool reads_as_id(const std::string& name) {
    return name.size() >= 8 && name.size() <= 64 &&
           name.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos;
}

store::Key branch_key(store::Space space, const std::string& name) {
    return named_key(space, store::Table::thread_branch, name);
}

constexpr std::size_t most_told = 10;  ///< branches named in a refusal

[[noreturn]] void refuse_branch(const store::ReadTxn& txn, store::Space space,
                                const std::string& name) {
    std::vector<std::string> known;
    const auto all = branches(txn, space);
    for (std::size_t i = 0; i < std::min(all.size(), most_told); ++i)
        known.push_back(all[i].first);
    if (all.size() > most_told) known.push_back(std::to_string(all.size() - most_told) + " more");
    throw store::Error(store::Code::not_found, "no such branch: nothing was done",
                       {{"/branch",
                         "unknown_branch",
                         "there is no branch \"" + name + "\"; branches are " + join(known) +
                             "; thread_branch with op create makes one",
                         "",
                         {}}});
}

}  // namespace

std::string checked_branch(const std::string& name, const std::string& path) {
    std::string out = checked_name(name, path);
    if (out.size() > max_branch_bytes)
        refuse_name(path, "length",
                    "the name has " + std::to_string(out.size()) + " bytes: expected at most " +
                        std::to_string(max_branch_bytes));
    if (read_version_name(out) || reads_as_id(out) || out.front() == '$')
        refuse_name(path, "bad_name",
                    "\"" + out + "\" reads as a version or a node's id: choose another name");
    return out;
}

std::optional<std::uint64_t> find_branch(const store::ReadTxn& txn, store::Space space,
                                         const std::string& name) {
    if (name.size() > max_branch_bytes) return std::nullopt;
    const auto found = branch_records.find(txn, branch_key(space, name));
    if (!found) return std::nullopt;
    return found->number;
}

std::vector<std::pair<std::string, std::uint64_t>> branches(const store::ReadTxn& txn,
                                                            store::Space space) {
    std::vector<std::pair<std::string, std::uint64_t>> out;
    branch_records.scan(txn, store::Key(space, store::Table::thread_branch).range(), {},
                        [&](std::string_view key, Numbered value) {
                            out.emplace_back(store::parts(key).rest(), value.number);
                            return true;
                        });
    return out;
}

void refuse_full(const store::ReadTxn& txn, store::Space space) {
    if (branches(txn, space).size() < max_branches) return;
    throw store::Error(store::Code::limit, "the branches stay as they are",
                       {{"/name",
                         "too_many_branches",
                         "the thread has " + std::to_string(max_branches) +
                             " branches: thread_branch with op delete takes one away",
                         "",
                         {}}});
}

void point_branch(store::WriteTxn& txn, store::Space space, const std::string& name,
                  std::uint64_t version) {
    branch_records.put(txn, branch_key(space, name), {version});
}

void erase_branch(store::WriteTxn& txn, store::Space space, const std::string& name) {
    txn.erase(branch_key(space, name).str());
}

Place open_place(const store::ReadTxn& txn, const Call& call,
                 const std::optional<std::string>& thread,
                 const std::optional<std::string>& branch) {
    if (!thread && call.settings.conversation.empty())
        refuse_name("/thread", "missing", "thread is missing: name the one to work on");
    Place out;
    out.thread = thread ? checked_name(*thread, "/thread") : call.settings.conversation;
    out.branch = branch ? checked_branch(*branch, "/branch") : main_branch;
    out.space = store::find_space(txn, call.principal.tenant, store::SpaceKind::thread, out.thread);
    if (!out.space) {
        if (out.branch == main_branch) return out;
        throw store::Error(store::Code::not_found, "no such branch: nothing was done",
                           {{"/branch",
                             "unknown_branch",
                             "the thread is empty and has main only: append there first",
                             "",
                             {}}});
    }
    out.version = find_branch(txn, *out.space, out.branch);
    if (!out.version) refuse_branch(txn, *out.space, out.branch);
    return out;
}

Place make_place(store::WriteTxn& txn, const Call& call, const std::optional<std::string>& thread,
                 const std::optional<std::string>& branch) {
    Place out = make_thread(txn, call, open_place(txn, call, thread, branch));
    drop_pending(txn, *out.space, call.clock());
    return out;
}

Place make_thread(store::WriteTxn& txn, const Call& call, Place out) {
    if (out.space) return out;
    out.space = store::make_space(txn, call.principal.tenant, store::SpaceKind::thread, out.thread);
    point_branch(txn, *out.space, main_branch, 0);
    out.version = 0;
    return out;
}

Version version_at(const store::ReadTxn& txn, store::Space space, std::uint64_t number,
                   const std::string& path) {
    if (number == 0) return {};
    auto found =
        version_records.find(txn, numbered_key(space, store::Table::thread_version, number));
    if (!found)
        throw store::Error(store::Code::not_found, "no such version: nothing was done",
                           {{path,
                             "unknown_version",
                             "there is no version " + version_name(number) +
                                 ": thread_log with op versions lists them",
                             "",
                             {}}});
    found->number = number;
    return *found;
}

View view_of(const store::ReadTxn& txn, const Place& place) {
    if (!place.space) return {txn, store::Space{}, Version{}};
    return {txn, *place.space, version_at(txn, *place.space, place.version.value_or(0))};
}

std::optional<Version> named_version(const store::ReadTxn& txn, store::Space space,
                                     const std::string& name) {
    if (const auto number = read_version_name(name)) return version_at(txn, space, *number, "/at");
    if (const auto number = find_branch(txn, space, name)) return version_at(txn, space, *number);
    return std::nullopt;
}

}  // namespace tools::thread
