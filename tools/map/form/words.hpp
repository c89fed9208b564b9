#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tools::map::form {

/// A word of status, source or confidence, with the field it belongs to.
struct FieldWord {
    std::string field, word;
};

/// `Done` -> status, done.
std::optional<FieldWord> field_word(std::string_view word);

/// The status that a word or a tick means: `completed` is done. Empty when it means none.
std::string status_meant(std::string_view word);

/// The sign for a verb such as `add`, `remove` or `resolve`; `d` for done, `a`
/// for archived, 0 for none.
char sign_of_verb(std::string_view word);

/// A name that changes[] takes, as a field or an op.
bool is_change_field(std::string_view folded);
bool is_op(std::string_view word);

}  // namespace tools::map::form
