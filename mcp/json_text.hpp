#pragma once

#include "tools/tool.hpp"

#include <string>
#include <string_view>

namespace mcp {

using tools::Json;

/// Appends text as a JSON string; bytes that are no UTF-8 become U+FFFD. Long
/// plain stretches are copied whole, because replies are mostly text.
void append_text(std::string& out, std::string_view text);

/// Appends a value as compact JSON.
void append_json(std::string& out, const Json& value);

/// Appends `,"name":` (without the comma at the start of an object).
void append_key(std::string& out, std::string_view name);

/// The value as compact JSON.
std::string json_text(const Json& value);

/// The text as a JSON string.
std::string json_string(std::string_view text);

}  // namespace mcp
