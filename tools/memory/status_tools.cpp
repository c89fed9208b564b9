#include "tools/amount.hpp"
#include "tools/memory/columns.hpp"
#include "tools/memory/dataspace.hpp"
#include "tools/memory/memory_tools.hpp"
#include "tools/memory/stored_memory.hpp"
#include "tools/schema.hpp"
#include "tools/text/tail.hpp"
#include "tools/time.hpp"

#include <algorithm>
#include <array>

namespace tools::memory {
namespace {

struct StatusArgs {
    static constexpr auto fields() { return std::tuple{}; }
};

struct DataspaceReply {
    std::string name;
    std::int64_t episodes = 0, facts = 0, patterns = 0, removed = 0, tail = 0;
    std::optional<std::int64_t> tail_age;
    std::optional<std::string> first_write, last_write;

    static constexpr auto fields() {
        return std::tuple{
            field("name", &DataspaceReply::name, "Its name"),
            field("episodes", &DataspaceReply::episodes, "Live"),
            field("facts", &DataspaceReply::facts, "Live"),
            field("patterns", &DataspaceReply::patterns, "Of its ontology"),
            field("removed", &DataspaceReply::removed, "Kept for history"),
            field("tail", &DataspaceReply::tail, "Queued: searchable, not yet folded"),
            field("tail_age", &DataspaceReply::tail_age, "Seconds its oldest fact is there"),
            field("first_write", &DataspaceReply::first_write, "When"),
            field("last_write", &DataspaceReply::last_write, "When")};
    }
};

struct StatusReply {
    std::vector<DataspaceReply> dataspaces;
    std::string writes_to;

    [[nodiscard]] std::string text_block() const {
        std::string out = "Writes go to " + writes_to +
                          ". Nothing waits unseen: what was stored "
                          "is searchable.";
        for (const DataspaceReply& one : dataspaces) {
            out += "\n- " + one.name + ": " + amount(one.facts, "fact") + " in " +
                   amount(one.episodes, "episode") + ", " + amount(one.patterns, "pattern") + ", " +
                   std::to_string(one.removed) + " removed, queue " + std::to_string(one.tail);
            if (one.tail_age) out += " (the oldest for " + std::to_string(*one.tail_age) + " s)";
            if (one.last_write) out += ", last write " + *one.last_write;
        }
        return out;
    }

    static constexpr auto fields() {
        return std::tuple{field("dataspaces", &StatusReply::dataspaces, "Those allowed here"),
                          field("writes_to", &StatusReply::writes_to, "The default one")};
    }
};

DataspaceReply counted(const store::ReadTxn& txn, const Dataspace& dataspace, std::int64_t now_ms) {
    DataspaceReply out;
    out.name = dataspace.name;
    if (!dataspace.space) return out;
    const Head head = read_head(txn, *dataspace.space);
    out.episodes = static_cast<std::int64_t>(head.episodes);
    out.facts = static_cast<std::int64_t>(head.facts);
    out.patterns = static_cast<std::int64_t>(head.patterns);
    out.removed = static_cast<std::int64_t>(head.removed);
    const auto tail = text::Tail(*dataspace.space).current(txn);
    out.tail = static_cast<std::int64_t>(tail.size());
    constexpr std::int64_t second = 1'000;
    if (!tail.empty())
        if (const auto since =
                Columns(txn, *dataspace.space).at(Column::recorded_at, tail.front().document))
            out.tail_age = std::max<std::int64_t>(now_ms - since->ms, 0) / second;
    if (head.first_ms != 0) out.first_write = utc(head.first_ms);
    if (head.last_ms != 0) out.last_write = utc(head.last_ms);
    return out;
}

StatusReply status(const store::ReadTxn& txn, const Call& call, const StatusArgs& /*args*/) {
    StatusReply reply;
    reply.writes_to = call.settings.dataspaces.front();
    for (const Dataspace& dataspace : open_dataspaces(txn, call, {}))
        reply.dataspaces.push_back(counted(txn, dataspace, call.clock()));
    return reply;
}

constexpr std::array status_tools{
    reads<status>({.name = "memory_status",
                   .title = "State of long-term memory",
                   .about = "Shows the dataspaces allowed here with their counts, the length of "
                            "the queue and the last writes.",
                   .toolset = Toolset::ingest})};

}  // namespace

constinit const Rows<Tool> status_rows = status_tools;

}  // namespace tools::memory
