#pragma once

#include "tools/thread/embedding/values.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tools::thread::embedding {

inline constexpr std::size_t most_code_bytes = 1'014;  ///< with its record at most 1 KiB (D20)
inline constexpr std::size_t topics = 64;              ///< of a thread's vectors

/// How vectors of one dimension become codes (D20). A vector, at length 1, is told by the
/// nearest topic, a byte; what is left is cut into min(dimension / 2, 1013) parts, each told
/// by the nearest of 256 centroids, a byte; what is left then in each dimension by as many
/// bits, up to 4, as there is room for. 1,000 vectors are too few to learn centroids for
/// each part: parts of one width share them, each dimension at its own spread, so that they
/// hold for later vectors too. Own code, since it is two hundred lines and static: of
/// Debian's libraries FAISS brings BLAS and OpenMP along, hnswlib has no codes.
class Codebook {
public:
    /// From the first vectors of a thread, all of one dimension: k-means from a fixed seed,
    /// so that the same vectors give the same bytes.
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
    /// A run of dimensions.
    struct Part {
        std::size_t begin = 0, width = 0;
    };

    struct Nearest {
        std::uint8_t row = 0;
        Values left;  ///< what the centroid does not tell, a value a dimension of the part
    };

    /// Bits for what is left over in each dimension.
    static std::size_t fine_bits(std::size_t dimension);

    [[nodiscard]] Part part(std::size_t number) const;
    [[nodiscard]] const float* topic(std::size_t number) const;
    [[nodiscard]] const float* spreads() const;
    [[nodiscard]] const float* steps() const;
    [[nodiscard]] const float* centroids(std::size_t width) const;
    [[nodiscard]] std::size_t nearest_topic(const Values& unit) const;
    [[nodiscard]] Nearest nearest_centroid(const Part& part, const Values& rest) const;

    void learn_topics(const std::vector<Values>& units);
    [[nodiscard]] std::vector<Values> rests_of(const std::vector<Values>& units) const;
    void learn_spreads(const std::vector<Values>& rests);
    void learn_centroids(const std::vector<Values>& rests);
    void learn_steps(const std::vector<Values>& rests);

    std::size_t dimension_;
    Values numbers_;  ///< topics, a spread and a step a dimension, centroids by width
};

}  // namespace tools::thread::embedding
