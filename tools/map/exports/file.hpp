#pragma once

#include <string>
#include <string_view>

namespace tools::map::exports {

/// Writes a file below a directory, whole or not at all (CM8), and returns its
/// path. No link is followed on the way, nothing outside the directory is reached,
/// no directory is made. Throws denied for a place that is not allowed, conflict for
/// a file that exists without `overwrite`, unavailable when the disk refuses.
std::string write_file(const std::string& directory, const std::string& path,
                       std::string_view bytes, bool overwrite);

}  // namespace tools::map::exports
