#pragma once

#include "mcp/http_head.hpp"
#include "mcp/server.hpp"
#include "mcp/settings.hpp"
#include "store/tokens.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <variant>
#include <vector>

namespace mcp {

/// Makes the server of whoever holds a grant: its tenant, its spaces, its tools.
using MakeServer = std::function<std::unique_ptr<Server>(const store::TokenGrant& grant)>;

/// What is left of a rate: it fills up over a minute.
struct Bucket {
    double left = 0;
    std::int64_t filled = 0;  ///< when, in ms of the steady clock
};

/// One caller's token in use.
struct Bearer {
    store::TokenGrant grant;
    std::unique_ptr<Server> server;
    Bucket calls, changes;
    std::int64_t streams = 0;
};

/// Who calls: a server that answers them, and the token they came with, if any.
struct Caller {
    Server* server = nullptr;
    Bearer* bearer = nullptr;
};

/// Who may call: everybody on this machine as one as long as no token was ever made, else
/// the bearers of tokens. Tokens are looked up for every request, so that a revoked one
/// opens nothing from then on. Any number of threads ask at once.
class HttpUsers {
public:
    /// `local` is what the operator offers; it serves those without a token where
    /// `open` says so. Clocks: ms since 1970, and of one that is never set.
    HttpUsers(const store::Store& store, Server& local, bool open, MakeServer make,
              const CallRate& rate = {}, tools::Clock wall = {}, tools::Clock steady = {});

    /// The caller behind a head, or 401.
    std::variant<Caller, Refusal> find(const Head& head);

    /// The same, and counts it as a call: 401 or 429.
    std::variant<Caller, Refusal> admit(const Head& head);

    /// Counts further messages of a batch that was admitted as one call: 429 where the rate
    /// does not hold all of them.
    std::optional<Refusal> admit_more(const Caller& caller, std::size_t messages);

    /// Why this message is not served, if so: 403 for a scope, 429 for a rate.
    std::optional<Refusal> refusal(const Caller& caller, const Message& message);

    /// How long a message may take, whoever sent it.
    [[nodiscard]] Order order(const Message& message) const { return local_.order(message); }

    /// Counts a stream of this caller before it is opened, or 429; close_stream gives the place
    /// back.
    std::optional<Refusal> open_stream(const Caller& caller);
    void close_stream(const Caller& caller);

    /// The mark of this caller's streams that `ended` names.
    [[nodiscard]] static std::string mark(const Caller& caller);

    /// Why this caller may not see figures of the whole server, if so: 403.
    [[nodiscard]] std::optional<Refusal> hides_figures(const Caller& caller) const;

    [[nodiscard]] std::int64_t open_streams();

    /// The marks of callers with open streams who may not call any more.
    std::vector<std::string> ended();

private:
    std::optional<Refusal> take(Bucket& bucket, std::int64_t a_minute, const char* what,
                                double count);

    const store::Store& store_;
    Server& local_;
    bool open_;
    MakeServer make_;
    CallRate rate_;
    tools::Clock wall_, steady_;
    std::mutex mutex_;
    std::map<std::string, Bearer> bearers_;  ///< by the token's id
    std::int64_t local_streams_ = 0;
};

}  // namespace mcp
