#pragma once

#include "store/error.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tools::graph::query {

enum class TokenKind : std::uint8_t { word, quoted, text, whole, real, parameter, symbol, end };

struct Token {
    TokenKind kind = TokenKind::end;
    std::string text;                ///< of a string: without quotes and escapes
    std::size_t begin = 0, end = 0;  ///< bytes of the query
};

/// Throws Error invalid (bad_query) at what is no token.
std::vector<Token> tokens_of(std::string_view text);

/// What is wrong with a query at one of its bytes.
store::Error query_error(const char* reason, std::size_t at, const std::string& message);

}  // namespace tools::graph::query
