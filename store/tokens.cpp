#include "store/tokens.hpp"

#include "store/error.hpp"
#include "store/table.hpp"

#include <algorithm>
#include <sodium.h>
#include <utility>

namespace store {
namespace {

constexpr std::string_view token_prefix = "tln_";
constexpr std::size_t secret_digits = 64;
constexpr std::size_t checksum_digits = 8;
constexpr std::size_t id_bytes = 6;
constexpr std::size_t lookup_bytes = 16;  ///< of the hash: the rest is compared in constant time

/// A token as it is kept: the whole hash and what it opens.
struct KeptToken {
    std::string hash;
    TokenGrant grant;
};

void encode(const KeptToken& token, Writer& out) {
    const TokenGrant& grant = token.grant;
    out.text(token.hash).text(grant.tenant);
    unsigned scopes = 0;
    for (const Scope scope : grant.scopes)
        scopes |= 1U << static_cast<unsigned>(scope);
    out.u8(static_cast<std::uint8_t>(scopes)).varint(grant.spaces.size());
    for (const auto& pattern : grant.spaces)
        out.text(pattern);
    for (const auto time : {grant.created, grant.expires, grant.revoked})
        out.u64(static_cast<std::uint64_t>(time));
}

std::string hex_digits(std::string_view bytes) {
    std::string out(bytes.size() * 2 + 1, '\0');
    sodium_bin2hex(out.data(), out.size(), reinterpret_cast<const unsigned char*>(bytes.data()),
                   bytes.size());
    out.pop_back();
    return out;
}

std::string id_of(std::string_view hash) {
    return hex_digits(hash.substr(0, id_bytes));
}

void decode(Reader& in, KeptToken& token) {
    TokenGrant& grant = token.grant;
    token.hash = in.text();
    grant.id = id_of(token.hash);
    grant.tenant = in.text();
    const unsigned scopes = in.u8();
    for (unsigned bit = 0; bit < names(Scope{}).size(); ++bit)
        if ((scopes >> bit & 1U) != 0) grant.scopes.push_back(static_cast<Scope>(bit));
    for (auto count = in.varint(); count > 0; --count)
        grant.spaces.emplace_back(in.text());
    for (auto* time : {&grant.created, &grant.expires, &grant.revoked})
        *time = static_cast<std::int64_t>(in.u64());
}

struct Pepper {
    std::string bytes;
};

void encode(const Pepper& pepper, Writer& out) {
    out.raw(pepper.bytes);
}

void decode(Reader& in, Pepper& pepper) {
    pepper.bytes = in.rest();
}

constexpr Records<KeptToken> kept_tokens{Table::token};
constexpr Records<Pepper> peppers{Table::token_pepper};

Key pepper_key() {
    return {{}, Table::token_pepper};
}

Key token_key(std::string_view hash) {
    return Key({}, Table::token).tail(hash.substr(0, lookup_bytes));
}

std::string random_bytes(std::size_t size) {
    std::string out(size, '\0');
    randombytes_buf(out.data(), out.size());
    return out;
}

std::string checksum_of(std::string_view secret) {
    std::string out(crypto_generichash_BYTES_MIN, '\0');
    crypto_generichash(reinterpret_cast<unsigned char*>(out.data()), out.size(),
                       reinterpret_cast<const unsigned char*>(secret.data()), secret.size(),
                       nullptr, 0);
    return hex_digits(out).substr(0, checksum_digits);
}

std::string keyed_hash(std::string_view pepper, std::string_view text) {
    std::string out(crypto_auth_hmacsha256_BYTES, '\0');
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, reinterpret_cast<const unsigned char*>(pepper.data()),
                                pepper.size());
    crypto_auth_hmacsha256_update(&state, reinterpret_cast<const unsigned char*>(text.data()),
                                  text.size());
    crypto_auth_hmacsha256_final(&state, reinterpret_cast<unsigned char*>(out.data()));
    return out;
}

/// True for a text that may be a token: what was mistyped or cut needs no look-up.
bool well_formed(std::string_view text) {
    if (text.size() != token_prefix.size() + secret_digits + checksum_digits) return false;
    if (!text.starts_with(token_prefix)) return false;
    const std::string_view secret = text.substr(token_prefix.size(), secret_digits);
    return text.ends_with(checksum_of(secret));
}

/// An id is the start of the hash, which is the key.
std::optional<KeptToken> find_by_id(const ReadTxn& txn, std::string_view id) {
    std::string start(id_bytes, '\0');
    std::size_t size = 0;
    if (id.size() != 2 * id_bytes ||
        sodium_hex2bin(reinterpret_cast<unsigned char*>(start.data()), start.size(), id.data(),
                       id.size(), nullptr, &size, nullptr) != 0 ||
        size != id_bytes)
        return std::nullopt;
    std::optional<KeptToken> out;
    kept_tokens.scan(txn, Key({}, Table::token).tail(start).range(), {.limit = 1},
                     [&](std::string_view, KeptToken token) {
                         out = std::move(token);
                         return false;
                     });
    return out;
}

}  // namespace

bool TokenGrant::allows(Scope scope) const {
    return std::any_of(scopes.begin(), scopes.end(),
                       [&](Scope held) { return held == scope || held == Scope::admin; });
}

std::string add_token(WriteTxn& txn, TokenGrant& grant) {
    if (::sodium_init() < 0) throw Error(Code::unavailable, "the system gave no random bytes");
    auto pepper = peppers.find(txn, pepper_key());
    if (!pepper) {
        pepper = Pepper{random_bytes(crypto_auth_hmacsha256_KEYBYTES)};
        peppers.put(txn, pepper_key(), *pepper);
    }
    const std::string secret = hex_digits(random_bytes(secret_digits / 2));
    std::string text = std::string(token_prefix) + secret + checksum_of(secret);
    const std::string hash = keyed_hash(pepper->bytes, text);
    grant.id = id_of(hash);
    kept_tokens.put(txn, token_key(hash), {hash, grant});
    return text;
}

std::optional<TokenGrant> find_token(const ReadTxn& txn, std::string_view text, std::int64_t now) {
    const auto pepper = peppers.find(txn, pepper_key());
    if (!pepper || !well_formed(text)) return std::nullopt;
    const std::string hash = keyed_hash(pepper->bytes, text);
    auto token = kept_tokens.find(txn, token_key(hash));
    if (!token || token->hash.size() != hash.size() ||
        sodium_memcmp(token->hash.data(), hash.data(), hash.size()) != 0)
        return std::nullopt;
    if (!token->grant.opens(now)) return std::nullopt;
    return std::move(token->grant);
}

std::vector<TokenGrant> list_tokens(const ReadTxn& txn) {
    std::vector<TokenGrant> out;
    kept_tokens.scan(txn, Key({}, Table::token).range(), {},
                     [&](std::string_view, KeptToken token) {
                         out.push_back(std::move(token.grant));
                         return true;
                     });
    return out;
}

bool token_opens(const ReadTxn& txn, std::string_view id, std::int64_t now) {
    const auto found = find_by_id(txn, id);
    return found && found->grant.opens(now);
}

bool has_tokens(const ReadTxn& txn) {
    return peppers.find(txn, pepper_key()).has_value();
}

bool revoke_token(WriteTxn& txn, std::string_view id, std::int64_t now) {
    auto found = find_by_id(txn, id);
    if (!found) return false;
    if (found->grant.revoked == 0) found->grant.revoked = now;
    kept_tokens.put(txn, token_key(found->hash), *found);
    return true;
}

}  // namespace store
