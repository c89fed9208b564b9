#pragma once

#include "tools/counter.hpp"
#include "tools/thread/view.hpp"

#include <cstdint>
#include <string>

namespace tools::thread {

/// Tokens of a node's text, and of parts that are no text as the JSON they were imported
/// as (D1), with `more` shown behind the text.
std::int64_t size_of(const Header& node, const Words& words, const Counter& counter,
                     const std::string& more = {});

/// The same of a stored node, read and counted anew. What its caller gave stays, and of
/// `more` alone is counted then.
std::int64_t recounted(const View& view, const Header& node, const Counter& counter,
                       const std::string& more = {});

/// Tokens of a stored node by this counter; its texts are read only where another one
/// counted them.
inline std::int64_t tokens_of(const View& view, const Header& node, const Counter& counter) {
    const bool kept = node.counted == counter.by() || node.counted == CountedBy::given ||
                      (node.counted == CountedBy::unsaid && counter.by() == CountedBy::estimate);
    return kept ? node.tokens : recounted(view, node, counter);
}

}  // namespace tools::thread
