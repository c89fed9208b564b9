#include "tools/map/seeds.hpp"

#include "tools/map/mention.hpp"
#include "tools/text/line.hpp"
#include "tools/text/words.hpp"

#include <algorithm>
#include <cmath>

namespace tools::map {
namespace {

constexpr std::size_t most_matches = 24;
constexpr std::size_t most_goals = 8;  ///< looked at, the newest first
constexpr std::size_t most_tasks = 8;  ///< looked at for work under way
constexpr std::size_t most_recent = 12;
constexpr std::uint64_t recent_revisions = 3;

constexpr double full_match = 1.45;     ///< times ln(nodes): what a rare term gives
constexpr double least_match = .2;      ///< weaker ones are chance
constexpr double most_match = 1;        ///< what shares more is no surer
constexpr double closed_match = .3;     ///< what a closed node keeps of its match
constexpr double successor_match = .8;  ///< what the node that replaced it gets
constexpr double recent_strength = .35;
constexpr double active_task = .39;
constexpr double beside_match = .4;  ///< what recent work keeps beside a sure match

/// Gathers the seeds of one request.
class SeedFinder {
public:
    SeedFinder(Nearby& nearby, const FocusRequest& request) : nearby_(nearby), request_(request) {}

    /// Match scores become shares of a full match here.
    Seeds find() {
        const double full = full_match * std::log(2 + nodes());
        auto matches =
            nearby_.reader().matching(request_.request, most_matches, least_match * full);
        for (auto& match : matches)
            match.score /= full;
        read(matches);
        mentioned();
        artifacts(matches);
        matched(matches);
        work();
        goals(matches);
        return std::move(out_);
    }

private:
    void read(const std::vector<Match>& matches) {
        std::vector<NodeId> ids = named_ids(request_.request);
        for (const auto& match : matches)
            ids.push_back(match.node);
        nearby_.load(ids);
    }

    [[nodiscard]] double nodes() const { return static_cast<double>(nearby_.reader().head.nodes); }

    void add(NodeId id, double strength, Why why) {
        Seed& seed = out_.nodes.try_emplace(id, Seed{0, why}).first->second;
        if (strength > seed.strength) seed.why = why;
        seed.strength = 1 - (1 - seed.strength) * (1 - strength);
    }

    void name(NodeId id, Why why) {
        if (nearby_.find(id) == nullptr) return;
        out_.nodes[id] = {1, why};
        root(id);
    }

    void mentioned() {
        for (const NodeId id : named_ids(request_.request))
            name(id, Why::mentioned);
        for (const auto& mention : request_.mentions)
            if (const auto id = read_id(mention)) {
                nearby_.load({&*id, 1});
                name(*id, Why::mentioned);
            } else {
                by_words(mention);
            }
    }

    /// A mention that is no id: the node that says just this or is that file, else
    /// the nearest one counts as matched.
    void by_words(const std::string& mention) {
        const auto matches = nearby_.reader().matching(mention, 8, 0);
        if (matches.empty()) return;
        std::vector<NodeId> ids;
        for (const auto& match : matches)
            ids.push_back(match.node);
        nearby_.load(ids);
        const std::string wanted = text::fold(text::trim(mention));
        bool found = false;
        for (const NodeId id : ids) {
            const std::string words = words_of(id);
            if (text::fold(words) != wanted && text::fold(path_of(words)) != wanted) continue;
            name(id, id.type == NodeType::artifact ? Why::artifact : Why::mentioned);
            found = true;
        }
        if (!found) add(ids.front(), most_match, Why::matched);
    }

    void artifacts(const std::vector<Match>& matches) {
        for (const auto& match : matches) {
            if (match.node.type != NodeType::artifact) continue;
            const std::string words = words_of(match.node);
            if (stands_in(words, request_.request) || stands_in(path_of(words), request_.request))
                name(match.node, Why::artifact);
        }
    }

    void matched(const std::vector<Match>& matches) {
        for (const auto& match : matches) {
            const Entry* entry = nearby_.find(match.node);
            if (entry == nullptr) continue;
            const double kept = std::min(match.score, most_match);
            if (is_open(entry->node)) {
                add(match.node, kept, Why::matched);
                continue;
            }
            add(match.node, closed_match * kept, Why::matched);
            for (const Edge& edge : entry->in)
                if (edge.kind == EdgeKind::supersedes || edge.kind == EdgeKind::resolves) {
                    nearby_.load({&edge.from, 1});
                    add(edge.from, successor_match * kept, Why::matched);
                }
        }
        for (const auto& [id, seed] : out_.nodes)
            surest_ = std::max(surest_, seed.strength);
    }

    /// What was changed last and tasks under way: the less the request says itself,
    /// the more it means them.
    void work() {
        const Reader& reader = nearby_.reader();
        const double share = 1 - (1 - beside_match) * surest_;
        const std::uint64_t now = reader.head.revision;
        const std::uint64_t since = now - std::min(now, recent_revisions);
        const auto recent = reader.recent(since, most_recent);
        const auto tasks = reader.open(NodeType::task, most_tasks, First::newest);
        nearby_.load(recent);
        nearby_.load(tasks);
        std::map<NodeId, double> strengths;
        for (const NodeId id : recent)
            if (const Entry* entry = open_entry(id)) {
                const auto age = static_cast<double>(now - std::min(now, entry->node.changed));
                strengths[id] = recent_strength * std::max(0., 1 - age / recent_revisions);
            }
        for (const NodeId id : tasks) {
            const Entry* entry = open_entry(id);
            if (entry != nullptr && is_active(entry->node))
                strengths[id] = std::max(strengths[id], active_task);
        }
        for (const auto& [id, strength] : strengths)
            if (strength > 0) add(id, share * strength, Why::recent);
    }

    /// Goals that the request shares words with, and the newest.
    void goals(const std::vector<Match>& matches) {
        const auto open = nearby_.reader().open(NodeType::goal, most_goals, First::newest);
        nearby_.load(open);
        std::pair<std::uint64_t, std::uint64_t> newest;
        for (const NodeId id : open) {
            const Entry* entry = open_entry(id);
            if (entry == nullptr || !is_active(entry->node)) continue;
            const bool match = std::any_of(matches.begin(), matches.end(),
                                           [&](const Match& m) { return m.node == id; });
            if (match) root(id);
            const auto age = std::pair(entry->node.changed, entry->node.born);
            if (out_.newest_goal && age <= newest) continue;
            newest = age;
            out_.newest_goal = id;
        }
    }

    void root(NodeId id) {
        if (std::find(out_.roots.begin(), out_.roots.end(), id) == out_.roots.end())
            out_.roots.push_back(id);
    }

    const Entry* open_entry(NodeId id) const {
        const Entry* entry = nearby_.find(id);
        return entry != nullptr && is_open(entry->node) ? entry : nullptr;
    }

    std::string words_of(NodeId id) const {
        const Entry* entry = nearby_.find(id);
        return entry == nullptr ? std::string() : nearby_.reader().words(entry->node).text;
    }

    Nearby& nearby_;
    const FocusRequest& request_;
    Seeds out_;
    double surest_ = 0;  ///< strength of the best match or name
};

}  // namespace

Seeds find_seeds(Nearby& nearby, const FocusRequest& request) {
    return SeedFinder(nearby, request).find();
}

}  // namespace tools::map
