#pragma once

#include "tools/thread/embedding/values.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tools::thread::embedding {

inline constexpr std::size_t most_parts = 1024;       ///< of a vector, a byte each (D20)
inline constexpr std::size_t most_code_bytes = 1024;  ///< of a vector

/// How vectors of one dimension become codes of at most 1 KiB (D20): the vector, at
/// length 1, is cut into min(dimension / 2, 1024) parts, each told by the nearest of 256
/// centroids, and where there is room what is left over in each dimension by 4, 2 or 1
/// bits of a step. A codebook is a hundred lines and static; the libraries that have one
/// bring BLAS and OpenMP along, or no quantiser.
class Codebook {
public:
    /// From the first vectors of a thread, all of one dimension: k-means from a fixed
    /// seed, so that the same vectors give the same bytes.
    explicit Codebook(const std::vector<Values>& sample);

    /// As numbers() gave it.
    Codebook(std::size_t dimension, Values numbers);

    /// How many numbers a codebook of a dimension is.
    static std::size_t size(std::size_t dimension);

    /// How many bytes a code is.
    static std::size_t code_size(std::size_t dimension);

    [[nodiscard]] const Values& numbers() const noexcept { return numbers_; }

    [[nodiscard]] std::string encode(const Values& values) const;

    /// The vector that a code stands for, about 1 long.
    [[nodiscard]] Values decode(std::string_view code) const;

private:
    [[nodiscard]] std::size_t parts() const;
    [[nodiscard]] std::size_t begin_of(std::size_t part) const;
    void train_part(std::size_t part, const std::vector<Values>& sample);

    std::size_t dimension_;
    Values numbers_;  ///< centroids of each part, rising, then a step for each dimension
};

}  // namespace tools::thread::embedding
