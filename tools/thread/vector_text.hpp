#pragma once

#include "store/error.hpp"
#include "tools/thread/embedding/values.hpp"

#include <string>
#include <vector>

namespace tools::thread {

/// The vector in a base64 text of little-endian float32. Where it can't be one, empty,
/// and what is wrong with it: bad_base64, wrong_size, out_of_range, not_finite, all_zero.
embedding::Values read_vector(const std::string& base64, const std::string& path,
                              std::vector<store::Problem>& problems);

/// The bytes of a vector, little-endian, and back.
std::string vector_bytes(const embedding::Values& values);
embedding::Values vector_of(std::string_view bytes);

}  // namespace tools::thread
