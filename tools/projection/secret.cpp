#include "tools/projection/secret.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>

namespace tools::projection {
namespace {

bool digit(char c) {
    return c >= '0' && c <= '9';
}

bool alnum_sign(char c) {
    return digit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

bool upper_sign(char c) {
    return digit(c) || (c >= 'A' && c <= 'Z');
}

bool hex_sign(char c) {
    return digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool key_sign(char c) {
    return alnum_sign(c) || c == '_' || c == '-';
}

bool base64_sign(char c) {
    return key_sign(c) || c == '+' || c == '/' || c == '=';
}

using IsSign = bool (*)(char);

/// What a key begins with, and how many signs of a kind follow at least.
struct Beginning {
    std::string_view start;
    IsSign sign;
    std::size_t least;
};

constexpr std::array beginnings{
    Beginning{"AKIA", upper_sign, 16}, Beginning{"ASIA", upper_sign, 16},
    Beginning{"ghp_", alnum_sign, 36}, Beginning{"gho_", alnum_sign, 36},
    Beginning{"ghu_", alnum_sign, 36}, Beginning{"ghs_", alnum_sign, 36},
    Beginning{"ghr_", alnum_sign, 36}, Beginning{"github_pat_", key_sign, 82},
    Beginning{"glpat-", key_sign, 20}, Beginning{"xoxa-", key_sign, 10},
    Beginning{"xoxb-", key_sign, 10},  Beginning{"xoxp-", key_sign, 10},
    Beginning{"xoxr-", key_sign, 10},  Beginning{"xoxs-", key_sign, 10},
    Beginning{"sk-", key_sign, 20},    Beginning{"AIza", key_sign, 35},
};

std::size_t run_size(std::string_view text, IsSign sign) {
    return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), sign) -
                                    text.begin());
}

bool begins_key(std::string_view text, const Beginning& rule) {
    for (std::size_t at = text.find(rule.start); at != std::string_view::npos;
         at = text.find(rule.start, at + 1))
        if ((at == 0 || !alnum_sign(text[at - 1])) &&
            run_size(text.substr(at + rule.start.size()), rule.sign) >= rule.least)
            return true;
    return false;
}

bool is_private_key(std::string_view text) {
    const std::size_t begin = text.find("-----BEGIN ");
    return begin != std::string_view::npos &&
           text.find("PRIVATE KEY", begin) != std::string_view::npos;
}

/// `eyJ...` and two more parts of base64url, a dot between.
bool is_web_token(std::string_view text) {
    for (std::size_t at = text.find("eyJ"); at != std::string_view::npos;
         at = text.find("eyJ", at + 1)) {
        std::string_view rest = text.substr(at);
        std::size_t parts = 0;
        for (; parts < 3; ++parts) {
            if (parts > 0) {
                if (rest.empty() || rest.front() != '.') break;
                rest.remove_prefix(1);
            }
            const std::size_t size = run_size(rest, key_sign);
            if (size < 4) break;
            rest.remove_prefix(size);
        }
        if (parts == 3) return true;
    }
    return false;
}

/// `scheme://user:password@host`
bool has_login(std::string_view text) {
    for (std::size_t at = text.find("://"); at != std::string_view::npos;
         at = text.find("://", at + 1)) {
        const std::string_view rest = text.substr(at + 3);
        const std::string_view host = rest.substr(0, rest.find_first_of(" \t\n/?#\"'<>"));
        const std::size_t sign = host.rfind('@');
        const std::size_t colon = host.find(':');
        if (sign == std::string_view::npos || colon == std::string_view::npos) continue;
        if (colon > 0 && colon + 1 < sign) return true;
    }
    return false;
}

/// Bits a sign.
double bits(std::string_view run) {
    std::array<std::size_t, 256> counts{};
    for (const char c : run)
        ++counts.at(static_cast<unsigned char>(c));
    double out = 0;
    for (const std::size_t count : counts) {
        if (count == 0) continue;
        const double share = static_cast<double>(count) / static_cast<double>(run.size());
        out -= share * std::log2(share);
    }
    return out;
}

/// The value behind `password: ` or `password = "`; empty when none is assigned.
std::string_view assigned(std::string_view rest) {
    constexpr std::string_view around = " \t\"'`";
    std::size_t at = std::min(rest.find_first_not_of(around), rest.size());
    if (at == rest.size() || (rest[at] != '=' && rest[at] != ':')) return {};
    at = std::min(rest.find_first_not_of("=: \t\"'`", at), rest.size());
    rest.remove_prefix(at);
    return rest.substr(0, rest.find_first_of(" \t\r\n\"'`"));
}

bool has_assignment(std::string_view text) {
    constexpr std::array<std::string_view, 7> words{"password", "passwd",  "secret", "token",
                                                    "api key",  "api_key", "apikey"};
    constexpr std::size_t least = 8;
    constexpr double random = 3.5;
    std::string small(text);
    for (char& c : small)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    for (const std::string_view word : words)
        for (std::size_t at = small.find(word); at != std::string::npos;
             at = small.find(word, at + 1)) {
            const std::string_view value = assigned(text.substr(at + word.size()));
            if (value.size() >= least && bits(value) >= random) return true;
        }
    return false;
}

/// A hash or a key without a name: 32 hex digits, or 32 signs that look random.
bool has_random_run(std::string_view text) {
    constexpr std::size_t least = 32;
    constexpr double random = 4.3;
    std::size_t hex = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t size = run_size(text.substr(at), base64_sign);
        const std::string_view run = text.substr(at, size);
        hex = 0;
        for (const char c : run) {
            hex = hex_sign(c) ? hex + 1 : 0;
            if (hex == least) return true;
        }
        if (size >= least && bits(run) >= random) return true;
        at += size + 1;
    }
    return false;
}

}  // namespace

bool secret_shaped(std::string_view text) {
    return is_private_key(text) ||
           std::any_of(beginnings.begin(), beginnings.end(),
                       [&](const Beginning& rule) { return begins_key(text, rule); }) ||
           is_web_token(text) || has_login(text) || has_assignment(text) || has_random_run(text);
}

}  // namespace tools::projection
