#include "tools/graph/pack.hpp"

namespace tools::graph {

std::vector<std::size_t> pack(std::size_t count, Budget budget, const Cost& cost) {
    std::vector<std::size_t> chosen;
    for (std::size_t item = 0; item < count && chosen.size() < budget.items; ++item) {
        const std::int64_t price = cost(item, chosen);
        if (price > budget.cost) continue;
        budget.cost -= price;
        chosen.push_back(item);
    }
    return chosen;
}

}  // namespace tools::graph
