#include "tools/memory/secrets.hpp"

#include "tools/text/ascii.hpp"
#include "tools/text/secret.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace tools::memory {
namespace {

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
    if (kind == Credential::pin) return object.size() >= least_pin && all(text::ascii_digit);
    if (kind == Credential::key)
        return object.size() >= least_key && any(text::ascii_digit) &&
               any([](char c) { return text::ascii_alnum(c) && !text::ascii_digit(c); }) &&
               all([](char c) { return c > ' ' && c <= '~'; });
    const auto lower = [](char c) { return c >= 'a' && c <= 'z'; };
    if (all(lower)) return object.size() >= least_word && !describes(object);
    return object.size() >= least_pin &&
           any([&](char c) { return !text::ascii_alnum(c) || text::ascii_digit(c); }) &&
           !any([](char c) { return c == '/' || c == ':'; });
}

}  // namespace

bool is_credential(const Fact& fact) {
    const Credential kind = credential_of(fact.predicate);
    return kind != Credential::none && literal(kind, fact.object);
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
                          const std::string& value) {
        if (const auto rule = text::known_secret(value)) add(fact, field, *rule);
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
        const bool name =
            !is_linked || text::known_secret(facts[i].object) || is_linked(facts[i].object);
        if (!name && episode.kind == EpisodeKind::fact && is_credential(facts[i]))
            add(i, "object_name", "credential");
    }
    return out;
}

}  // namespace tools::memory
