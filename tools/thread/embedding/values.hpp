#pragma once

#include <cstddef>
#include <vector>

namespace tools::thread::embedding {

/// A vector as hosts give it: what a model says of a text.
using Values = std::vector<float>;

inline constexpr std::size_t least_dimension = 2, most_dimension = 4096;

/// The sum of the products of so many values, of any size.
double product(const float* a, const float* b, std::size_t count);

/// The square of how far two points are from each other, both at most about 1 long.
float distance(const float* a, const float* b, std::size_t count);

/// Length 1, same direction. At least one value is not 0, all are finite.
Values unit(const Values& values);

/// Of two vectors of one dimension, -1..1; 0 where one of them is all zeros.
double cosine(const Values& a, const Values& b);

}  // namespace tools::thread::embedding
