#include "tools/time.hpp"

#include <array>
#include <chrono>
#include <cstdio>

namespace tools {

std::string utc(std::int64_t milliseconds) {
    using namespace std::chrono;
    const sys_seconds point{floor<seconds>(std::chrono::milliseconds(milliseconds))};
    const sys_days day = floor<days>(point);
    const year_month_day date(day);
    const hh_mm_ss time(point - day);
    std::array<char, 40> out{};
    std::snprintf(out.data(), out.size(), "%04d-%02u-%02uT%02d:%02d:%02dZ",
                  static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                  static_cast<unsigned>(date.day()), static_cast<int>(time.hours().count()),
                  static_cast<int>(time.minutes().count()),
                  static_cast<int>(time.seconds().count()));
    return out.data();
}

}  // namespace tools
