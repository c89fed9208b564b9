#include "tools/graph/query/functions.hpp"

#include "tools/graph/query/lexer.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace tools::graph::query {
namespace {

/// What a function is called with.
struct Asked {
    const GraphView& graph;
    std::string_view name;
    const List& arguments;
    std::size_t at;

    [[nodiscard]] store::Error wrong(const std::string& wanted) const {
        return query_error("wrong_type", at, std::string(name) + " expected " + wanted);
    }

    template <class T>
    const T& first(const char* wanted) const {
        if (const auto* value = arguments[0].as<T>()) return *value;
        throw wrong(wanted);
    }
};

List texts(const std::vector<std::string>& words) {
    List out;
    for (const std::string& word : words)
        out.push_back(text_value(word));
    return out;
}

Value labels(const Asked& asked) {
    return texts(asked.graph.labels(asked.first<NodeRef>("a node").item));
}

Value type(const Asked& asked) {
    return asked.graph.type(asked.first<EdgeRef>("an edge").item);
}

Value id(const Asked& asked) {
    if (const auto* edge = asked.arguments[0].as<EdgeRef>())
        return static_cast<std::int64_t>(edge->item);
    return static_cast<std::int64_t>(asked.first<NodeRef>("a node or an edge").item);
}

Value size(const Asked& asked) {
    if (const auto* list = asked.arguments[0].as<List>())
        return static_cast<std::int64_t>(list->size());
    std::int64_t out = 0;
    for (const char c : asked.first<std::string>("a list or a text"))
        if ((static_cast<unsigned char>(c) & 0xc0U) != 0x80) ++out;
    return out;
}

Value length(const Asked& asked) {
    return static_cast<std::int64_t>(asked.first<Path>("a path").edges.size());
}

template <char from, char to>
Value in_case(const Asked& asked) {
    std::string out = asked.first<std::string>("a text");
    for (char& c : out)
        if (c >= from && c <= from + 25) c = static_cast<char>(c - from + to);
    return out;
}

Value nodes(const Asked& asked) {
    List out;
    for (const Item item : asked.first<Path>("a path").nodes)
        out.emplace_back(NodeRef{item});
    return out;
}

Value relationships(const Asked& asked) {
    List out;
    for (const Item item : asked.first<Path>("a path").edges)
        out.emplace_back(EdgeRef{item});
    return out;
}

Map map_of(const Asked& asked) {
    if (const auto* edge = asked.arguments[0].as<EdgeRef>()) return asked.graph.properties(*edge);
    if (const auto* map = asked.arguments[0].as<Map>()) return *map;
    return asked.graph.properties(asked.first<NodeRef>("a node, an edge or a map"));
}

Value properties(const Asked& asked) {
    return map_of(asked);
}

Value keys(const Asked& asked) {
    List out;
    for (const auto& member : map_of(asked))
        out.emplace_back(member.first);
    return out;
}

Value start_node(const Asked& asked) {
    return NodeRef{asked.graph.edge(asked.first<EdgeRef>("an edge").item).from};
}

Value end_node(const Asked& asked) {
    return NodeRef{asked.graph.edge(asked.first<EdgeRef>("an edge").item).to};
}

Value head(const Asked& asked) {
    const List& list = asked.first<List>("a list");
    return list.empty() ? Value() : list.front();
}

Value last(const Asked& asked) {
    const List& list = asked.first<List>("a list");
    return list.empty() ? Value() : list.back();
}

Value absolute(const Asked& asked) {
    if (const auto* whole = asked.arguments[0].as<std::int64_t>())
        return *whole < 0 && *whole != INT64_MIN ? -*whole : *whole;
    return std::abs(asked.first<double>("a number"));
}

Value to_text(const Asked& asked) {
    const Value& value = asked.arguments[0];
    if (value.as<std::string>()) return value;
    if (const auto* flag = value.as<bool>()) return text_value(*flag ? "true" : "false");
    if (const auto* whole = value.as<std::int64_t>()) return std::to_string(*whole);
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(),
                                   asked.first<double>("a number, a text or a boolean"));
    return std::string(digits.data(), end.ptr);
}

Value to_integer(const Asked& asked) {
    if (asked.arguments[0].as<std::int64_t>()) return asked.arguments[0];
    double value = 0;
    if (const auto* text = asked.arguments[0].as<std::string>()) {
        const char* end = text->data() + text->size();
        std::int64_t whole = 0;
        const auto read = std::from_chars(text->data(), end, whole);
        if (read.ec == std::errc{} && read.ptr == end) return whole;  // a double holds 53 bits
        if (std::from_chars(text->data(), end, value).ec != std::errc{}) return {};
    } else {
        value = asked.first<double>("a number or a text");
    }
    if (!(std::abs(value) < 9e18)) return {};
    return static_cast<std::int64_t>(value);
}

struct Function {
    std::string_view name;
    Value (*work)(const Asked&);  ///< none: works on nulls, too, or is an aggregate
    std::size_t least = 1, most = 1;
};

constexpr std::array functions{
    Function{"labels", labels},
    Function{"type", type},
    Function{"id", id},
    Function{"size", size},
    Function{"length", length},
    Function{"coalesce", nullptr, 1, 100},
    Function{"tolower", in_case<'A', 'a'>},
    Function{"toupper", in_case<'a', 'A'>},
    Function{"nodes", nodes},
    Function{"relationships", relationships},
    Function{"properties", properties},
    Function{"keys", keys},
    Function{"startnode", start_node},
    Function{"endnode", end_node},
    Function{"head", head},
    Function{"last", last},
    Function{"abs", absolute},
    Function{"tostring", to_text},
    Function{"tointeger", to_integer},
    Function{"count", nullptr},
    Function{"collect", nullptr},
    Function{"sum", nullptr},
    Function{"avg", nullptr},
    Function{"min", nullptr},
    Function{"max", nullptr},
};

const Function* find_function(std::string_view name) {
    for (const Function& function : functions)
        if (function.name == name) return &function;
    return nullptr;
}

}  // namespace

std::vector<std::string> function_names() {
    std::vector<std::string> out;
    for (const Function& function : functions)
        out.emplace_back(function.name);
    return out;
}

std::pair<std::size_t, std::size_t> argument_counts(std::string_view name) {
    const Function* function = find_function(name);
    return function == nullptr ? std::pair<std::size_t, std::size_t>{0, 0}
                               : std::pair{function->least, function->most};
}

Value call_function(const GraphView& graph, std::string_view name, const List& arguments,
                    std::size_t at) {
    if (name == "coalesce") {
        for (const Value& argument : arguments)
            if (!argument.is_null()) return argument;
        return {};
    }
    const Function* function = find_function(name);
    if (function == nullptr || function->work == nullptr || arguments[0].is_null()) return {};
    return function->work({graph, name, arguments, at});
}

}  // namespace tools::graph::query
