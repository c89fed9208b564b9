#pragma once

#include "mcp/server.hpp"

#include <iosfwd>
#include <string>

namespace mcp {

/// Writes the whole store, every tenant's maps and memory, as lines of JSON: a header
/// with format and version, then what the archive rows show, then how many that were
/// (LM15). `-` is stdout. The file appears whole or not at all. Returns the exit code.
int export_store(const Site& site, const std::string& file);

/// Reads such lines back, or those of a row that another program writes; `-` is stdin.
/// A line that cannot be stored is told with its number, and the others go on; exit 1
/// where there was one. What is stored already is counted, not stored again.
int import_store(const Site& site, const std::string& file);

/// What an import did.
struct Imported {
    std::size_t stored = 0, stored_before = 0, refused = 0;
};

Imported import_lines(const Site& site, std::istream& in, std::ostream& err);
std::size_t export_lines(const Site& site, std::ostream& out, std::ostream& err);

}  // namespace mcp
