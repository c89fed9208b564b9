#pragma once

#include "tools/counter.hpp"
#include "tools/thread/view.hpp"

#include <string>

namespace tools::thread {

/// The fenced blocks of what a node transcludes, each with its origin, or "". A target
/// that is not active follows its replacements; where there is none, `[retracted]`
/// stands in the block (D10).
std::string transcluded(const View& view, const Header& node);

/// A text between two fences longer than any run of their sign in it.
std::string fenced(const std::string& text, const std::string& origin);

/// A long beginning, with a marker behind it, that has no more than so many tokens; the
/// longest where more text never has fewer. "" where not even the marker fits.
std::string cut_to(const std::string& text, std::int64_t tokens, const Counter& counter);

}  // namespace tools::thread
