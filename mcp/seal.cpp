#include "mcp/seal.hpp"

#include <array>
#include <charconv>
#include <sodium.h>

namespace mcp {
namespace {

std::string hex_of(std::string_view bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out;
    out.reserve(bytes.size() * 2);
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        out += digits[byte >> 4U];
        out += digits[byte & 0xFU];
    }
    return out;
}

std::optional<std::string> bytes_of(std::string_view hex) {
    if (hex.size() % 2 != 0) return std::nullopt;
    std::string out;
    for (std::size_t i = 0; i < hex.size(); i += 2) {
        unsigned value = 0;
        const auto [end, fault] = std::from_chars(hex.data() + i, hex.data() + i + 2, value, 16);
        if (fault != std::errc{} || end != hex.data() + i + 2) return std::nullopt;
        out += static_cast<char>(value);
    }
    return out;
}

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
    return hex_of({reinterpret_cast<const char*>(out.data()), out.size()});
}

std::string Seal::close(std::string_view context, std::string_view text, std::int64_t ends) const {
    const std::string body = std::to_string(ends) + "." + hex_of(text);
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
    return bytes_of(body.substr(body.find('.') + 1));
}

}  // namespace mcp
