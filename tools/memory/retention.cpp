#include "tools/memory/retention.hpp"

#include "tools/memory/stored_memory.hpp"
#include "tools/memory/writing.hpp"

#include <utility>
#include <vector>

namespace tools::memory {

bool retire_old(store::WriteTxn& txn, store::Space space, Head& head, std::int64_t days,
                std::int64_t now_ms) {
    constexpr std::int64_t day_ms = 86'400'000;
    constexpr std::uint64_t facts_a_write = 2'000;
    const std::int64_t kept_from = now_ms - days * day_ms;
    std::uint64_t facts = 0;
    bool more = false;
    std::vector<Episode> old;
    scan_episodes(txn, space, head.aged, [&](Episode& episode) {
        more = episode.recorded_ms < kept_from && facts >= facts_a_write;
        if (more || episode.recorded_ms >= kept_from) return false;
        facts += episode.facts;
        head.aged = episode.id;
        if (episode.removal == Removal::none) old.push_back(std::move(episode));
        return true;
    });
    for (Episode& episode : old)
        remove_episode(txn, space, head, episode, {Removal::retired, now_ms, {}, ""});
    return more;
}

}  // namespace tools::memory
