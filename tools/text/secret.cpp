#include "tools/text/secret.hpp"

#include "tools/text/ascii.hpp"
#include "tools/text/card.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

namespace tools::text {
namespace {

bool is_capital(char c) {
    return ascii_digit(c) || (c >= 'A' && c <= 'Z');
}

bool is_hex(char c) {
    return ascii_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool is_base64(char c) {
    return ascii_word(c) || c == '+' || c == '/' || c == '=';
}

using IsSign = bool (*)(char);

/// A key that begins with a literal, followed by so many signs of a kind.
struct KeyRule {
    const char* name;
    std::string_view start;
    IsSign sign;
    std::size_t least, most;
    double bits = 3;  ///< of entropy a sign: words and padding stay below 3, random keys above
};

/// Any other shape of a secret.
struct ShapeRule {
    const char* name;
    bool (*holds)(std::string_view text);
};

constexpr std::array known_keys{
    KeyRule{"aws_access_key", "AKIA", is_capital, 16, 16},
    KeyRule{"aws_access_key", "ASIA", is_capital, 16, 16},
    KeyRule{"github_token", "ghp_", ascii_alnum, 36, 255},
    KeyRule{"github_token", "gho_", ascii_alnum, 36, 255},
    KeyRule{"github_token", "ghs_", ascii_alnum, 36, 255},
    KeyRule{"github_token", "github_pat_", ascii_word, 60, 255},
    KeyRule{"gitlab_token", "glpat-", ascii_word, 20, 255},
    KeyRule{"slack_token", "xoxb-", ascii_word, 24, 255},
    KeyRule{"slack_token", "xoxp-", ascii_word, 24, 255},
    KeyRule{"anthropic_key", "sk-ant-", ascii_word, 32, 255},
    KeyRule{"openai_key", "sk-proj-", ascii_word, 32, 255},
    KeyRule{"openai_key", "sk-svcacct-", ascii_word, 32, 255},
    KeyRule{"google_api_key", "AIza", ascii_word, 35, 35},
    KeyRule{"stripe_key", "sk_live_", ascii_alnum, 20, 255},
    KeyRule{"stripe_key", "rk_live_", ascii_alnum, 20, 255},
    KeyRule{"npm_token", "npm_", ascii_alnum, 36, 36},
    KeyRule{"hugging_face_token", "hf_", ascii_alnum, 34, 34},
};

constexpr std::size_t any = std::string_view::npos;

constexpr std::array likely_keys{
    KeyRule{"aws_access_key", "AKIA", is_capital, 16, any, 0},
    KeyRule{"aws_access_key", "ASIA", is_capital, 16, any, 0},
    KeyRule{"github_token", "ghp_", ascii_alnum, 36, any, 0},
    KeyRule{"github_token", "gho_", ascii_alnum, 36, any, 0},
    KeyRule{"github_token", "ghu_", ascii_alnum, 36, any, 0},
    KeyRule{"github_token", "ghs_", ascii_alnum, 36, any, 0},
    KeyRule{"github_token", "ghr_", ascii_alnum, 36, any, 0},
    KeyRule{"github_token", "github_pat_", ascii_word, 82, any, 0},
    KeyRule{"gitlab_token", "glpat-", ascii_word, 20, any, 0},
    KeyRule{"slack_token", "xoxa-", ascii_word, 10, any, 0},
    KeyRule{"slack_token", "xoxb-", ascii_word, 10, any, 0},
    KeyRule{"slack_token", "xoxp-", ascii_word, 10, any, 0},
    KeyRule{"slack_token", "xoxr-", ascii_word, 10, any, 0},
    KeyRule{"slack_token", "xoxs-", ascii_word, 10, any, 0},
    KeyRule{"model_key", "sk-", ascii_word, 20, any, 0},
    KeyRule{"google_api_key", "AIza", ascii_word, 35, any, 0},
};

std::size_t run_of(std::string_view text, IsSign sign) {
    const auto end = std::find_if_not(text.begin(), text.end(), sign);
    return static_cast<std::size_t>(end - text.begin());
}

double entropy(std::string_view text) {
    std::array<std::size_t, 256> counts{};
    for (const char c : text)
        ++counts.at(static_cast<unsigned char>(c));
    double out = 0;
    for (const std::size_t count : counts) {
        if (count == 0) continue;
        const double share = static_cast<double>(count) / static_cast<double>(text.size());
        out -= share * std::log2(share);
    }
    return out;
}

/// True when `test(position behind it)` is true for an occurrence of a word.
template <class Test>
bool any_after(std::string_view text, std::string_view word, Test test) {
    for (std::size_t at = text.find(word); at != std::string_view::npos;
         at = text.find(word, at + 1))
        if (test(at + word.size())) return true;
    return false;
}

bool holds_key(std::string_view text, const KeyRule& rule) {
    return any_after(text, rule.start, [&](std::size_t end) {
        const std::size_t at = end - rule.start.size();
        if (at > 0 && ascii_alnum(text[at - 1])) return false;
        const std::size_t enough = rule.most == any ? rule.least : rule.most + 1;
        const std::string_view rest = text.substr(end, enough);
        const std::size_t size = run_of(rest, rule.sign);
        return size >= rule.least && size <= rule.most &&
               (rule.bits == 0 || entropy(rest.substr(0, size)) >= rule.bits);
    });
}

bool private_key(std::string_view text) {
    const std::size_t begin = text.find("-----BEGIN ");
    return begin != std::string_view::npos &&
           text.find("PRIVATE KEY", begin) != std::string_view::npos;
}

/// `sk-...T3BlbkFJ...`: the mark stands in the middle of a run.
bool marked_key(std::string_view text) {
    const std::size_t start = text.find("sk-");
    if (start == std::string_view::npos) return false;
    const std::string_view run = text.substr(start, run_of(text.substr(start), ascii_word));
    constexpr std::size_t least = 40;
    return run.size() >= least && run.find("T3BlbkFJ") != std::string_view::npos;
}

/// Takes a run of at least so many signs off the front; false where it is shorter.
bool take_run(std::string_view& rest, std::size_t least) {
    const std::size_t size = run_of(rest, ascii_word);
    rest.remove_prefix(size);
    return size >= least;
}

bool take_dot(std::string_view& rest) {
    const bool found = rest.starts_with('.');
    if (found) rest.remove_prefix(1);
    return found;
}

/// Three parts of base64url with dots between, behind a head that starts as `{"`.
template <std::size_t least>
bool web_token(std::string_view text) {
    for (std::size_t at = text.find("eyJ"); at != std::string_view::npos;) {
        std::string_view rest = text.substr(at);
        const bool head = take_run(rest, least);
        at = text.find("eyJ", text.size() - rest.size());  // no other head of this run does better
        if (head && take_dot(rest) && take_run(rest, least) && take_dot(rest) &&
            take_run(rest, least))
            return true;
    }
    return false;
}

/// `https://user:password@host`.
bool url_password(std::string_view text) {
    return any_after(text, "://", [&](std::size_t end) {
        const std::string_view rest = text.substr(end);
        const std::string_view host = rest.substr(0, rest.find_first_of(" \t\n/?#\"'<>"));
        const std::size_t sign = host.rfind('@');
        const std::size_t colon = host.find(':');
        return sign != std::string_view::npos && colon != std::string_view::npos && colon > 0 &&
               colon + 1 < sign;
    });
}

/// The value behind `password: ` or `password = "`; empty when none is assigned.
std::string_view assigned(std::string_view rest) {
    constexpr std::string_view around = " \t\"'`";
    std::size_t at = std::min(rest.find_first_not_of(around), rest.size());
    if (at == rest.size() || (rest[at] != '=' && rest[at] != ':')) return {};
    at = std::min(rest.find_first_not_of("=: \t\"'`", at), rest.size());
    rest.remove_prefix(at);
    constexpr std::size_t longest = 256;  // what is behind them tells no more
    return rest.substr(0, std::min(rest.substr(0, longest).find_first_of(" \t\r\n\"'`"), longest));
}

bool assignment(std::string_view text) {
    constexpr std::array<std::string_view, 7> words{"password", "passwd",  "secret", "token",
                                                    "api key",  "api_key", "apikey"};
    constexpr std::size_t least = 8;
    constexpr double random = 3.5;
    const std::string small = ascii_lower(text);
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
        return any_after(small, word, [&](std::size_t end) {
            const std::string_view value = assigned(text.substr(end));
            return value.size() >= least && entropy(value) >= random;
        });
    });
}

/// A hash or a key without a name: 32 hex digits, or 32 signs that look random.
bool random_run(std::string_view text) {
    constexpr std::size_t least = 32;
    constexpr double random = 4.3;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t size = run_of(text.substr(at), is_base64);
        const std::string_view run = text.substr(at, size);
        std::size_t hex = 0;
        for (const char c : run) {
            hex = is_hex(c) ? hex + 1 : 0;
            if (hex == least) return true;
        }
        if (size >= least && entropy(run) >= random) return true;
        at += size + 1;
    }
    return false;
}

constexpr std::array known_shapes{
    ShapeRule{"openai_key", marked_key}, ShapeRule{"json_web_token", web_token<10>},
    ShapeRule{"url_password", url_password}, ShapeRule{"card_number", card_number}};

constexpr std::array likely_shapes{
    ShapeRule{"json_web_token", web_token<4>}, ShapeRule{"url_password", url_password},
    ShapeRule{"assignment", assignment}, ShapeRule{"random_run", random_run}};

std::optional<std::string> first_rule(std::string_view text, std::span<const KeyRule> keys,
                                      std::span<const ShapeRule> shapes) {
    if (private_key(text)) return "private_key";
    for (const KeyRule& rule : keys)
        if (holds_key(text, rule)) return rule.name;
    for (const ShapeRule& rule : shapes)
        if (rule.holds(text)) return rule.name;
    return std::nullopt;
}

}  // namespace

std::optional<std::string> known_secret(std::string_view text) {
    return first_rule(text, known_keys, known_shapes);
}

std::optional<std::string> likely_secret(std::string_view text) {
    return first_rule(text, likely_keys, likely_shapes);
}

}  // namespace tools::text
