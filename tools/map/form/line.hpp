#pragma once

#include "tools/map/text.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tools::map::form {

/// A line of a text, trimmed; `number` counts from 1.
struct TextLine {
    std::size_t number = 0;
    std::string text;
};

/// The lines that hold something: blank ones, fences and rules are left out.
std::vector<TextLine> lines_of(std::string_view text);

/// A fault where a line is longer than any that could be taken, or holds a
/// control character or another kind of line break: what stands behind it could
/// pass as a remark.
Parsed check_line(const TextLine& line);

/// The words of a heading (`## Nodes`, `**Nodes**`, `Nodes:`), folded.
std::optional<std::string> heading(std::string_view line);

/// Where a line stands: what its `-` means depends on the heading above it.
enum class Part {
    open,           ///< no heading that tells: `-` takes away
    nodes,          ///< `## Nodes`
    relationships,  ///< `## Relationships`: `-` before an edge links
    removals,       ///< a heading such as `## Removed`
    closed,         ///< a heading such as `## Done`
    other           ///< any other heading: `-` may be a bullet
};

Part part_of(std::string_view heading);

/// Adds what a line came to, stamped with its number and words. Past 1,000
/// faults the rest are only counted.
void append(Parsed& to, Parsed from, const TextLine& line);

}  // namespace tools::map::form
