#include "tools/join/prepare/branch.hpp"

#include "store/error.hpp"
#include "tools/digest.hpp"
#include "tools/thread/difference.hpp"
#include "tools/thread/states.hpp"

#include <algorithm>

namespace tools::prepare {
namespace {

constexpr std::size_t longest_id = 64;
constexpr std::size_t shown_digits = 16;  ///< of a node's id: enough to be its own

/// A name as an id. What had to be changed for it is told apart by digits of a hash, so
/// that a branch always gets the same id and two never share one.
std::string id_of(const std::string& name) {
    std::string out;
    for (const char c : name) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        const bool upper = c >= 'A' && c <= 'Z';
        if (plain || upper)
            out += upper ? static_cast<char>(c - 'A' + 'a') : c;
        else if (!out.empty() && out.back() != '-')
            out += '-';
    }
    if (out == name && out.size() <= longest_id) return out;
    constexpr std::size_t digits = 8;
    out.resize(std::min(out.size(), longest_id - digits - 1));
    if (!out.empty() && out.back() != '-') out += '-';
    return out + sha256(name).substr(0, digits);
}

/// Who said what a summary sums up: one side, or it can't be told.
projection::Role role_of(const thread::View& view, const thread::Node& summary) {
    std::optional<projection::Role> out;
    for (const thread::Number member : summary.members) {
        const thread::Node node = view.node(member);
        projection::Role said = projection::Role::unknown;
        if (node.kind == thread::Kind::completion) said = projection::Role::assistant;
        if (node.kind == thread::Kind::prompt && node.role == thread::Role::user)
            said = projection::Role::user;
        if (out && *out != said) return projection::Role::unknown;
        out = said;
    }
    return out.value_or(projection::Role::unknown);
}

[[noreturn]] void refuse_empty() {
    throw store::Error(store::Code::not_found, "nothing was prepared",
                       {{"/branches",
                         "empty_branch",
                         "nothing was appended to a thread or branch that branches names: "
                         "thread_log with op threads or branches lists what there is",
                         "",
                         {}}});
}

}  // namespace

Drawn Branches::draw(const Chosen& chosen) {
    const thread::Place place = thread::open_place(txn_, call_, chosen.thread, chosen.branch);
    if (!place.space || place.version.value_or(0) == 0) refuse_empty();
    Drawn out;
    out.space = *place.space;
    out.branch.id = chosen.id ? *chosen.id : id_of(place.thread + "-" + place.branch);
    out.branch.source_revision = static_cast<std::int64_t>(*place.version);
    const std::uint64_t parted = parting(place, out.branch);
    const thread::View before(txn_, *place.space, thread::version_at(txn_, *place.space, parted));
    take_summaries(thread::view_of(txn_, place), before, out);
    return out;
}

std::uint64_t Branches::parting(const thread::Place& place, projection::Branch& branch) {
    std::uint64_t at = *place.version;
    while (at != 0) {
        const auto [found, is_new] = drawn_.emplace(VersionOf{*place.space, at}, branch.id);
        if (!is_new) {
            branch.parent = found->second;
            return at;
        }
        check_stop(call_);
        const auto parents = thread::version_at(txn_, *place.space, at).parents;
        at = parents.empty() ? 0 : parents.front();
    }
    return 0;
}

void Branches::take_summaries(const thread::View& now, const thread::View& before,
                              Drawn& to) const {
    for (const thread::Number item : thread::difference(before, now)) {
        check_stop(call_);
        if (now.link(item)) continue;
        const thread::Node node = now.node(item);
        if (node.kind != thread::Kind::summary) continue;
        const thread::State state = thread::standing_of(now, node).state;
        if (state == thread::State::stale) ++to.stale;
        if (state != thread::State::active) continue;
        to.nodes.push_back(item);
        to.branch.summaries.push_back(
            {node.id.substr(0, shown_digits), now.text(node), role_of(now, node), {}});
    }
}

}  // namespace tools::prepare
