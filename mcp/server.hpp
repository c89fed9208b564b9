#pragma once

#include "mcp/failure.hpp"
#include "mcp/methods.hpp"
#include "mcp/question.hpp"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace mcp {

/// The order a message keeps among the others of its connection.
enum class Order {
    at_once,  ///< touches no store: answered by whoever read it
    look,     ///< waits for the changes before it
    change    ///< waits for everything before it
};

/// What a tool gave: an outcome, or why there is none.
struct Called {
    std::optional<tools::Outcome> outcome;
    std::optional<Failure> failure;
};

/// What a message came to.
struct Reply {
    std::string line;      ///< the reply, empty when none is due (yet)
    int fault = 0;         ///< code of the error it is, 0 for none
    bool held = false;     ///< the request stays open
    bool refused = false;  ///< a tool said no, in a result
};

/// Every method that is spoken here, in one era or both.
std::vector<std::string> method_names();

/// Answers messages, whatever transport they came by. Any number of threads may
/// ask at once; only `initialize` changes its session and must run alone there.
class Server {
public:
    /// `report` hears of faults of this program, without any text of users.
    Server(Site site, std::function<void(const std::string&)> report);

    /// Reads a line; what is no message is a fault in it. A batch that the session
    /// may not send is one too.
    [[nodiscard]] Incoming read(std::string_view text, const Session& session) const;

    [[nodiscard]] Order order(const Message& message) const;

    Reply reply(const Message& message, Session& session, const std::stop_token& stop);

    /// The line of the reply alone.
    std::string answer(const Message& message, Session& session, const std::stop_token& stop) {
        return reply(message, session, stop).line;
    }

    /// Runs a tool that is visible here.
    [[nodiscard]] Called call(const tools::Tool& tool, const Json& arguments,
                              const tools::Call& call) const;

    /// Runs a tool for the command line, which neither cancels nor asks how far it is.
    [[nodiscard]] Called call(const tools::Tool& tool, const Json& arguments) const;

    /// The client is gone or going: ends what it listens to.
    void close(Session& session);

    [[nodiscard]] const Site& site() const { return site_; }

private:
    Answer serve(const Message& message, Era era, Session& session, const std::stop_token& stop);
    Answer call_tool(const Exchange& exchange) const;
    Answer go(const Exchange& exchange, const tools::Tool& tool, const Way& way) const;
    Answer answer_of(const Called& called, const Exchange& exchange, const std::string& tool) const;
    void tell(const std::string& fault, Era era, Session& session) const;
    static Fault fault_of(const Failure& failure);
    void note(const Message& message, Session& session);

    Site site_;
    ToolList tool_list_;
    Notices notices_;
    Asks asks_;
    Seal seal_;
    std::function<void(const std::string&)> report_;
};

}  // namespace mcp
