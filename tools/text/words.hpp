#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct sb_stemmer;

namespace tools::text {

enum class WordKind : std::uint8_t {
    word,      ///< a stem, or two neighbours of a script without blanks
    compound,  ///< what its signs hold together: c++, .net, a path, an address, an id
    character  ///< one character of such a script, for queries of a single one
};

/// One searchable word of a text: compatibility forms, case and accents folded.
struct Word {
    std::string term;
    std::uint32_t position = 0;  ///< words at neighbouring positions stand side by side
    WordKind kind = WordKind::word;
    bool stop = false;  ///< of, the, with: says nothing about its text
};

/// Turns texts into words. Cheap to make; an object serves one thread.
class Analyzer {
public:
    /// A language as Snowball names it. Throws invalid for an unknown one.
    explicit Analyzer(const std::string& language = "english");
    ~Analyzer();
    Analyzer(Analyzer&&) noexcept;
    Analyzer& operator=(Analyzer&&) noexcept;
    Analyzer(const Analyzer&) = delete;
    Analyzer& operator=(const Analyzer&) = delete;

    /// The words of a text in reading order; what follows the first `most` words
    /// between blanks is not read.
    [[nodiscard]] std::vector<Word> words(
        std::string_view text, std::size_t most = std::numeric_limits<std::size_t>::max()) const;

    /// The form under which a folded word is found: irregular forms give their
    /// base (went -> go), then the language's stem.
    [[nodiscard]] std::string stem(std::string_view folded) const;

    /// Stems of other words that may have been used for a stem; none where the
    /// language has no list.
    [[nodiscard]] std::vector<std::string> related(std::string_view stem) const;

private:
    [[nodiscard]] std::vector<Word> cut(std::string_view text, std::size_t most) const;
    [[nodiscard]] std::string work_out(std::string_view folded) const;

    struct Free {
        void operator()(sb_stemmer* stemmer) const noexcept;
    };

    std::unique_ptr<sb_stemmer, Free> stemmer_;
    bool english_;
};

/// Case, compatibility forms and accents folded away: `Café` and `CAFE` are one.
std::string fold(std::string_view text);

/// True for an English word that only holds a sentence together.
bool is_stop_word(std::string_view folded);

/// The base of an irregular English form, or the word itself.
std::string_view regular(std::string_view folded);

}  // namespace tools::text
