#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tools::source {

/// The images that a line of Markdown refers to, as they are written there without
/// percent signs and titles: `![Plan](img/001%20plan.png "x")`, `<img src="a.png">`,
/// `Document export file: 001.png`. What lies on the web is left out.
std::vector<std::string> image_references(std::string_view line);

/// The path of a reference: it counts from the folder of its document (LM13).
std::string resolved(const std::string& reference, const std::string& document);

}  // namespace tools::source
