#pragma once

#include <algorithm>
#include <chrono>
#include <ctime>
#include <vector>

namespace bench {

inline double median(std::vector<double> values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// CPU milliseconds of this thread: neighbours on the machine do not count.
inline double cpu_ms() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// Microseconds that `work` takes.
template <class Work>
double timed(Work&& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin)
        .count();
}

/// Both sides of a comparison, measured in turns: medians in microseconds, and the median of the
/// pairs' ratios.
struct Pairs {
    double ours = 0;
    double floor = 0;
    double ratio = 0;
};

/// `count` pairs; each side gives the microseconds of one operation. Order changes from pair to
/// pair.
template <class Ours, class Floor>
Pairs pairs(int count, Ours&& ours, Floor&& floor) {
    std::vector<double> left;
    std::vector<double> right;
    std::vector<double> ratios;
    for (int i = 0; i < count; ++i) {
        const double early = i % 2 == 0 ? ours() : floor();
        const double late = i % 2 == 0 ? floor() : ours();
        left.push_back(i % 2 == 0 ? early : late);
        right.push_back(i % 2 == 0 ? late : early);
        ratios.push_back(left.back() / right.back());
    }
    return {median(left), median(right), median(ratios)};
}

}  // namespace bench
