#include "mcp/http_users.hpp"

#include "mcp/http_grant.hpp"
#include "mcp/http_hub.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

namespace mcp {
namespace {

constexpr double minute_ms = 60'000;
constexpr std::string_view challenge = "Bearer realm=\"throughline\"";

/// The token behind `Authorization: Bearer`, empty when there is none.
std::string_view bearer_of(const Head& head) {
    const std::string* header = head.find("authorization");
    constexpr std::string_view scheme = "bearer ";
    if (header == nullptr || lower(std::string_view(*header).substr(0, scheme.size())) != scheme)
        return {};
    return trim(std::string_view(*header).substr(scheme.size()));
}

Refusal unauthorized(const Head& head) {
    const bool sent = head.find("authorization") != nullptr;
    return {
        401,
        sent ? "this token opens nothing: it is mistyped, expired or revoked; ask the operator "
               "for another one"
             : "send Authorization: Bearer with a token: the operator makes one with "
               "throughline token add",
        {{"WWW-Authenticate", std::string(challenge) + (sent ? ", error=\"invalid_token\"" : "")}}};
}

Refusal forbidden(store::Scope scope) {
    const std::string word = names(scope).at(static_cast<std::size_t>(scope));
    const std::string all =
        scope == store::Scope::write || scope == store::Scope::forget ? "read " + word : word;
    return {403,
            "this token lacks the scope " + word + ": ask the operator for one made with it",
            {{"WWW-Authenticate",
              std::string(challenge) + ", error=\"insufficient_scope\", scope=\"" + all + "\""}}};
}

}  // namespace

HttpUsers::HttpUsers(const store::Store& store, Server& local, bool open, MakeServer make,
                     const CallRate& rate, tools::Clock wall, tools::Clock steady)
    : store_(store),
      local_(local),
      open_(open),
      make_(std::move(make)),
      rate_(rate),
      wall_(wall ? std::move(wall) : local.site().clock),
      steady_(steady ? std::move(steady) : steady_ms) {}

std::variant<Caller, Refusal> HttpUsers::find(const Head& head) {
    const std::string_view token = bearer_of(head);
    std::optional<store::TokenGrant> grant;
    const bool needed = store_.read([&](const store::ReadTxn& txn) {
        grant = token.empty() ? std::nullopt : store::find_token(txn, token, wall_());
        return store::has_tokens(txn);
    });
    if (!needed && open_ && head.find("authorization") == nullptr) return Caller{&local_, nullptr};
    if (!grant) return unauthorized(head);
    const std::lock_guard lock(mutex_);
    auto found = bearers_.find(grant->id);
    if (found == bearers_.end()) {
        auto server = make_(*grant);
        const std::int64_t now = steady_();
        const std::string id = grant->id;
        Bearer bearer{*std::move(grant), std::move(server), {}, {}};
        bearer.calls = {static_cast<double>(rate_.calls), now};
        bearer.changes = {static_cast<double>(rate_.changes), now};
        found = bearers_.emplace(id, std::move(bearer)).first;
    }
    return Caller{found->second.server.get(), &found->second};
}

/// `count` out of a bucket that holds what a minute brings, or none.
std::optional<Refusal> HttpUsers::take(Bucket& bucket, std::int64_t a_minute, const char* what,
                                       double count) {
    const std::lock_guard lock(mutex_);
    const std::int64_t now = steady_();
    const auto most = static_cast<double>(a_minute);
    const double brought = static_cast<double>(now - bucket.filled) / minute_ms * most;
    bucket.left = std::min(most, bucket.left + brought);
    bucket.filled = now;
    if (bucket.left >= count) {
        bucket.left -= count;
        return std::nullopt;
    }
    const auto seconds = static_cast<std::int64_t>(std::ceil((count - bucket.left) * 60 / most));
    const std::string wait = std::to_string(seconds);
    return Refusal{429,
                   std::string("too many ") + what + ": a token has " + std::to_string(a_minute) +
                       " a minute; try again in " + wait + " s",
                   {{"Retry-After", wait}}};
}

std::variant<Caller, Refusal> HttpUsers::admit(const Head& head) {
    auto out = find(head);
    const auto* caller = std::get_if<Caller>(&out);
    if (caller == nullptr || caller->bearer == nullptr) return out;
    if (auto late = take(caller->bearer->calls, rate_.calls, "calls", 1)) return *std::move(late);
    return out;
}

std::optional<Refusal> HttpUsers::admit_more(const Caller& caller, std::size_t messages) {
    if (caller.bearer == nullptr) return std::nullopt;
    return take(caller.bearer->calls, rate_.calls, "calls", static_cast<double>(messages));
}

std::optional<Refusal> HttpUsers::refusal(const Caller& caller, const Message& message) {
    if (caller.bearer == nullptr) return std::nullopt;
    const auto scope = scope_needed(local_.site().catalog, message);
    if (scope && !caller.bearer->grant.allows(*scope)) return forbidden(*scope);
    if (caller.server->order(message) != Order::change) return std::nullopt;
    return take(caller.bearer->changes, rate_.changes, "changes", 1);
}

std::optional<Refusal> HttpUsers::hides_figures(const Caller& caller) const {
    if (caller.bearer == nullptr || caller.bearer->grant.allows(store::Scope::admin))
        return std::nullopt;
    return forbidden(store::Scope::admin);
}

std::int64_t HttpUsers::open_streams() {
    const std::lock_guard lock(mutex_);
    std::int64_t out = local_streams_;
    for (const auto& entry : bearers_)
        out += entry.second.streams;
    return out;
}

std::optional<Refusal> HttpUsers::open_stream(const Caller& caller) {
    const std::lock_guard lock(mutex_);
    if (caller.bearer != nullptr && caller.bearer->streams >= rate_.streams)
        return Refusal{429,
                       "this token has " + std::to_string(rate_.streams) +
                           " streams open, and no more: end one first",
                       {{"Retry-After", "60"}}};
    ++(caller.bearer == nullptr ? local_streams_ : caller.bearer->streams);
    return std::nullopt;
}

std::string HttpUsers::mark(const Caller& caller) {
    return caller.bearer == nullptr ? std::string() : caller.bearer->grant.id;
}

void HttpUsers::close_stream(const Caller& caller) {
    const std::lock_guard lock(mutex_);
    --(caller.bearer == nullptr ? local_streams_ : caller.bearer->streams);
}

std::vector<std::string> HttpUsers::ended() {
    std::vector<std::string> listening, out;
    bool local = false;
    {
        const std::lock_guard lock(mutex_);
        local = local_streams_ > 0;
        for (const auto& entry : bearers_)
            if (entry.second.streams > 0) listening.push_back(entry.first);
    }
    if (!local && listening.empty()) return out;
    store_.read([&](const store::ReadTxn& txn) {
        out.clear();
        if (local && store::has_tokens(txn)) out.emplace_back();
        for (const auto& id : listening)
            if (!store::token_opens(txn, id, wall_())) out.push_back(id);
    });
    return out;
}

}  // namespace mcp
