#pragma once

#include <string_view>

namespace tools::projection {

/// True for a text that looks as if it held a credential (P7, 2.7m): a key by how it
/// begins, a password in an address or an assignment, a long run that looks random.
/// Guesses on the safe side, in one pass a rule: a text is approved by a person anyway.
bool secret_shaped(std::string_view text);

}  // namespace tools::projection
