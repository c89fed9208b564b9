#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/memory/model.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace tools::memory {

enum class ForgetMode {
    retire,  ///< leaves search, its history stays
    erase    ///< gone from records, names, index and history
};

constexpr auto names(ForgetMode) {
    return std::array{"retire", "erase"};
}

/// What is to be forgotten: exactly one of these, or the whole dataspace.
struct ForgetTarget {
    std::optional<EpisodeId> episode;
    std::optional<std::string> fact;    ///< uuid#n
    std::optional<std::string> entity;  ///< facts with this subject or object
    std::optional<std::string> source;
};

struct Forgotten {
    std::uint64_t episodes = 0;  ///< that left with their last fact
    std::uint64_t facts = 0;
    bool more = false;  ///< one call forgets 2,000 facts: send it again
};

/// Forgets facts of a dataspace (LM14), or only counts them.
Forgotten forget(store::WriteTxn& txn, store::Space space, const ForgetTarget& target,
                 ForgetMode mode, std::int64_t now_ms, bool dry_run);

}  // namespace tools::memory
