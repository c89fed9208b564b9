#include "tools/graph/query/lexer.hpp"

#include <array>

namespace tools::graph::query {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool starts_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

class Lexer {
public:
    explicit Lexer(std::string_view text) : text_(text) {}

    std::vector<Token> run() {
        std::vector<Token> out;
        while (skip_blanks())
            out.push_back(next());
        out.push_back({TokenKind::end, "", text_.size(), text_.size()});
        return out;
    }

private:
    [[nodiscard]] char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }

    /// Passes blanks and comments. False at the end.
    bool skip_blanks() {
        while (at_ < text_.size()) {
            if (text_.substr(at_, 2) == "//")
                at_ = std::min(text_.find('\n', at_), text_.size());
            else if (text_.substr(at_, 2) == "/*")
                at_ = std::min(text_.find("*/", at_ + 2), text_.size() - 2) + 2;
            else if (peek() == ' ' || (peek() >= '\t' && peek() <= '\r'))
                ++at_;
            else
                return true;
        }
        return false;
    }

    Token next() {
        const std::size_t begin = at_;
        if (peek() == '\'' || peek() == '"') return quoted(TokenKind::text);
        if (peek() == '`') return quoted(TokenKind::quoted);
        if (peek() == '$') return parameter();
        if (starts_word(peek())) return token(TokenKind::word, begin, word_end());
        if (is_digit(peek()) || (peek() == '.' && is_digit(peek(1)))) return number();
        for (const std::string_view symbol : std::array{"<=", ">=", "<>", "=~", "+=", ".."})
            if (text_.substr(at_, 2) == symbol) return token(TokenKind::symbol, begin, at_ + 2);
        constexpr std::string_view single = "()[]{}<>=+-*/%^,.:;|&!";
        if (single.find(peek()) == std::string_view::npos)
            throw query_error("bad_query", at_, "this character has no meaning in a query");
        return token(TokenKind::symbol, begin, at_ + 1);
    }

    Token token(TokenKind kind, std::size_t begin, std::size_t end) {
        at_ = end;
        return {kind, std::string(text_.substr(begin, end - begin)), begin, end};
    }

    [[nodiscard]] std::size_t word_end() const {
        std::size_t end = at_;
        while (end < text_.size() && (starts_word(text_[end]) || is_digit(text_[end])))
            ++end;
        return end;
    }

    Token parameter() {
        const std::size_t begin = at_++;
        Token out = token(TokenKind::parameter, at_, word_end());
        out.begin = begin;
        if (out.text.empty())
            throw query_error("bad_query", begin, "expected a parameter's name behind $");
        return out;
    }

    Token number() {
        std::size_t end = at_;
        const auto digits = [&] {
            while (end < text_.size() && is_digit(text_[end]))
                ++end;
        };
        digits();
        bool real = false;
        if (end + 1 < text_.size() && text_[end] == '.' && is_digit(text_[end + 1])) {
            real = true;
            ++end;
            digits();
        }
        if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
            real = true;
            ++end;
            if (end < text_.size() && (text_[end] == '-' || text_[end] == '+')) ++end;
            digits();
        }
        if (end < text_.size() && starts_word(text_[end]))
            throw query_error("bad_query", at_, "expected a number: a word follows its digits");
        return token(real ? TokenKind::real : TokenKind::whole, at_, end);
    }

    Token quoted(TokenKind kind) {
        Token out{kind, "", at_, at_};
        const char quote = text_[at_++];
        while (at_ < text_.size() && text_[at_] != quote)
            if (text_[at_] == '\\' && kind == TokenKind::text)
                out.text += escaped();
            else
                out.text += text_[at_++];
        if (at_ >= text_.size())
            throw query_error("bad_query", out.begin, "expected the closing quote");
        out.end = ++at_;
        return out;
    }

    char escaped() {
        const char c = peek(1);
        at_ += 2;
        switch (c) {
            case 'n':
                return '\n';
            case 't':
                return '\t';
            case 'r':
                return '\r';
            case '\\':
            case '\'':
            case '"':
            case '`':
                return c;
            default:
                throw query_error("bad_query", at_ - 2,
                                  "expected one of \\n \\t \\r \\\\ \\' \\\" behind a backslash");
        }
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view text) {
    return Lexer(text).run();
}

store::Error query_error(const char* reason, std::size_t at, const std::string& message) {
    return {
        store::Code::invalid,
        "the query cannot be answered",
        {{"/cypher", reason, "at character " + std::to_string(at + 1) + ": " + message, "", {}}}};
}

}  // namespace tools::graph::query
