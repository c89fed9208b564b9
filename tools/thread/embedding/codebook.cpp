#include "tools/thread/embedding/codebook.hpp"

#include "tools/thread/embedding/clusters.hpp"

#include <algorithm>
#include <cmath>

namespace tools::thread::embedding {
namespace {

std::size_t parts_of(std::size_t dimension) {
    return std::min(dimension / 2, most_parts);
}

/// Bits for what is left over in each dimension; they divide a byte.
std::size_t fine_bits(std::size_t dimension) {
    for (const std::size_t bits : {std::size_t{4}, std::size_t{2}, std::size_t{1}})
        if (parts_of(dimension) + (dimension * bits + 7) / 8 <= most_code_bytes) return bits;
    return 0;
}

/// The step that leaves least of a normal spread of 1, by bits.
double best_step(std::size_t bits) {
    return bits == 4 ? .335 : bits == 2 ? .996 : 1.596;
}

}  // namespace

std::size_t Codebook::size(std::size_t dimension) {
    return dimension * (clusters + 1);
}

std::size_t Codebook::code_size(std::size_t dimension) {
    return parts_of(dimension) + (dimension * fine_bits(dimension) + 7) / 8;
}

Codebook::Codebook(std::size_t dimension, Values numbers)
    : dimension_(dimension), numbers_(std::move(numbers)) {}

Codebook::Codebook(const std::vector<Values>& sample) : dimension_(sample.front().size()) {
    numbers_.resize(size(dimension_));
    std::vector<Values> units;
    for (const Values& values : sample)
        units.push_back(unit(values));
    for (std::size_t part = 0; part < parts_of(dimension_); ++part)
        train_part(part, units);
}

std::size_t Codebook::begin_of(std::size_t part) const {
    return part * dimension_ / parts_of(dimension_);
}

void Codebook::train_part(std::size_t part, const std::vector<Values>& sample) {
    const std::size_t begin = begin_of(part), width = begin_of(part + 1) - begin;
    Values points;
    for (const Values& values : sample)
        points.insert(points.end(), values.begin() + static_cast<std::ptrdiff_t>(begin),
                      values.begin() + static_cast<std::ptrdiff_t>(begin + width));
    const Values centroids = cluster(points, width);
    std::copy(centroids.begin(), centroids.end(),
              numbers_.begin() + static_cast<std::ptrdiff_t>(begin * clusters));
    std::vector<std::size_t> rows, counts(clusters);
    for (std::size_t at = 0; at < points.size(); at += width) {
        rows.push_back(nearest(centroids.data(), width, points.data() + at));
        ++counts[rows.back()];
    }
    // A centroid leans towards its own points: what would be left without this one counts.
    for (std::size_t i = 0; i < width; ++i) {
        double left = 0, all = 0;
        for (std::size_t p = 0; p < rows.size(); ++p) {
            const auto count = static_cast<double>(counts[rows[p]]);
            if (count < 2) continue;
            const double one = static_cast<double>(points[p * width + i]) -
                               static_cast<double>(centroids[rows[p] * width + i]);
            left += std::pow(one * count / (count - 1), 2);
            ++all;
        }
        numbers_[dimension_ * clusters + begin + i] = static_cast<float>(
            all > 0 ? best_step(fine_bits(dimension_)) * std::sqrt(left / all) : 0);
    }
}

std::string Codebook::encode(const Values& given) const {
    const Values values = unit(given);
    const std::size_t bits = fine_bits(dimension_), parts = parts_of(dimension_);
    std::string out(code_size(dimension_), '\0');
    for (std::size_t part = 0; part < parts; ++part) {
        const std::size_t begin = begin_of(part), width = begin_of(part + 1) - begin;
        const float* centroids = numbers_.data() + begin * clusters;
        const std::size_t row = nearest(centroids, width, values.data() + begin);
        out[part] = static_cast<char>(row);
        for (std::size_t i = 0; i < width && bits > 0; ++i) {
            const std::size_t d = begin + i;
            const float step = numbers_[dimension_ * clusters + d];
            const float left = values[d] - centroids[row * width + i];
            const float middle = static_cast<float>(1U << bits) / 2;
            const float level = step > 0 ? std::floor(left / step + middle) : middle;
            const auto told = static_cast<unsigned>(std::clamp(level, 0.0F, 2 * middle - 1));
            char& byte = out[parts + d * bits / 8];
            byte = static_cast<char>(static_cast<unsigned char>(byte) | told << d * bits % 8);
        }
    }
    return out;
}

Values Codebook::decode(std::string_view code) const {
    const std::size_t bits = fine_bits(dimension_), parts = parts_of(dimension_);
    Values out(dimension_);
    const float* steps = numbers_.data() + dimension_ * clusters;
    for (std::size_t part = 0; part < parts; ++part) {
        const std::size_t begin = begin_of(part), width = begin_of(part + 1) - begin;
        const float* centroid =
            numbers_.data() + begin * clusters + static_cast<unsigned char>(code[part]) * width;
        std::copy(centroid, centroid + width, out.begin() + static_cast<std::ptrdiff_t>(begin));
    }
    if (bits == 0) return out;
    const float middle = static_cast<float>(1U << bits) / 2 - .5F;
    for (std::size_t d = 0; d < dimension_; ++d) {
        const auto byte = static_cast<unsigned char>(code[parts + d * bits / 8]);
        const unsigned told = byte >> d * bits % 8 & ((1U << bits) - 1);
        out[d] += (static_cast<float>(told) - middle) * steps[d];
    }
    return out;
}

}  // namespace tools::thread::embedding
