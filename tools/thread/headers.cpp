#include "tools/thread/headers.hpp"

#include "tools/thread/tables.hpp"

#include <algorithm>

namespace tools::thread {
namespace {

constexpr std::size_t widest_run = 512;

store::Range numbers_between(store::Space space, store::Table table, Number first, Number last) {
    return {numbered_key(space, table, first).str(), numbered_key(space, table, last + 1).str()};
}

}  // namespace

std::vector<Number> parents_of(const View& view, const Candidate& node) {
    if (node.merges) return view.node(node.node.number).parents;
    return node.parent == 0 ? std::vector<Number>() : std::vector<Number>{node.parent};
}

HeaderReader::HeaderReader(const View& view)
    : view_(view),
      marked_(view.txn()
                  .get(numbered_key(view.space(), store::Table::thread_tied, all_ties).str())
                  .has_value()) {}

void HeaderReader::read(Number number, Candidate& out) {
    if (number < first_ || number - first_ >= slots_.size()) fetch_up_to(number);
    ++used_;
    const Slot& slot = slots_[number - first_];
    if (slot.record.empty())
        store::throw_corrupt(store::Table::thread_node,
                             numbered_key(view_.space(), store::Table::thread_node, number).str(),
                             "it is missing");
    store::Reader from = node_records.payload(slot.key, slot.record);
    ToolTexts texts;
    decode(from, out, texts);
    out.node.number = number;
    const bool calls = out.node.kind == Kind::tool_call || out.node.kind == Kind::tool_result;
    if (calls || !texts.message.empty()) {
        tools_.push_back(texts);
        out.tool = static_cast<std::uint32_t>(tools_.size());
    }
    out.degree = slot.degree;
    out.superseded = slot.superseded;
    out.member = slot.member;
    out.transcludes = slot.transcludes;
    out.embeds = slot.embeds;
}

void HeaderReader::fetch_up_to(Number last) {
    width_ = used_ * 2 >= slots_.size() ? std::min(width_ * 2, widest_run)
                                        : std::max<std::size_t>(width_ / 2, 1);
    used_ = 0;
    first_ = last < width_ ? 0 : last - width_ + 1;
    slots_.assign(last - first_ + 1, {});
    if (tools_.capacity() - tools_.size() < slots_.size())
        tools_.reserve(2 * tools_.size() + slots_.size());
    fetch_records(last);
    fetch_tied(last);
}

void HeaderReader::fetch_records(Number last) {
    view_.txn().scan(numbers_between(view_.space(), store::Table::thread_node, first_, last), {},
                     [&](std::string_view key, std::string_view record) {
                         Slot& slot = slots_[store::parts(key).u64() - first_];
                         slot.key = key;
                         slot.record = record;
                         return true;
                     });
}

/// Looks at the arcs from the first tied node to the last one of the run: at all of them
/// in a thread of schema 1.
void HeaderReader::fetch_tied(Number last) {
    if (!marked_) return fetch_arcs(first_, last);
    Number first_tied = 0, last_tied = 0;
    view_.txn().scan(numbers_between(view_.space(), store::Table::thread_tied,
                                     std::max<Number>(first_, 1), last),
                     {}, [&](std::string_view key, std::string_view /*mark*/) {
                         last_tied = store::parts(key).u64();
                         if (first_tied == 0) first_tied = last_tied;
                         return true;
                     });
    if (first_tied != 0) fetch_arcs(first_tied, last_tied);
}

void HeaderReader::fetch_arcs(Number first, Number last) {
    view_.txn().scan(numbers_between(view_.space(), store::Table::thread_arc, first, last), {},
                     [&](std::string_view key, std::string_view /*mark*/) {
                         store::Reader parts = store::parts(key);
                         Slot& slot = slots_[parts.u64() - first_];
                         const bool in = parts.u8() == arcs_in;
                         const auto kind = static_cast<ArcKind>(parts.u8());
                         if (kind == ArcKind::causal || !view_.holds(parts.u64())) return true;
                         slot.degree += in ? 1 : 0;
                         slot.superseded = slot.superseded || (in && kind == ArcKind::supersedes);
                         slot.member = slot.member || (in && kind == ArcKind::member);
                         slot.transcludes =
                             slot.transcludes || (!in && kind == ArcKind::transclude);
                         slot.embeds = slot.embeds || kind == ArcKind::embeds;
                         return true;
                     });
}

}  // namespace tools::thread
