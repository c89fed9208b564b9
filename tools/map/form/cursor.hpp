#pragma once

#include "tools/map/model.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tools::map::form {

/// An id as a line names it: `T2` in capitals, `$region`, or the bare letter of
/// a node that the server is to number. Nothing when it is none of these.
std::optional<std::string> read_ref(std::string_view inner);
bool is_letter(std::string_view ref);
/// The type that a reference tells by its letter.
std::optional<NodeType> type_of(std::string_view ref);

/// `[A], [B]`
std::string bracketed(const std::vector<std::string>& refs);

/// Walks along the head of a line: sign, ids, type. Bold marks stand there in
/// pairs and are passed over.
class Cursor {
public:
    explicit Cursor(std::string_view line) : rest_(line) {}

    /// What follows.
    [[nodiscard]] std::string_view rest() const { return rest_; }

    /// What follows is words: blanks go, and so does a bold mark that closes the head.
    std::string_view words();

    /// True when a bold mark of the head is still open.
    [[nodiscard]] bool bold() const { return bold_; }

    /// Passes blanks and bold marks.
    void skip();
    bool take(std::string_view token);

    /// `[T1]` or `[T1], [T2]`; empty, and nothing passed, where what stands
    /// there is no id.
    std::vector<std::string> take_refs();

    /// The same, also with blanks or `and` before each id.
    std::vector<std::string> take_all_refs();

    /// `Task:`; nothing, and nothing passed, where no type stands.
    std::optional<NodeType> take_type();

private:
    std::optional<std::string> take_ref();

    std::string_view rest_;
    bool bold_ = false;
};

/// One word of letters, digits, `_`, `$` or bytes beyond ASCII at the start of a text.
std::string_view first_word(std::string_view text);
std::string_view skip_blanks(std::string_view text);
/// Without what stands around words in a comment: blanks, `:`, `,`, dashes, brackets, stars.
std::string_view skip_punctuation(std::string_view text);

}  // namespace tools::map::form
