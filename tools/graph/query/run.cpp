#include "tools/graph/query/run.hpp"

#include "tools/graph/query/check.hpp"
#include "tools/graph/query/lexer.hpp"
#include "tools/graph/query/match.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace tools::graph::query {
namespace {

struct ListLess {
    bool operator()(const List& a, const List& b) const { return order(a, b) < 0; }
};

/// Rows as one clause hands them to the next.
struct Table {
    std::vector<std::string> names;
    std::vector<List> rows;
};

/// What an aggregate gives over the rows of a group.
class Aggregate {
public:
    explicit Aggregate(const Expression& expression) : expression_(&expression) {}

    /// False once what was collected is too much to hold.
    bool add(const Asking& asking, const Row& row) {
        if (expression_->op == Op::count_all) {
            ++count_;
            return true;
        }
        Value value = evaluate(asking, expression_->parts[0], row);
        if (value.is_null()) return true;
        if (expression_->distinct && !seen_.insert(value).second) return true;
        const bool keeps = expression_->distinct || expression_->name == "collect";
        if (keeps && !asking.meter.hold_in_list(value, bytes_)) return false;
        ++count_;
        const std::string& name = expression_->name;
        if (name == "collect") all_.push_back(std::move(value));
        if (name == "sum" || name == "avg") add_number(value);
        if (name == "min" && (best_.is_null() || order(value, best_) < 0)) best_ = value;
        if (name == "max" && (best_.is_null() || order(value, best_) > 0)) best_ = value;
        return true;
    }

    [[nodiscard]] Value value() const {
        const std::string& name = expression_->name;
        if (name == "collect") return all_;
        if (name == "sum") return whole_ ? Value(sum_) : Value(total_);
        if (name == "avg")
            return count_ == 0 ? Value() : Value(total_ / static_cast<double>(count_));
        if (name == "min" || name == "max") return best_;
        return count_;
    }

    [[nodiscard]] const Expression* expression() const { return expression_; }

private:
    void add_number(const Value& value) {
        if (!value.is_number())
            throw query_error("wrong_type", expression_->at,
                              expression_->name + " expected numbers");
        total_ += value.number();
        const auto* whole = value.as<std::int64_t>();
        whole_ = whole_ && whole && !__builtin_add_overflow(sum_, *whole, &sum_);
    }

    const Expression* expression_;
    std::int64_t count_ = 0, sum_ = 0;
    std::size_t bytes_ = sizeof(Value);  ///< of the list it collects
    double total_ = 0;
    bool whole_ = true;
    Value best_;
    List all_;
    std::set<Value, ValueLess> seen_;
};

void aggregates_of(const Expression& expression, std::vector<Aggregate>& out) {
    if (is_aggregate(expression)) {
        out.emplace_back(expression);
        return;
    }
    for (const Expression& part : expression.parts)
        aggregates_of(part, out);
}

/// A row as it comes out of a projection, with the one it came from.
struct Projected {
    List values, from;
};

class Run {
public:
    Run(const GraphView& graph, const Map& parameters, const Caps& caps)
        : caps_(caps), meter_(caps), asking_{graph, parameters, meter_} {}

    Result answer(const Query& query) {
        Table table{{}, {List{}}};
        for (std::size_t i = 0; i < query.clauses.size(); ++i) {
            const Clause& clause = query.clauses[i];
            if (clause.step == Step::match) table = matched(clause, table, enough(query, i));
            if (clause.step == Step::unwind) table = unwound(clause, table);
            if (clause.step == Step::project) table = projected(clause, table);
        }
        Result out{query.columns, std::move(table.rows), {}};
        if (out.rows.size() > caps_.rows) {
            out.cuts.push_back("the first " + std::to_string(caps_.rows) + " of " +
                               std::to_string(out.rows.size()) + " rows: ask for the rest by SKIP");
            out.rows.resize(caps_.rows);
        }
        out.cuts.insert(out.cuts.end(), meter_.cuts().begin(), meter_.cuts().end());
        return out;
    }

private:
    /// How many rows of a MATCH are enough: those a plain RETURN with LIMIT right behind it shows.
    [[nodiscard]] std::size_t enough(const Query& query, std::size_t at) {
        if (at + 2 != query.clauses.size()) return std::numeric_limits<std::size_t>::max();
        const Projection& last = query.clauses.back().projection;
        const bool plain = last.order.empty() && !last.distinct && last.limit &&
                           std::none_of(last.columns.begin(), last.columns.end(),
                                        [](const Column& c) { return has_aggregate(c.value); });
        if (!plain) return std::numeric_limits<std::size_t>::max();
        const std::size_t skip = last.skip ? bound(*last.skip) : 0;
        return skip + bound(*last.limit);  // each is below 2^63
    }

    Table matched(const Clause& clause, const Table& before, std::size_t enough) {
        Table out{before.names, {}};
        for (const std::string& name : new_names(clause.patterns, before.names))
            out.names.push_back(name);
        for (const List& from : before.rows) {
            const std::size_t had = out.rows.size();
            match(asking_, clause.patterns, {before.names, from}, out.names, [&](const List& row) {
                if (clause.where && !holds(asking_, *clause.where, {out.names, row})) return true;
                return keep(out, row) && out.rows.size() < enough;
            });
            if (clause.optional && out.rows.size() == had) {
                List row = from;
                row.resize(out.names.size());
                if (!keep(out, std::move(row))) break;
            }
            if (meter_.spent() || out.rows.size() >= enough) break;
        }
        return out;
    }

    bool held(const List& row) {
        return std::all_of(row.begin(), row.end(),
                           [&](const Value& value) { return meter_.hold(value); });
    }

    /// False where no more rows may be kept.
    bool keep(Table& table, List row) {
        if (table.rows.size() >= caps_.between) {
            meter_.leave_out_rows(caps_.between);
            return false;
        }
        if (!held(row)) return false;
        table.rows.push_back(std::move(row));
        return true;
    }

    Table unwound(const Clause& clause, const Table& before) {
        Table out{before.names, {}};
        out.names.push_back(clause.name);
        for (const List& from : before.rows) {
            if (!meter_.row()) break;
            const Value list = evaluate(asking_, clause.list, {before.names, from});
            if (list.is_null()) continue;
            const auto* items = list.as<List>();
            for (const Value& item : items ? *items : List{list}) {
                List row = from;
                row.push_back(item);
                if (!keep(out, std::move(row))) return out;
            }
        }
        return out;
    }

    Table projected(const Clause& clause, const Table& before) {
        const Projection& projection = clause.projection;
        std::vector<Projected> rows = columns_of(projection, before);
        if (projection.distinct) drop_repeated(rows);
        Table out;
        for (const Column& column : projection.columns)
            out.names.push_back(column.name);
        if (!projection.order.empty()) sort(rows, projection, out.names, before.names);
        const std::size_t skip = projection.skip ? bound(*projection.skip) : 0;
        const std::size_t limit = projection.limit ? bound(*projection.limit) : rows.size();
        for (std::size_t i = skip; i < rows.size() && i - skip < limit && meter_.row(); ++i)
            if (!clause.where || holds(asking_, *clause.where, {out.names, rows[i].values}))
                out.rows.push_back(std::move(rows[i].values));
        return out;
    }

    std::vector<Projected> columns_of(const Projection& projection, const Table& before) {
        std::vector<Projected> out;
        if (std::any_of(projection.columns.begin(), projection.columns.end(),
                        [](const Column& c) { return has_aggregate(c.value); }))
            return groups_of(projection, before);
        for (const List& from : before.rows) {
            Projected row{{}, from};
            if (!meter_.row() || !fill(row.values, projection, {before.names, from})) break;
            out.push_back(std::move(row));
        }
        return out;
    }

    /// The values of the columns; false where they don't fit in.
    bool fill(List& values, const Projection& projection, const Row& row) {
        for (const Column& column : projection.columns) {
            values.push_back(evaluate(asking_, column.value, row));
            if (!meter_.hold(values.back())) return false;
        }
        return true;
    }

    /// The rows of one group: its first row stands for all where no aggregate does.
    struct Group {
        List first;
        std::vector<Aggregate> aggregates;
        List key;  ///< values of the columns without aggregate, held already
    };

    std::vector<Projected> groups_of(const Projection& projection, const Table& before) {
        std::vector<Aggregate> aggregates;
        for (const Column& column : projection.columns)
            aggregates_of(column.value, aggregates);
        std::map<List, std::size_t, ListLess> places;
        std::vector<Group> groups;
        for (const List& from : before.rows) {
            const Row row{before.names, from};
            if (!meter_.row()) break;
            const auto [place, added] = places.emplace(key_of(projection, row), groups.size());
            if (added && !held(place->first)) {
                places.erase(place);
                break;
            }
            if (added) groups.push_back({from, aggregates, {}});
            bool fits = true;
            for (Aggregate& aggregate : groups[place->second].aggregates)
                fits = aggregate.add(asking_, row) && fits;
            if (!fits) break;
        }
        const bool keyless = std::all_of(projection.columns.begin(), projection.columns.end(),
                                         [](const Column& c) { return has_aggregate(c.value); });
        if (groups.empty() && keyless)
            groups.push_back({List(before.names.size()), std::move(aggregates), {}});
        while (!places.empty()) {
            auto place = places.extract(places.begin());
            groups[place.mapped()].key = std::move(place.key());
        }
        std::vector<Projected> out;
        for (Group& group : groups) {
            Projected row;
            if (!fill_grouped(row.values, projection, before, group)) break;
            out.push_back(std::move(row));
        }
        return out;
    }

    List key_of(const Projection& projection, const Row& row) {
        List out;
        for (const Column& column : projection.columns)
            if (!has_aggregate(column.value)) out.push_back(evaluate(asking_, column.value, row));
        return out;
    }

    /// The columns of a group, whose key goes into them; false where they don't fit in.
    bool fill_grouped(List& values, const Projection& projection, const Table& before,
                      Group& group) {
        std::vector<std::pair<const Expression*, Value>> aggregates;
        for (const Aggregate& aggregate : group.aggregates)
            aggregates.emplace_back(aggregate.expression(), aggregate.value());
        auto key = group.key.begin();
        for (const Column& column : projection.columns) {
            if (!has_aggregate(column.value)) {
                values.push_back(std::move(*key++));
                continue;
            }
            values.push_back(
                evaluate(asking_, column.value, {before.names, group.first, &aggregates}));
            if (!values.back().is_number() && !meter_.hold(values.back())) return false;
        }
        return true;
    }

    static void drop_repeated(std::vector<Projected>& rows) {
        std::set<List, ListLess> seen;
        std::vector<Projected> out;
        for (Projected& row : rows)
            if (seen.insert(row.values).second) out.push_back(std::move(row));
        rows = std::move(out);
    }

    void sort(std::vector<Projected>& rows, const Projection& projection,
              std::vector<std::string> names, const std::vector<std::string>& before) {
        names.insert(names.end(), before.begin(), before.end());
        std::vector<std::pair<List, Projected>> keyed;
        for (Projected& row : rows) {
            List values = row.values;
            values.insert(values.end(), row.from.begin(), row.from.end());
            List keys;
            for (const SortKey& key : projection.order)
                keys.push_back(evaluate(asking_, key.value, {names, values}));
            if (!meter_.row() || !held(keys)) break;
            keyed.emplace_back(std::move(keys), std::move(row));
        }
        rows.resize(keyed.size());
        std::stable_sort(keyed.begin(), keyed.end(), [&](const auto& a, const auto& b) {
            for (std::size_t i = 0; i < projection.order.size(); ++i)
                if (const int found = order(a.first[i], b.first[i]); found != 0)
                    return projection.order[i].falling ? found > 0 : found < 0;
            return false;
        });
        for (std::size_t i = 0; i < rows.size(); ++i)
            rows[i] = std::move(keyed[i].second);
    }

    /// The number behind SKIP or LIMIT.
    std::size_t bound(const Expression& expression) {
        const std::vector<std::string> names;
        const List values;
        const Value value = evaluate(asking_, expression, {names, values});
        const auto* number = value.as<std::int64_t>();
        if (!number || *number < 0)
            throw query_error("wrong_type", expression.at, "expected a whole number from 0");
        return static_cast<std::size_t>(*number);
    }

    Caps caps_;
    Meter meter_;
    Asking asking_;
};

}  // namespace

Result run(const GraphView& graph, std::string_view cypher, const Map& parameters,
           const Caps& caps) {
    Query query = parse(cypher);
    check(query, graph.known());
    return Run(graph, parameters, caps).answer(query);
}

}  // namespace tools::graph::query
