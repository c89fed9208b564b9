#pragma once

#include "tools/projection/model.hpp"
#include "tools/schema.hpp"
#include "tools/thread/place.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tools::prepare {

/// A branch of a thread as a call names it.
struct Chosen {
    std::optional<std::string> thread, branch;
    std::optional<std::string> id;  ///< what it is called in the selection

    static constexpr auto fields() {
        return std::tuple{field("branch", &Chosen::branch, thread::about_branch),
                          field("thread", &Chosen::thread, thread::about_thread),
                          field("id", &Chosen::id, "Its branchId; default thread-branch")};
    }
};

/// What stands in a thread under the version of a branch.
struct Drawn {
    projection::Branch branch;          ///< summaries in the order they were written, sources none
    std::vector<thread::Number> nodes;  ///< what the summaries are in the thread, in their order
    store::Space space;                 ///< of the thread
    std::size_t stale = 0;              ///< left out, since something they sum up was retracted
};

/// Draws branches out of threads, parents first: a branch descends from the one drawn
/// before it that it parted from last, and does not repeat the summaries it had then.
class Branches {
public:
    Branches(const store::ReadTxn& txn, const Call& call) : txn_(txn), call_(call) {}

    /// Throws Error not_found (empty_branch) where nothing was ever appended, and what
    /// open_place throws.
    Drawn draw(const Chosen& chosen);

private:
    using VersionOf = std::pair<store::Space, std::uint64_t>;

    /// The version at which a line left those drawn before, 0: none. Marks the line.
    std::uint64_t parting(const thread::Place& place, projection::Branch& branch);
    void take_summaries(const thread::View& now, const thread::View& before, Drawn& to) const;

    const store::ReadTxn& txn_;
    const Call& call_;
    std::map<VersionOf, std::string> drawn_;  ///< versions, and the id of the branch they are of
};

}  // namespace tools::prepare
