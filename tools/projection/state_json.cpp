#include "tools/projection/state_json.hpp"

#include "tools/digest.hpp"
#include "tools/projection/canonical.hpp"
#include "tools/projection/refusal.hpp"
#include "tools/projection/selection_json.hpp"

#include <utility>

namespace tools::projection {
namespace {

void append_high_water(std::string& to, const State& state) {
    to += ",\"highWater\":[";
    for (const auto& [branch, mark] : state.high_water) {
        to += to.back() == '[' ? "{" : ",{";
        append_member(to, "branchId", branch);
        append_member(to, "contentHash", mark.content_hash);
        append_member(to, "sourceRevision", mark.source_revision);
        to += '}';
    }
    to += ']';
}

void append_tombstones(std::string& to, const State& state) {
    to += ",\"tombstones\":[";
    for (const auto& [branch, stone] : state.tombstones) {
        to += to.back() == '[' ? "{" : ",{";
        append_member(to, "atSelectionRevision", stone.at_revision);
        append_member(to, "branchId", branch);
        append_member(to, "lastSourceRevision", stone.last_source_revision);
        to += '}';
    }
    to += ']';
}

State read_parts(const Json& json) {
    State out;
    out.selection = read_own_selection(json["selection"]);
    out.digest = read_hash(json["selectionDigest"]);
    demand(json["highWater"].is_array() && json["tombstones"].is_array(), Fault::wrong_type);
    for (const Json& item : json["highWater"]) {
        check_members(item, {"branchId", "contentHash", "sourceRevision"});
        out.high_water[read_id(item["branchId"])] = {read_count(item["sourceRevision"]),
                                                     read_hash(item["contentHash"])};
    }
    for (const Json& item : json["tombstones"]) {
        check_members(item, {"atSelectionRevision", "branchId", "lastSourceRevision"});
        out.tombstones[read_id(item["branchId"])] = {read_count(item["atSelectionRevision"]),
                                                     read_count(item["lastSourceRevision"], 0)};
    }
    return out;
}

/// True when the digest in front is the one of what follows.
bool is_whole(std::string_view bytes) {
    constexpr std::string_view start = "{\"digest\":\"";
    constexpr std::size_t digits = 64;
    constexpr std::size_t rest_at = start.size() + digits + 2;
    if (bytes.size() <= rest_at || !bytes.starts_with(start) || bytes.back() != '\n') return false;
    const std::string_view rest = bytes.substr(rest_at, bytes.size() - rest_at - 1);
    return bytes.substr(start.size(), digits) == sha256("{" + std::string(rest));
}

/// What the ledger says of the snapshot: every branch has its mark, none a tombstone.
bool fits(const State& state) {
    for (const Branch& branch : state.selection.branches) {
        const auto mark = state.high_water.find(branch.id);
        if (mark == state.high_water.end() || state.tombstones.contains(branch.id)) return false;
        if (mark->second.source_revision != branch.source_revision ||
            mark->second.content_hash != content_hash(branch))
            return false;
    }
    return true;
}

}  // namespace

std::string state_json(const State& state) {
    std::string rest = "{";
    append_member(rest, "corpusId", state.selection.corpus);
    append_member(rest, "embeddingIdentity", embedding_identity);
    append_high_water(rest, state);
    append_member(rest, "projectionSchemaVersion", schema_version);
    rest += ",\"selection\":" + canonical(state.selection);
    append_member(rest, "selectionDigest", state.digest);
    append_member(rest, "selectionRevision", state.selection.revision);
    append_member(rest, "stateVersion", std::int64_t{1});
    append_tombstones(rest, state);
    rest += '}';
    return "{\"digest\":\"" + sha256(rest) + "\"," + rest.substr(1) + "\n";
}

State read_state(std::string_view bytes) {
    ParsedJson parsed = read_json(bytes, {.depth = 8, .values = std::size_t{1} << 26U});
    const Json& json = parsed.value;
    demand(!parsed.fault && json.is_object(), Fault::state_corrupt);
    const auto is = [&](const char* member, const Json& value) {
        return json.contains(member) && json[member] == value;
    };
    demand(is("projectionSchemaVersion", schema_version) && is("stateVersion", 1) &&
               is("embeddingIdentity", embedding_identity),
           Fault::state_schema);
    demand(is_whole(bytes), Fault::state_corrupt);
    for (const char* member : {"selection", "selectionDigest", "highWater", "tombstones"})
        demand(json.contains(member), Fault::state_corrupt);
    State out = read_parts(json);
    demand(fits(out) && state_json(out) == bytes, Fault::state_corrupt);
    return out;
}

}  // namespace tools::projection
