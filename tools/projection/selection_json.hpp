#pragma once

#include "tools/projection/model.hpp"
#include "tools/strict_json.hpp"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace tools::projection {

/// Reads a selection from outside (P1..P8). Refuses the first thing that is wrong.
Selection read_selection(std::string_view bytes);

/// The same for JSON that was parsed strictly already, as a tool gets it.
Selection read_parsed_selection(const Json& json);

/// A selection out of an own file: bounded by its structure only (P6).
Selection read_own_selection(const Json& json);

/// Parses JSON without byte order mark, at most 8 deep; refuses by fixed codes.
Json parse_strict(std::string_view bytes);

/// An object with exactly these members, `optional` ones or not.
void check_members(const Json& json, std::initializer_list<std::string_view> required,
                   std::initializer_list<std::string_view> optional = {});

const std::string& read_text(const Json& json);
std::string read_id(const Json& json);
std::string read_hash(const Json& json);

/// A whole number from `least` to 2^53-1, written as one.
std::int64_t read_count(const Json& json, std::int64_t least = 1);

}  // namespace tools::projection
