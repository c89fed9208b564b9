#pragma once

#include <string_view>

namespace tools::text {

/// True for a text that holds the number of a payment card: an issuer's beginning and
/// length, the check sum, groups as people write them; not behind a word such as `order`.
bool card_number(std::string_view text);

}  // namespace tools::text
