#include "tools/map/conversation.hpp"
#include "tools/map/map_tools.hpp"

#include <algorithm>
#include <array>

namespace tools::map {
namespace {

constexpr std::size_t most_values = 100;
using Given = std::map<std::string, std::string>;

/// Names of maps that start with a prefix, by name.
std::vector<std::string> conversations(store::Store& store, const Call& call,
                                       const std::string& prefix, const Given& /*given*/) {
    return store.read([&](const store::ReadTxn& txn) {
        const store::Reach& tenant = call.principal.tenant;
        std::vector<std::string> out;
        if (!prefix.empty() && store::find_space(txn, tenant, store::SpaceKind::map, prefix))
            out.push_back(prefix);
        for (auto& [space, name] :
             store::list_spaces(txn, tenant, store::SpaceKind::map, prefix, most_values))
            if (name.starts_with(prefix)) out.push_back(std::move(name));
        return out;
    });
}

/// Ids of open nodes that start with a prefix, the newest of each type first.
std::vector<std::string> node_ids(store::Store& store, const Call& call, const std::string& prefix,
                                  const Given& given) {
    const auto named = given.find("conversation");
    std::optional<std::string> conversation;
    if (named != given.end() && !named->second.empty()) conversation = named->second;
    if (!conversation && call.settings.conversation.empty()) return {};
    std::string wanted = prefix;
    for (char& c : wanted)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return store.read([&](const store::ReadTxn& txn) {
        const Conversation map = open_conversation(txn, call, conversation);
        std::vector<std::string> out;
        for (std::size_t type = 0; type < type_count; ++type)
            for (const NodeId id :
                 map.reader.open(static_cast<NodeType>(type), 10 * most_values, First::newest))
                if (to_string(id).starts_with(wanted) && out.size() < most_values)
                    out.push_back(to_string(id));
        return out;
    });
}

constexpr std::array completions{
    CompletionRow{"map://{conversation}", "conversation", conversations},
    CompletionRow{"map://{conversation}/focus", "conversation", conversations},
    CompletionRow{"conversation_map", "conversation", conversations},
    CompletionRow{"review_map", "conversation", conversations},
    CompletionRow{"review_map", "node", node_ids}};

}  // namespace

constinit const Rows<CompletionRow> completion_rows = completions;

}  // namespace tools::map
