#pragma once

#include "tools/memory/search.hpp"

#include <cstddef>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tools::memory {

/// Found facts in order, each of them once: what is word for word the same in another
/// episode, at the same times, is kept with the first as `also`. Nothing stored is merged.
class Distinct {
public:
    /// True when the fact is a new one.
    bool add(FoundFact found);

    /// Keeps a fact by itself, whatever it says.
    void add_apart(FoundFact found) { facts_.push_back(std::move(found)); }

    [[nodiscard]] std::size_t size() const { return facts_.size(); }

    std::vector<FoundFact> take() { return std::move(facts_); }

private:
    std::vector<FoundFact> facts_;
    std::unordered_multimap<std::size_t, std::size_t> places_;  ///< by digest of the statement
};

}  // namespace tools::memory
