#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace tools {

/// `1 fact`, `3 facts`; a noun with another plural is given with it.
template <std::integral Count>
std::string amount(Count count, std::string_view noun, std::string_view plural = "") {
    std::string out = std::to_string(count) + " ";
    if (count == 1) return out.append(noun);
    return plural.empty() ? out.append(noun).append("s") : out.append(plural);
}

}  // namespace tools
