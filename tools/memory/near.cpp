#include "tools/memory/near.hpp"

#include "tools/memory/coverage/ledger.hpp"
#include "tools/memory/normal.hpp"
#include "tools/memory/stored_memory.hpp"
#include "tools/nearest.hpp"

#include <algorithm>
#include <tuple>

namespace tools::memory {
namespace {

constexpr std::size_t names_looked_at = 1'000;
constexpr std::size_t most_sources = 5'000;  ///< episodes asked for theirs
constexpr std::size_t most_alike = 300;      ///< of one beginning

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

    [[nodiscard]] bool any() const { return !found_.empty(); }

    /// What is shown for a name, the name in normal form, how often it is used.
    void look(const std::string& shown, const std::string& normal, std::uint64_t uses) {
        if (word_.empty()) return;
        std::size_t far = distance(normal);
        if (far > allowed_) far = nearest_part(normal) + 1;
        if (far <= allowed_ + 1) found_.emplace_back(far, ~uses, shown);
    }

    std::vector<std::string> take(std::size_t most) {
        std::sort(found_.begin(), found_.end());
        std::vector<std::string> out;
        for (const auto& [far, uses, shown] : found_)
            if (out.size() < most && std::find(out.begin(), out.end(), shown) == out.end())
                out.push_back(shown);
        return out;
    }

private:
    [[nodiscard]] std::size_t distance(std::string_view name) const {
        constexpr std::size_t shortest_start = 3;
        if (name == word_) return 0;
        if (word_.size() >= shortest_start && name.starts_with(word_)) return 1;
        return spelling_distance(word_, name, allowed_);
    }

    [[nodiscard]] std::size_t nearest_part(std::string_view name) const {
        std::size_t out = allowed_ + 1;
        if (std::none_of(name.begin(), name.end(), parts)) return out;
        while (!name.empty()) {
            const auto end = std::find_if(name.begin(), name.end(), parts);
            const auto size = static_cast<std::size_t>(end - name.begin());
            out = std::min(out, distance(name.substr(0, size)));
            name.remove_prefix(std::min(size + 1, name.size()));
        }
        return out;
    }

    static bool parts(char c) { return c == ' ' || c == '-' || c == '_' || c == '/'; }

    std::string word_;
    std::size_t allowed_;
    std::vector<std::tuple<std::size_t, std::uint64_t, std::string>> found_;
};

/// Where names begin that a word may have meant: as it does, by fewer letters of it, with
/// its first two swapped, without the first.
std::vector<std::string> starts_of(const std::string& word) {
    std::vector<std::string> out{word};
    for (const std::size_t size : {std::size_t{3}, std::size_t{2}})
        if (word.size() > size) out.push_back(word.substr(0, size));
    if (word.size() > 3) {
        out.push_back(word.substr(1, 3));
        out.push_back({word[1], word[0]});
    }
    out.push_back(word.substr(0, 1));
    return out;
}

/// Those that begin alike first; others only where none of them is near.
template <class Scan>
std::vector<std::string> near_entries(const store::ReadTxn& txn, store::Space space,
                                      std::string_view word, std::size_t most, Scan scan) {
    NearWords near(word);
    if (near.word().empty()) return {};
    for (const std::string& start : starts_of(near.word()))
        if (!near.any())
            scan(txn, space, start, most_alike,
                 [&](const std::string& normal, const NameEntry& entry) {
                     if (!normal.starts_with(start)) return false;
                     if (entry.facts > 0) near.look(entry.name, normal, entry.facts);
                     return true;
                 });
    if (!near.any())
        scan(txn, space, "", names_looked_at,
             [&](const std::string& normal, const NameEntry& entry) {
                 if (entry.facts > 0) near.look(entry.name, normal, entry.facts);
                 return true;
             });
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
    std::size_t left = most_sources;
    scan_episodes(txn, space, {}, [&](const Episode& episode) {
        if (!episode.source.empty() && episode.removal == Removal::none)
            near.look(episode.source, normal_name(episode.source), 1);
        return --left > 0;
    });
    return near.take(most);
}

}  // namespace tools::memory
