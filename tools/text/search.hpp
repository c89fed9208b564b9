#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/text/index.hpp"
#include "tools/text/meta.hpp"
#include "tools/text/rank.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace tools::text {

struct Question {
    std::span<const QueryTerm> terms;
    std::size_t most = 0;
    const Accept& accept;
};

/// The best hits over tail and segments of a snapshot.
std::vector<Hit> search(const store::ReadTxn& txn, store::Space space, const Question& question);

/// How many documents tail and segments hold.
std::uint64_t documents(const store::ReadTxn& txn, store::Space space);

}  // namespace tools::text
