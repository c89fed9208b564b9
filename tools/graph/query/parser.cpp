#include "tools/graph/query/parser.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace tools::graph::query {
namespace {

bool same_word(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
        return (x >= 'a' && x <= 'z' ? x - 32 : x) == (y >= 'a' && y <= 'z' ? y - 32 : y);
    });
}

}  // namespace

const Token& Parser::peek(std::size_t ahead) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
}

bool Parser::sees(std::string_view symbol, std::size_t ahead) const {
    return peek(ahead).kind == TokenKind::symbol && peek(ahead).text == symbol;
}

bool Parser::sees_word(std::string_view word, std::size_t ahead) const {
    return peek(ahead).kind == TokenKind::word && same_word(peek(ahead).text, word);
}

bool Parser::take(std::string_view symbol) {
    if (!sees(symbol)) return false;
    ++at_;
    return true;
}

bool Parser::take_word(std::string_view word) {
    if (!sees_word(word)) return false;
    ++at_;
    return true;
}

bool Parser::take_words(std::string_view first, std::string_view second) {
    if (!sees_word(first) || !sees_word(second, 1)) return false;
    at_ += 2;
    return true;
}

void Parser::expect(std::string_view symbol) {
    if (!take(symbol)) throw expected(std::string(symbol));
}

void Parser::expect_word(std::string_view word) {
    if (!take_word(word)) throw expected(std::string(word));
}

std::string Parser::name(const char* what) {
    if (peek().kind != TokenKind::word && peek().kind != TokenKind::quoted) throw expected(what);
    return tokens_[at_++].text;
}

store::Error Parser::expected(const std::string& what) const {
    const Token& token = peek();
    const std::string found =
        token.kind == TokenKind::end
            ? "the query ends"
            : "found " + std::string(text_.substr(
                             token.begin, std::min<std::size_t>(40, token.end - token.begin)));
    return query_error("bad_query", token.begin, "expected " + what + ", " + found);
}

void Parser::refuse_unsupported() const {
    constexpr std::array words{"CREATE", "MERGE", "DELETE",  "DETACH", "SET", "REMOVE",
                               "CALL",   "UNION", "FOREACH", "LOAD",   "USE", "DROP"};
    for (const char* word : words)
        if (sees_word(word))
            throw query_error("unsupported", peek().begin,
                              std::string("unsupported clause ") + word +
                                  ": a query only reads, by MATCH, OPTIONAL MATCH, WHERE, WITH, "
                                  "UNWIND, RETURN, ORDER BY, SKIP and LIMIT");
}

void Parser::expect_end() {
    take(";");
    if (peek().kind == TokenKind::end) return;
    refuse_unsupported();
    throw expected("the end of the query");
}

Query Parser::query() {
    Query out;
    do {
        out.clauses.push_back(clause());
    } while (out.clauses.back().step != Step::project || out.clauses.back().name != "RETURN");
    expect_end();
    return out;
}

Clause Parser::clause() {
    refuse_unsupported();
    if (take_word("MATCH")) return match(false);
    if (take_words("OPTIONAL", "MATCH")) return match(true);
    if (take_word("UNWIND")) return unwind();
    if (take_word("WITH")) return project(true);
    if (take_word("RETURN")) return project(false);
    throw expected("MATCH, OPTIONAL MATCH, UNWIND, WITH or RETURN (a query ends with RETURN)");
}

Clause Parser::match(bool optional) {
    Clause out;
    out.optional = optional;
    out.patterns = patterns();
    if (take_word("WHERE")) out.where = expression();
    return out;
}

Clause Parser::unwind() {
    Clause out;
    out.step = Step::unwind;
    out.list = expression();
    expect_word("AS");
    out.name = name("a name");
    return out;
}

Clause Parser::project(bool with) {
    Clause out;
    out.step = Step::project;
    out.name = with ? "WITH" : "RETURN";
    out.projection = projection();
    if (with && take_word("WHERE")) out.where = expression();
    for (const Column& column : out.projection.columns)
        if (with && !column.renamed && column.value.op != Op::variable)
            throw query_error("bad_query", column.value.at,
                              "expected AS and a name behind an expression in WITH");
    return out;
}

Projection Parser::projection() {
    Projection out;
    out.distinct = take_word("DISTINCT");
    if (take("*"))
        out.all = true;
    else
        out.columns.push_back(column());
    while (take(","))
        out.columns.push_back(column());
    if (take_words("ORDER", "BY")) out.order = sort_keys();
    if (take_word("SKIP")) out.skip = expression();
    if (take_word("LIMIT")) out.limit = expression();
    return out;
}

Column Parser::column() {
    const std::size_t begin = peek().begin;
    Column out;
    out.value = expression();
    out.name = std::string(text_.substr(begin, tokens_[at_ - 1].end - begin));
    out.renamed = take_word("AS");
    if (out.renamed)
        out.name = name("a name");
    else if (out.value.op == Op::variable)
        out.name = out.value.name;
    return out;
}

std::vector<SortKey> Parser::sort_keys() {
    std::vector<SortKey> out;
    do {
        SortKey key{expression(), false};
        if (take_word("DESC") || take_word("DESCENDING"))
            key.falling = true;
        else if (!take_word("ASC"))
            take_word("ASCENDING");
        out.push_back(std::move(key));
    } while (take(","));
    return out;
}

std::vector<Pattern> Parser::patterns() {
    std::vector<Pattern> out;
    do {
        out.push_back(pattern());
    } while (take(","));
    return out;
}

Pattern Parser::pattern() {
    Pattern out;
    out.at = peek().begin;
    if (sees("=", 1)) {
        out.name = name("a name");
        expect("=");
    }
    if (sees_word("shortestPath") || sees_word("allShortestPaths"))
        throw query_error("unsupported", peek().begin,
                          "unsupported function " + peek().text +
                              ": the tools that walk a graph find a shortest path");
    out.nodes.push_back(node());
    while (sees("-") || sees("<")) {
        out.edges.push_back(edge());
        out.nodes.push_back(node());
    }
    return out;
}

NodePattern Parser::node() {
    NodePattern out;
    out.at = peek().begin;
    expect("(");
    if (!sees(")") && !sees(":") && !sees("{")) out.name = name("a node, as (name:Label)");
    out.labels = labels();
    if (sees("{")) out.properties = properties();
    expect(")");
    return out;
}

EdgePattern Parser::edge() {
    EdgePattern out;
    out.at = peek().begin;
    const bool left = take("<");
    expect("-");
    if (take("[")) {
        edge_inside(out);
        expect("]");
    }
    expect("-");
    const bool right = take(">");
    if (left != right) out.direction = left ? Direction::left : Direction::right;
    return out;
}

void Parser::edge_inside(EdgePattern& out) {
    if (!sees(":") && !sees("*") && !sees("{") && !sees("]")) out.name = name("an edge's name");
    if (take(":")) {
        do {
            take(":");
            out.types.push_back(name("an edge's type"));
        } while (take("|"));
    }
    if (take("*")) out.hops = hops();
    if (sees("{")) out.properties = properties();
}

Hops Parser::hops() {
    const auto number = [&]() -> std::optional<std::size_t> {
        if (peek().kind != TokenKind::whole) return std::nullopt;
        std::size_t value = 0;
        const std::string& text = tokens_[at_++].text;
        if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc{})
            throw query_error("bad_query", tokens_[at_ - 1].begin, "expected a smaller number");
        return value;
    };
    Hops out;
    const auto least = number();
    if (least) out.least = *least;
    if (!take("..")) {
        out.most = least;
        return out;
    }
    out.most = number();
    return out;
}

std::vector<std::string> Parser::labels() {
    std::vector<std::string> out;
    while (take(":"))
        out.push_back(name("a label"));
    return out;
}

Properties Parser::properties() {
    Properties out;
    expect("{");
    while (!take("}")) {
        std::string key = name("a property's name");
        expect(":");
        out.push_back({std::move(key), expression()});
        if (!sees("}")) expect(",");
    }
    return out;
}

bool Parser::at_pattern() const {
    if (!sees("(")) return false;
    std::size_t ahead = 1;
    if (peek(ahead).kind == TokenKind::word || peek(ahead).kind == TokenKind::quoted) ++ahead;
    if (!sees(")", ahead) && !sees(":", ahead) && !sees("{", ahead)) return false;
    for (int open = 0; peek(ahead).kind != TokenKind::end; ++ahead) {
        if (sees("(", ahead)) ++open;
        if (sees(")", ahead) && open-- == 0) break;
    }
    if (sees("<", ahead + 1))
        return sees("-", ahead + 2) && (sees("[", ahead + 3) || sees("-", ahead + 3));
    return sees("-", ahead + 1) && (sees("[", ahead + 2) || sees("-", ahead + 2));
}

Query parse(std::string_view text) {
    return Parser(text).query();
}

std::vector<Pattern> parse_patterns(std::string_view text) {
    Parser parser(text);
    auto out = parser.patterns();
    parser.expect_end();
    return out;
}

}  // namespace tools::graph::query
