#include "tools/memory/time.hpp"

#include "tools/text/line.hpp"
#include "tools/time.hpp"

#include <chrono>

namespace tools::memory {
namespace {

using namespace std::chrono;

constexpr const char* expected_time =
    "expected ISO 8601 in UTC such as 2026-03-07T21:44:00Z, 2026-03-07, 2026-03 or 2026, of a "
    "date that exists; where the source has none, leave it out and keep it in the statement";

std::int64_t ms_of(const sys_days& day) {
    return duration_cast<milliseconds>(day.time_since_epoch()).count();
}

year_month_day date_of(const Moment& moment) {
    return year_month_day(floor<days>(sys_time<milliseconds>(milliseconds(moment.ms))));
}

/// Reads the parts of one time from the front of a text.
class TimeReader {
public:
    explicit TimeReader(std::string_view text) : rest_(text) {}

    TimeRead run() {
        if (!date() || !behind_date() || !rest_.empty()) {
            TimeRead refused;
            refused.fault = expected_time;
            return refused;
        }
        return std::move(out_);
    }

private:
    bool take(char c) {
        if (rest_.empty() || rest_.front() != c) return false;
        rest_.remove_prefix(1);
        return true;
    }

    /// A number of at least and at most so many digits.
    std::optional<unsigned> digits(std::size_t least, std::size_t most) {
        unsigned value = 0;
        std::size_t n = 0;
        for (; n < most && n < rest_.size() && rest_[n] >= '0' && rest_[n] <= '9'; ++n)
            value = value * 10 + static_cast<unsigned>(rest_[n] - '0');
        if (n < least) return std::nullopt;
        rest_.remove_prefix(n);
        return value;
    }

    /// Two digits, one being noted.
    std::optional<unsigned> two(const char* of) {
        const std::size_t before = rest_.size();
        const auto value = digits(1, 2);
        if (value && before - rest_.size() == 1)
            out_.noted.push_back(std::string("a ") + of + " of one digit");
        return value;
    }

    void set(const sys_days& day, Precision precision) { out_.moment = {ms_of(day), precision}; }

    bool date() {
        const auto y = digits(4, 4);
        if (!y || *y == 0) return false;
        const year year_read{static_cast<int>(*y)};
        set(year_read / January / 1, Precision::year);
        if (!take('-')) return true;
        const auto m = two("month");
        if (!m || *m < 1 || *m > 12) return false;
        set(year_read / month{*m} / 1, Precision::month);
        if (!take('-')) return true;
        const auto d = two("day");
        const year_month_day whole = year_read / month{*m} / day{d.value_or(0)};
        if (!d || !whole.ok()) return false;
        set(whole, Precision::instant);
        out_.whole_day = true;
        return true;
    }

    bool behind_date() {
        if (rest_.empty() || !out_.whole_day) return true;
        if (!take('T') && !take('t')) {
            if (!take(' ')) return false;
            out_.noted.emplace_back("a blank for T");
        }
        out_.whole_day = false;
        return clock() && zone();
    }

    bool clock() {
        const auto hour = digits(2, 2);
        if (!hour || *hour > 23 || !take(':')) return false;
        const auto minute = digits(2, 2);
        if (!minute || *minute > 59) return false;
        std::optional<unsigned> second = 0U;
        if (!take(':'))
            out_.noted.emplace_back("no seconds");
        else
            second = digits(2, 2);
        if (!second || *second > 59) return false;
        out_.moment->ms +=
            duration_cast<milliseconds>(hours(*hour) + minutes(*minute) + seconds(*second)).count();
        return fraction();
    }

    bool fraction() {
        if (!take('.') && !take(',')) return true;
        if (!digits(1, 9)) return false;
        out_.noted.emplace_back("a fraction of a second, left out");
        return true;
    }

    bool zone() {
        if (take('Z') || take('z')) return true;
        if (rest_.empty()) {
            out_.noted.emplace_back("no zone, taken as UTC");
            return true;
        }
        const bool west = take('-');
        if (!west && !take('+')) return false;
        const auto hour = digits(2, 2);
        take(':');
        const auto minute = rest_.empty() ? std::optional(0U) : digits(2, 2);
        if (!hour || !minute || *hour > 14 || *minute > 59) return false;
        const std::int64_t offset =
            duration_cast<milliseconds>(hours(*hour) + minutes(*minute)).count();
        out_.moment->ms += west ? offset : -offset;
        return true;
    }

    std::string_view rest_;
    TimeRead out_;
};

}  // namespace

std::int64_t end_of(const Moment& moment) {
    const year_month_day date = date_of(moment);
    if (moment.precision == Precision::year) return ms_of((date.year() + years(1)) / January / 1);
    if (moment.precision == Precision::month) {
        const year_month next = date.year() / date.month() + months(1);
        return ms_of(next / 1);
    }
    return moment.ms;
}

std::string iso(const Moment& moment) {
    std::string out = utc(moment.ms);
    if (moment.precision == Precision::year) out.resize(4);
    if (moment.precision == Precision::month) out.resize(7);
    return out;
}

std::string shown(const Moment& moment) {
    std::string out = iso(moment);
    if (out.ends_with("T00:00:00Z")) out.resize(10);
    return out;
}

TimeRead read_time(std::string_view text) {
    const std::string trimmed = text::trim(text);
    TimeRead out = TimeReader(trimmed).run();
    if (out.moment && !out.noted.empty())
        out.noted.front().insert(0, "read as " + iso(*out.moment) + ": ");
    return out;
}

}  // namespace tools::memory
