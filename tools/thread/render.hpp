#pragma once

#include "tools/thread/view.hpp"

#include <string>

namespace tools::thread {

/// The fenced blocks of what a node transcludes, each with its origin, or "". A target
/// that is not active follows its replacements; where there is none, `[retracted]`
/// stands in the block (D10).
std::string transcluded(const View& view, const Header& node);

/// A text between two fences longer than any run of their sign in it.
std::string fenced(const std::string& text, const std::string& origin);

/// The longest beginning that, with a marker behind it, is estimated at no more than
/// so many tokens; "" where not even the marker fits.
std::string cut_to(const std::string& text, std::int64_t tokens);

}  // namespace tools::thread
