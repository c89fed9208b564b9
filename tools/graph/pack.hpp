#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace tools::graph {

struct Budget {
    std::size_t items = 0;
    std::int64_t cost = 0;
};

/// What an item costs beside those chosen so far.
using Cost = std::function<std::int64_t(std::size_t item, std::span<const std::size_t> chosen)>;

/// Chooses among items 0..count-1, best first, those that fit the budget; one that
/// does not fit is passed over, smaller ones behind it may still come.
std::vector<std::size_t> pack(std::size_t count, Budget budget, const Cost& cost);

}  // namespace tools::graph
