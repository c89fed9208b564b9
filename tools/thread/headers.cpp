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

void HeaderReader::read(Number number, Hung& out) {
    if (number < first_ || number - first_ >= slots_.size()) fetch_up_to(number);
    ++used_;
    const Slot& slot = slots_[number - first_];
    if (slot.record.empty())
        store::throw_corrupt(store::Table::thread_node,
                             numbered_key(view_.space(), store::Table::thread_node, number).str(),
                             "it is missing");
    header_records.open(slot.key, slot.record, out.node);
    out.node.number = number;
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
    fetch_records(last);
    fetch_arcs(last);
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

void HeaderReader::fetch_arcs(Number last) {
    view_.txn().scan(numbers_between(view_.space(), store::Table::thread_arc, first_, last), {},
                     [&](std::string_view key, std::string_view /*mark*/) {
                         store::Reader parts = store::parts(key);
                         Slot& slot = slots_[parts.u64() - first_];
                         const bool in = parts.u8() == arcs_in;
                         const auto kind = static_cast<ArcKind>(parts.u8());
                         if (!view_.holds(parts.u64())) return true;
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
