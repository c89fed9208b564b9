#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tools::text {

/// The name of the rule by which a text holds a credential, if one does (LM16): keys by how
/// they begin, by their length and by how random they look, web tokens, passwords in
/// addresses, payment cards. None of the rules guesses.
std::optional<std::string> known_secret(std::string_view text);

/// The same for a text that leaves the house (P7, 2.7m): shorter keys too, what is assigned
/// to a word such as `password`, a long run that looks random. Guesses on the safe side, in
/// one pass a rule.
std::optional<std::string> likely_secret(std::string_view text);

}  // namespace tools::text
