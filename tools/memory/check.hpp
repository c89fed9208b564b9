#pragma once

#include "tools/memory/draft.hpp"
#include "tools/memory/findings.hpp"
#include "tools/memory/model.hpp"

#include <string>
#include <vector>

namespace tools::memory {

/// An episode that was read: complete where `faults` is empty.
struct Checked {
    Episode episode;
    std::vector<Fact> facts;
    std::vector<Finding> faults;
    std::vector<Finding> noted;  ///< what was read leniently
};

/// Reads names, labels and times of an episode and finds all its faults (LM1 to
/// LM4). `known` are faults of reading its fields: what stands there is not looked
/// at again.
Checked check(const EpisodeDraft& draft, std::vector<Finding> known);

/// True for a name of generic words, digits and signs only: `Facts`, `Episode 3`.
bool is_generic(const std::string& episode_name);

}  // namespace tools::memory
