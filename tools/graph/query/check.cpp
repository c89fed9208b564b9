#include "tools/graph/query/check.hpp"

#include "tools/graph/query/functions.hpp"
#include "tools/graph/query/lexer.hpp"
#include "tools/nearest.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <span>

namespace tools::graph::query {
namespace {

/// What a variable stands for, as far as the text tells.
enum class Stands : std::uint8_t { node, edge, edges, path, value };

using Variables = std::vector<std::pair<std::string, Stands>>;

std::optional<Stands> find_variable(const Variables& variables, const std::string& name) {
    for (const auto& [known, stands] : variables)
        if (known == name) return stands;
    return std::nullopt;
}

/// Where an expression stands decides what it may hold.
struct Here {
    bool patterns = false;    ///< in WHERE
    bool aggregates = false;  ///< in a column
};

class Checker {
public:
    Checker(Query& query, const Known& known) : query_(query), known_(known) {}

    void run() {
        for (Clause& clause : query_.clauses) {
            if (clause.step == Step::match) check_match(clause);
            if (clause.step == Step::unwind) check_unwind(clause);
            if (clause.step == Step::project) check_projection(clause);
        }
        for (const Column& column : query_.clauses.back().projection.columns)
            query_.columns.push_back(column.name);
    }

private:
    void check_unwind(Clause& clause) {
        check_expression(clause.list, {});
        declare(clause.name, Stands::value, clause.list.at);
    }

    void check_match(Clause& clause) {
        std::set<std::string> edges;
        check_size(clause);
        for (Pattern& pattern : clause.patterns) {
            check_properties(pattern);
            if (!pattern.name.empty()) declare(pattern.name, Stands::path, pattern.at);
            for (NodePattern& node : pattern.nodes)
                bind(node.name, Stands::node, node.at);
            for (EdgePattern& edge : pattern.edges) {
                if (!edge.name.empty() && !edges.insert(edge.name).second)
                    throw query_error("bad_query", edge.at,
                                      "an edge is matched once: name the second one differently");
                bind(edge.name, edge.hops ? Stands::edges : Stands::edge, edge.at);
            }
        }
        if (clause.where) check_condition(*clause.where);
    }

    /// Patterns are laid one inside the other, so there is an end to them.
    static void check_size(const Clause& clause) {
        constexpr std::size_t most_nodes = 200;
        std::size_t nodes = 0;
        for (const Pattern& pattern : clause.patterns)
            nodes += pattern.nodes.size();
        if (nodes > most_nodes)
            throw query_error("too_large", clause.patterns.front().at,
                              "expected at most " + std::to_string(most_nodes) +
                                  " nodes in the patterns of one MATCH");
    }

    void check_properties(Pattern& pattern) const {
        for (NodePattern& node : pattern.nodes) {
            for (std::string& label : node.labels)
                settle(label, known_.labels, "label", node.at);
            check_members(node.properties, node.at);
        }
        for (EdgePattern& edge : pattern.edges) {
            for (std::string& type : edge.types)
                settle(type, known_.types, "edge type", edge.at);
            check_members(edge.properties, edge.at);
        }
    }

    void check_members(Properties& properties, std::size_t at) const {
        for (auto& [name, value] : properties) {
            settle(name, known_.properties, "property", at);
            check_expression(value, {});
        }
    }

    /// A word of the graph in the graph's own spelling.
    static void settle(std::string& word, const std::vector<std::string>& known, const char* what,
                       std::size_t at) {
        if (known.empty()) return;
        const std::string folded = fold_word(word);
        for (const std::string& one : known)
            if (fold_word(one) == folded) {
                word = one;
                return;
            }
        throw unknown_word(what, word, known, at);
    }

    /// Properties in the graph's own spelling, so that a sort key is seen to repeat a column.
    void spell(Expression& expression) const {
        if (expression.op == Op::property && is_item(expression.parts[0]))
            settle(expression.name, known_.properties, "property", expression.at);
        for (Expression& part : expression.parts)
            spell(part);
    }

    void declare(const std::string& name, Stands stands, std::size_t at) {
        if (find_variable(variables_, name))
            throw query_error("bad_query", at, "the name " + name + " is taken: choose another");
        variables_.emplace_back(name, stands);
    }

    /// A name in a pattern: new, or one that stands for such a thing already.
    void bind(const std::string& name, Stands stands, std::size_t at) {
        if (name.empty()) return;
        const auto before = find_variable(variables_, name);
        if (!before) {
            variables_.emplace_back(name, stands);
            return;
        }
        if (*before != stands && *before != Stands::value)
            throw query_error("bad_query", at, name + " stands for something of another kind");
    }

    void check_condition(Expression& expression) {
        const bool joins = expression.op == Op::and_ || expression.op == Op::or_ ||
                           expression.op == Op::xor_ || expression.op == Op::not_;
        if (joins) {
            for (Expression& part : expression.parts)
                check_condition(part);
            return;
        }
        if (expression.op == Op::variable &&
            find_variable(variables_, expression.name).value_or(Stands::value) != Stands::value)
            throw query_error("bad_query", expression.at, "expected a condition");
        check_expression(expression, {.patterns = true});
    }

    void check_expression(Expression& expression, Here here) const {
        if (expression.op == Op::variable && !find_variable(variables_, expression.name))
            throw unknown_variable(expression);
        if (expression.op == Op::property && is_item(expression.parts[0]))
            settle(expression.name, known_.properties, "property", expression.at);
        if (expression.op == Op::has_labels)
            for (std::string& label : expression.names)
                settle(label, known_.labels, "label", expression.at);
        if (expression.op == Op::pattern) check_predicate(expression, here);
        if (is_aggregate(expression)) {
            if (!here.aggregates)
                throw query_error("bad_query", expression.at,
                                  "expected no aggregate here: WITH it first");
            here.aggregates = false;
        }
        if (expression.op == Op::call) check_call(expression);
        here.patterns = here.patterns && (expression.op == Op::and_ || expression.op == Op::or_ ||
                                          expression.op == Op::xor_ || expression.op == Op::not_);
        for (Expression& part : expression.parts)
            check_expression(part, here);
    }

    /// True for a name that stands for a node or edge.
    [[nodiscard]] bool is_item(const Expression& expression) const {
        if (expression.op != Op::variable) return false;
        const auto stands = find_variable(variables_, expression.name);
        return stands == Stands::node || stands == Stands::edge;
    }

    void check_predicate(Expression& expression, Here here) const {
        if (!here.patterns)
            throw query_error("bad_query", expression.at, "expected a pattern in WHERE only");
        Pattern& pattern = expression.patterns[0];
        check_properties(pattern);
        const auto need = [&](const std::string& name, std::size_t at) {
            if (!name.empty() && !find_variable(variables_, name))
                throw query_error("unknown_name", at,
                                  name + " is not matched before: a pattern in WHERE adds no name");
        };
        for (const NodePattern& node : pattern.nodes)
            need(node.name, node.at);
        for (const EdgePattern& edge : pattern.edges)
            need(edge.name, edge.at);
    }

    static void check_call(const Expression& expression) {
        const auto names = function_names();
        if (std::find(names.begin(), names.end(), expression.name) == names.end())
            throw query_error("unknown_name", expression.at,
                              "no function " + expression.name + ": known are " + join(names));
        const auto [least, most] = argument_counts(expression.name);
        if (expression.parts.size() < least || expression.parts.size() > most)
            throw query_error("bad_query", expression.at,
                              "expected another number of arguments of " + expression.name);
    }

    [[nodiscard]] store::Error unknown_variable(const Expression& expression) const {
        std::vector<std::string> names;
        for (const auto& variable : variables_)
            names.push_back(variable.first);
        return query_error(
            "unknown_name", expression.at,
            "no variable " + expression.name + (names.empty() ? "" : ": known are " + join(names)));
    }

    void check_projection(Clause& clause) {
        Projection& projection = clause.projection;
        if (projection.all) write_out(projection);
        bool grouped = false;
        for (Column& column : projection.columns) {
            check_expression(column.value, {.aggregates = true});
            grouped = grouped || has_aggregate(column.value);
        }
        for (const Column& column : projection.columns)
            if (has_aggregate(column.value)) check_beside_aggregate(column.value, projection);
        Variables after;
        for (const Column& column : projection.columns) {
            if (find_variable(after, column.name))
                throw query_error("bad_query", column.value.at,
                                  "two columns are called " + column.name + ": rename one by AS");
            const bool kept = column.value.op == Op::variable;
            after.emplace_back(
                column.name, kept ? *find_variable(variables_, column.value.name) : Stands::value);
        }
        for (SortKey& key : projection.order)
            spell(key.value);
        Variables sorting = after;
        if (!grouped && !projection.distinct)
            sorting.insert(sorting.end(), variables_.begin(), variables_.end());
        variables_ = sorting;
        for (SortKey& key : projection.order) {
            repeat_columns(key.value, projection, true);
            check_expression(key.value, {});
        }
        variables_.clear();
        for (auto* bound : {&projection.skip, &projection.limit})
            if (*bound) check_expression(**bound, {});
        variables_ = after;
        if (clause.where) check_condition(*clause.where);
    }

    void write_out(Projection& projection) const {
        if (variables_.empty())
            throw query_error("bad_query", 0, "* stands for variables, and there are none");
        std::vector<Column> all;
        for (const auto& variable : variables_) {
            Column column;
            column.name = variable.first;
            column.value.op = Op::variable;
            column.value.name = variable.first;
            all.push_back(std::move(column));
        }
        projection.columns.insert(projection.columns.begin(), all.begin(), all.end());
    }

    /// Beside an aggregate stand only constants and what the rows are grouped by.
    static void check_beside_aggregate(const Expression& expression, const Projection& projection) {
        if (is_aggregate(expression)) return;
        const bool plain = expression.op == Op::variable || expression.op == Op::property;
        if (plain)
            for (const Column& column : projection.columns)
                if (same(column.value, expression)) return;
        if (expression.op == Op::variable)
            throw query_error(
                "bad_query", expression.at,
                "expected an aggregate or a column of its own for " + expression.name);
        for (const Expression& part : expression.parts)
            check_beside_aggregate(part, projection);
    }

    /// A sort key that repeats a column means the column.
    static void repeat_columns(Expression& key, const Projection& projection, bool whole) {
        const bool plain =
            key.op == Op::variable || key.op == Op::property || is_aggregate(key) || whole;
        if (plain)
            for (const Column& column : projection.columns)
                if (same(column.value, key)) {
                    const std::size_t at = key.at;
                    key = {};
                    key.op = Op::variable;
                    key.at = at;
                    key.name = column.name;
                    return;
                }
        for (const Column& column : projection.columns)
            if (key.op == Op::variable && key.name == column.name) return;
        for (Expression& part : key.parts)
            repeat_columns(part, projection, false);
    }

    Query& query_;
    const Known& known_;
    Variables variables_;
};

}  // namespace

void check(Query& query, const Known& known) {
    Checker(query, known).run();
}

store::Error unknown_word(const char* what, const std::string& word,
                          const std::vector<std::string>& known, std::size_t at) {
    constexpr std::size_t most_named = 60;
    std::string named = join(std::span(known).first(std::min(known.size(), most_named)));
    if (known.size() > most_named)
        named += " and " + std::to_string(known.size() - most_named) + " more";
    const std::string close = nearest(fold_word(word), known);
    return query_error("unknown_name", at,
                       std::string("no ") + what + " " + word + ": known are " + named +
                           (close.empty() ? "" : "; nearest: " + close));
}

bool same(const Expression& a, const Expression& b) {
    return a.op == b.op && a.name == b.name && a.names == b.names && a.distinct == b.distinct &&
           order(a.value, b.value) == 0 && a.patterns.empty() && b.patterns.empty() &&
           std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(), same);
}

}  // namespace tools::graph::query
