#pragma once

#include "tests/support/base64.hpp"
#include "tools/thread/embedding/values.hpp"

#include <cstddef>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace tests {

using Values = tools::thread::embedding::Values;

/// A vector as a host sends it.
inline std::string sent(const Values& values) {
    std::string bytes(values.size() * sizeof(float), '\0');
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return base64(bytes);
}

/// Vectors from a seed: all about nothing, or each near one of 50 topics.
class VectorSource {
public:
    VectorSource(std::size_t dimension, bool clustered, unsigned seed = 1)
        : dimension_(dimension), random_(seed) {
        for (int i = 0; clustered && i < 50; ++i)
            topics_.push_back(spread());
    }

    Values next() {
        Values out = spread();
        if (topics_.empty()) return out;
        const Values& topic = topics_[random_() % topics_.size()];
        for (std::size_t i = 0; i < dimension_; ++i)
            out[i] += topic[i];
        return out;
    }

    std::vector<Values> next(std::size_t count) {
        std::vector<Values> out;
        for (std::size_t i = 0; i < count; ++i)
            out.push_back(next());
        return out;
    }

private:
    Values spread() {
        std::normal_distribution<float> normal;
        Values out;
        for (std::size_t i = 0; i < dimension_; ++i)
            out.push_back(normal(random_));
        return out;
    }

    std::size_t dimension_;
    std::mt19937 random_;
    std::vector<Values> topics_;
};

}  // namespace tests
