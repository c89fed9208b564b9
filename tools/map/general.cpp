#include "tools/map/general.hpp"

#include "tools/text/words.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace tools::map {
namespace {

constexpr std::size_t most_words = 2'000;  ///< of a request that are read
constexpr std::size_t surest = 8;          ///< ranked nodes that nothing comes before
constexpr std::size_t short_list = 10;     ///< a ranking below this is filled up to it
constexpr std::size_t long_enough = 16;    ///< or to this with what the request asks for
constexpr std::size_t most_of_a_kind = 10;
constexpr std::size_t most_filled = 4;  ///< of a type, where nothing asked for it

/// A word of a request and the type of node it asks for.
struct Asks {
    const char* word;
    NodeType type;
};

constexpr std::array asking_words{
    Asks{"risk", NodeType::risk},         Asks{"danger", NodeType::risk},
    Asks{"wrong", NodeType::risk},        Asks{"worry", NodeType::risk},
    Asks{"question", NodeType::question}, Asks{"unclear", NodeType::question},
    Asks{"open", NodeType::question},     Asks{"open", NodeType::task},
    Asks{"pending", NodeType::task},      Asks{"unresolved", NodeType::question},
    Asks{"waiting", NodeType::question},  Asks{"waiting", NodeType::task},
    Asks{"task", NodeType::task},         Asks{"todo", NodeType::task},
    Asks{"next", NodeType::task},         Asks{"remaining", NodeType::task},
    Asks{"left", NodeType::task},         Asks{"week", NodeType::task},
    Asks{"today", NodeType::task},        Asks{"decision", NodeType::decision},
    Asks{"decided", NodeType::decision},  Asks{"goal", NodeType::goal}};

/// What a request asks for by the stems of its words.
const std::multimap<std::string, NodeType>& asked_types() {
    static const auto types = [] {
        const text::Analyzer analyzer;
        std::multimap<std::string, NodeType> out;
        for (const Asks& one : asking_words)
            out.emplace(analyzer.stem(one.word), one.type);
        return out;
    }();
    return types;
}

/// Words of a preference about how to answer, whatever the answer is about.
constexpr std::array manners{"answer",  "reply",   "respond",  "response", "message", "language",
                             "english", "german",  "french",   "spanish",  "short",   "brief",
                             "concise", "bullet",  "verbose",  "tone",     "mention", "emoji",
                             "format",  "explain", "sentence", "formal"};

class Completer {
public:
    Completer(Nearby& nearby, std::string_view request, std::vector<Reason> ranked)
        : nearby_(nearby), request_(request), ranked_(std::move(ranked)) {
        for (const Reason& node : ranked_)
            seen_.insert(node.id);
    }

    std::vector<Reason> complete() {
        std::vector<Reason> manner;
        preferences(manner);
        const auto at =
            ranked_.begin() + static_cast<std::ptrdiff_t>(std::min(surest, ranked_.size()));
        ranked_.insert(at, manner.begin(), manner.end());
        const auto connected = [](const Entry& entry) {
            return entry.out.size() + entry.in.size() > 0;
        };
        const bool only_kinds = !names_any();
        const auto asked_for = [&](const Entry& entry) { return only_kinds || connected(entry); };
        if (ranked_.size() < long_enough)
            for (const NodeType type : asked())
                fill(type, most_of_a_kind, long_enough, Why::matched, asked_for);
        if (!has_goal()) fill(NodeType::goal, most_filled, short_list, Why::goal, connected);
        for (const NodeType type : {NodeType::task, NodeType::question, NodeType::risk})
            fill(type, most_filled, short_list, Why::recent,
                 [this](const Entry& entry) { return touches_ranked(entry); });
        return std::move(ranked_);
    }

private:
    [[nodiscard]] bool has_goal() const {
        return std::any_of(ranked_.begin(), ranked_.end(),
                           [](const Reason& node) { return node.id.type == NodeType::goal; });
    }

    /// The request names a node, by its id, its words or what it stands for.
    [[nodiscard]] bool names_any() const {
        return std::any_of(ranked_.begin(), ranked_.end(), [](const Reason& node) {
            return node.why == Why::mentioned || node.why == Why::matched ||
                   node.why == Why::artifact;
        });
    }

    [[nodiscard]] std::set<NodeType> asked() const {
        const auto& types = asked_types();
        std::set<NodeType> out;
        for (const text::Word& word : text::Analyzer().words(request_, most_words)) {
            const auto [first, last] = types.equal_range(word.term);
            for (auto at = first; at != last; ++at)
                out.insert(at->second);
        }
        return out;
    }

    /// True for a node of the same subject: it is tied to one that is there.
    [[nodiscard]] bool touches_ranked(const Entry& entry) const {
        bool out = false;
        each_edge(entry, [&](NodeId other, EdgeKind, bool) { out = out || seen_.contains(other); });
        return out;
    }

    /// Open nodes of a type, active ones and the latest first, while the ranking is
    /// shorter than that.
    template <class Fits>
    void fill(NodeType type, std::size_t most, std::size_t length, Why why, Fits fits) {
        if (ranked_.size() >= length) return;
        std::vector<std::pair<std::pair<int, std::uint64_t>, NodeId>> found;
        for (const NodeId id : open(type)) {
            const Entry& entry = *nearby_.find(id);
            if (seen_.contains(id) || !fits(entry)) continue;
            found.push_back({{is_active(entry.node) ? 1 : 0, entry.node.changed}, id});
        }
        std::sort(found.rbegin(), found.rend());
        found.resize(std::min(found.size(), most));
        for (const auto& [age, id] : found)
            if (ranked_.size() < length && seen_.insert(id).second) ranked_.push_back({id, why});
    }

    /// Preferences about how to answer, out of the ranking where they stood late in it.
    void preferences(std::vector<Reason>& to) {
        for (const NodeId id : open(NodeType::preference)) {
            if (!about_manner(id)) continue;
            const auto at = std::find_if(ranked_.begin(), ranked_.end(),
                                         [&](const Reason& node) { return node.id == id; });
            if (at - ranked_.begin() < static_cast<std::ptrdiff_t>(surest) && at != ranked_.end())
                continue;
            if (at != ranked_.end()) ranked_.erase(at);
            seen_.insert(id);
            to.push_back({id, Why::preference});
        }
    }

    /// True if one of its words begins with a word of manner.
    [[nodiscard]] bool about_manner(NodeId id) const {
        const auto said = " " + text::fold(nearby_.reader().words(nearby_.find(id)->node).text);
        return std::any_of(manners.begin(), manners.end(), [&](const char* word) {
            return said.find(std::string(" ") + word) != std::string::npos;
        });
    }

    std::vector<NodeId> open(NodeType type) {
        constexpr std::size_t looked_at = 16;
        std::vector<NodeId> ids = nearby_.reader().open(type, looked_at, First::newest);
        nearby_.load(ids);
        std::erase_if(ids, [&](NodeId id) { return nearby_.find(id) == nullptr; });
        return ids;
    }

    Nearby& nearby_;
    std::string_view request_;
    std::vector<Reason> ranked_;
    std::set<NodeId> seen_;
};

}  // namespace

std::vector<Reason> complete(Nearby& nearby, std::string_view request, std::vector<Reason> ranked) {
    return Completer(nearby, request, std::move(ranked)).complete();
}

}  // namespace tools::map
