#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tools::graph::query {

/// A node or edge of the graph that is asked, by the view's own number.
using Item = std::uint64_t;

struct NodeRef {
    Item item = 0;
    bool operator==(const NodeRef&) const = default;
};

struct EdgeRef {
    Item item = 0;
    bool operator==(const EdgeRef&) const = default;
};

/// A way through the graph: one node more than edges.
struct Path {
    std::vector<Item> nodes, edges;
    bool operator==(const Path&) const = default;
};

struct Value;
using List = std::vector<Value>;
using Map = std::vector<std::pair<std::string, Value>>;  ///< keys rising

/// What an expression gives; monostate is null.
struct Value {
    std::variant<std::monostate, bool, std::int64_t, double, std::string, NodeRef, EdgeRef, Path,
                 List, Map>
        held;

    Value() = default;

    template <class T>
    Value(T value) : held(std::move(value)) {}

    [[nodiscard]] bool is_null() const { return held.index() == 0; }

    template <class T>
    [[nodiscard]] const T* as() const {
        return std::get_if<T>(&held);
    }

    [[nodiscard]] bool is_number() const { return as<std::int64_t>() || as<double>(); }

    /// The value as a floating number; only of a number.
    [[nodiscard]] double number() const;
};

/// About the bytes that a value takes.
std::size_t weight_of(const Value& value);

Value text_value(std::string_view text);

/// The member of that key, null where there is none.
Value member(const Map& map, std::string_view key);

/// `a = b` with three values: nothing where a null decides.
std::optional<bool> equals(const Value& a, const Value& b);

/// `a < b`: -1, 0 or 1; nothing where the two have no common order.
std::optional<int> compare(const Value& a, const Value& b);

/// The order of ORDER BY, DISTINCT and groups: every value has its place, null last.
int order(const Value& a, const Value& b);

struct ValueLess {
    bool operator()(const Value& a, const Value& b) const { return order(a, b) < 0; }
};

}  // namespace tools::graph::query
