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

class Names {
public:
    Names(const store::ReadTxn& txn, store::Space space)
        : txn_(txn), space_(space), columns_(txn, space), labels_(alias_predicates(txn, space)) {}

    std::vector<std::string> run(const std::string& name) {
        add(name);
        for (std::size_t i = 0; i < out_.size() && out_.size() < most_names; ++i)
            for (const std::string& label : labels_) {
                const std::string from = out_[i];
                follow(Role::predicate_subject, label, from);
                follow(Role::predicate_object, label, from);
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
             linked(txn_, space_, role, pair_digest(label, name), most_links)) {
            if (!columns_.live(number)) continue;
            const auto fact = find_fact(txn_, space_, number);
            if (!fact || fact->pattern) continue;
            const bool here = role == Role::predicate_subject;
            if (normal_name(here ? fact->subject : fact->object) == normal)
                add(here ? fact->object : fact->subject);
        }
    }

    const store::ReadTxn& txn_;
    store::Space space_;
    Columns columns_;
    std::vector<std::string> labels_;
    std::set<std::string> seen_;
    std::vector<std::string> out_;
};

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

std::vector<std::string> names_of(const store::ReadTxn& txn, store::Space space,
                                  const std::string& name) {
    return Names(txn, space).run(name);
}

}  // namespace tools::memory
