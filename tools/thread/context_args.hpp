#pragma once

#include "tools/schema.hpp"
#include "tools/thread/choose.hpp"
#include "tools/thread/place.hpp"
#include "tools/thread/relevance.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tools::thread {

/// What a call says of the context it wants; shared by assembling and drawing.
struct ContextArgs {
    std::optional<std::vector<std::string>> heads, pins;
    std::optional<std::int64_t> max_tokens, reserve, tail_min;
    std::optional<Preference> strategy;
    std::optional<std::string> query, query_vector;
    std::optional<bool> drop_critique, hard_fail;
};

/// Heads given by id, else those of the view's version.
std::vector<Number> heads_of(const View& view, const std::optional<std::vector<std::string>>& ids);

/// Throws Error invalid for numbers that can't be, for relevance without a query, and for
/// a query_vector that the thread's vectors can't be compared with.
Wish wish_of(const View& view, const ContextArgs& args);

}  // namespace tools::thread
