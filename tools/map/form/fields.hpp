#pragma once

#include "tools/map/form/marks.hpp"
#include "tools/map/text.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tools::map::form {

/// Which fields a line takes beside the printed ones, override and conflicts_with.
struct Allowed {
    bool clear = false;
    bool carry = false;
    bool only_printed = false;  ///< the lines of a map
};

/// Puts the fields of a line into its change; `head` and `words` are the line
/// before its fields, for the lines to send instead.
void put_fields(Parsed& out, Change& change, const std::string& head, const Parts& parts,
                Allowed allowed);

/// The ids of a line into `id` or `ids`.
void put_refs(Change& change, const std::vector<std::string>& refs);

}  // namespace tools::map::form
