#include "tools/map/conversation.hpp"

#include "store/error.hpp"
#include "tools/map/stored_map.hpp"
#include "tools/text/line.hpp"

#include <utility>

namespace tools::map {

std::string conversation_name(const Call& call, const std::optional<std::string>& named) {
    if (!named && !call.settings.conversation.empty()) return call.settings.conversation;
    const auto refuse = [](const char* reason, const std::string& message) {
        throw store::Error(store::Code::invalid, "conversation " + message,
                           {{"/conversation", reason, message, "", {}}});
    };
    if (!named) refuse("missing", "is missing: name the map to work on");
    std::string name = text::trim(*named);
    if (const auto fault = text::line_fault(name, max_conversation))
        refuse(fault->reason, fault->message);
    return name;
}

std::optional<store::Space> find_map(const store::ReadTxn& txn, const Call& call,
                                     const std::string& conversation) {
    return store::find_space(txn, call.principal.tenant, store::SpaceKind::map, conversation);
}

Conversation open_conversation(const store::ReadTxn& txn, const Call& call,
                               const std::optional<std::string>& named) {
    std::string name = conversation_name(call, named);
    const auto space = find_map(txn, call, name);
    return {std::move(name), space, space ? reader(txn, *space) : empty_reader()};
}

}  // namespace tools::map
