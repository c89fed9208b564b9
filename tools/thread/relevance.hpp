#pragma once

#include "tools/thread/embedding/values.hpp"
#include "tools/thread/headers.hpp"

#include <functional>
#include <string>

namespace tools::thread {

/// What a context is for; at least one of both is there.
struct Asked {
    std::string words;
    embedding::Values vector;
};

/// How much a node is about what was asked, 0..1 (D13): by words the share of them,
/// weighed by length, that its text holds; by vector the cosine of its own, 0 where it has
/// none; by both their mean. Where an active node that an embeds link joins it with is
/// worth more, that times the link's weight. The view must outlive it. Throws Error
/// invalid (no_vectors, wrong_dimension) for a vector that nothing can be compared with.
std::function<double(const Candidate&)> relevance_to(const View& view, Asked asked);

}  // namespace tools::thread
