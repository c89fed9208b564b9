#include "tools/memory/dataspace.hpp"
#include "tools/memory/memory_tools.hpp"
#include "tools/memory/normal.hpp"
#include "tools/memory/stored_memory.hpp"

#include <algorithm>
#include <array>

namespace tools::memory {
namespace {

constexpr std::size_t most_values = 100;
constexpr std::size_t looked_at = 1'000;
using Given = std::map<std::string, std::string>;

/// Allowed dataspaces that start with a prefix, the one for writes first.
std::vector<std::string> dataspaces(store::Store& /*store*/, const Call& call,
                                    const std::string& prefix, const Given& /*given*/) {
    std::vector<std::string> out;
    for (const std::string& name : call.settings.dataspaces)
        if (name.starts_with(prefix)) out.push_back(name);
    return out;
}

/// Names in use that start with a prefix in any case.
std::vector<std::string> entity_names(store::Store& store, const Call& call,
                                      const std::string& prefix, const Given& given) {
    const auto named = given.find("dataspace");
    const auto& allowed = call.settings.dataspaces;
    const std::string wanted = named == given.end() ? allowed.front() : named->second;
    if (std::find(allowed.begin(), allowed.end(), wanted) == allowed.end()) return {};
    return store.read([&](const store::ReadTxn& txn) {
        std::vector<std::string> out;
        const Dataspace one = open_dataspace(txn, call, wanted);
        const std::string normal = normal_name(prefix);
        if (one.space)
            scan_names(txn, *one.space, normal, looked_at,
                       [&](const std::string& found, const NameEntry& entry) {
                           if (!found.starts_with(normal) || out.size() >= most_values)
                               return false;
                           if (entry.facts > 0) out.push_back(entry.name);
                           return true;
                       });
        return out;
    });
}

constexpr const char* entity_uris = "memory://entity/{dataspace}/{name}";
constexpr std::array completions{CompletionRow{entity_uris, "dataspace", dataspaces},
                                 CompletionRow{entity_uris, "name", entity_names}};

}  // namespace

constinit const Rows<CompletionRow> completion_rows = completions;

}  // namespace tools::memory
