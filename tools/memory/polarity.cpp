#include "tools/memory/polarity.hpp"

#include "tools/text/words.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace tools::memory {
namespace {

using Words = std::vector<std::string>;

/// Folded words; an apostrophe stays within its word.
Words tokens_of(const std::string& text) {
    Words out;
    std::string word;
    for (const char c : text::fold(text) + " ") {
        const auto byte = static_cast<unsigned char>(c);
        const bool inside = byte >= 0x80 || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
                            (c == '\'' && !word.empty());
        if (inside)
            word += c;
        else if (!word.empty())
            out.push_back(std::exchange(word, {}));
    }
    return out;
}

bool negation(std::string_view word) {
    constexpr std::array<std::string_view, 5> words{"not", "never", "cannot", "no", "without"};
    return word.ends_with("n't") || word.ends_with("n\u2019t") ||
           std::find(words.begin(), words.end(), word) != words.end();
}

/// A statement beside the names of its fact.
class Sentence {
public:
    explicit Sentence(const std::string& statement) : words_(tokens_of(statement)) {
        for (const std::string& word : words_)
            stems_.push_back(analyzer_.stem(word));
    }

    [[nodiscard]] bool denies(const std::string& subject, const std::string& object) const {
        const Words own = tokens_of(subject + " " + object);
        const auto [from, to] =
            std::minmax({place_of(subject, 0), place_of(object, words_.size())});
        for (std::size_t i = 0; i < words_.size(); ++i) {
            const std::string next = i + 1 < words_.size() ? words_[i + 1] : "";
            if (words_[i] == "no" && next == "longer") return true;
            const bool between = i >= from && i < to;
            const bool named = std::find(own.begin(), own.end(), words_[i]) != own.end();
            if (between && !named && negation(words_[i]) && next != "only") return true;
        }
        return false;
    }

private:
    /// The first word of a name in the statement; `otherwise` where there is none.
    [[nodiscard]] std::size_t place_of(const std::string& name, std::size_t otherwise) const {
        std::size_t out = words_.size();
        for (const std::string& word : tokens_of(name)) {
            if (text::is_stop_word(word)) continue;
            const auto at = std::find(stems_.begin(), stems_.end(), analyzer_.stem(word));
            out = std::min(out, static_cast<std::size_t>(at - stems_.begin()));
        }
        return out < words_.size() ? out : otherwise;
    }

    text::Analyzer analyzer_;
    Words words_, stems_;
};

}  // namespace

bool denies(const std::string& statement, const std::string& subject, const std::string& object) {
    return Sentence(statement).denies(subject, object);
}

}  // namespace tools::memory
