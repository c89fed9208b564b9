#include "tools/thread/difference.hpp"

#include "tools/thread/number_set.hpp"

#include <algorithm>

namespace tools::thread {

std::vector<Number> difference(const View& before, const View& after) {
    std::vector<Number> out;
    const auto add = [&](Number item) {
        if (!before.holds(item)) out.push_back(item);
        return true;
    };
    scan_numbers(after.txn(), after.space(), after.version().set, before.version().set, add);
    for (const Number item : after.version().added)
        add(item);
    std::sort(out.begin(), out.end());
    return out;
}

}  // namespace tools::thread
