#include "tools/graph/query/evaluate.hpp"

#include "tools/graph/query/check.hpp"
#include "tools/graph/query/functions.hpp"
#include "tools/graph/query/lexer.hpp"
#include "tools/graph/query/match.hpp"

#include <algorithm>
#include <cmath>

namespace tools::graph::query {
namespace {

using Truth = std::optional<bool>;

Value from_truth(Truth truth) {
    return truth ? Value(*truth) : Value();
}

class Evaluation {
public:
    Evaluation(const Asking& asking, const Row& row) : asking_(asking), row_(row) {}

    Value value(const Expression& e) const {
        switch (e.op) {
            case Op::literal:
                return e.value;
            case Op::parameter:
                return parameter(e);
            case Op::variable:
                return variable(e);
            case Op::property:
                return property(e);
            case Op::element:
                return element(e);
            case Op::list:
                return all(e.parts);
            case Op::map:
                return map(e);
            case Op::call:
            case Op::count_all:
                return call(e);
            case Op::has_labels:
                return has_labels(e);
            case Op::pattern:
                return exists(asking_, e.patterns[0], row_);
            case Op::either:
                return choice(e);
            default:
                return combined(e);
        }
    }

private:
    Value combined(const Expression& e) const {
        switch (e.op) {
            case Op::and_:
            case Op::or_:
            case Op::xor_:
                return from_truth(connected(e));
            case Op::not_: {
                const Truth inner = truth(e.parts[0]);
                return inner ? Value(!*inner) : Value();
            }
            case Op::is_null:
                return value(e.parts[0]).is_null();
            case Op::is_not_null:
                return !value(e.parts[0]).is_null();
            case Op::negate: {
                const Value zero = std::int64_t{0};
                return arithmetic(e, Op::subtract, zero, value(e.parts[0]));
            }
            default:
                break;
        }
        const Value a = value(e.parts[0]), b = value(e.parts[1]);
        if (e.op == Op::add) asking_.meter.check_size(weight_of(a) + weight_of(b), e.at);
        switch (e.op) {
            case Op::equal:
                return from_truth(equals(a, b));
            case Op::unequal: {
                const Truth same = equals(a, b);
                return same ? Value(!*same) : Value();
            }
            case Op::less:
            case Op::at_most:
            case Op::more:
            case Op::at_least:
                return ordered(e.op, a, b);
            case Op::in:
                return contained(e, a, b);
            case Op::starts_with:
            case Op::ends_with:
            case Op::contains:
                return compared_texts(e.op, a, b);
            default:
                return arithmetic(e, e.op, a, b);
        }
    }

    Value parameter(const Expression& e) const {
        for (const auto& [name, value] : asking_.parameters)
            if (name == e.name) return value;
        throw query_error("missing_parameter", e.at,
                          "expected a value for $" + e.name + " in parameters");
    }

    Value variable(const Expression& e) const {
        const Value* found = row_.find(e.name);
        return found == nullptr ? Value() : *found;
    }

    Value property(const Expression& e) const {
        const Value of = value(e.parts[0]);
        if (of.as<NodeRef>() || of.as<EdgeRef>()) return item_property(of, e.name, e.at);
        if (const auto* map = of.as<Map>()) return member(*map, e.name);
        if (of.is_null()) return {};
        throw query_error("wrong_type", e.at,
                          "expected a node, an edge or a map before ." + e.name);
    }

    /// Of a node or an edge; its name must be one that the graph knows (W30).
    Value item_property(const Value& of, const std::string& name, std::size_t at) const {
        const auto& known = asking_.graph.known().properties;
        if (!known.empty() && std::find(known.begin(), known.end(), name) == known.end())
            throw unknown_word("property", name, known, at);
        if (const auto* node = of.as<NodeRef>()) return asking_.graph.property(*node, name);
        return asking_.graph.property(*of.as<EdgeRef>(), name);
    }

    Value element(const Expression& e) const {
        const Value of = value(e.parts[0]), index = value(e.parts[1]);
        if (of.is_null() || index.is_null()) return {};
        const auto* list = of.as<List>();
        const auto* place = index.as<std::int64_t>();
        if (list && place) {
            const auto size = static_cast<std::int64_t>(list->size());
            const std::int64_t at = *place < 0 ? size + *place : *place;
            return at >= 0 && at < size ? (*list)[static_cast<std::size_t>(at)] : Value();
        }
        const auto* key = index.as<std::string>();
        if (key && of.as<Map>()) return member(*of.as<Map>(), *key);
        if (key && (of.as<NodeRef>() || of.as<EdgeRef>())) return item_property(of, *key, e.at);
        throw query_error("wrong_type", e.at,
                          "expected a list and a whole number, or a map and a name");
    }

    List all(const std::vector<Expression>& parts) const {
        List out;
        std::size_t bytes = 0;
        for (const Expression& part : parts) {
            out.push_back(value(part));
            bytes += weight_of(out.back());
            asking_.meter.check_size(bytes, part.at);
        }
        return out;
    }

    Value map(const Expression& e) const {
        Map out;
        List values = all(e.parts);
        for (std::size_t i = 0; i < values.size(); ++i)
            out.emplace_back(e.names[i], std::move(values[i]));
        std::sort(out.begin(), out.end(),
                  [](const auto& a, const auto& b) { return a.first < b.first; });
        return out;
    }

    Value call(const Expression& e) const {
        if (!is_aggregate(e)) return call_function(asking_.graph, e.name, all(e.parts), e.at);
        if (row_.aggregates != nullptr)
            for (const auto& [expression, value] : *row_.aggregates)
                if (expression == &e) return value;
        return {};
    }

    Value has_labels(const Expression& e) const {
        const Value of = value(e.parts[0]);
        if (of.is_null()) return {};
        const auto* node = of.as<NodeRef>();
        if (!node) throw query_error("wrong_type", e.at, "expected a node before the label");
        const auto labels = asking_.graph.labels(node->item);
        return std::all_of(e.names.begin(), e.names.end(), [&](const std::string& name) {
            return std::find(labels.begin(), labels.end(), name) != labels.end();
        });
    }

    Value choice(const Expression& e) const {
        for (std::size_t i = 0; i + 1 < e.parts.size(); i += 2)
            if (truth(e.parts[i]).value_or(false)) return value(e.parts[i + 1]);
        return value(e.parts.back());
    }

    Truth truth(const Expression& e) const {
        const Value found = value(e);
        if (found.is_null()) return std::nullopt;
        if (const auto* flag = found.as<bool>()) return *flag;
        throw query_error("wrong_type", e.at, "expected a condition");
    }

    Truth connected(const Expression& e) const {
        const Truth a = truth(e.parts[0]);
        if (e.op == Op::and_ && a == false) return false;
        if (e.op == Op::or_ && a == true) return true;
        const Truth b = truth(e.parts[1]);
        if (e.op == Op::xor_) return a && b ? Truth(*a != *b) : std::nullopt;
        const bool decides = e.op == Op::or_;
        if (a == decides || b == decides) return decides;
        return a && b ? Truth(!decides) : std::nullopt;
    }

    static Value ordered(Op op, const Value& a, const Value& b) {
        if (a.is_number() && b.is_number() && (std::isnan(a.number()) || std::isnan(b.number())))
            return false;
        const auto order = compare(a, b);
        if (!order) return {};
        if (op == Op::less) return *order < 0;
        if (op == Op::at_most) return *order <= 0;
        return op == Op::more ? *order > 0 : *order >= 0;
    }

    static Value contained(const Expression& e, const Value& a, const Value& b) {
        if (b.is_null()) return {};
        const auto* list = b.as<List>();
        if (!list) throw query_error("wrong_type", e.at, "expected a list behind IN");
        bool open = false;
        for (const Value& one : *list) {
            const Truth same = equals(a, one);
            if (same == true) return true;
            open = open || !same;
        }
        return open ? Value() : Value(false);
    }

    static Value compared_texts(Op op, const Value& a, const Value& b) {
        const auto* text = a.as<std::string>();
        const auto* part = b.as<std::string>();
        if (!text || !part) return {};
        if (op == Op::starts_with) return text->starts_with(*part);
        if (op == Op::ends_with) return text->ends_with(*part);
        return text->find(*part) != std::string::npos;
    }

    static Value arithmetic(const Expression& e, Op op, const Value& a, const Value& b) {
        if (a.is_null() || b.is_null()) return {};
        if (op == Op::add && (a.as<List>() || b.as<List>())) return joined_lists(a, b);
        if (op == Op::add && a.as<std::string>() && b.as<std::string>())
            return *a.as<std::string>() + *b.as<std::string>();
        if (!a.is_number() || !b.is_number())
            throw query_error("wrong_type", e.at, "expected two numbers, texts or lists");
        const auto* x = a.as<std::int64_t>();
        const auto* y = b.as<std::int64_t>();
        if (x && y && op != Op::power) return whole(e, op, *x, *y);
        return real(op, a.number(), b.number());
    }

    static Value joined_lists(const Value& a, const Value& b) {
        List out;
        for (const Value* side : {&a, &b})
            if (const auto* list = side->as<List>())
                out.insert(out.end(), list->begin(), list->end());
            else
                out.push_back(*side);
        return out;
    }

    static Value whole(const Expression& e, Op op, std::int64_t x, std::int64_t y) {
        std::int64_t out = 0;
        bool over = false;
        if (op == Op::add) over = __builtin_add_overflow(x, y, &out);
        if (op == Op::subtract) over = __builtin_sub_overflow(x, y, &out);
        if (op == Op::multiply) over = __builtin_mul_overflow(x, y, &out);
        if (op == Op::divide || op == Op::modulo) {
            over = y == 0 || (x == INT64_MIN && y == -1);
            if (!over) out = op == Op::divide ? x / y : x % y;
        }
        if (over)
            throw query_error("out_of_range", e.at, "expected a result that a number can hold");
        return out;
    }

    static Value real(Op op, double x, double y) {
        if (op == Op::add) return x + y;
        if (op == Op::subtract) return x - y;
        if (op == Op::multiply) return x * y;
        if (op == Op::divide) return x / y;
        return op == Op::modulo ? std::fmod(x, y) : std::pow(x, y);
    }

    const Asking& asking_;
    const Row& row_;
};

}  // namespace

Meter::Meter(const Caps& caps) : caps_(caps), start_(std::chrono::steady_clock::now()) {}

bool Meter::step() {
    if (stopped_) return false;
    if (++steps_ > caps_.steps) {
        tell("stopped after " + std::to_string(caps_.steps) + " steps: what was found until then");
        stopped_ = true;
    }
    stopped_ = stopped_ || tell_late(caps_.time);
    return !stopped_;
}

bool Meter::row() {
    return !tell_late(2 * caps_.time);
}

bool Meter::hold(const Value& value) {
    bytes_ += weight_of(value);
    if (bytes_ <= caps_.bytes) return true;
    tell("rows held more than " + std::to_string(caps_.bytes) +
         " bytes: the rest is left out, return less of each");
    return false;
}

bool Meter::hold_in_list(const Value& value, std::size_t& bytes) {
    bytes += weight_of(value);
    if (bytes <= caps_.value) return hold(value);
    tell("a list held more than " + std::to_string(caps_.value) + " bytes: the rest is left out");
    return false;
}

void Meter::check_size(std::size_t bytes, std::size_t at) const {
    if (bytes <= caps_.value) return;
    throw query_error(
        "too_large", at,
        "expected a value of at most " + std::to_string(caps_.value) + " bytes: put less into one");
}

bool Meter::tell_late(std::int64_t ms) {
    if (std::chrono::steady_clock::now() - start_ <= std::chrono::milliseconds(ms)) return false;
    tell("stopped after " + std::to_string(ms) + " ms: what was found until then");
    return true;
}

void Meter::leave_out_longer(std::size_t edges) {
    tell("paths of more than " + std::to_string(edges) + " edges are left out");
}

void Meter::leave_out_rows(std::size_t rows) {
    tell("a clause had more than " + std::to_string(rows) + " rows: the rest is left out");
}

void Meter::tell(std::string cut) {
    if (std::find(cuts_.begin(), cuts_.end(), cut) == cuts_.end()) cuts_.push_back(std::move(cut));
}

const Value* Row::find(const std::string& name) const {
    for (std::size_t i = 0; i < names.size() && i < values.size(); ++i)
        if (names[i] == name) return &values[i];
    return nullptr;
}

Value evaluate(const Asking& asking, const Expression& expression, const Row& row) {
    return Evaluation(asking, row).value(expression);
}

bool holds(const Asking& asking, const Expression& condition, const Row& row) {
    const Value found = evaluate(asking, condition, row);
    if (found.is_null()) return false;
    if (const auto* flag = found.as<bool>()) return *flag;
    throw query_error("wrong_type", condition.at, "expected a condition");
}

}  // namespace tools::graph::query
