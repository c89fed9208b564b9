#include "mcp/seal.hpp"

#include "store/hex.hpp"

#include <array>
#include <charconv>
#include <sodium.h>

namespace mcp {
namespace {

const unsigned char* as_bytes(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

/// Over the context's length too, so that no two pairs give the same bytes.
std::string Seal::mac(std::string_view context, std::string_view body) const {
    std::call_once(made_, [this] { key_ = ids_() + ids_(); });
    const std::string length = std::to_string(context.size()) + ":";
    std::array<unsigned char, crypto_auth_hmacsha256_BYTES> out{};
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, as_bytes(key_), key_.size());
    crypto_auth_hmacsha256_update(&state, as_bytes(length), length.size());
    crypto_auth_hmacsha256_update(&state, as_bytes(context), context.size());
    crypto_auth_hmacsha256_update(&state, as_bytes(body), body.size());
    crypto_auth_hmacsha256_final(&state, out.data());
    return store::to_hex({reinterpret_cast<const char*>(out.data()), out.size()});
}

std::string Seal::close(std::string_view context, std::string_view text, std::int64_t ends) const {
    const std::string body = std::to_string(ends) + "." + store::to_hex(text);
    return body + "." + mac(context, body);
}

std::optional<std::string> Seal::open(std::string_view context, std::string_view sealed,
                                      std::int64_t now) const {
    const auto dot = sealed.rfind('.');
    if (dot == std::string_view::npos) return std::nullopt;
    const std::string_view body = sealed.substr(0, dot);
    const std::string_view given = sealed.substr(dot + 1);
    const std::string due = mac(context, body);
    if (given.size() != due.size() || sodium_memcmp(given.data(), due.data(), due.size()) != 0)
        return std::nullopt;
    std::int64_t ends = 0;
    const auto [end, fault] = std::from_chars(body.data(), body.data() + body.size(), ends);
    if (fault != std::errc{} || ends < now || end == body.data() + body.size()) return std::nullopt;
    return store::from_hex(body.substr(body.find('.') + 1));
}

}  // namespace mcp
