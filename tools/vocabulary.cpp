#include "tools/vocabulary.hpp"

#include <algorithm>

namespace tools {

std::size_t code_points(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
}

std::string allowed_words(std::string_view given, const std::vector<std::string>& allowed) {
    std::string out = "one of " + join(allowed);
    const std::string close = nearest(given, allowed);
    if (!close.empty()) out += "; nearest: " + close;
    return out;
}

}  // namespace tools
