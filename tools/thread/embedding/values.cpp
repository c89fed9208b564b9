#include "tools/thread/embedding/values.hpp"

#include <cmath>
#include <numeric>

namespace tools::thread::embedding {
namespace {

double product(const Values& a, const Values& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

}  // namespace

Values unit(const Values& values) {
    const double length = std::sqrt(product(values, values));
    Values out(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        out[i] = static_cast<float>(values[i] / length);
    return out;
}

double cosine(const Values& a, const Values& b) {
    const double lengths = std::sqrt(product(a, a)) * std::sqrt(product(b, b));
    return lengths > 0 ? product(a, b) / lengths : 0;
}

}  // namespace tools::thread::embedding
