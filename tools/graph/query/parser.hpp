#pragma once

#include "tools/graph/query/lexer.hpp"
#include "tools/graph/query/query.hpp"

#include <initializer_list>

namespace tools::graph::query {

/// Reads a query by recursive descent over its tokens.
class Parser {
public:
    explicit Parser(std::string_view text) : text_(text), tokens_(tokens_of(text)) {}

    Query query();
    std::vector<Pattern> patterns();
    void expect_end();

private:
    [[nodiscard]] const Token& peek(std::size_t ahead = 0) const;
    [[nodiscard]] bool sees(std::string_view symbol, std::size_t ahead = 0) const;
    [[nodiscard]] bool sees_word(std::string_view word, std::size_t ahead = 0) const;
    bool take(std::string_view symbol);
    bool take_word(std::string_view word);
    bool take_words(std::string_view first, std::string_view second);
    void expect(std::string_view symbol);
    void expect_word(std::string_view word);
    std::string name(const char* what);
    [[nodiscard]] store::Error expected(const std::string& what) const;
    void refuse_unsupported() const;

    Clause clause();
    Clause match(bool optional);
    Clause unwind();
    Clause project(bool with);
    Projection projection();
    Column column();
    std::vector<SortKey> sort_keys();

    Pattern pattern();
    NodePattern node();
    EdgePattern edge();
    void edge_inside(EdgePattern& out);
    Hops hops();
    std::vector<std::string> labels();
    Properties properties();
    [[nodiscard]] bool at_pattern() const;

    Expression expression();
    Expression disjunction();
    Expression exclusion();
    Expression conjunction();
    Expression negation();
    Expression comparison();
    Expression predicate();
    bool predicate_of(Expression& left);
    Expression sum();
    Expression product();
    Expression power();
    Expression sign();
    Expression postfix();
    Expression atom();
    Expression literal();
    Expression list();
    Expression map();
    Expression word_atom();
    Expression call();
    Expression choice();

    std::string_view text_;
    std::vector<Token> tokens_;
    std::size_t at_ = 0;
    int depth_ = 0;  ///< of nested expressions
};

}  // namespace tools::graph::query
