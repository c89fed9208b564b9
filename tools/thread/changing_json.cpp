#include "tools/thread/changing_json.hpp"

#include "tools/amount.hpp"
#include "tools/nearest.hpp"
#include "tools/thread/difference.hpp"

namespace tools::thread {
namespace {

constexpr int most_steps = 1000;       ///< versions looked back
constexpr std::size_t most_named = 8;  ///< nodes named in a refusal

std::uint64_t read_expected(const std::string& text) {
    if (const auto number = read_version_name(text)) return *number;
    if (const auto number = read_version_name("v" + text)) return *number;
    throw store::Error(store::Code::invalid, "a version does not fit: nothing was done",
                       {{"/expected_version",
                         "bad_version",
                         "expected a version such as v12, as every result names it",
                         "",
                         {}}});
}

/// The version on this branch whose first parent is the expected one.
std::optional<Version> next_of(const store::ReadTxn& txn, const Place& place,
                               std::uint64_t expected) {
    std::uint64_t at = *place.version;
    for (int step = 0; step < most_steps && at > expected; ++step) {
        Version version = version_at(txn, *place.space, at);
        const std::uint64_t before = version.parents.empty() ? 0 : version.parents.front();
        if (before == expected) return version;
        at = before;
    }
    return std::nullopt;
}

std::string came_since(const store::ReadTxn& txn, const Place& place, std::uint64_t expected) {
    const View now = view_of(txn, place);
    const View then(txn, *place.space, version_at(txn, *place.space, expected));
    std::vector<std::string> ids;
    std::size_t nodes = 0;
    for (const Number item : difference(then, now)) {
        if (now.link(item)) continue;
        if (++nodes <= most_named) ids.push_back(now.short_id(item));
    }
    return amount(nodes, "node") + " came since" +
           (ids.empty() ? std::string() : ": " + join(ids)) + (nodes > most_named ? " ..." : "");
}

}  // namespace

Entry enter(store::WriteTxn& txn, Place place, const std::optional<std::string>& expected,
            const std::string& request) {
    Entry out{std::move(place), request, std::nullopt};
    if (!expected) return out;
    const std::uint64_t number = read_expected(*expected);
    if (number == *out.place.version) return out;
    version_at(txn, *out.place.space, number, "/expected_version");
    const auto next = next_of(txn, out.place, number);
    if (next && next->request == request) {
        out.answered = next->answer == 0
                           ? Json()
                           : parse_json(store::content(txn, *out.place.space, next->answer));
        return out;
    }
    const std::string now = version_name(*out.place.version);
    throw store::Error(
        store::Code::conflict, "the branch moved on: nothing was stored",
        {{"/expected_version",
          "version_moved",
          out.place.branch + " is at " + now + "; " + came_since(txn, out.place, number) +
              ". Look at them, then send expected_version " + now,
          now,
          {}}});
}

}  // namespace tools::thread
