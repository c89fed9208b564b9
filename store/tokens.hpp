#pragma once

#include "store/store.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace store {

/// What a token lets its bearer do. Looking needs read, changing write, erasing for
/// good forget; admin is all of them and the server's own figures.
enum class Scope : std::uint8_t { read, write, forget, admin };

constexpr auto names(Scope) {
    return std::array{"read", "write", "forget", "admin"};
}

/// What a token opens. Times are ms since 1970, 0 for never.
struct TokenGrant {
    std::string id;  ///< 12 hex digits: tells tokens apart, opens nothing
    std::string tenant;
    std::vector<Scope> scopes;
    std::vector<std::string> spaces;  ///< patterns such as `map:team-*`; none: all of the tenant
    std::int64_t created = 0;
    std::int64_t expires = 0;
    std::int64_t revoked = 0;

    /// True until it ends or is revoked.
    [[nodiscard]] bool opens(std::int64_t now) const {
        return revoked == 0 && (expires == 0 || now < expires);
    }

    /// True for the scope itself and for admin.
    [[nodiscard]] bool allows(Scope scope) const;
};

/// Makes a token and returns its text, 256 random bits with a prefix and a checksum.
/// The store keeps no more than a keyed hash of it: this is the only time it is seen.
/// Sets the grant's id.
std::string add_token(WriteTxn& txn, TokenGrant& grant);

/// What a token opens now; nothing when it is unknown, expired or revoked.
std::optional<TokenGrant> find_token(const ReadTxn& txn, std::string_view text, std::int64_t now);

/// True while the token of this id opens anything.
bool token_opens(const ReadTxn& txn, std::string_view id, std::int64_t now);

/// Every token ever made, by id.
std::vector<TokenGrant> list_tokens(const ReadTxn& txn);

/// True once a token was made: from then on nobody is served without one.
bool has_tokens(const ReadTxn& txn);

/// Revokes at once. False when no token has this id.
bool revoke_token(WriteTxn& txn, std::string_view id, std::int64_t now);

}  // namespace store
