#include "tools/map/signals.hpp"

#include "tools/text/late.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>

namespace tools::map {
namespace {

constexpr std::array negations{"not", "no", "never", "without", "cannot", "none", "neither", "nor"};
constexpr std::array dates{"january",  "february", "march",    "april",     "may",
                           "june",     "july",     "august",   "september", "october",
                           "november", "december", "monday",   "tuesday",   "wednesday",
                           "thursday", "friday",   "saturday", "sunday"};
constexpr std::array units{"second", "minute", "hour", "day", "week", "month",   "year",
                           "gb",     "mb",     "tb",   "kb",  "ms",   "percent", "euro",
                           "dollar", "usd",    "eur",  "km",  "kg"};

constexpr std::array coming{"will",    "shall",  "soon",     "later",     "plan",
                            "planned", "future", "upcoming", "eventually"};

bool is_number(std::string_view word) {
    return !word.empty() && word.front() >= '0' && word.front() <= '9';
}

void each_once(std::vector<std::string>& words) {
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
}

enum class Sort : std::uint8_t { subject, negation, date, unit, later };

Sort sort_of(const std::string& stem) {
    static const auto all = [] {
        const text::Analyzer analyzer;
        std::unordered_map<std::string, Sort> out;
        for (const char* word : negations)
            out.emplace(word, Sort::negation);
        for (const char* word : dates)
            out.emplace(analyzer.stem(word), Sort::date);
        for (const char* word : units)
            out.emplace(analyzer.stem(word), Sort::unit);
        for (const char* word : coming)
            out.emplace(analyzer.stem(word), Sort::later);
        return out;
    }();
    const auto found = all.find(stem);
    return found == all.end() ? Sort::subject : found->second;
}

Signals work_out(const text::Analyzer& analyzer, std::string_view text) {
    Signals out;
    for (text::Word& word : analyzer.words(text)) {
        if (word.kind != text::WordKind::word) continue;
        const Sort sort = sort_of(word.term);
        if (sort == Sort::negation) {
            out.negated = !out.negated;
            continue;
        }
        out.later = out.later || sort == Sort::later;
        const bool value = is_number(word.term) || sort == Sort::date;
        if (!value && word.stop) continue;
        out.measured = out.measured || sort == Sort::date || sort == Sort::unit;
        (value ? out.values : out.heads).push_back(std::move(word.term));
    }
    each_once(out.heads);
    each_once(out.values);
    out.negated = out.negated || text.find("n't") != std::string_view::npos;
    return out;
}

}  // namespace

const Signals& signals(const text::Analyzer& analyzer, std::string_view text) {
    static thread_local text::Late<Signals> late(1'024);  // a map's nodes are compared again
    return late.of(text, [&](std::string_view words) { return work_out(analyzer, words); });
}

/// Walks over both side by side.
std::size_t shared(const std::vector<std::string>& a, const std::vector<std::string>& b) {
    std::size_t out = 0;
    for (auto in_a = a.begin(), in_b = b.begin(); in_a != a.end() && in_b != b.end();) {
        const int order = in_a->compare(*in_b);
        if (order == 0) ++out;
        if (order <= 0) ++in_a;
        if (order >= 0) ++in_b;
    }
    return out;
}

bool alike(const Signals& a, const Signals& b) {
    const std::size_t common = shared(a.heads, b.heads);
    return common > 0 && common * 2 >= std::max(a.heads.size(), b.heads.size());
}

}  // namespace tools::map
