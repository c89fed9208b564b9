#pragma once

#include <string>
#include <string_view>

namespace tools::memory {

/// The form in which names are compared: compatibility forms and case folded, blanks
/// as one, without outer quotes and a final full stop or comma.
std::string normal_name(std::string_view name);

/// The form in which statements are compared: case folded, blanks as one, without the
/// signs around a word but for a question mark.
std::string normal_statement(std::string_view statement);

/// A predicate as a snake_case label: `Reports to`, `reports-to` and `reportsTo` are
/// `reports_to`. Empty where nothing of it is a letter or digit.
std::string predicate_label(std::string_view predicate);

}  // namespace tools::memory
