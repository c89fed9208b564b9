#include "tools/memory/hops.hpp"

#include "tools/memory/links.hpp"
#include "tools/memory/normal.hpp"
#include "tools/memory/stored_memory.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

namespace tools::memory {
namespace {

constexpr std::uint64_t crowded = 24;  ///< facts of a name that leads nowhere
constexpr int most_steps = 2;

/// True for what names a thing, rather than an amount, a date or a number.
bool is_name(const std::string& text) {
    const auto digits = std::count_if(text.begin(), text.end(),
                                      [](unsigned char c) { return std::isdigit(c) != 0; });
    const auto letters = std::count_if(text.begin(), text.end(), [](unsigned char c) {
        return std::isalpha(c) != 0 || c >= 0x80;
    });
    return letters > digits;
}

class Hopping {
public:
    Hopping(const store::ReadTxn& txn, store::Space space, std::size_t most,
            const std::function<bool(const Fact&)>& accepts)
        : txn_(txn), space_(space), most_(most), accepts_(accepts) {}

    std::vector<Hop> run(std::span<const Fact> from) {
        std::vector<std::string> names;
        for (const Fact& fact : from) {
            seen_.insert(fact.number);
            enter(fact.object, names);
            enter(fact.subject, names);
        }
        for (int step = 0; step < most_steps && out_.size() < most_; ++step)
            names = follow(names);
        return std::move(out_);
    }

private:
    void enter(const std::string& name, std::vector<std::string>& names) {
        if (is_name(name) && entered_.insert(normal_name(name)).second) names.push_back(name);
    }

    /// The facts of each name; returns the names that those lead to.
    std::vector<std::string> follow(const std::vector<std::string>& names) {
        std::vector<std::string> next;
        for (const std::string& name : names) {
            const auto entry = find_name(txn_, space_, name);
            if (!entry || entry->facts > crowded) continue;
            for (const std::uint64_t number : numbers_of(name)) {
                if (out_.size() >= most_) return next;
                take(number, name, next);
            }
        }
        return next;
    }

    [[nodiscard]] std::vector<std::uint64_t> numbers_of(const std::string& name) const {
        constexpr std::size_t hops_looked_at = 4 * crowded;  ///< removed ones are among them
        auto out = linked(txn_, space_, Role::subject, name_digest(name), hops_looked_at);
        const auto more = linked(txn_, space_, Role::object, name_digest(name), hops_looked_at);
        out.insert(out.end(), more.begin(), more.end());
        std::sort(out.rbegin(), out.rend());
        return out;
    }

    void take(std::uint64_t number, const std::string& name, std::vector<std::string>& next) {
        if (!seen_.insert(number).second) return;
        auto fact = find_fact(txn_, space_, number);
        const std::string normal = normal_name(name);
        if (!fact || fact->pattern || !accepts_(*fact)) return;
        if (normal_name(fact->subject) != normal && normal_name(fact->object) != normal) return;
        enter(fact->object, next);
        enter(fact->subject, next);
        out_.push_back({*std::move(fact), name});
    }

    const store::ReadTxn& txn_;
    store::Space space_;
    std::size_t most_;
    const std::function<bool(const Fact&)>& accepts_;
    std::set<std::uint64_t> seen_;
    std::set<std::string> entered_;
    std::vector<Hop> out_;
};

}  // namespace

std::vector<Hop> hops(const store::ReadTxn& txn, store::Space space, std::span<const Fact> from,
                      std::size_t most, const std::function<bool(const Fact&)>& accepts) {
    return Hopping(txn, space, most, accepts).run(from);
}

}  // namespace tools::memory
