#include "tools/memory/near_names.hpp"

#include "tools/memory/normal.hpp"
#include "tools/memory/stored_memory.hpp"
#include "tools/nearest.hpp"

#include <algorithm>

namespace tools::memory {

std::vector<std::string> near_names(const store::ReadTxn& txn, store::Space space,
                                    const std::string& name) {
    constexpr std::size_t wanted = 3;
    constexpr std::size_t looked_at = 5'000;
    const std::string normal = normal_name(name);
    std::vector<std::string> out;
    const auto add = [&](const std::string& one) {
        if (out.size() < wanted && std::find(out.begin(), out.end(), one) == out.end())
            out.push_back(one);
        return out.size() < wanted;
    };
    const std::string start = normal.substr(0, normal.find(' '));
    if (!start.empty())
        scan_names(txn, space, start, wanted,
                   [&](const std::string& found, const NameEntry& entry) {
                       return found.starts_with(start) && (entry.facts == 0 || add(entry.name));
                   });
    std::vector<std::string> all;
    scan_names(txn, space, "", looked_at, [&](const std::string& found, const NameEntry& entry) {
        if (entry.facts > 0) all.push_back(found);
        return true;
    });
    const std::string close = nearest(normal, all);
    if (!close.empty())
        if (const auto entry = find_name(txn, space, close)) add(entry->name);
    return out;
}

}  // namespace tools::memory
