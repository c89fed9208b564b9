#include "tools/memory/warnings.hpp"

#include "tools/memory/normal.hpp"
#include "tools/text/utf8.hpp"
#include "tools/text/words.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

namespace tools::memory {
namespace {

constexpr std::array<std::string_view, 20> pronouns{
    "he",  "she", "it",  "they", "this",  "that", "these", "those", "we",    "i",
    "you", "his", "her", "its",  "their", "our",  "my",    "your",  "there", "here"};
constexpr std::array<std::string_view, 8> doubts{"might",      "probably", "perhaps", "possibly",
                                                 "presumably", "seems",    "likely",  "maybe"};
constexpr std::array<std::string_view, 3> empty_predicates{"is", "has", "related_to"};
constexpr std::size_t most_predicate_words = 5;
constexpr std::size_t least_words = 3;

template <class Words>
bool holds(const Words& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// The words of a sentence between blanks, without signs at their ends.
std::vector<std::string> plain_words(const std::string& sentence) {
    std::vector<std::string> out;
    std::string word;
    for (const char c : sentence + " ") {
        if (c != ' ') {
            word += c;
            continue;
        }
        while (!word.empty() && std::ispunct(static_cast<unsigned char>(word.back())) != 0)
            word.pop_back();
        while (!word.empty() && std::ispunct(static_cast<unsigned char>(word.front())) != 0)
            word.erase(0, 1);
        if (!word.empty()) out.push_back(std::exchange(word, {}));
    }
    return out;
}

std::string lower(std::string word) {
    for (char& c : word)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return word;
}

/// True for a text with letters of a script that is written without blanks.
bool unspaced(const std::string& text) {
    constexpr char32_t first = 0x2E80;
    for (std::size_t at = 0; at < text.size();)
        if (text::next_code_point(text, at) >= first) return true;
    return false;
}

/// `may be` as a guess: no month, and no permission such as `may be deleted`.
bool guesses(const std::vector<std::string>& words) {
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        if (words[i] != "may" || words[i + 1] != "be") continue;
        const std::string next = i + 2 < words.size() ? words[i + 2] : "";
        const bool allowed = next.ends_with("ed") || next.ends_with("en") || next.ends_with("wn") ||
                             next == "put" || next == "set" || next == "sent" || next == "made";
        if (!allowed) return true;
    }
    return false;
}

/// What a sentence says, to be asked for names.
class Said {
public:
    Said(const text::Analyzer& analyzer, const std::string& sentence)
        : analyzer_(analyzer), sentence_(sentence), normal_(normal_name(sentence)) {}

    /// True where it holds the name, or a word of it in another form.
    [[nodiscard]] bool names(const std::string& name) const {
        if (normal_.find(normal_name(name)) != std::string::npos) return true;
        if (stems_.empty()) stems_ = stems(sentence_);
        const auto words = stems(name);
        return words.empty() || std::any_of(words.begin(), words.end(),
                                            [&](const auto& word) { return holds(stems_, word); });
    }

private:
    [[nodiscard]] std::vector<std::string> stems(const std::string& text) const {
        std::vector<std::string> out;
        for (text::Word& word : analyzer_.words(text))
            if (!word.stop) out.push_back(std::move(word.term));
        return out;
    }

    const text::Analyzer& analyzer_;
    const std::string& sentence_;
    std::string normal_;
    mutable std::vector<std::string> stems_;  ///< of the sentence, once they are asked for
};

class Weakness {
public:
    explicit Weakness(const AliasesOf& aliases_of) : aliases_of_(aliases_of) {}

    void look(std::size_t at, const Fact& fact, EpisodeKind kind) {
        at_ = at;
        predicate(fact.predicate);
        if (kind == EpisodeKind::ontology) return;
        sentence(fact.statement);
        const Said said(analyzer_, fact.statement);
        names_in(said, "subject_name", fact.subject);
        if (!is_value(fact.object)) names_in(said, "object_name", fact.object);
    }

    std::vector<Finding> take() { return std::move(out_); }

private:
    void predicate(const std::string& label) {
        if (holds(empty_predicates, label))
            warn("predicate", "weak_predicate",
                 label + " says little: name the relation, such as runs_on or owned_by");
        const auto words =
            static_cast<std::size_t>(std::count(label.begin(), label.end(), '_')) + 1;
        if (words > most_predicate_words)
            warn("predicate", "long_predicate",
                 "more than 5 words: a short label is found and reused more often");
    }

    void sentence(const std::string& statement) {
        const auto words = plain_words(statement);
        if (words.empty()) return;
        if (words.front() != "IT" && holds(pronouns, lower(words.front())))
            warn("statement", "pronoun", "begins with " + words.front() + ": name what it means");
        if (words.size() < least_words && !unspaced(statement))
            warn("statement", "short_statement", "fewer than 3 words: make it a whole sentence");
        const auto doubt = std::find_if(words.begin(), words.end(), [](const std::string& word) {
            return holds(doubts, lower(word));
        });
        if (doubt != words.end() || guesses(words))
            warn("statement", "speculation",
                 (doubt != words.end() ? *doubt : std::string("may be")) +
                     " guesses: store what the source says for certain, or leave it out");
    }

    /// LM2: the sentence must be found and understood by the names of its fact.
    void names_in(const Said& said, const char* field, const std::string& name) {
        if (said.names(name)) return;
        const auto others = aliases_of_(name);
        if (std::any_of(others.begin(), others.end(),
                        [&](const std::string& other) { return said.names(other); }))
            return;
        warn("statement", "unnamed", std::string("holds no word of ") + field + ": say it");
    }

    void warn(const char* field, const char* kind, std::string message) {
        out_.push_back({at_, field, kind, std::move(message), "", "", {}});
    }

    const AliasesOf& aliases_of_;
    text::Analyzer analyzer_;
    std::size_t at_ = 0;
    std::vector<Finding> out_;
};

}  // namespace

std::vector<Finding> weak_words(const std::vector<Fact>& facts, EpisodeKind kind,
                                const AliasesOf& aliases_of) {
    Weakness weakness(aliases_of);
    for (std::size_t i = 0; i < facts.size(); ++i)
        weakness.look(i, facts[i], kind);
    return weakness.take();
}

bool is_value(const std::string& name) {
    if (read_time(name).moment) return true;
    std::size_t digits = 0;
    std::size_t letters = 0;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        digits += c >= '0' && c <= '9' ? 1U : 0U;
        letters += byte < 0x80 && std::isalpha(byte) != 0 ? 1U : 0U;
    }
    const bool starts =
        !name.empty() && (std::isdigit(static_cast<unsigned char>(name.front())) != 0 ||
                          name.front() == '$' || name.front() == '-');
    return digits > 0 && (letters == 0 || (starts && name.find(' ') != std::string::npos));
}

}  // namespace tools::memory
