#pragma once

#include <string>
#include <vector>

namespace tests {

/// Words of a node that try to be more than words: markup, directives, escapes,
/// line tricks and characters that do not show. One line each, all of them valid.
std::vector<std::string> hostile_words();

}  // namespace tests
