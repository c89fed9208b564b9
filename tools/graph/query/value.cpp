#include "tools/graph/query/value.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace tools::graph::query {
namespace {

template <class T>
int three_way(const T& a, const T& b) {
    return a < b ? -1 : b < a ? 1 : 0;
}

int order_numbers(const Value& a, const Value& b) {
    const auto* whole_a = a.as<std::int64_t>();
    const auto* whole_b = b.as<std::int64_t>();
    if (whole_a && whole_b) return three_way(*whole_a, *whole_b);
    const double x = a.number(), y = b.number();
    if (std::isnan(x) || std::isnan(y)) return three_way(std::isnan(x), std::isnan(y));
    return three_way(x, y);
}

/// Where the kinds of values stand to each other, in the variant's order.
int rank(const Value& value) {
    constexpr std::array ranks{9, 7, 8, 8, 6, 2, 3, 5, 4, 1};
    return ranks[value.held.index()];
}

int order_lists(const List& a, const List& b) {
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        if (const int found = order(a[i], b[i]); found != 0) return found;
    return three_way(a.size(), b.size());
}

int order_maps(const Map& a, const Map& b) {
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        if (const int found = three_way(a[i].first, b[i].first); found != 0) return found;
        if (const int found = order(a[i].second, b[i].second); found != 0) return found;
    }
    return three_way(a.size(), b.size());
}

int order_paths(const Path& a, const Path& b) {
    const int nodes = three_way(a.nodes, b.nodes);
    return nodes != 0 ? nodes : three_way(a.edges, b.edges);
}

/// All of the parts equal: no where one differs, nothing where a null leaves it open.
class Together {
public:
    /// False when the answer stands.
    bool add(std::optional<bool> part) {
        if (!part) open_ = true;
        if (part && !*part) differs_ = true;
        return !differs_;
    }

    [[nodiscard]] std::optional<bool> answer() const {
        if (differs_) return false;
        return open_ ? std::nullopt : std::optional(true);
    }

private:
    bool open_ = false, differs_ = false;
};

std::optional<bool> equal_lists(const List& a, const List& b) {
    if (a.size() != b.size()) return false;
    Together out;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!out.add(equals(a[i], b[i]))) break;
    return out.answer();
}

std::optional<bool> equal_maps(const Map& a, const Map& b) {
    if (a.size() != b.size()) return false;
    Together out;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i].first != b[i].first || !out.add(equals(a[i].second, b[i].second))) return false;
    return out.answer();
}

std::optional<int> compare_lists(const List& a, const List& b) {
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        const auto found = compare(a[i], b[i]);
        if (!found || *found != 0) return found;
    }
    return three_way(a.size(), b.size());
}

}  // namespace

double Value::number() const {
    const auto* whole = as<std::int64_t>();
    return whole ? static_cast<double>(*whole) : *as<double>();
}

std::size_t weight_of(const Value& value) {
    std::size_t out = sizeof(Value);
    if (const auto* text = value.as<std::string>()) out += text->size();
    if (const auto* path = value.as<Path>())
        out += (path->nodes.size() + path->edges.size()) * sizeof(Item);
    if (const auto* list = value.as<List>())
        for (const Value& item : *list)
            out += weight_of(item);
    if (const auto* map = value.as<Map>())
        for (const auto& [name, item] : *map)
            out += name.size() + weight_of(item);
    return out;
}

Value text_value(std::string_view text) {
    return std::string(text);
}

Value member(const Map& map, std::string_view key) {
    for (const auto& [name, value] : map)
        if (name == key) return value;
    return {};
}

std::optional<bool> equals(const Value& a, const Value& b) {
    if (a.is_null() || b.is_null()) return std::nullopt;
    if (a.is_number() && b.is_number()) {
        if (std::isnan(a.number()) || std::isnan(b.number())) return false;
        return order_numbers(a, b) == 0;
    }
    if (a.held.index() != b.held.index()) return false;
    if (const auto* list = a.as<List>()) return equal_lists(*list, *b.as<List>());
    if (const auto* map = a.as<Map>()) return equal_maps(*map, *b.as<Map>());
    return order(a, b) == 0;
}

std::optional<int> compare(const Value& a, const Value& b) {
    if (a.is_number() && b.is_number()) {
        if (std::isnan(a.number()) || std::isnan(b.number())) return std::nullopt;
        return order_numbers(a, b);
    }
    if (a.held.index() != b.held.index()) return std::nullopt;
    if (const auto* list = a.as<List>()) return compare_lists(*list, *b.as<List>());
    if (a.as<std::string>() || a.as<bool>()) return order(a, b);
    return std::nullopt;
}

int order(const Value& a, const Value& b) {
    const int kinds = three_way(rank(a), rank(b));
    if (kinds != 0 || a.is_null()) return kinds;
    if (a.is_number()) return order_numbers(a, b);
    if (const auto* flag = a.as<bool>()) return three_way(*flag, *b.as<bool>());
    if (const auto* text = a.as<std::string>()) return three_way(*text, *b.as<std::string>());
    if (const auto* node = a.as<NodeRef>()) return three_way(node->item, b.as<NodeRef>()->item);
    if (const auto* edge = a.as<EdgeRef>()) return three_way(edge->item, b.as<EdgeRef>()->item);
    if (const auto* path = a.as<Path>()) return order_paths(*path, *b.as<Path>());
    if (const auto* list = a.as<List>()) return order_lists(*list, *b.as<List>());
    return order_maps(*a.as<Map>(), *b.as<Map>());
}

}  // namespace tools::graph::query
