#include "tools/memory/near.hpp"

#include "tools/memory/coverage/ledger.hpp"
#include "tools/memory/normal.hpp"
#include "tools/memory/stored_memory.hpp"
#include "tools/nearest.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace tools::memory {
namespace {

constexpr std::size_t most_looked_at = 10'000;
constexpr std::size_t most_alike = 2'000;  ///< that begin with the same letter

/// How many letters may differ.
std::size_t allowed_for(std::size_t letters) {
    if (letters < 3) return 0;
    return letters < 6 ? 1 : letters < 12 ? 2 : 3;
}

/// Gathers what is near one word.
class NearWords {
public:
    explicit NearWords(std::string_view word)
        : word_(normal_name(word)), allowed_(allowed_for(word_.size())) {}

    [[nodiscard]] const std::string& word() const { return word_; }

    /// What is shown for a name, the name in normal form, how often it is used.
    void look(const std::string& shown, const std::string& normal, std::uint64_t uses) {
        if (word_.empty() || !seen_.insert(shown).second) return;
        std::size_t far = distance(normal);
        const std::size_t parts = count_parts(normal);
        if (far > allowed_ && parts > 1) far = nearest_part(normal) + 1;
        if (far > allowed_ + (parts > 1 ? 1 : 0)) return;
        found_.emplace_back(far, ~uses, shown);
    }

    std::vector<std::string> take(std::size_t most) {
        std::sort(found_.begin(), found_.end());
        std::vector<std::string> out;
        for (std::size_t i = 0; i < std::min(most, found_.size()); ++i)
            out.push_back(std::get<2>(found_[i]));
        return out;
    }

private:
    [[nodiscard]] std::size_t distance(std::string_view name) const {
        constexpr std::size_t shortest_start = 3;
        if (name == word_) return 0;
        if (word_.size() >= shortest_start && name.starts_with(word_)) return 1;
        return spelling_distance(word_, name, allowed_);
    }

    static std::size_t count_parts(std::string_view name) {
        return 1 + static_cast<std::size_t>(
                       std::count_if(name.begin(), name.end(), [](char c) { return parts(c); }));
    }

    [[nodiscard]] std::size_t nearest_part(std::string_view name) const {
        std::size_t out = allowed_ + 1;
        while (!name.empty()) {
            const auto end =
                std::find_if(name.begin(), name.end(), [](char c) { return parts(c); });
            const auto size = static_cast<std::size_t>(end - name.begin());
            out = std::min(out, distance(name.substr(0, size)));
            name.remove_prefix(std::min(size + 1, name.size()));
        }
        return out;
    }

    static bool parts(char c) { return c == ' ' || c == '-' || c == '_' || c == '/'; }

    std::string word_;
    std::size_t allowed_;
    std::set<std::string> seen_;
    std::vector<std::tuple<std::size_t, std::uint64_t, std::string>> found_;
};

/// Those that begin alike first, so that they are looked at however many there are.
template <class Scan>
std::vector<std::string> near_entries(const store::ReadTxn& txn, store::Space space,
                                      std::string_view word, std::size_t most, Scan scan) {
    NearWords near(word);
    const auto look = [&](const std::string& normal, const NameEntry& entry) {
        if (entry.facts > 0) near.look(entry.name, normal, entry.facts);
        return true;
    };
    scan(txn, space, near.word(), most_alike, look);
    scan(txn, space, near.word().substr(0, 1), most_alike, look);
    scan(txn, space, "", most_looked_at, look);
    return near.take(most);
}

}  // namespace

std::vector<std::string> near_names(const store::ReadTxn& txn, store::Space space,
                                    std::string_view word, std::size_t most) {
    return near_entries(txn, space, word, most, scan_names);
}

std::vector<std::string> near_predicates(const store::ReadTxn& txn, store::Space space,
                                         std::string_view label, std::size_t most) {
    return near_entries(txn, space, predicate_label(label), most, scan_predicates);
}

std::vector<std::string> near_sources(const store::ReadTxn& txn, store::Space space,
                                      std::string_view source, std::size_t most) {
    NearWords near(source);
    for (const auto& known : coverage::all_sources(txn, space))
        near.look(known.name, normal_name(known.name), 1);
    std::size_t left = most_looked_at;
    scan_episodes(txn, space, {}, [&](const Episode& episode) {
        if (!episode.source.empty() && episode.removal == Removal::none)
            near.look(episode.source, normal_name(episode.source), 1);
        return --left > 0;
    });
    return near.take(most);
}

}  // namespace tools::memory
