#include "tools/thread/embedding/clusters.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

namespace tools::thread::embedding {
namespace {

constexpr int rounds = 10;
constexpr unsigned seed = 20'260'801;

/// As many rows of the points as there are clusters, each once.
Values picked(const Values& points, std::size_t width) {
    std::vector<std::size_t> rows(points.size() / width);
    std::iota(rows.begin(), rows.end(), 0);
    std::minstd_rand random(seed);
    Values out;
    for (std::size_t i = 0; i < clusters; ++i) {
        std::swap(rows[i], rows[i + random() % (rows.size() - i)]);
        const float* row = points.data() + rows[i] * width;
        out.insert(out.end(), row, row + width);
    }
    return out;
}

void sort_rows(Values& rows, std::size_t width) {
    std::vector<Values> split;
    for (auto row = rows.begin(); row != rows.end(); row += static_cast<std::ptrdiff_t>(width))
        split.emplace_back(row, row + static_cast<std::ptrdiff_t>(width));
    std::sort(split.begin(), split.end());
    auto to = rows.begin();
    for (const Values& row : split)
        to = std::copy(row.begin(), row.end(), to);
}

/// Each centroid becomes the middle of the points next to it, if there are any.
void move_to_middles(Values& centroids, const Values& points, std::size_t width) {
    std::vector<double> sums(centroids.size());
    std::vector<std::size_t> counts(clusters);
    for (std::size_t at = 0; at < points.size(); at += width) {
        const std::size_t row = nearest(centroids.data(), width, points.data() + at);
        ++counts[row];
        for (std::size_t i = 0; i < width; ++i)
            sums[row * width + i] += static_cast<double>(points[at + i]);
    }
    for (std::size_t i = 0; i < centroids.size(); ++i)
        if (const std::size_t count = counts[i / width]; count > 0)
            centroids[i] = static_cast<float>(sums[i] / static_cast<double>(count));
}

}  // namespace

std::size_t nearest(const float* centroids, std::size_t width, const float* point) {
    std::size_t middle = 0;
    for (std::size_t half = clusters / 2; half > 0; half /= 2)
        if (centroids[(middle + half) * width] < point[0]) middle += half;
    float least = std::numeric_limits<float>::max();
    std::size_t best = middle;
    // False where the first value alone is as far away: it is in all rows beyond.
    const auto look_at = [&](std::size_t row) {
        const float* centroid = centroids + row * width;
        float distance = (centroid[0] - point[0]) * (centroid[0] - point[0]);
        if (distance > least) return false;
        for (std::size_t i = 1; i < width; ++i)
            distance += (centroid[i] - point[i]) * (centroid[i] - point[i]);
        if (distance < least || (distance == least && row < best)) {
            least = distance;
            best = row;
        }
        return true;
    };
    for (std::size_t row = middle; row < clusters && look_at(row);)
        ++row;
    for (std::size_t row = middle; row > 0 && look_at(row - 1);)
        --row;
    return best;
}

Values cluster(const Values& points, std::size_t width) {
    Values out = picked(points, width);
    for (int round = 0; round < rounds; ++round) {
        sort_rows(out, width);
        move_to_middles(out, points, width);
    }
    sort_rows(out, width);
    return out;
}

}  // namespace tools::thread::embedding
