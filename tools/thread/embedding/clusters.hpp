#pragma once

#include "tools/thread/embedding/values.hpp"

#include <cstddef>

namespace tools::thread::embedding {

inline constexpr std::size_t clusters = 256;  ///< so that one is told by a byte

/// The row of `centroids` that is nearest to a point; the first of equals. They are
/// `clusters` rows of `width` values, rising by their first value.
std::size_t nearest(const float* centroids, std::size_t width, const float* point);

/// Centroids of points, rows of `width` values, as nearest() takes them: k-means, a few
/// rounds from points that a fixed seed picks (D20). There are as many points or more.
Values cluster(const Values& points, std::size_t width);

}  // namespace tools::thread::embedding
