#pragma once

#include "tools/projection/model.hpp"

#include <string>
#include <string_view>

namespace tools::projection {

/// Appends a string of JSON: UTF-8 as it is, escaped only what JSON requires.
void append_string(std::string& to, std::string_view text);

/// Appends `"name":` and a value, a comma before it unless it begins an object.
void append_member(std::string& to, std::string_view name, std::string_view text);
void append_member(std::string& to, std::string_view name, std::int64_t number);

/// The canonical form: keys in the order of their code points, no blanks, lists in the
/// order of their ids. Python says the same of a selection s whose lists are sorted:
/// json.dumps(s, sort_keys=True, separators=(",", ":"), ensure_ascii=False).
std::string canonical(const Selection& selection);

/// SHA-256 of the canonical form, as hex (2.7b).
std::string selection_digest(const Selection& selection);

/// The same of a branch without its sourceRevision (2.7c).
std::string content_hash(const Branch& branch);

}  // namespace tools::projection
