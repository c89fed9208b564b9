#include "mcp/methods.hpp"

namespace mcp {

/// Legacy only: the modern revisions have no such method. Over HTTP, where no connection is
/// remembered, the level holds for the request itself.
Answer set_log_level(const Exchange& exchange) {
    const std::string* asked = string_param(exchange.message.params, "level");
    const auto level = asked == nullptr ? std::nullopt : tools::read_word<Severity>(*asked);
    if (!level)
        return bad_params("level: expected " + tools::allowed_words(asked == nullptr ? "" : *asked,
                                                                    tools::words_of<Severity>()));
    exchange.session.hears = *level;
    return Result{};
}

void log_fault(Session& session, const std::string& what) {
    if (session.hears > Severity::error) return;
    session.channel.send(notification_line("notifications/message",
                                           R"({"level":"error","logger":"throughline","data":)" +
                                               json_string(what) + "}"),
                         {});
}

}  // namespace mcp
