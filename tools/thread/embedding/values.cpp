#include "tools/thread/embedding/values.hpp"

#include <array>
#include <cmath>
#include <numeric>

namespace tools::thread::embedding {
namespace {

/// A sum in lanes that do not wait for each other, always in the same order.
template <class Sum, class Term>
Sum sum_of(std::size_t count, const Term& term) {
    constexpr std::size_t lanes = 8;
    std::array<Sum, lanes> sums{};
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane)
            sums[lane] += term(i + lane);
    for (; i < count; ++i)
        sums[0] += term(i);
    return std::accumulate(sums.begin(), sums.end(), Sum{});
}

}  // namespace

double product(const float* a, const float* b, std::size_t count) {
    return sum_of<double>(count, [&](std::size_t i) {
        return static_cast<double>(a[i]) * static_cast<double>(b[i]);
    });
}

float distance(const float* a, const float* b, std::size_t count) {
    return sum_of<float>(count, [&](std::size_t i) { return (a[i] - b[i]) * (a[i] - b[i]); });
}

Values unit(const Values& values) {
    const double length = std::sqrt(product(values.data(), values.data(), values.size()));
    Values out(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        out[i] = static_cast<float>(static_cast<double>(values[i]) / length);
    return out;
}

double cosine(const Values& a, const Values& b) {
    const double lengths = std::sqrt(product(a.data(), a.data(), a.size())) *
                           std::sqrt(product(b.data(), b.data(), b.size()));
    return lengths > 0 ? product(a.data(), b.data(), a.size()) / lengths : 0;
}

}  // namespace tools::thread::embedding
