#pragma once

#include "tools/text/words.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tools::map {

/// A node's words as signals: what it is about, and which values it states. Each
/// stands once, in order.
struct Signals {
    std::vector<std::string> heads;   ///< stems that say what it is about, units included
    std::vector<std::string> values;  ///< numbers, months and days
    bool negated = false;
    bool later = false;     ///< says what will be, not what is
    bool measured = false;  ///< a value has a unit or is a date
};

/// Holds until the next call.
const Signals& signals(const text::Analyzer& analyzer, std::string_view text);

/// How many words stand in both.
std::size_t shared(const std::vector<std::string>& a, const std::vector<std::string>& b);

/// True when two texts share at least half of their words.
bool alike(const Signals& a, const Signals& b);

}  // namespace tools::map
