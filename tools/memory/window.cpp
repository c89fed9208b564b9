#include "tools/memory/window.hpp"

#include <algorithm>

namespace tools::memory {

Window window_of(const TimeRead& read) {
    constexpr std::int64_t day = 24LL * 60 * 60 * 1'000;
    const Moment moment = read.moment.value_or(Moment{});
    const std::int64_t end = read.whole_day ? moment.ms + day : end_of(moment);
    return {moment.ms, std::max(end, moment.ms + 1)};
}

}  // namespace tools::memory
