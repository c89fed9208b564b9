#pragma once

#include "mcp/asks.hpp"
#include "mcp/era.hpp"
#include "mcp/notices.hpp"
#include "mcp/seal.hpp"
#include "mcp/session.hpp"
#include "tools/catalog.hpp"

#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <variant>

namespace mcp {

/// The request stays open: what belongs to it comes as notifications.
struct Held {};

using Answer = std::variant<Result, Fault, Held>;

struct Exchange;

/// Methods beyond the rows of a catalogue.
struct Extension {
    /// The answer, or nothing: the request is served as ever. Asked first.
    std::function<std::optional<Answer>(const Exchange&)> answer;
};

/// What a server serves, and with what.
struct Site {
    store::Store& store;
    const tools::Counter& counter;
    tools::Catalog catalog;  ///< only what the settings let be seen
    tools::Settings settings;
    tools::Principal principal;
    tools::Clock clock;
    tools::Ids ids;
    std::string instructions;  ///< how to use all this, for the model; may be empty
    Extension extension = {};  ///< none in the product
    bool pushes = true;        ///< legacy clients hear of changes on their connection
};

/// A call that nobody cancels or asks how far it is, as the command line makes them, for whom
/// it serves. Both must outlive it.
tools::Call quiet_call(const Site& site, const tools::Principal& principal);

/// What tools/list answers, as the members of its result. Made once, when asked
/// for: a server that starts has other things to do.
class ToolList {
public:
    explicit ToolList(const tools::Catalog& catalog) : catalog_(catalog) {}

    [[nodiscard]] const std::string& text() const;

private:
    const tools::Catalog& catalog_;
    mutable std::once_flag made_;
    mutable std::string text_;
};

/// One request as its method sees it.
struct Exchange {
    const Site& site;
    const ToolList& tool_list;
    Notices& notices;
    Asks& asks;
    const Seal& seal;
    const Message& message;
    Era era;
    Session& session;
    const tools::Call& call;
};

/// Params of a request as a method needs them; what is missing is a Fault.
Fault bad_params(std::string message);

/// A string of the params, or nothing when it is absent or something else.
const std::string* string_param(const Json& params, const char* name);

/// The fault of a list that fits on one page and is asked for another one.
std::optional<Fault> cursor_fault(const Message& message);

Answer initialize(const Exchange& exchange);
Answer discover(const Exchange& exchange);
Answer ping(const Exchange& exchange);
Answer list_tools(const Exchange& exchange);
Answer list_resources(const Exchange& exchange);
Answer list_templates(const Exchange& exchange);
Answer read_resource(const Exchange& exchange);
Answer subscribe(const Exchange& exchange);
Answer unsubscribe(const Exchange& exchange);
Answer listen(const Exchange& exchange);
Answer list_prompts(const Exchange& exchange);
Answer read_prompt(const Exchange& exchange);
Answer complete(const Exchange& exchange);
Answer set_log_level(const Exchange& exchange);

/// What tools/list shows of a tool.
Json tool_entry(const tools::Tool& tool);

/// The members of the result of tools/list, as JSON text.
std::string tool_list(const tools::Catalog& catalog);

/// Tells a legacy client of a fault of this program, unless it hears of graver ones only.
void log_fault(Session& session, const std::string& what);

/// The last message of a listen request: the server ends it.
std::string listen_end(const std::string& tag);

}  // namespace mcp
