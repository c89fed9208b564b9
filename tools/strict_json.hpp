#pragma once

#include "store/error.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tools {

/// Keeps members in the order they were given or listed.
using Json = nlohmann::ordered_json;

struct JsonLimits {
    std::size_t depth = 64;        ///< nested arrays and objects
    std::size_t values = 100'000;  ///< values and keys in one text
};

/// Parses JSON from outside. Refused with Error invalid (reason syntax, depth,
/// values, duplicate_key or number): anything that is not one valid UTF-8 JSON
/// text, lone surrogates, equal keys in one object, numbers beyond a double.
/// The message never quotes the input, whose bytes may be no valid text.
Json parse_json(std::string_view text, const JsonLimits& limits = {});

/// A value, or why there is none.
struct ParsedJson {
    Json value;
    std::optional<store::Problem> fault;
};

/// The same without throwing, for callers with words of their own.
ParsedJson read_json(std::string_view text, const JsonLimits& limits = {});

/// Compact text; bytes that are no UTF-8 become U+FFFD, so that it never throws.
std::string dump_json(const Json& value);

/// Bytes of a text as a string in JSON.
std::size_t json_size(std::string_view text);

}  // namespace tools
