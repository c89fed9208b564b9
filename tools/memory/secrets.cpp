#include "tools/memory/secrets.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

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
    KeyRule{"openai_key", "sk-proj-", word_sign, 32, 255},
    KeyRule{"openai_key", "sk-svcacct-", word_sign, 32, 255},
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

bool digit(char c) {
    return c >= '0' && c <= '9';
}

/// The check sum of payment cards.
bool luhn(std::string_view digits) {
    int sum = 0;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        int value = digits[digits.size() - 1 - i] - '0';
        if (i % 2 == 1) value = value > 4 ? 2 * value - 9 : 2 * value;
        sum += value;
    }
    return sum % 10 == 0;
}

/// Begins as an issuer's numbers do and has their length.
bool issued(std::string_view digits) {
    const auto head = [&](std::size_t n) {
        int out = 0;
        for (const char c : digits.substr(0, n))
            out = 10 * out + (c - '0');
        return out;
    };
    const auto within = [](int value, int low, int high) { return value >= low && value <= high; };
    switch (digits.size()) {
        case 14:
            return head(2) == 36 || head(2) == 38;
        case 15:
            return head(2) == 34 || head(2) == 37;
        case 16:
            return head(1) == 4 || within(head(2), 51, 55) || within(head(4), 2221, 2720) ||
                   head(4) == 6011 || head(2) == 65 || within(head(4), 3528, 3589);
        default:
            return false;
    }
}

/// The digits of a number that begins here, and how many signs it takes: groups of two
/// to six behind a single blank or hyphen, four digits first, or no groups at all.
std::string card_digits(std::string_view text, std::size_t& size) {
    std::string out;
    std::vector<std::size_t> groups(1);
    for (size = 0; size < text.size(); ++size) {
        const char c = text[size];
        const bool gap = (c == ' ' || c == '-') && size + 1 < text.size() && digit(text[size + 1]);
        if (digit(c)) {
            out += c;
            ++groups.back();
        } else if (gap) {
            groups.push_back(0);
        } else {
            break;
        }
    }
    const bool whole = groups.size() == 1;
    const bool fours = groups.size() > 2 && groups.front() == 4 && groups[1] >= 4;
    return whole || fours ? out : std::string();
}

/// A word before a number that says it is none of a card.
bool counts_things(std::string_view before) {
    constexpr std::array<std::string_view, 9> words{"id",     "order",    "ticket", "invoice", "no",
                                                    "serial", "tracking", "isbn",   "imei"};
    while (!before.empty() && !alnum(before.back()))
        before.remove_suffix(1);
    std::string word;
    while (!before.empty() && alnum(before.back())) {
        word.insert(word.begin(), static_cast<char>(before.back() | 0x20));
        before.remove_suffix(1);
    }
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool card_number(std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (!digit(text[at])) continue;
        std::size_t size = 0;
        const std::string digits = card_digits(text.substr(at), size);
        constexpr std::string_view joins = "-_.+/#:";
        const char before = at > 0 ? text[at - 1] : ' ';
        const char after = at + size < text.size() ? text[at + size] : ' ';
        const bool alone = !alnum(before) && joins.find(before) == std::string_view::npos &&
                           !word_sign(after) && after != '/';
        if (alone && issued(digits) && luhn(digits) && !counts_things(text.substr(0, at)))
            return true;
        at += size;
    }
    return false;
}

enum class Credential { none, password, key, pin };

/// What `root_password`, `has_api_key` or `token` leads to; nothing for
/// `resets_password` or `token_expires_on`.
Credential credential_of(std::string_view label) {
    using Kind = std::pair<std::string_view, Credential>;
    constexpr std::array<Kind, 13> kinds{{{"password", Credential::password},
                                          {"passwd", Credential::password},
                                          {"passphrase", Credential::password},
                                          {"pwd", Credential::password},
                                          {"pin", Credential::pin},
                                          {"pin_code", Credential::pin},
                                          {"api_key", Credential::key},
                                          {"apikey", Credential::key},
                                          {"access_key", Credential::key},
                                          {"secret_key", Credential::key},
                                          {"private_key", Credential::key},
                                          {"secret", Credential::key},
                                          {"token", Credential::key}}};
    constexpr std::array<std::string_view, 5> plain_verbs{"has", "is", "was", "uses", "with"};
    if (label.ends_with("_is")) label.remove_suffix(3);
    const std::string_view first = label.substr(0, label.find('_'));
    const bool verb = first.ends_with("s") && !first.ends_with("ss") &&
                      std::find(plain_verbs.begin(), plain_verbs.end(), first) == plain_verbs.end();
    if (verb) return Credential::none;
    for (const auto& [kind, credential] : kinds)
        if (label == kind ||
            (label.ends_with(kind) && label[label.size() - kind.size() - 1] == '_'))
            return credential;
    return Credential::none;
}

/// A lower-case word that says how a password is, not which.
bool describes(std::string_view word) {
    constexpr std::array<std::string_view, 12> words{"unknown", "optional", "missing", "hidden",
                                                     "default", "secret",   "strong",  "personal",
                                                     "unset",   "unsafe",   "secure",  "public"};
    return word.ends_with("ed") || std::find(words.begin(), words.end(), word) != words.end();
}

/// One word that looks like a credential rather than a name.
bool literal(Credential kind, std::string_view object) {
    if (object.empty() || object.find(' ') != std::string_view::npos) return false;
    if (object.front() == '$' || object.front() == '<' || object.front() == '*') return false;
    const auto all = [&](auto one) { return std::all_of(object.begin(), object.end(), one); };
    const auto any = [&](auto one) { return std::any_of(object.begin(), object.end(), one); };
    constexpr std::size_t least_pin = 4, least_word = 6, least_key = 12;
    if (kind == Credential::pin) return object.size() >= least_pin && all(digit);
    if (kind == Credential::key)
        return object.size() >= least_key && any(digit) &&
               any([](char c) { return alnum(c) && !digit(c); }) &&
               all([](char c) { return c > ' ' && c <= '~'; });
    const auto lower = [](char c) { return c >= 'a' && c <= 'z'; };
    if (all(lower)) return object.size() >= least_word && !describes(object);
    return object.size() >= least_pin && any([&](char c) { return !alnum(c) || digit(c); }) &&
           !any([](char c) { return c == '/' || c == ':'; });
}

}  // namespace

bool is_credential(const Fact& fact) {
    const Credential kind = credential_of(fact.predicate);
    return kind != Credential::none && literal(kind, fact.object);
}

std::optional<std::string> secret_in(std::string_view text) {
    if (private_key(text)) return "private_key";
    for (const KeyRule& rule : rules)
        if (matches(text, rule)) return rule.name;
    if (openai_key(text)) return "openai_key";
    if (web_token(text)) return "json_web_token";
    if (url_password(text)) return "url_password";
    if (card_number(text)) return "card_number";
    return std::nullopt;
}

std::vector<Finding> secrets_in(const Episode& episode, const std::vector<Fact>& facts,
                                const IsLinked& is_linked) {
    std::vector<Finding> out;
    const auto add = [&](std::optional<std::size_t> fact, const char* field,
                         const std::string& rule) {
        out.push_back({fact,
                       field,
                       rule,
                       "looks like a secret (" + rule +
                           "): leave it out, or send allow_secrets true if it is none",
                       "",
                       "",
                       {}});
    };
    const auto look = [&](std::optional<std::size_t> fact, const char* field,
                          const std::string& text) {
        if (const auto rule = secret_in(text)) add(fact, field, *rule);
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
        const bool name = !is_linked || secret_in(facts[i].object) || is_linked(facts[i].object);
        if (!name && episode.kind == EpisodeKind::fact && is_credential(facts[i]))
            add(i, "object_name", "credential");
    }
    return out;
}

}  // namespace tools::memory
