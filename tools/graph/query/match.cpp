#include "tools/graph/query/match.hpp"

#include <algorithm>

namespace tools::graph::query {
namespace {

constexpr std::size_t longest_path = 500;  ///< edges of all patterns of a clause together

/// Lays patterns into the graph, element by element. Every step of it says whether to go on.
class Laying {
public:
    Laying(const Asking& asking, const std::vector<Pattern>& patterns, const Row& row,
           const std::vector<std::string>& names, const std::function<bool(const List&)>& found)
        : asking_(asking), patterns_(patterns), names_(names), values_(row.values), found_(found) {
        bound_.assign(values_.size(), true);
        values_.resize(names.size());
        bound_.resize(names.size(), false);
    }

    bool run(std::size_t which = 0) {
        if (which == patterns_.size()) return found_(values_);
        const Pattern& pattern = patterns_[which];
        Laid laid{which, std::vector<Item>(pattern.nodes.size()),
                  std::vector<std::vector<Item>>(pattern.edges.size()),
                  std::vector<std::vector<Item>>(pattern.edges.size())};
        const std::size_t start = anchor(pattern);
        for (const Item item : candidates(pattern.nodes[start]))
            if (!lay_node(laid, start, item, {start, start})) return false;
        return true;
    }

private:
    /// What one pattern holds so far. Nodes between are those inside a longer hop.
    struct Laid {
        std::size_t which;
        std::vector<Item> nodes;
        std::vector<std::vector<Item>> edges, between;
    };

    /// Which nodes of the pattern lie already.
    struct Span {
        std::size_t left, right;
    };

    /// A hop under way: edges and nodes in the order they were walked.
    struct Hop {
        std::size_t edge;
        bool backwards;
        Item here;
        std::vector<Item> edges, nodes;
    };

    [[nodiscard]] const Pattern& pattern_of(const Laid& laid) const {
        return patterns_[laid.which];
    }

    [[nodiscard]] std::size_t slot(const std::string& name) const {
        return static_cast<std::size_t>(std::find(names_.begin(), names_.end(), name) -
                                        names_.begin());
    }

    [[nodiscard]] bool is_bound(const std::string& name) const {
        return !name.empty() && bound_[slot(name)];
    }

    /// The node to begin at: the one with the fewest candidates, as far as is seen.
    [[nodiscard]] std::size_t anchor(const Pattern& pattern) const {
        const auto worth = [&](const NodePattern& node) {
            if (is_bound(node.name)) return 3;
            return !node.properties.empty() ? 2 : !node.labels.empty() ? 1 : 0;
        };
        const auto best = std::max_element(
            pattern.nodes.begin(), pattern.nodes.end(),
            [&](const NodePattern& a, const NodePattern& b) { return worth(a) < worth(b); });
        return static_cast<std::size_t>(best - pattern.nodes.begin());
    }

    [[nodiscard]] std::vector<Item> candidates(const NodePattern& node) const {
        if (is_bound(node.name)) {
            const auto* bound = values_[slot(node.name)].as<NodeRef>();
            return bound ? std::vector<Item>{bound->item} : std::vector<Item>{};
        }
        for (const auto& [name, value] : node.properties)
            if (auto found = asking_.graph.having(name, evaluate(asking_, value, row())))
                return *std::move(found);
        return asking_.graph.nodes(node.labels.empty() ? std::string_view() : node.labels[0]);
    }

    [[nodiscard]] Row row() const { return {names_, values_}; }

    template <class Ref>
    [[nodiscard]] bool has(const Ref& item, const Properties& properties) const {
        return std::all_of(properties.begin(), properties.end(), [&](const auto& property) {
            return equals(asking_.graph.property(item, property.name),
                          evaluate(asking_, property.value, row())) == true;
        });
    }

    [[nodiscard]] bool fits(const NodePattern& pattern, Item item) const {
        if (!pattern.labels.empty()) {
            const auto labels = asking_.graph.labels(item);
            for (const std::string& label : pattern.labels)
                if (std::find(labels.begin(), labels.end(), label) == labels.end()) return false;
        }
        return has(NodeRef{item}, pattern.properties);
    }

    [[nodiscard]] bool fits(const EdgePattern& pattern, Item item) const {
        if (std::find(used_.begin(), used_.end(), item) != used_.end()) return false;
        if (!pattern.types.empty()) {
            const std::string type = asking_.graph.type(item);
            if (std::find(pattern.types.begin(), pattern.types.end(), type) == pattern.types.end())
                return false;
        }
        return has(EdgeRef{item}, pattern.properties);
    }

    /// Goes on with the name standing for the value; not where it stands for another.
    template <class Then>
    bool with(const std::string& name, Value value, const Then& then) {
        if (name.empty()) return then();
        const std::size_t at = slot(name);
        if (bound_[at]) return order(values_[at], value) == 0 ? then() : true;
        values_[at] = std::move(value);
        bound_[at] = true;
        const bool more = then();
        values_[at] = {};
        bound_[at] = false;
        return more;
    }

    bool lay_node(Laid& laid, std::size_t at, Item item, Span span) {
        if (!asking_.meter.step()) return false;
        const NodePattern& node = pattern_of(laid).nodes[at];
        if (!fits(node, item)) return true;
        return with(node.name, NodeRef{item}, [&] {
            laid.nodes[at] = item;
            return extend(laid, span);
        });
    }

    bool extend(Laid& laid, Span span) {
        const Pattern& pattern = pattern_of(laid);
        if (span.right < pattern.edges.size())
            return walk(laid, span, {span.right, false, laid.nodes[span.right], {}, {}});
        if (span.left > 0)
            return walk(laid, span, {span.left - 1, true, laid.nodes[span.left], {}, {}});
        return with(pattern.name, path_of(laid), [&] { return run(laid.which + 1); });
    }

    [[nodiscard]] Value path_of(const Laid& laid) const {
        Path out{{laid.nodes[0]}, {}};
        for (std::size_t i = 0; i < laid.edges.size(); ++i) {
            out.edges.insert(out.edges.end(), laid.edges[i].begin(), laid.edges[i].end());
            out.nodes.insert(out.nodes.end(), laid.between[i].begin(), laid.between[i].end());
            out.nodes.push_back(laid.nodes[i + 1]);
        }
        return out;
    }

    /// Walks on from where the hop is: ends it here where it is long enough, and lengthens it.
    bool walk(Laid& laid, Span span, Hop hop) {
        const EdgePattern& edge = pattern_of(laid).edges[hop.edge];
        const std::size_t least = edge.hops ? edge.hops->least : 1;
        const std::size_t most = edge.hops ? edge.hops->most.value_or(longest_path + 1) : 1;
        if (hop.edges.size() >= least && hop.edges.size() <= most && !arrive(laid, span, hop))
            return false;
        if (hop.edges.size() >= most) return true;
        if (used_.size() >= longest_path) {
            asking_.meter.leave_out_longer(longest_path);
            return true;
        }
        for (const Edge& next :
             asking_.graph.edges(hop.here, side(edge.direction, hop.backwards))) {
            if (!asking_.meter.step()) return false;
            if (!fits(edge, next.item)) continue;
            Hop longer = hop;
            longer.edges.push_back(next.item);
            if (!hop.edges.empty()) longer.nodes.push_back(hop.here);
            longer.here = next.from == hop.here ? next.to : next.from;
            used_.push_back(next.item);
            const bool more = walk(laid, span, std::move(longer));
            used_.pop_back();
            if (!more) return false;
        }
        return true;
    }

    static Side side(Direction direction, bool backwards) {
        if (direction == Direction::either) return Side::both;
        return (direction == Direction::right) != backwards ? Side::out : Side::in;
    }

    bool arrive(Laid& laid, Span span, Hop hop) {
        if (hop.backwards) {
            std::reverse(hop.edges.begin(), hop.edges.end());
            std::reverse(hop.nodes.begin(), hop.nodes.end());
        }
        const EdgePattern& edge = pattern_of(laid).edges[hop.edge];
        const std::size_t end = hop.backwards ? hop.edge : hop.edge + 1;
        const Span longer{hop.backwards ? end : span.left, hop.backwards ? span.right : end};
        Value value;
        if (edge.hops) {
            List list;
            for (const Item item : hop.edges)
                list.emplace_back(EdgeRef{item});
            value = std::move(list);
        } else {
            value = EdgeRef{hop.edges[0]};
        }
        laid.edges[hop.edge] = hop.edges;
        laid.between[hop.edge] = hop.nodes;
        return with(edge.name, std::move(value),
                    [&] { return lay_node(laid, end, hop.here, longer); });
    }

    const Asking& asking_;
    const std::vector<Pattern>& patterns_;
    const std::vector<std::string>& names_;
    List values_;
    const std::function<bool(const List&)>& found_;
    std::vector<bool> bound_;
    std::vector<Item> used_;
};

void add_name(const std::string& name, const std::vector<std::string>& there,
              std::vector<std::string>& out) {
    const auto in = [&](const std::vector<std::string>& names) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (!name.empty() && !in(there) && !in(out)) out.push_back(name);
}

}  // namespace

void match(const Asking& asking, const std::vector<Pattern>& patterns, const Row& row,
           const std::vector<std::string>& names, const std::function<bool(const List&)>& found) {
    Laying(asking, patterns, row, names, found).run();
}

bool exists(const Asking& asking, const Pattern& pattern, const Row& row) {
    bool out = false;
    const std::vector<Pattern> patterns{pattern};
    match(asking, patterns, row, row.names, [&](const List&) {
        out = true;
        return false;
    });
    return out;
}

std::vector<std::string> new_names(const std::vector<Pattern>& patterns,
                                   const std::vector<std::string>& there) {
    std::vector<std::string> out;
    for (const Pattern& pattern : patterns) {
        add_name(pattern.name, there, out);
        for (std::size_t i = 0; i < pattern.nodes.size(); ++i) {
            add_name(pattern.nodes[i].name, there, out);
            if (i < pattern.edges.size()) add_name(pattern.edges[i].name, there, out);
        }
    }
    return out;
}

}  // namespace tools::graph::query
