#include "tools/map/conversation.hpp"

#include "store/error.hpp"
#include "tools/map/stored_map.hpp"
#include "tools/text/line.hpp"

namespace tools::map {
namespace {

constexpr std::size_t longest_name = 200;  ///< code points

[[noreturn]] void refuse(const char* reason, const std::string& message) {
    throw store::Error(store::Code::invalid, "no map can be chosen: nothing was done",
                       {{"/conversation", reason, message, "", {}}});
}

}  // namespace

std::string conversation_name(const Call& call, const std::optional<std::string>& given) {
    std::string name = text::trim(given.value_or(call.settings.conversation));
    if (name.empty())
        refuse("missing", "send \"conversation\": the name of the conversation's map");
    if (const auto fault = text::line_fault(name, longest_name))
        refuse(fault->reason, "the name " + fault->message);
    return name;
}

Conversation open_conversation(const store::ReadTxn& txn, const Call& call,
                               const std::optional<std::string>& given) {
    Conversation out;
    out.name = conversation_name(call, given);
    out.space = store::find_space(txn, call.principal.tenant, store::SpaceKind::map, out.name);
    out.reader = out.space ? reader(txn, *out.space) : empty_reader();
    return out;
}

}  // namespace tools::map
