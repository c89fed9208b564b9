#include "tools/map/attention.hpp"
#include "tools/map/update.hpp"
#include "tools/text/words.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace tools::map {
namespace {

/// A node's words as signals: what it is about, and which values it states.
struct Signals {
    std::set<std::string> heads;   ///< stems that say what it is about, units included
    std::set<std::string> values;  ///< numbers, months and days
    bool negated = false;
    bool measured = false;  ///< a value has a unit or is a date
};

constexpr std::array negations{"not", "no", "never", "without", "cannot", "none", "neither", "nor"};
constexpr std::array dates{"january",  "february", "march",    "april",     "may",
                           "june",     "july",     "august",   "september", "october",
                           "november", "december", "monday",   "tuesday",   "wednesday",
                           "thursday", "friday",   "saturday", "sunday"};
constexpr std::array units{"second", "minute", "hour", "day", "week", "month",   "year",
                           "gb",     "mb",     "tb",   "kb",  "ms",   "percent", "euro",
                           "dollar", "usd",    "eur",  "km",  "kg"};

bool is_number(std::string_view word) {
    return !word.empty() && word.front() >= '0' && word.front() <= '9';
}

/// Stems of a fixed list, so that they compare with the stems of texts.
template <std::size_t N>
std::set<std::string> stems(const text::Analyzer& analyzer,
                            const std::array<const char*, N>& words) {
    std::set<std::string> out;
    for (const char* word : words)
        out.insert(analyzer.stem(word));
    return out;
}

class Comparer {
public:
    Comparer()
        : dates_(stems(analyzer_, dates)),
          units_(stems(analyzer_, units)),
          negations_(negations.begin(), negations.end()) {}

    [[nodiscard]] Signals signals(std::string_view text) const {
        Signals out;
        for (const text::Word& word : analyzer_.words(text)) {
            if (word.kind != text::WordKind::word) continue;
            if (negations_.contains(word.term)) {
                out.negated = !out.negated;
            } else if (is_number(word.term)) {
                out.values.insert(word.term);
            } else if (dates_.contains(word.term)) {
                out.values.insert(word.term);
                out.measured = true;
            } else if (!word.stop) {
                out.measured = out.measured || units_.contains(word.term);
                out.heads.insert(word.term);
            }
        }
        out.negated = out.negated || text.find("n't") != std::string_view::npos;
        return out;
    }

private:
    text::Analyzer analyzer_;
    std::set<std::string> dates_, units_, negations_;
};

std::size_t shared(const std::set<std::string>& a, const std::set<std::string>& b) {
    return static_cast<std::size_t>(std::count_if(
        a.begin(), a.end(), [&](const std::string& word) { return b.contains(word); }));
}

bool near_equal(const Signals& a, const Signals& b) {
    const std::size_t common = shared(a.heads, b.heads) + shared(a.values, b.values);
    const std::size_t all =
        a.heads.size() + a.values.size() + b.heads.size() + b.values.size() - common;
    return common > 0 && a.negated == b.negated && common * 5 >= all * 4;
}

/// The same subject with another number, date, unit or negation.
bool other_value(NodeType type, const Signals& a, const Signals& b) {
    const std::size_t fewer = std::min(a.heads.size(), b.heads.size());
    const std::size_t common = shared(a.heads, b.heads);
    if (fewer == 0 || common * 2 < fewer || (fewer > 1 && common < 2)) return false;
    const bool counted = type == NodeType::task || type == NodeType::question ||
                         type == NodeType::artifact;  // step 1, step 2
    const bool values = !a.values.empty() && !b.values.empty() && a.values != b.values &&
                        (!counted || (a.measured && b.measured));
    const bool negation = a.negated != b.negated && common * 4 >= fewer * 3;
    return values || negation;
}

bool answered(Draft& draft, NodeId a, NodeId b) {
    const auto& edges = draft.out(a);
    return std::any_of(edges.begin(), edges.end(), [&](const Edge& edge) {
        return edge.to == b &&
               (edge.kind == EdgeKind::supersedes || edge.kind == EdgeKind::resolves);
    });
}

/// Nodes whose words are new or open again.
std::vector<NodeId> spoken(const Applied& applied) {
    std::vector<NodeId> out;
    for (const NodeChange& change : applied.delta.nodes) {
        if (!change.after || !is_open(*change.after)) continue;
        const auto& before = change.before;
        if (!before || !is_open(*before) || before->words.text != change.after->words.text)
            out.push_back(change.after->id);
    }
    return out;
}

class Finder {
public:
    Finder(Draft& draft, const Applied& applied) : draft_(draft), applied_(applied) {}

    std::vector<Conflict> all() {
        for (const auto& [node, other] : applied_.declared_conflicts)
            declared(node, other);
        const std::vector<NodeId> nodes = spoken(applied_);
        if (nodes.size() <= most_compared)
            for (const NodeId node : nodes)
                against(node, nodes);
        std::stable_sort(found_.begin(), found_.end(),
                         [](const Conflict& a, const Conflict& b) { return a.repeat < b.repeat; });
        return std::move(found_);
    }

private:
    static constexpr std::size_t most_compared = 200;  ///< a whole map coming in is no claim

    void keep(NodeId node, NodeId other, bool repeat) {
        const auto pair = std::minmax(node, other);
        if (seen_.insert(pair).second) found_.push_back({node, other, repeat});
    }

    void declared(NodeId node, NodeId other) {
        const Node* a = draft_.node(node);
        const Node* b = draft_.node(other);
        if (a == nullptr || b == nullptr || !is_open(*a) || !is_open(*b)) return;
        if (!answered(draft_, node, other) && !answered(draft_, other, node))
            keep(node, other, false);
    }

    void against(NodeId node, const std::vector<NodeId>& nodes) {
        constexpr std::size_t looked_at = 12;
        const std::string text = draft_.node(node)->words.text;
        std::set<NodeId> candidates(nodes.begin(), nodes.end());
        for (const NodeId id : draft_.base().similar(text, looked_at))
            candidates.insert(id);
        const Signals mine = comparer_.signals(text);
        for (const NodeId other : candidates)
            if (other.type == node.type && other != node) compare(node, mine, other);
    }

    void compare(NodeId node, const Signals& mine, NodeId other) {
        const Node* there = draft_.node(other);
        if (there == nullptr || !is_open(*there)) return;
        if (answered(draft_, node, other) || answered(draft_, other, node)) return;
        const Signals theirs = comparer_.signals(there->words.text);
        if (other_value(node.type, mine, theirs))
            keep(node, other, false);
        else if (near_equal(mine, theirs))
            keep(node, other, true);
    }

    Draft& draft_;
    const Applied& applied_;
    Comparer comparer_;
    std::set<std::pair<NodeId, NodeId>> seen_;
    std::vector<Conflict> found_;
};

}  // namespace

bool alike(std::string_view a, std::string_view b) {
    const Comparer comparer;
    const Signals first = comparer.signals(a);
    const Signals second = comparer.signals(b);
    const std::size_t common = shared(first.heads, second.heads);
    return common > 0 && common * 2 >= std::max(first.heads.size(), second.heads.size());
}

std::vector<Conflict> conflicts(Draft& draft, const Applied& applied) {
    if (applied.declared_conflicts.empty() && spoken(applied).empty()) return {};
    return Finder(draft, applied).all();
}

}  // namespace tools::map
