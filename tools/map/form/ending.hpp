#pragma once

#include "tools/map/form/marks.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tools::map::form {

/// What words end in: `ship it (user, confirmed)`.
struct Ending {
    std::string before;
    std::vector<Given> given;  ///< a field for each word in the parentheses, each once
};

/// The last parentheses of words, where they hold nothing but words of status,
/// source and confidence, and the `echo` of the line's own sign.
std::optional<Ending> ending(std::string_view words, std::string_view echo = {});

/// The words and fields of a line with such an ending written as fields; as it
/// was where a field of it is given too.
std::string with_ending_as_fields(std::string_view rest, std::string_view echo = {});

/// True when words in a line that a model writes would be read as an ending.
bool reads_as_ending(std::string_view text);

}  // namespace tools::map::form
