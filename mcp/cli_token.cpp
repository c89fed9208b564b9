#include "mcp/cli_token.hpp"

#include "mcp/cli_commands.hpp"
#include "store/error.hpp"
#include "store/tokens.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <ctime>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace mcp {
namespace {

std::int64_t wall_ms() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

store::Error bad_option(const char* flag, const std::string& expected) {
    return {store::Code::invalid,
            "the token cannot be made",
            {{flag, "bad_setting", expected, "", {}}}};
}

/// The parts between commas, without the blanks around them: names may hold some.
std::vector<std::string> comma_list(std::string_view text) {
    std::vector<std::string> out;
    for (;;) {
        const auto comma = text.find(',');
        std::string_view part = text.substr(0, comma);
        part.remove_prefix(std::min(part.size(), part.find_first_not_of(' ')));
        while (part.ends_with(' '))
            part.remove_suffix(1);
        if (!part.empty()) out.emplace_back(part);
        if (comma == std::string_view::npos) return out;
        text.remove_prefix(comma + 1);
    }
}

std::vector<store::Scope> read_scopes(const std::string& text) {
    std::vector<store::Scope> out;
    const auto known = names(store::Scope{});
    for (const auto& word : comma_list(text)) {
        const auto found = std::find(known.begin(), known.end(), word);
        if (found == known.end())
            throw bad_option("--scope", "expected a list of read, write, forget and admin");
        out.push_back(static_cast<store::Scope>(found - known.begin()));
    }
    const auto held = [&](store::Scope scope) {
        return std::find(out.begin(), out.end(), scope) != out.end();
    };
    if (!held(store::Scope::read) && !held(store::Scope::admin))
        throw bad_option("--scope", "expected read in the list, such as read,write");
    return out;
}

std::vector<std::string> read_patterns(const std::string& text) {
    std::vector<std::string> out = comma_list(text);
    if (out.empty())
        throw bad_option("--spaces", "expected a list, or leave it out for all of the tenant");
    const auto kinds = names(store::SpaceKind{});
    for (const auto& pattern : out) {
        const std::string kind = pattern.substr(0, pattern.find(':'));
        if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end() ||
            pattern.size() < kind.size() + 2)
            throw bad_option("--spaces", "expected a list such as map:team-*,dataspace:a");
    }
    return out;
}

/// Milliseconds of `30d`, `12h` or `90m`; 0 for never.
std::int64_t read_lifetime(const std::string& text) {
    if (text == "never") return 0;
    std::int64_t count = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), count);
    const std::string unit(end, text.data() + text.size());
    const std::int64_t minutes = unit == "d" ? 1440 : unit == "h" ? 60 : unit == "m" ? 1 : 0;
    if (fault != std::errc{} || count < 1 || count > 100'000 || minutes == 0)
        throw bad_option("--expires", "expected a time such as 30d, 12h or never");
    return count * minutes * 60'000;
}

std::string day_of(std::int64_t ms) {
    if (ms == 0) return "never";
    const std::time_t seconds = ms / 1000;
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    std::array<char, 32> out{};
    std::strftime(out.data(), out.size(), "%Y-%m-%dT%H:%MZ", &parts);
    return out.data();
}

std::string joined(const std::vector<std::string>& words) {
    std::string out;
    for (const auto& word : words)
        out += (out.empty() ? "" : ",") + word;
    return out;
}

std::string scopes_text(const store::TokenGrant& grant) {
    std::vector<std::string> words;
    for (const auto scope : grant.scopes)
        words.emplace_back(names(scope).at(static_cast<std::size_t>(scope)));
    return joined(words);
}

std::string state_of(const store::TokenGrant& grant, std::int64_t now) {
    if (grant.revoked != 0) return "revoked " + day_of(grant.revoked);
    const bool over = grant.expires != 0 && grant.expires <= now;
    return (over ? "expired " : "valid until ") + day_of(grant.expires);
}

int add(store::Store& store, const std::string& tenant, const TokenCommand& command) {
    const std::int64_t now = wall_ms();
    const std::int64_t lifetime = read_lifetime(command.expires);
    store::TokenGrant grant;
    grant.tenant = tenant;
    grant.scopes = read_scopes(command.scopes);
    if (command.spaces) grant.spaces = read_patterns(*command.spaces);
    grant.created = now;
    grant.expires = lifetime == 0 ? 0 : now + lifetime;
    const std::string token =
        store.write([&](store::WriteTxn& txn) { return store::add_token(txn, grant); });
    std::cout << token << "\n";
    std::cerr << "token for tenant " << tenant << ", " << scopes_text(grant) << ", "
              << state_of(grant, now) << ": this is the only time it is shown\n";
    return exit_ok;
}

int list(const store::Store& store) {
    const std::int64_t now = wall_ms();
    const auto tokens = store.read([](const store::ReadTxn& txn) { return list_tokens(txn); });
    for (const auto& grant : tokens)
        std::cout << grant.id << "\t" << grant.tenant << "\t" << scopes_text(grant) << "\t"
                  << (grant.spaces.empty() ? "all spaces" : joined(grant.spaces)) << "\t"
                  << state_of(grant, now) << "\n";
    return exit_ok;
}

int revoke(store::Store& store, const std::string& id) {
    const bool found =
        store.write([&](store::WriteTxn& txn) { return store::revoke_token(txn, id, wall_ms()); });
    if (found) return exit_ok;
    std::cerr << "throughline: no token has this id: see throughline token list\n";
    return exit_refused;
}

}  // namespace

int run_token(store::Store& store, const std::string& tenant, const TokenCommand& command) {
    if (command.action == "add") return add(store, tenant, command);
    if (command.action == "list") return list(store);
    return revoke(store, command.id);
}

}  // namespace mcp
