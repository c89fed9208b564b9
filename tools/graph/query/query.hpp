#pragma once

#include "tools/graph/query/value.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tools::graph::query {

/// What an expression does with its parts.
enum class Op : std::uint8_t {
    literal,
    parameter,
    variable,
    property,  ///< of parts[0], by name
    element,   ///< parts[0][parts[1]]
    list,
    map,  ///< names are its keys
    call,
    count_all,
    has_labels,  ///< names of parts[0]
    pattern,     ///< is there such a path
    either,      ///< CASE: condition, value, condition, value, ..., else
    negate,
    is_null,
    is_not_null,
    not_,
    and_,
    or_,
    xor_,
    equal,
    unequal,
    less,
    at_most,
    more,
    at_least,
    in,
    starts_with,
    ends_with,
    contains,
    add,
    subtract,
    multiply,
    divide,
    modulo,
    power
};

struct Pattern;

struct Expression {
    Op op = Op::literal;
    std::size_t at = 0;  ///< byte of the query
    std::string name;    ///< of a variable, property, parameter or function (lower case)
    Value value;
    std::vector<std::string> names;
    std::vector<Expression> parts;
    std::vector<Pattern> patterns;
    bool distinct = false;  ///< of an aggregate
};

struct Property {
    std::string name;
    Expression value;
};

using Properties = std::vector<Property>;

struct NodePattern {
    std::string name;  ///< empty: none
    std::vector<std::string> labels;
    Properties properties;
    std::size_t at = 0;
};

/// How many edges a pattern spans.
struct Hops {
    std::size_t least = 1;
    std::optional<std::size_t> most;
};

enum class Direction : std::uint8_t { right, left, either };

struct EdgePattern {
    std::string name;
    std::vector<std::string> types;
    Properties properties;
    Direction direction = Direction::either;
    std::optional<Hops> hops;  ///< none: a single edge
    std::size_t at = 0;
};

/// Nodes joined by edges, one node more than edges.
struct Pattern {
    std::string name;  ///< of the path
    std::vector<NodePattern> nodes;
    std::vector<EdgePattern> edges;
    std::size_t at = 0;
};

struct Column {
    std::string name;
    Expression value;
    bool renamed = false;  ///< the name was given by AS
};

struct SortKey {
    Expression value;
    bool falling = false;
};

/// WITH and RETURN.
struct Projection {
    bool distinct = false, all = false;
    std::vector<Column> columns;
    std::vector<SortKey> order;
    std::optional<Expression> skip, limit;
};

enum class Step : std::uint8_t { match, unwind, project };

/// One clause of a query. MATCH has patterns, UNWIND a list and a name.
struct Clause {
    Step step = Step::match;
    bool optional = false;
    std::vector<Pattern> patterns;
    Expression list;
    std::string name;
    Projection projection;
    std::optional<Expression> where;
};

/// The last clause is RETURN, no other is.
struct Query {
    std::vector<Clause> clauses;
    std::vector<std::string> columns;  ///< of the result, once the query is checked
};

/// True for count, collect, sum, avg, min and max.
bool is_aggregate(const Expression& expression);
bool has_aggregate(const Expression& expression);

/// Reads a query. Throws Error invalid: bad_query with the place and what was expected
/// there, unsupported with the name of what lies outside this read-only part of openCypher.
Query parse(std::string_view text);

/// Reads patterns alone, as a CREATE has them.
std::vector<Pattern> parse_patterns(std::string_view text);

}  // namespace tools::graph::query
