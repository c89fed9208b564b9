#include "tools/memory/aliases.hpp"

#include "tools/memory/columns.hpp"
#include "tools/memory/links.hpp"
#include "tools/memory/normal.hpp"
#include "tools/memory/stored_memory.hpp"

#include <algorithm>
#include <set>

namespace tools::memory {
namespace {

constexpr std::size_t most_names = 32;
constexpr std::size_t most_links = 32;  ///< of one name under one predicate
constexpr std::size_t most_words = 24, longest_name = 4;

class Names {
public:
    Names(const store::ReadTxn& txn, store::Space space, const std::vector<std::string>& labels)
        : txn_(txn), space_(space), columns_(txn, space), labels_(labels) {}

    std::vector<std::string> run(const std::string& name) {
        add(name);
        for (std::size_t i = 0; i < out_.size() && out_.size() < most_names; ++i)
            for (const std::string& label : labels_) {
                const std::string from = out_[i];
                follow(Role::subject, label, from);
                follow(Role::object, label, from);
            }
        return std::move(out_);
    }

private:
    void add(const std::string& name) {
        if (out_.size() < most_names && seen_.insert(normal_name(name)).second)
            out_.push_back(name);
    }

    void follow(Role role, const std::string& label, const std::string& name) {
        const std::string normal = normal_name(name);
        for (const std::uint64_t number :
             linked_pair(txn_, space_, role, name, label, most_links)) {
            if (!columns_.live(number)) continue;
            const auto fact = find_fact(txn_, space_, number);
            if (!fact || fact->pattern || fact->predicate != label) continue;
            const bool here = role == Role::subject;
            if (normal_name(here ? fact->subject : fact->object) == normal)
                add(here ? fact->object : fact->subject);
        }
    }

    const store::ReadTxn& txn_;
    store::Space space_;
    Columns columns_;
    const std::vector<std::string>& labels_;
    std::set<std::string> seen_;
    std::vector<std::string> out_;
};

/// The alias predicates that some fact uses.
std::vector<std::string> labels_in_use(const store::ReadTxn& txn, store::Space space) {
    auto out = alias_predicates(txn, space);
    std::erase_if(out, [&](const std::string& label) {
        const auto used = find_predicate(txn, space, label);
        return !used || used->facts == 0;
    });
    return out;
}

}  // namespace

std::vector<std::string> alias_predicates(const store::ReadTxn& txn, store::Space space) {
    std::vector<std::string> out{alias_predicate};
    constexpr std::size_t most_patterns = 64;
    const Columns columns(txn, space);
    for (const std::uint64_t number :
         linked(txn, space, Role::alias_pattern, alias_pattern_digest, most_patterns)) {
        if (!columns.live(number)) continue;
        const auto pattern = find_fact(txn, space, number);
        if (pattern && std::find(out.begin(), out.end(), pattern->predicate) == out.end())
            out.push_back(pattern->predicate);
    }
    return out;
}

Aliases::Aliases(const store::ReadTxn& txn, store::Space space)
    : txn_(txn), space_(space), labels_(labels_in_use(txn, space)) {}

const std::vector<std::string>& Aliases::of(const std::string& name) {
    auto known = known_.find(name);
    if (known == known_.end())
        known = known_.emplace(name, Names(txn_, space_, labels_).run(name)).first;
    return known->second;
}

bool Aliases::joins(const std::string& label) const {
    return std::find(labels_.begin(), labels_.end(), label) != labels_.end();
}

std::vector<std::string> names_of(const store::ReadTxn& txn, store::Space space,
                                  const std::string& name) {
    return Aliases(txn, space).of(name);
}

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

std::vector<std::string> other_names(const store::ReadTxn& txn, store::Space space,
                                     std::string_view text) {
    std::vector<std::string> out;
    const auto labels = labels_in_use(txn, space);
    if (labels.empty()) return out;
    const auto words = spelled_words(text);
    for (std::size_t first = 0; first < words.size(); ++first) {
        std::string name;
        for (std::size_t n = 0; n < longest_name && first + n < words.size(); ++n) {
            name += (n == 0 ? "" : " ") + words[first + n];
            if (!find_name(txn, space, name)) continue;
            const auto same = Names(txn, space, labels).run(name);
            out.insert(out.end(), same.begin() + 1, same.end());
        }
    }
    return out;
}

}  // namespace tools::memory
