#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tools::map::form {

/// Something behind a sign that reads as words, though it may be meant as a
/// field, an edge or a line of its own.
struct Doubt {
    std::string message;  ///< what it may be meant as
    std::string rest;     ///< the words and fields, mended
    std::string more;     ///< lines to send beside it; `$own` there is the line's own node
};

/// The first doubt about the words and fields of a line that a model wrote.
/// Lines that a result printed are taken to the letter.
std::optional<Doubt> doubt(std::string_view rest, std::string_view own);

/// `name: value` written almost as a field is, at a dash, a bracket, a
/// separator or a bare word.
struct Piece {
    std::size_t start = 0;  ///< of its dash, bracket or name
    std::size_t value = 0;  ///< of what stands behind its colon
    std::string name;       ///< folded
    bool dash = false;      ///< it starts with a dash
    char closing = 0;       ///< the bracket that ends it
};

std::optional<Piece> piece_at(std::string_view words, std::size_t at);

/// A field in another shape than ` - name: value`.
std::optional<Doubt> near_mark(std::string_view words);
/// ` - name: value` with a name that is no field of a line.
std::optional<Doubt> strange_field(std::string_view words);

}  // namespace tools::map::form
