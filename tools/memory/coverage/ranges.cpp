#include "tools/memory/coverage/ranges.hpp"

#include <algorithm>

namespace tools::memory::coverage {

Ranges united(std::vector<Range> ranges) {
    std::sort(ranges.begin(), ranges.end());
    Ranges out;
    for (const Range& range : ranges) {
        if (range.from > range.to) continue;
        if (!out.empty() && (range.from <= out.back().to || range.from - 1 == out.back().to))
            out.back().to = std::max(out.back().to, range.to);
        else
            out.push_back(range);
    }
    return out;
}

Ranges without(const Ranges& from, const Ranges& what) {
    Ranges out;
    auto cut = what.begin();
    for (Range left : from) {
        while (cut != what.end() && cut->to < left.from)
            ++cut;
        for (auto next = cut; next != what.end() && next->from <= left.to; ++next) {
            if (next->from > left.from) out.push_back({left.from, next->from - 1});
            if (next->to >= left.to) {
                left.from = left.to + 1;
                break;
            }
            left.from = next->to + 1;
        }
        if (left.from <= left.to) out.push_back(left);
    }
    return out;
}

Ranges common(const Ranges& one, const Ranges& other) {
    return without(one, without(one, other));
}

std::uint64_t size(const Ranges& ranges) {
    std::uint64_t out = 0;
    for (const Range& range : ranges)
        out += range.to - range.from + 1;
    return out;
}

namespace {

/// Gaps from their first to their last unit that counts; wholly blank ones are none.
Ranges trimmed(const Ranges& gaps, const Ranges& blank) {
    Ranges out;
    for (const Range& gap : gaps) {
        const Ranges counted = without({gap}, blank);
        if (!counted.empty()) out.push_back({counted.front().from, counted.back().to});
    }
    return out;
}

}  // namespace

Tally tally(std::uint64_t total, const Ranges& blank, const Ranges& processed,
            const Ranges& skipped) {
    const Ranges all = total == 0 ? Ranges{} : Ranges{{1, total}};
    const Ranges counted = without(all, blank);
    const Ranges done = common(counted, processed);
    const Ranges passed_over = without(common(counted, skipped), done);
    std::vector<Range> touched = processed;
    touched.insert(touched.end(), skipped.begin(), skipped.end());
    Tally out;
    out.total = size(counted);
    out.processed = size(done);
    out.skipped = size(passed_over);
    out.missing = out.total - out.processed - out.skipped;
    out.uncovered = trimmed(without(all, united(std::move(touched))), blank);
    return out;
}

Pass pass_of(const Tally& tally, std::uint64_t open_images) {
    if (tally.processed == 0) return Pass::none;
    if (tally.missing == 0 && open_images == 0) return Pass::dense;
    return 2 * tally.missing > tally.total ? Pass::first_pass : Pass::partial;
}

}  // namespace tools::memory::coverage
