#include "tools/thread/view.hpp"

#include "store/content.hpp"
#include "store/error.hpp"
#include "store/hex.hpp"
#include "tools/nearest.hpp"
#include "tools/text/ascii.hpp"
#include "tools/thread/tables.hpp"

#include <algorithm>

namespace tools::thread {
namespace {

constexpr std::size_t least_digits = 8, id_digits = 64, most_alike = 8;
constexpr std::size_t shown_bytes = 6, id_bytes = 32;

bool is_hex(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

[[noreturn]] void refuse_id(const std::string& path, const char* reason,
                            const std::string& message) {
    throw store::Error(store::Code::invalid, "a node is not known: nothing was done",
                       {{path, reason, message, "", {}}});
}

}  // namespace

View::View(const store::ReadTxn& txn, store::Space space, Version version)
    : txn_(&txn), space_(space), version_(std::move(version)) {}

bool View::holds(Number item) const {
    const std::vector<Number>& added = version_.added;
    const bool late = !added.empty() && item >= added.front();
    if ((late && std::binary_search(added.begin(), added.end(), item)) || fresh_.count(item) > 0)
        return true;
    if (version_.set == 0) return false;
    auto block = blocks_.find(block_of(item));
    if (block == blocks_.end())
        block = blocks_.emplace(block_of(item), block_at(*txn_, space_, version_.set, item)).first;
    return has_number(block->second, item);
}

Node View::node(Number number) const {
    const store::Key key = numbered_key(space_, store::Table::thread_node, number);
    auto found = node_records.find(*txn_, key);
    if (!found) store::throw_corrupt(store::Table::thread_node, key.str(), "it is missing");
    found->number = number;
    return *found;
}

std::optional<Link> View::link(Number number) const {
    auto found = link_records.find(*txn_, numbered_key(space_, store::Table::thread_link, number));
    if (found) found->number = number;
    return found;
}

Words View::words(const Header& node) const {
    return read_words(store::stored_content(*txn_, space_, node.content));
}

std::string View::text(const Header& node) const {
    return shown_text(node, words(node));
}

std::vector<Arc> View::arcs(Number number, std::uint8_t side) const {
    std::vector<Arc> out;
    txn_->scan(arcs_key(space_, number, side).range(), {},
               [&](std::string_view key, std::string_view /*mark*/) {
                   store::Reader parts = store::parts(key);
                   parts.u64();
                   parts.u8();
                   Arc arc;
                   arc.kind = static_cast<ArcKind>(parts.u8());
                   arc.item = parts.u64();
                   const Number other = parts.u64();
                   arc.from = side == arcs_in ? other : number;
                   arc.to = side == arcs_in ? number : other;
                   if (holds(arc.item)) out.push_back(arc);
                   return true;
               });
    return out;
}

std::vector<Arc> View::into(Number number) const {
    return arcs(number, arcs_in);
}

std::vector<Arc> View::out_of(Number number) const {
    return arcs(number, arcs_out);
}

std::vector<Number> View::depends_on(const Node& node) const {
    std::vector<Number> out = node.parents;
    out.insert(out.end(), node.members.begin(), node.members.end());
    if (node.target != 0) out.push_back(node.target);
    for (const Arc& arc : out_of(node.number))
        if (arc.kind != ArcKind::embeds) out.push_back(arc.to);
    return out;
}

std::vector<Number> View::items() const {
    std::vector<Number> out;
    scan_numbers(*txn_, space_, version_.set, 0, [&](Number number) {
        out.push_back(number);
        return true;
    });
    out.insert(out.end(), version_.added.begin(), version_.added.end());
    out.insert(out.end(), fresh_.begin(), fresh_.end());
    std::sort(out.begin(), out.end());
    return out;
}

std::string View::short_id(const Node& node) const {
    return short_name(raw_id(node.id));
}

std::string View::short_id(Number number) const {
    const store::Key key = numbered_key(space_, store::Table::thread_node, number);
    const auto record = txn_->get(key.str());
    if (!record) store::throw_corrupt(store::Table::thread_node, key.str(), "it is missing");
    return short_name(node_records.payload(key.str(), *record).raw(id_bytes));
}

std::string View::short_name(std::string_view id) const {
    for (std::size_t bytes = shown_bytes; bytes < id_bytes; bytes += 2) {
        const std::string_view prefix = id.substr(0, bytes);
        std::size_t found = 0;
        txn_->scan(named_key(space_, store::Table::thread_id, prefix).range(), {.limit = 2},
                   [&](std::string_view, std::string_view) { return ++found < 2; });
        if (found < 2) return store::to_hex(prefix);
    }
    return store::to_hex(id);
}

std::vector<std::string> View::short_ids(const std::vector<Number>& numbers) const {
    std::vector<std::string> out;
    for (const Number number : numbers)
        out.push_back(short_id(number));
    return out;
}

Number View::find(std::string_view id, const std::string& path, const char* reason) const {
    const std::string prefix = text::ascii_lower(id);
    if (prefix.size() < least_digits || prefix.size() > id_digits || !is_hex(prefix))
        refuse_id(
            path, "bad_id",
            "\"" + std::string(id.substr(0, 80)) + "\" is no id: send 8 to 64 hex digits of one");
    std::vector<Node> found;
    id_records.scan(*txn_, named_key(space_, store::Table::thread_id, raw_id(prefix)).range(), {},
                    [&](std::string_view /*key*/, Numbered value) {
                        if (!holds(value.number)) return true;
                        Node one = node(value.number);
                        if (one.id.starts_with(prefix)) found.push_back(std::move(one));
                        return found.size() < most_alike;
                    });
    if (found.size() == 1) return found.front().number;
    if (found.empty())
        refuse_id(path, reason,
                  "no node " + prefix + " in this version: thread_log lists those that are");
    std::vector<std::string> ids;
    for (const Node& one : found)
        ids.push_back(short_id(one));
    refuse_id(path, "ambiguous_id", prefix + " could be " + join(ids) + ": send more digits");
}

}  // namespace tools::thread
