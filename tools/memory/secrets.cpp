#include "tools/memory/secrets.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace tools::memory {
namespace {

bool alnum(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

bool upper_or_digit(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z');
}

bool word_sign(char c) {
    return alnum(c) || c == '_' || c == '-';
}

using Sign = bool (*)(char);

/// A key that begins with a literal, followed by so many signs of a kind.
struct KeyRule {
    const char* name;
    std::string_view start;
    Sign sign;
    std::size_t least, most;
};

constexpr std::array rules{
    KeyRule{"aws_access_key", "AKIA", upper_or_digit, 16, 16},
    KeyRule{"aws_access_key", "ASIA", upper_or_digit, 16, 16},
    KeyRule{"github_token", "ghp_", alnum, 36, 255},
    KeyRule{"github_token", "gho_", alnum, 36, 255},
    KeyRule{"github_token", "ghs_", alnum, 36, 255},
    KeyRule{"github_token", "github_pat_", word_sign, 60, 255},
    KeyRule{"gitlab_token", "glpat-", word_sign, 20, 255},
    KeyRule{"slack_token", "xoxb-", word_sign, 24, 255},
    KeyRule{"slack_token", "xoxp-", word_sign, 24, 255},
    KeyRule{"anthropic_key", "sk-ant-", word_sign, 32, 255},
    KeyRule{"google_api_key", "AIza", word_sign, 35, 35},
    KeyRule{"stripe_key", "sk_live_", alnum, 20, 255},
    KeyRule{"stripe_key", "rk_live_", alnum, 20, 255},
    KeyRule{"npm_token", "npm_", alnum, 36, 36},
    KeyRule{"hugging_face_token", "hf_", alnum, 34, 34},
};

/// Bits a sign: words and padding stay below 3, random keys above.
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

constexpr double random_looking = 3;

std::size_t run_of(std::string_view text, Sign sign) {
    const auto end = std::find_if_not(text.begin(), text.end(), sign);
    return static_cast<std::size_t>(end - text.begin());
}

bool matches(std::string_view text, const KeyRule& rule) {
    for (std::size_t at = text.find(rule.start); at != std::string_view::npos;
         at = text.find(rule.start, at + 1)) {
        if (at > 0 && alnum(text[at - 1])) continue;
        const std::string_view rest = text.substr(at + rule.start.size());
        const std::size_t size = run_of(rest, rule.sign);
        if (size >= rule.least && size <= rule.most &&
            entropy(rest.substr(0, size)) >= random_looking)
            return true;
    }
    return false;
}

bool private_key(std::string_view text) {
    const std::size_t begin = text.find("-----BEGIN ");
    return begin != std::string_view::npos &&
           text.find("PRIVATE KEY", begin) != std::string_view::npos;
}

/// `sk-...T3BlbkFJ...`: the mark stands in the middle of a run.
bool openai_key(std::string_view text) {
    const std::size_t start = text.find("sk-");
    if (start == std::string_view::npos) return false;
    const std::string_view run = text.substr(start, run_of(text.substr(start), word_sign));
    constexpr std::size_t least = 40;
    return run.size() >= least && run.find("T3BlbkFJ") != std::string_view::npos;
}

/// Three parts of base64url behind a head that starts as `{"`.
bool web_token(std::string_view text) {
    for (std::size_t at = text.find("eyJ"); at != std::string_view::npos;
         at = text.find("eyJ", at + 1)) {
        std::string_view rest = text.substr(at);
        std::size_t parts = 0;
        for (; parts < 3; ++parts) {
            const std::size_t size = run_of(rest, word_sign);
            constexpr std::size_t least = 10;
            if (size < least) break;
            rest.remove_prefix(size);
            if (parts < 2 && (rest.empty() || rest.front() != '.')) break;
            if (parts < 2) rest.remove_prefix(1);
        }
        if (parts == 3) return true;
    }
    return false;
}

/// `https://user:password@host`.
bool url_password(std::string_view text) {
    for (std::size_t at = text.find("://"); at != std::string_view::npos;
         at = text.find("://", at + 1)) {
        const std::string_view rest = text.substr(at + 3);
        const std::string_view authority = rest.substr(0, rest.find_first_of("/ ?#\"'<>"));
        const std::size_t sign = authority.rfind('@');
        const std::size_t colon = authority.find(':');
        if (sign != std::string_view::npos && colon != std::string_view::npos && colon > 0 &&
            colon + 1 < sign)
            return true;
    }
    return false;
}

}  // namespace

std::optional<std::string> secret_in(std::string_view text) {
    if (private_key(text)) return "private_key";
    for (const KeyRule& rule : rules)
        if (matches(text, rule)) return rule.name;
    if (openai_key(text)) return "openai_key";
    if (web_token(text)) return "json_web_token";
    if (url_password(text)) return "url_password";
    return std::nullopt;
}

std::vector<Finding> secrets_in(const Episode& episode, const std::vector<Fact>& facts) {
    std::vector<Finding> out;
    const auto look = [&](std::optional<std::size_t> fact, const char* field,
                          const std::string& text) {
        if (const auto rule = secret_in(text))
            out.push_back({fact,
                           field,
                           *rule,
                           "looks like a secret (" + *rule +
                               "): leave it out, or send allow_secrets true if it is none",
                           "",
                           "",
                           {}});
    };
    look({}, "episode_name", episode.name);
    look({}, "source_description", episode.source_description);
    look({}, "source", episode.source);
    look({}, "context", episode.context);
    for (std::size_t i = 0; i < facts.size(); ++i) {
        look(i, "subject_name", facts[i].subject);
        look(i, "predicate", facts[i].predicate);
        look(i, "object_name", facts[i].object);
        look(i, "statement", facts[i].statement);
    }
    return out;
}

}  // namespace tools::memory
