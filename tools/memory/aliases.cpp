#include "tools/memory/aliases.hpp"

#include "store/table.hpp"
#include "tools/memory/columns.hpp"
#include "tools/memory/links.hpp"
#include "tools/memory/normal.hpp"
#include "tools/memory/records.hpp"
#include "tools/memory/stored_memory.hpp"
#include "tools/nearest.hpp"

#include <algorithm>

namespace tools::memory {
namespace {

constexpr std::size_t most_names = 20;
constexpr std::size_t most_aliases = 50;  ///< facts looked at for one name
constexpr std::size_t most_words = 24, longest_name = 4;
constexpr store::Records<NameEntry> alias_names{store::Table::memory_name};

/// The names on the other side of the alias facts of a name.
std::vector<std::string> across(const store::ReadTxn& txn, store::Space space,
                                const std::string& name) {
    std::vector<std::string> out;
    const Columns columns(txn, space);
    const std::uint64_t digest = pair_digest(alias_predicate, name);
    for (const Role role : {Role::predicate_subject, Role::predicate_object})
        for (const std::uint64_t number : linked(txn, space, role, digest, most_aliases))
            if (const auto fact =
                    columns.live(number) ? find_fact(txn, space, number) : std::nullopt)
                out.push_back(role == Role::predicate_subject ? fact->object : fact->subject);
    return out;
}

}  // namespace

std::vector<std::string> spelled_words(std::string_view text) {
    std::vector<std::string> out;
    constexpr std::string_view signs = ".,;:!?\"'()[]";
    for (std::size_t at = 0; at < text.size() && out.size() < most_words;) {
        const std::size_t end = std::min(text.find_first_of(" \t\n", at), text.size());
        std::string_view word = text.substr(at, end - at);
        at = end + 1;
        if (word.ends_with("'s")) word.remove_suffix(2);
        const std::size_t first = word.find_first_not_of(signs);
        if (first == std::string_view::npos) continue;
        out.emplace_back(word.substr(first, word.find_last_not_of(signs) + 1 - first));
    }
    return out;
}

std::vector<std::string> names_of(const store::ReadTxn& txn, store::Space space,
                                  const std::string& name) {
    std::vector<std::string> out{name}, normal{normal_name(name)};
    for (std::size_t i = 0; i < out.size() && out.size() < most_names; ++i)
        for (const std::string& other : across(txn, space, out[i])) {
            if (std::find(normal.begin(), normal.end(), normal_name(other)) != normal.end())
                continue;
            normal.push_back(normal_name(other));
            out.push_back(other);
        }
    return out;
}

std::vector<std::string> other_names(const store::ReadTxn& txn, store::Space space,
                                     std::string_view text) {
    std::vector<std::string> out;
    if (!find_predicate(txn, space, alias_predicate)) return out;
    const auto words = spelled_words(text);
    for (std::size_t first = 0; first < words.size(); ++first) {
        std::string name;
        for (std::size_t n = 0; n < longest_name && first + n < words.size(); ++n) {
            name += (n == 0 ? "" : " ") + words[first + n];
            if (!find_name(txn, space, name)) continue;
            const auto same = names_of(txn, space, name);
            out.insert(out.end(), same.begin() + 1, same.end());
        }
    }
    return out;
}

std::vector<std::string> near_names(const store::ReadTxn& txn, store::Space space,
                                    std::string_view word, std::size_t most) {
    constexpr std::size_t looked_at = 200;
    const std::string normal = normal_name(word);
    std::vector<std::string> same, others;
    const auto gather = [&](const std::string& prefix) {
        const store::Range range =
            std::move(store::Key(space, store::Table::memory_name).tail(prefix)).range();
        alias_names.scan(txn, range, {.limit = looked_at},
                         [&](std::string_view key, const NameEntry& entry) {
                             const auto place = store::parts(key).rest();
                             (place.starts_with(normal) ? same : others).push_back(entry.name);
                             return true;
                         });
    };
    gather(normal);
    if (same.empty() && normal.size() > 2) gather(normal.substr(0, 2));
    std::vector<std::string> out(
        same.begin(), same.begin() + static_cast<std::ptrdiff_t>(std::min(same.size(), most)));
    std::vector<std::string> folded;
    for (const std::string& other : others)
        folded.push_back(fold_word(other));
    const std::string close = out.size() < most ? nearest(normal, folded) : std::string();
    for (std::size_t i = 0; !close.empty() && i < folded.size(); ++i)
        if (folded[i] == close) {
            out.push_back(others[i]);
            break;
        }
    return out;
}

}  // namespace tools::memory
