#include "tools/memory/coverage/standing.hpp"

#include "tools/memory/stored_memory.hpp"

#include <algorithm>
#include <map>

namespace tools::memory::coverage {
namespace {

constexpr int longest_chain = 1000;  ///< of replacements; no real one comes near

/// Which marks still count, each episode looked up once.
class Covering {
public:
    Covering(const store::ReadTxn& txn, store::Space space) : txn_(txn), space_(space) {}

    bool any(const std::vector<std::string>& ids) {
        return std::any_of(ids.begin(), ids.end(), [&](const std::string& id) {
            const auto [known, fresh] = known_.emplace(id, false);
            if (fresh) known->second = covering(txn_, space_, id).has_value();
            return known->second;
        });
    }

private:
    const store::ReadTxn& txn_;
    store::Space space_;
    std::map<std::string, bool> known_;
};

std::vector<std::string> still_open(const std::vector<std::string>& images,
                                    const std::vector<ImageMark>& marked) {
    std::vector<std::string> out;
    for (const std::string& path : images)
        if (std::none_of(marked.begin(), marked.end(),
                         [&](const ImageMark& mark) { return mark.path == path; }))
            out.push_back(path);
    return out;
}

}  // namespace

std::optional<Episode> covering(const store::ReadTxn& txn, store::Space space,
                                const std::string& episode) {
    auto found = find_episode(txn, space, EpisodeId(episode));
    for (int steps = 0; found && found->removal == Removal::replaced && steps < longest_chain;
         ++steps)
        found = find_episode(txn, space, found->replaced_by);
    if (!found || found->removal != Removal::none || found->kind == EpisodeKind::ontology)
        return std::nullopt;
    return found;
}

Standing standing(const store::ReadTxn& txn, store::Space space, const Source& source,
                  const std::vector<std::string>& images) {
    Standing out;
    Covering covering(txn, space);
    std::vector<Range> processed;
    std::vector<Range> skipped;
    std::vector<Range> lost;
    std::vector<Range> current;
    std::vector<Range> former;
    for (Mark& mark : marks_of(txn, space, source.name)) {
        const bool skips = !mark.skipped.empty();
        if (!skips && !covering.any(mark.episodes)) {
            lost.push_back(mark.range);
            continue;
        }
        (skips ? skipped : processed).push_back(mark.range);
        const bool same =
            mark.sha256.empty() || source.sha256.empty() || mark.sha256 == source.sha256;
        (same ? current : former).push_back(mark.range);
        if (skips) out.skipped.push_back({mark.range, std::move(mark.skipped)});
    }
    const Ranges done = united(std::move(processed));
    const Ranges passed_over = united(std::move(skipped));
    std::uint64_t end = source.total;
    for (const Ranges* ranges : {&done, &passed_over})
        if (source.total == 0 && !ranges->empty()) end = std::max(end, ranges->back().to);
    out.tally = tally(end, source.blank, done, passed_over);
    out.lost = without(united(std::move(lost)), done);
    out.stale = without(united(std::move(former)), united(std::move(current)));
    out.whole = source.total > 0 && out.stale.empty();
    out.images = images_of(txn, space, source.name);
    out.open_images = still_open(images, out.images);
    return out;
}

std::string range_list(const Ranges& ranges, std::size_t most) {
    std::string out;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        if (i == most) return out + " and " + std::to_string(ranges.size() - most) + " more";
        if (i > 0) out += ", ";
        out += std::to_string(ranges[i].from);
        if (ranges[i].to != ranges[i].from) out += "-" + std::to_string(ranges[i].to);
    }
    return out;
}

}  // namespace tools::memory::coverage
