#include "tools/thread/embedding/clusters.hpp"
#include "tools/thread/embedding/codebook.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>

namespace tools::thread::embedding {
namespace {

constexpr int topic_rounds = 4;
constexpr std::size_t points_of_a_width = 16'384;
constexpr float least_spread = 1e-4F;
constexpr unsigned seed_of_points = 20'260'802;

/// The step that leaves least of a normal spread of 1, by bits.
constexpr std::array<double, 5> best_steps{1, 1.596, .996, .586, .335};

}  // namespace

Codebook::Codebook(const std::vector<Values>& sample) : dimension_(sample.front().size()) {
    numbers_.resize(size(dimension_));
    std::vector<Values> units;
    for (const Values& values : sample)
        units.push_back(unit(values));
    learn_topics(units);
    const std::vector<Values> rests = rests_of(units);
    learn_spreads(rests);
    learn_centroids(rests);
    learn_steps(rests);
}

/// From vectors that are far from each other, so that each cluster has its own.
void Codebook::learn_topics(const std::vector<Values>& units) {
    std::vector<float> far(units.size(), std::numeric_limits<float>::max());
    auto next = units.begin();
    for (std::size_t number = 0; number < topics; ++number) {
        std::copy(next->begin(), next->end(),
                  numbers_.begin() + static_cast<std::ptrdiff_t>(number * dimension_));
        for (std::size_t i = 0; i < units.size(); ++i)
            far[i] = std::min(far[i], distance(units[i].data(), topic(number), dimension_));
        next = units.begin() + (std::max_element(far.begin(), far.end()) - far.begin());
    }
    for (int round = 0; round < topic_rounds; ++round) {
        std::vector<double> sums(topics * dimension_);
        std::vector<double> counts(topics);
        for (const Values& values : units) {
            const std::size_t number = nearest_topic(values);
            ++counts[number];
            for (std::size_t d = 0; d < dimension_; ++d)
                sums[number * dimension_ + d] += static_cast<double>(values[d]);
        }
        for (std::size_t i = 0; i < sums.size(); ++i)
            if (const double count = counts[i / dimension_]; count > 0)
                numbers_[i] = static_cast<float>(sums[i] / count);
    }
}

/// What topics leave of vectors. A topic leans towards its own: what it would leave of one
/// without that one is a little more.
std::vector<Values> Codebook::rests_of(const std::vector<Values>& units) const {
    std::vector<std::size_t> numbers;
    std::vector<float> counts(topics);
    for (const Values& values : units) {
        numbers.push_back(nearest_topic(values));
        ++counts[numbers.back()];
    }
    std::vector<Values> out;
    for (std::size_t i = 0; i < units.size(); ++i) {
        const float count = counts[numbers[i]];
        if (count < 2) continue;
        Values rest = units[i];
        for (std::size_t d = 0; d < dimension_; ++d)
            rest[d] = (rest[d] - topic(numbers[i])[d]) * count / (count - 1);
        out.push_back(std::move(rest));
    }
    return out;
}

void Codebook::learn_spreads(const std::vector<Values>& rests) {
    float* spread = numbers_.data() + topics * dimension_;
    for (std::size_t d = 0; d < dimension_; ++d) {
        double sum = 0;
        for (const Values& rest : rests)
            sum += static_cast<double>(rest[d]) * static_cast<double>(rest[d]);
        const double mean = sum / static_cast<double>(rests.size());
        spread[d] = std::max(static_cast<float>(std::sqrt(mean)), least_spread);
    }
}

void Codebook::learn_centroids(const std::vector<Values>& rests) {
    std::array<std::vector<Part>, 2> by_width;
    const std::size_t narrow = part(0).width;
    for (std::size_t at = 0, p = 0; at < dimension_; ++p) {
        const Part one = part(p);
        by_width[one.width == narrow ? 0 : 1].push_back(one);
        at = one.begin + one.width;
    }
    std::minstd_rand random(seed_of_points);
    for (const std::vector<Part>& parts : by_width) {
        if (parts.empty()) continue;
        const std::size_t width = parts.front().width;
        Values points;
        for (std::size_t i = 0; i < points_of_a_width; ++i) {
            const Part& one = parts[random() % parts.size()];
            const Values& rest = rests[random() % rests.size()];
            for (std::size_t d = one.begin; d < one.begin + width; ++d)
                points.push_back(rest[d] / spreads()[d]);
        }
        const Values rows = cluster(points, width);
        std::copy(rows.begin(), rows.end(),
                  numbers_.begin() + (centroids(width) - numbers_.data()));
    }
}

void Codebook::learn_steps(const std::vector<Values>& rests) {
    std::vector<double> sums(dimension_);
    for (const Values& rest : rests)
        for (std::size_t d = 0, p = 0; d < dimension_; ++p) {
            const Part one = part(p);
            for (const float left : nearest_centroid(one, rest).left)
                sums[d++] += static_cast<double>(left) * static_cast<double>(left);
        }
    float* step = numbers_.data() + (topics + 1) * dimension_;
    for (std::size_t d = 0; d < dimension_; ++d) {
        const double left = std::sqrt(sums[d] / static_cast<double>(rests.size()));
        step[d] = std::max(static_cast<float>(best_steps[fine_bits(dimension_)] * left),
                           least_spread / 100);
    }
}

}  // namespace tools::thread::embedding
