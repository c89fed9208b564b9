#include "tools/thread/covers.hpp"

#include <algorithm>

namespace tools::thread {
namespace {

Cover cover_of(const Node& summary, const Places& candidates, const Places& earlier,
               const std::vector<Cover>& covers) {
    Cover out;
    for (const Number member : summary.members) {
        if (const auto at = candidates.find(member)) {
            out.push_back(static_cast<std::uint32_t>(*at));
            continue;
        }
        const auto inner = earlier.find(member);
        if (!inner || covers[*inner].empty()) return {};
        out.insert(out.end(), covers[*inner].begin(), covers[*inner].end());
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

}  // namespace

std::vector<Cover> covers_of(const std::vector<Node>& summaries, const Places& candidates) {
    std::vector<std::size_t> rising(summaries.size());
    for (std::size_t s = 0; s < rising.size(); ++s)
        rising[s] = s;
    std::sort(rising.begin(), rising.end(), [&](std::size_t a, std::size_t b) {
        return summaries[a].number < summaries[b].number;
    });
    std::vector<Cover> out(summaries.size());
    Places earlier;
    for (const std::size_t s : rising) {
        out[s] = cover_of(summaries[s], candidates, earlier, out);
        earlier.put(summaries[s].number, s);
    }
    return out;
}

}  // namespace tools::thread
