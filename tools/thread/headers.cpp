#include "tools/thread/headers.hpp"

#include "tools/thread/tables.hpp"

#include <algorithm>
#include <queue>

namespace tools::thread {
namespace {

constexpr Number widest_gap = 8;  ///< records passed over rather than looked up anew

using Due = std::priority_queue<Number>;

store::Range numbers_between(store::Space space, store::Table table, Number first, Number last) {
    return {numbered_key(space, table, first).str(), numbered_key(space, table, last + 1).str()};
}

[[noreturn]] void refuse(const View& view, Number number, std::string_view what) {
    throw_corrupt(store::Table::thread_node,
                  numbered_key(view.space(), store::Table::thread_node, number).str(), what);
}

Number checked_parent(const View& view, Number child, Number parent) {
    if (parent >= child) refuse(view, child, "it comes before its parent");
    return parent;
}

void push_parents(Due& due, const View& view, const Candidate& one) {
    for (const Number parent : parents_of(view, one))
        due.push(checked_parent(view, one.node.number, parent));
}

/// Takes the latest of those due; 0: none is.
Number take_latest(Due& due) {
    if (due.empty()) return 0;
    const Number latest = due.top();
    due.pop();
    return latest;
}

/// Sets what an arc of a candidate says of it.
void add_arc(Candidate& one, ArcKind kind, bool in) {
    if (in) one.add_degree();
    one.superseded = one.superseded || (in && kind == ArcKind::supersedes);
    one.member = one.member || (in && kind == ArcKind::member);
    one.transcludes = one.transcludes || (!in && kind == ArcKind::transclude);
    one.embeds = one.embeds || kind == ArcKind::embeds;
}

}  // namespace

std::vector<Number> parents_of(const View& view, const Candidate& node) {
    if (node.merges) return view.node(node.node.number).parents;
    return node.parent == 0 ? std::vector<Number>() : std::vector<Number>{node.parent};
}

void HeaderReader::read_line(std::span<const Number> heads, std::vector<Candidate>& out) {
    Due due(heads.begin(), heads.end());
    Number wanted = take_latest(due);
    const auto read_next = [&](std::string_view key, std::string_view record) {
        const Number number = store::parts(key).u64();
        if (number != wanted) return number > wanted && number - wanted <= widest_gap;
        Candidate& one = out.emplace_back();
        decode_into(one, number, key, record);
        one.degree = 1;
        for (; !due.empty() && due.top() == number; due.pop())
            one.add_degree();
        if (std::binary_search(heads.begin(), heads.end(), number)) --one.degree;
        if (due.empty() && !one.merges) {
            wanted = checked_parent(view_, number, one.parent);
        } else {
            push_parents(due, view_, one);
            wanted = take_latest(due);
        }
        return wanted != 0;
    };
    while (wanted != 0) {
        const Number last = wanted;
        view_.txn().scan(numbers_between(view_.space(), store::Table::thread_node, 1, last),
                         {.reverse = true}, read_next);
        if (wanted == last) refuse(view_, last, "it is missing");
    }
}

Candidate HeaderReader::read(Number number) {
    const store::Key key = numbered_key(view_.space(), store::Table::thread_node, number);
    const auto record = view_.txn().get(key.str());
    if (!record) refuse(view_, number, "it is missing");
    Candidate out;
    decode_into(out, number, key.str(), *record);
    add_arcs({&out, 1}, number, number);
    return out;
}

void HeaderReader::decode_into(Candidate& one, Number number, std::string_view key,
                               std::string_view record) {
    store::Reader from = node_records.payload(key, record);
    ToolTexts texts;
    decode(from, one, texts);
    one.node.number = number;
    const bool calls = one.node.kind == Kind::tool_call || one.node.kind == Kind::tool_result;
    if (!calls && texts.message.empty()) return;
    tools_.push_back(texts);
    one.tool = static_cast<std::uint32_t>(tools_.size());
}

void HeaderReader::add_ties(std::span<Candidate> rising) const {
    const store::Key key = numbered_key(view_.space(), store::Table::thread_tied, all_ties);
    const bool marked = view_.txn().get(key.str()).has_value();  // not in a thread of schema 1
    while (!rising.empty()) {
        std::size_t near = 1;
        while (near < rising.size() &&
               rising[near].node.number - rising[near - 1].node.number <= widest_gap)
            ++near;
        add_ties_among(rising.first(near), marked);
        rising = rising.subspan(near);
    }
}

void HeaderReader::add_ties_among(std::span<Candidate> rising, bool marked) const {
    const Number first = rising.front().node.number, last = rising.back().node.number;
    if (!marked) return add_arcs(rising, first, last);
    const std::vector<Number> tied = tied_between(first, last);
    for (auto from = tied.begin(); from != tied.end();) {
        auto to = from + 1;
        while (to != tied.end() && *to - *(to - 1) <= widest_gap)
            ++to;
        add_arcs(rising, *from, *(to - 1));
        from = to;
    }
}

std::vector<Number> HeaderReader::tied_between(Number first, Number last) const {
    std::vector<Number> out;
    view_.txn().scan(numbers_between(view_.space(), store::Table::thread_tied, first, last), {},
                     [&](std::string_view key, std::string_view /*mark*/) {
                         out.push_back(store::parts(key).u64());
                         return true;
                     });
    return out;
}

/// The arcs of the numbers from first to last.
void HeaderReader::add_arcs(std::span<Candidate> rising, Number first, Number last) const {
    const auto below = [](const Candidate& one, Number number) { return one.node.number < number; };
    auto one = std::lower_bound(rising.begin(), rising.end(), first, below);
    view_.txn().scan(
        numbers_between(view_.space(), store::Table::thread_arc, first, last), {},
        [&](std::string_view key, std::string_view /*mark*/) {
            store::Reader parts = store::parts(key);
            const Number number = parts.u64();
            while (one != rising.end() && one->node.number < number)
                ++one;
            if (one == rising.end()) return false;
            const bool in = parts.u8() == arcs_in;
            const auto kind = static_cast<ArcKind>(parts.u8());
            if (one->node.number == number && kind != ArcKind::causal && view_.holds(parts.u64()))
                add_arc(*one, kind, in);
            return true;
        });
}

}  // namespace tools::thread
