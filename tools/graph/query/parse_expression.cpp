#include "tools/graph/query/parser.hpp"
#include "tools/text/ascii.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace tools::graph::query {
namespace {

constexpr int deepest_expression = 100;

/// An expression of these parts, which are moved: a long chain is put together in linear time.
template <class... Parts>
Expression joined(Op op, std::size_t at, Parts... parts) {
    Expression out;
    out.op = op;
    out.at = at;
    out.parts.reserve(sizeof...(parts));
    (out.parts.push_back(std::move(parts)), ...);
    return out;
}

/// `left op right`, in the place of left.
void join(Op op, std::size_t at, Expression& left, Expression right) {
    left = joined(op, at, std::move(left), std::move(right));
}

std::optional<Op> comparing(const Token& token) {
    constexpr std::array<std::pair<std::string_view, Op>, 6> signs{{{"=", Op::equal},
                                                                    {"<>", Op::unequal},
                                                                    {"<", Op::less},
                                                                    {"<=", Op::at_most},
                                                                    {">", Op::more},
                                                                    {">=", Op::at_least}}};
    if (token.kind != TokenKind::symbol) return std::nullopt;
    for (const auto& [sign, op] : signs)
        if (token.text == sign) return op;
    return std::nullopt;
}

}  // namespace

Expression Parser::expression() {
    if (++depth_ > deepest_expression)
        throw query_error("bad_query", peek().begin, "expected fewer nested expressions");
    Expression out = disjunction();
    --depth_;
    return out;
}

Expression Parser::disjunction() {
    Expression out = exclusion();
    while (take_word("OR"))
        join(Op::or_, out.at, out, exclusion());
    return out;
}

Expression Parser::exclusion() {
    Expression out = conjunction();
    while (take_word("XOR"))
        join(Op::xor_, out.at, out, conjunction());
    return out;
}

Expression Parser::conjunction() {
    Expression out = negation();
    while (take_word("AND"))
        join(Op::and_, out.at, out, negation());
    return out;
}

Expression Parser::negation() {
    const std::size_t at = peek().begin;
    bool turned = false;
    while (take_word("NOT"))
        turned = !turned;
    Expression out = comparison();
    return turned ? joined(Op::not_, at, std::move(out)) : out;
}

/// `a < b < c` means both comparisons.
Expression Parser::comparison() {
    Expression left = predicate();
    std::optional<Expression> out;
    while (const auto op = comparing(peek())) {
        const std::size_t at = tokens_[at_++].begin;
        Expression right = predicate();
        Expression one = joined(*op, at, std::move(left), right);
        out = out ? joined(Op::and_, at, *std::move(out), std::move(one)) : std::move(one);
        left = std::move(right);
    }
    return out ? *std::move(out) : left;
}

Expression Parser::predicate() {
    Expression out = sum();
    while (predicate_of(out)) {
    }
    return out;
}

bool Parser::predicate_of(Expression& left) {
    const std::size_t at = peek().begin;
    const auto with = [&](Op op) {
        join(op, at, left, sum());
        return true;
    };
    if (take_word("IN")) return with(Op::in);
    if (take_words("STARTS", "WITH")) return with(Op::starts_with);
    if (take_words("ENDS", "WITH")) return with(Op::ends_with);
    if (take_word("CONTAINS")) return with(Op::contains);
    if (sees("=~"))
        throw query_error(
            "unsupported", at,
            "unsupported operator =~: CONTAINS, STARTS WITH or ENDS WITH compare texts");
    if (!take_word("IS")) return false;
    const bool turned = take_word("NOT");
    expect_word("NULL");
    left = joined(turned ? Op::is_not_null : Op::is_null, at, std::move(left));
    return true;
}

Expression Parser::sum() {
    Expression out = product();
    while (sees("+") || sees("-")) {
        const Op op = sees("+") ? Op::add : Op::subtract;
        const std::size_t at = tokens_[at_++].begin;
        join(op, at, out, product());
    }
    return out;
}

Expression Parser::product() {
    Expression out = power();
    while (sees("*") || sees("/") || sees("%")) {
        const Op op = sees("*") ? Op::multiply : sees("/") ? Op::divide : Op::modulo;
        const std::size_t at = tokens_[at_++].begin;
        join(op, at, out, power());
    }
    return out;
}

Expression Parser::power() {
    Expression out = sign();
    while (sees("^")) {
        const std::size_t at = tokens_[at_++].begin;
        join(Op::power, at, out, sign());
    }
    return out;
}

Expression Parser::sign() {
    const std::size_t at = peek().begin;
    bool minus = false;
    while (sees("-") || sees("+"))
        minus = tokens_[at_++].text == "-" ? !minus : minus;
    Expression out = postfix();
    return minus ? joined(Op::negate, at, std::move(out)) : out;
}

Expression Parser::postfix() {
    Expression out = atom();
    for (;;) {
        const std::size_t at = peek().begin;
        if (take(".")) {
            out = joined(Op::property, at, std::move(out));
            out.name = name("a property's name");
        } else if (sees(":")) {
            out = joined(Op::has_labels, at, std::move(out));
            out.names = labels();
        } else if (take("[")) {
            Expression index = expression();
            if (sees("..")) throw query_error("unsupported", at, "unsupported slice of a list");
            expect("]");
            join(Op::element, at, out, std::move(index));
        } else {
            return out;
        }
    }
}

Expression Parser::atom() {
    Expression out;
    out.at = peek().begin;
    if (at_pattern()) {
        out.op = Op::pattern;
        out.patterns.push_back(pattern());
        return out;
    }
    if (take("(")) {
        out = expression();
        expect(")");
        return out;
    }
    if (sees("[")) return list();
    if (sees("{")) return map();
    if (peek().kind == TokenKind::parameter) {
        out.op = Op::parameter;
        out.name = tokens_[at_++].text;
        return out;
    }
    return peek().kind == TokenKind::word || peek().kind == TokenKind::quoted ? word_atom()
                                                                              : literal();
}

Expression Parser::literal() {
    const Token& token = peek();
    Expression out;
    out.at = token.begin;
    const char* end = token.text.data() + token.text.size();
    if (token.kind == TokenKind::text) {
        out.value = token.text;
    } else if (token.kind == TokenKind::whole) {
        std::int64_t value = 0;
        if (std::from_chars(token.text.data(), end, value).ec != std::errc{})
            throw query_error("bad_query", token.begin, "expected a number below 2^63");
        out.value = value;
    } else if (token.kind == TokenKind::real) {
        double value = 0;
        if (std::from_chars(token.text.data(), end, value).ec != std::errc{} ||
            !std::isfinite(value))
            throw query_error("bad_query", token.begin, "expected a number a double can hold");
        out.value = value;
    } else {
        throw expected("an expression");
    }
    ++at_;
    return out;
}

Expression Parser::list() {
    Expression out = joined(Op::list, peek().begin);
    expect("[");
    if (sees_word("IN", 1))
        throw query_error("unsupported", out.at,
                          "unsupported list comprehension: UNWIND the list and collect() it");
    while (!take("]")) {
        out.parts.push_back(expression());
        if (sees("|"))
            throw query_error("unsupported", out.at,
                              "unsupported pattern comprehension: MATCH it and collect()");
        if (!sees("]")) expect(",");
    }
    return out;
}

Expression Parser::map() {
    Expression out = joined(Op::map, peek().begin);
    for (auto& [key, value] : properties()) {
        out.names.push_back(key);
        out.parts.push_back(std::move(value));
    }
    return out;
}

Expression Parser::word_atom() {
    Expression out;
    out.at = peek().begin;
    if (peek().kind == TokenKind::word) {
        if (take_word("NULL")) return out;
        if (sees_word("TRUE") || sees_word("FALSE")) {
            out.value = take_word("TRUE");
            if (!*out.value.as<bool>()) expect_word("FALSE");
            return out;
        }
        if (sees_word("CASE")) return choice();
        if (sees_word("EXISTS") && sees("{", 1))
            throw query_error("unsupported", out.at,
                              "unsupported EXISTS { }: a pattern stands in WHERE by itself");
        if (sees("(", 1)) return call();
    }
    out.op = Op::variable;
    out.name = name("an expression");
    return out;
}

Expression Parser::call() {
    Expression out = joined(Op::call, peek().begin);
    out.name = text::ascii_lower(name("a function"));
    expect("(");
    if (out.name == "count" && take("*")) {
        out.op = Op::count_all;
        expect(")");
        return out;
    }
    out.distinct = take_word("DISTINCT");
    if (sees_word("IN", 1))
        throw query_error("unsupported", out.at,
                          "unsupported function " + out.name + " over a list");
    while (!take(")")) {
        out.parts.push_back(expression());
        if (!sees(")")) expect(",");
    }
    return out;
}

/// CASE of either form, as pairs of condition and value and what is left.
Expression Parser::choice() {
    Expression out = joined(Op::either, peek().begin);
    expect_word("CASE");
    std::optional<Expression> subject;
    if (!sees_word("WHEN")) subject = expression();
    while (take_word("WHEN")) {
        Expression when = expression();
        if (subject) when = joined(Op::equal, when.at, *subject, std::move(when));
        out.parts.push_back(std::move(when));
        expect_word("THEN");
        out.parts.push_back(expression());
    }
    if (out.parts.empty()) throw expected("WHEN");
    out.parts.push_back(take_word("ELSE") ? expression() : Expression{});
    expect_word("END");
    return out;
}

bool is_aggregate(const Expression& expression) {
    constexpr std::array names{"count", "collect", "sum", "avg", "min", "max"};
    return expression.op == Op::count_all ||
           (expression.op == Op::call &&
            std::find(names.begin(), names.end(), expression.name) != names.end());
}

bool has_aggregate(const Expression& expression) {
    return is_aggregate(expression) ||
           std::any_of(expression.parts.begin(), expression.parts.end(), has_aggregate);
}

}  // namespace tools::graph::query
