#pragma once

#include "tools/map/text.hpp"

#include <string>
#include <string_view>

/// Lines that are none of a delta's forms, and the line each most likely stands
/// for. `tries` says how often that line may be mended in its turn.
namespace tools::map::form {

/// A line without a sign.
Parsed refuse_unsigned(std::string_view line, int tries);
/// `+ T1 Task: words`, `+ [T01] ...`, `- some words`
Parsed refuse_no_id(char sign, std::string_view behind, int tries);
/// `+- [T1]`, `> - [T1]`, `~~[C3]~~`
Parsed refuse_two_signs(char sign, std::string_view behind, int tries);
/// A label that no shown delta has, such as `Deleted:`.
Parsed refuse_label(std::string_view words, std::string_view behind, int tries);

/// The line itself where it can be taken, else the line its fault says to send.
std::string mended(const std::string& line, int tries);

}  // namespace tools::map::form
