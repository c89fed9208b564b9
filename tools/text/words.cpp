#include "tools/text/words.hpp"

#include "store/error.hpp"
#include "tools/text/hash.hpp"
#include "tools/text/jamo.hpp"
#include "tools/text/late.hpp"
#include "tools/text/sign.hpp"
#include "tools/text/utf8.hpp"

#include <algorithm>
#include <array>
#include <libstemmer.h>
#include <utility>

namespace tools::text {
namespace {

/// A code point where it stands.
struct Glyph {
    std::size_t at = 0, end = 0;  ///< bytes
    char32_t code = 0;
    Sign sign = Sign::other;

    [[nodiscard]] bool in_word() const { return sign == Sign::letter || sign == Sign::digit; }
};

using Glyphs = std::vector<Glyph>;

struct Run {
    std::size_t first = 0, last = 0;  ///< glyphs, half-open

    [[nodiscard]] std::size_t size() const { return last - first; }
};

constexpr std::size_t longest_term = 96;

/// Long terms keep their beginning and tell the rest apart by a hash.
std::string shortened(std::string term) {
    if (term.size() <= longest_term) return term;
    const std::uint64_t hash = hash64(term);
    term.resize(longest_term - 8);
    for (unsigned shift = 0; shift < 64; shift += 8)
        term += static_cast<char>(0x80U | (hash >> shift & 0x7FU));
    return term;
}

/// Cuts one text into words.
class Cutter {
public:
    Cutter(const Analyzer& analyzer, std::string_view text) : analyzer_(analyzer), text_(text) {}

    std::vector<Word> cut(std::size_t most) {
        constexpr std::size_t usual_word = 6;
        out_.reserve(std::min(most, text_.size() / usual_word + 1));
        for (std::size_t at = 0; at < text_.size() && most > 0;) {
            const std::size_t start = out_.size();
            const std::size_t end = plain_end(at);
            if (end > at) {
                const auto word = text_.substr(at, end - at);
                if (byte_within(at, 'A', 'Z'))
                    add_word(fold(word));
                else
                    add_word(word);
                at = std::min(end + 1, text_.size());
            } else {
                at = read_chunk(at);
                chunk();
            }
            most -= out_.size() > start ? 1 : 0;
        }
        return std::move(out_);
    }

private:
    /// The end of a plain word, which there is nowhere to cut: small Latin letters, the
    /// first perhaps a capital, or digits. `at` if there is none.
    [[nodiscard]] std::size_t plain_end(std::size_t at) const {
        std::size_t end = at + (byte_within(at, 'A', 'Z') ? 1 : 0);
        while (byte_within(end, 'a', 'z'))
            ++end;
        if (end == at)
            while (byte_within(end, '0', '9'))
                ++end;
        return closed(end) ? end : at;
    }

    [[nodiscard]] bool byte_within(std::size_t at, char first, char last) const {
        return at < text_.size() && text_[at] >= first && text_[at] <= last;
    }

    /// True before a blank or the text's end, a sign of the sentence between or not.
    [[nodiscard]] bool closed(std::size_t at) const {
        constexpr std::string_view signs = ".,:;!?";
        if (at < text_.size() && signs.find(text_[at]) != std::string_view::npos) ++at;
        return at == text_.size() || text_[at] == ' ';
    }

    /// Fills glyphs_ with the next run that no blank or closing sign interrupts.
    std::size_t read_chunk(std::size_t at) {
        constexpr std::size_t usual_chunk = 32;
        glyphs_.clear();
        glyphs_.reserve(usual_chunk);
        while (at < text_.size()) {
            Glyph glyph;
            glyph.at = at;
            glyph.code = next_code_point(text_, at);
            glyph.end = at;
            glyph.sign = sign_of(glyph.code);
            if (glyph.sign == Sign::blank || glyph.sign == Sign::other) break;
            glyphs_.push_back(glyph);
        }
        return at;
    }

    void chunk() {
        Run run{0, glyphs_.size()};
        trim(run);
        std::size_t from = run.first;
        for (std::size_t i = run.first; i < run.last; ++i)
            if (glyphs_[i].code == ',' && !between_digits(i, run)) {
                compound({from, i});
                from = i + 1;
            }
        compound({from, run.last});
    }

    [[nodiscard]] bool between_digits(std::size_t i, Run run) const {
        return i > run.first && i + 1 < run.last && glyphs_[i - 1].sign == Sign::digit &&
               glyphs_[i + 1].sign == Sign::digit;
    }

    [[nodiscard]] bool joins(std::size_t i) const {
        return glyphs_[i].sign == Sign::connector || glyphs_[i].sign == Sign::apostrophe;
    }

    /// Signs at the ends belong to the sentence, but for `c++`, `c#` and `.net`.
    void trim(Run& run) const {
        while (run.first < run.last && joins(run.first) && !(leads(run.first, run)))
            ++run.first;
        while (run.first < run.last && joins(run.last - 1) && !closes(run))
            --run.last;
    }

    [[nodiscard]] bool leads(std::size_t i, Run run) const {
        return glyphs_[i].code == '.' && i + 1 < run.last && glyphs_[i + 1].sign == Sign::letter;
    }

    [[nodiscard]] bool closes(Run run) const {
        std::size_t i = run.last;
        while (i > run.first && (glyphs_[i - 1].code == '+' || glyphs_[i - 1].code == '#'))
            --i;
        return i < run.last && run.last - i <= 2 && i > run.first &&
               glyphs_[i - 1].sign == Sign::letter;
    }

    /// A run as a whole where signs hold it together, then its parts.
    void compound(Run run) {
        trim(run);
        if (run.size() == 0) return;
        if (number(run)) return;
        const auto place = position_;
        if (held_together(run)) {
            whole(run, place);
            pieces_of_path(run, place);
        }
        parts(run);
    }

    /// `4,300` is the number 4300.
    bool number(Run run) {
        bool grouped = false;
        std::string digits;
        for (std::size_t i = run.first; i < run.last; ++i) {
            grouped = grouped || glyphs_[i].code == ',';
            if (glyphs_[i].sign != Sign::digit && glyphs_[i].code != ',') return false;
            if (glyphs_[i].sign == Sign::digit) digits += bytes({i, i + 1});
        }
        if (grouped) add(fold(digits), WordKind::word, position_++);
        return grouped;
    }

    [[nodiscard]] bool held_together(Run run) const {
        for (std::size_t i = run.first; i < run.last; ++i)
            if (glyphs_[i].sign == Sign::connector) return true;
        return false;
    }

    void whole(Run run, std::uint32_t place) {
        add(fold(bytes(run)), WordKind::compound, place);
        std::string joined;
        for (std::size_t i = run.first; i < run.last; ++i) {
            if (glyphs_[i].code == '-') continue;
            if (glyphs_[i].sign != Sign::letter) return;
            joined += bytes({i, i + 1});
        }
        if (joined.size() < bytes(run).size())  // e-mail is email
            add(analyzer_.stem(fold(joined)), WordKind::compound, place);
    }

    /// `src/queue/ring.hpp` is found by `ring.hpp`, too.
    void pieces_of_path(Run run, std::uint32_t place) {
        std::size_t from = run.first;
        for (std::size_t i = run.first; i <= run.last; ++i) {
            if (i < run.last && glyphs_[i].code != '/' && glyphs_[i].code != '\\') continue;
            const Run piece{from, i};
            from = i + 1;
            if (piece.size() < run.size() && held_together(piece)) whole(piece, place);
        }
    }

    void parts(Run run) {
        for (std::size_t i = run.first; i < run.last;) {
            std::size_t end = i;
            const bool ideographs = glyphs_[i].sign == Sign::ideograph;
            while (end < run.last &&
                   (ideographs ? glyphs_[end].sign == Sign::ideograph : glyphs_[end].in_word()))
                ++end;
            if (end == i) {
                i += glyphs_[i].sign == Sign::apostrophe ? tail(i, run) : 1;
                continue;
            }
            if (ideographs)
                neighbours({i, end});
            else
                word({i, end});
            i = end;
        }
    }

    /// Glyphs to skip from an apostrophe on: with it goes the tail of `it's`.
    [[nodiscard]] std::size_t tail(std::size_t i, Run run) const {
        constexpr std::array<std::string_view, 7> tails{"s", "t", "d", "m", "ll", "re", "ve"};
        std::size_t end = i + 1;
        while (end < run.last && glyphs_[end].in_word())
            ++end;
        const auto rest = fold(bytes({i + 1, end}));
        return std::find(tails.begin(), tails.end(), rest) != tails.end() ? end - i : 1;
    }

    /// Scripts without blanks: each two neighbours make a word.
    void neighbours(Run run) {
        if (run.size() == 1) return add(fold(bytes(run)), WordKind::word, position_++);
        for (std::size_t i = run.first; i < run.last; ++i) {
            add(fold(bytes({i, i + 1})), WordKind::character, position_);
            if (i + 1 < run.last) add(fold(bytes({i, i + 2})), WordKind::word, position_++);
        }
    }

    void word(Run run) {
        const auto cut = inner_cut(run);
        const auto place = position_;
        if (cut.size() > 2) add(fold(bytes(run)), WordKind::compound, place);
        for (std::size_t i = 0; i + 1 < cut.size(); ++i)
            add_word(fold(bytes({cut[i], cut[i + 1]})));
    }

    void add_word(std::string_view folded) {
        add({analyzer_.stem(folded), position_++, WordKind::word, is_stop_word(folded)});
    }

    /// Where a run of letters and digits is cut: `QueueConcept`, `200GB`.
    [[nodiscard]] std::vector<std::size_t> inner_cut(Run run) const {
        std::vector<std::size_t> cut{run.first};
        for (std::size_t i = run.first + 1; i < run.last; ++i)
            if (hump(i, run)) cut.push_back(i);
        cut.push_back(run.last);
        bool tiny = false;
        for (std::size_t i = 0; i + 1 < cut.size(); ++i)
            tiny = tiny || (cut[i + 1] - cut[i] < 2 && glyphs_[cut[i]].sign == Sign::letter);
        if (tiny && cut.size() > 2) return {run.first, run.last};
        return cut.size() > 2 ? cut : unit_cut(run);
    }

    [[nodiscard]] std::vector<std::size_t> unit_cut(Run run) const {
        std::size_t i = run.first;
        while (i < run.last && glyphs_[i].sign == Sign::digit)
            ++i;
        const bool letters = std::all_of(glyphs_.begin() + static_cast<std::ptrdiff_t>(i),
                                         glyphs_.begin() + static_cast<std::ptrdiff_t>(run.last),
                                         [](const Glyph& g) { return g.sign == Sign::letter; });
        if (i == run.first || i == run.last || !letters) return {run.first, run.last};
        return {run.first, i, run.last};
    }

    [[nodiscard]] bool hump(std::size_t i, Run run) const {
        const auto small = [&](std::size_t k) { return within(glyphs_[k].code, 'a', 'z'); };
        const auto capital = [&](std::size_t k) { return within(glyphs_[k].code, 'A', 'Z'); };
        if (small(i - 1)) return capital(i);
        return capital(i - 1) && capital(i) && i + 1 < run.last && small(i + 1);
    }

    [[nodiscard]] std::string_view bytes(Run run) const {
        if (run.size() == 0) return {};
        const std::size_t at = glyphs_[run.first].at;
        return text_.substr(at, glyphs_[run.last - 1].end - at);
    }

    void add(std::string term, WordKind kind, std::uint32_t position) {
        add({std::move(term), position, kind, false});
    }

    void add(Word word) {
        if (word.term.empty()) return;
        word.term = shortened(std::move(word.term));
        out_.push_back(std::move(word));
    }

    const Analyzer& analyzer_;
    std::string_view text_;
    Glyphs glyphs_;
    std::uint32_t position_ = 0;
    std::vector<Word> out_;
};

}  // namespace

void Analyzer::Free::operator()(sb_stemmer* stemmer) const noexcept {
    sb_stemmer_delete(stemmer);
}

Analyzer::Analyzer(const std::string& language)
    : stemmer_(sb_stemmer_new(language.c_str(), nullptr)), english_(language == "english") {
    if (stemmer_) return;
    std::string known;
    for (const char** name = sb_stemmer_list(); *name != nullptr; ++name)
        known += known.empty() ? *name : std::string(", ") + *name;
    throw store::Error(store::Code::invalid,
                       "no stemmer for language " + language + ": use one of " + known);
}

Analyzer::~Analyzer() = default;
Analyzer::Analyzer(Analyzer&&) noexcept = default;
Analyzer& Analyzer::operator=(Analyzer&&) noexcept = default;

std::vector<Word> Analyzer::words(std::string_view text, std::size_t most) const {
    constexpr std::size_t longest_kept = 512;
    if (!english_ || text.size() > std::min(longest_kept, most)) return cut(text, most);
    // What is stored was just looked for, and compared with what is there.
    static thread_local Late<std::vector<Word>> late(128);
    return late.of(text, [&](std::string_view whole) { return cut(whole, most); });
}

std::vector<Word> Analyzer::cut(std::string_view text, std::size_t most) const {
    if (has_jamo(text)) return Cutter(*this, with_syllables(text)).cut(most);
    return Cutter(*this, text).cut(most);
}

std::string Analyzer::stem(std::string_view folded) const {
    constexpr std::size_t longest_kept = 32;
    if (!english_ || folded.size() > longest_kept) return work_out(folded);
    static thread_local Late<std::string> late(1'024);  // few words make up most texts
    return late.of(folded, [this](std::string_view word) { return work_out(word); });
}

std::string Analyzer::work_out(std::string_view folded) const {
    const std::string_view base = english_ ? regular(folded) : folded;
    const auto* symbols =
        sb_stemmer_stem(stemmer_.get(), reinterpret_cast<const sb_symbol*>(base.data()),
                        static_cast<int>(base.size()));
    if (symbols == nullptr) return std::string(base);
    return {reinterpret_cast<const char*>(symbols),
            static_cast<std::size_t>(sb_stemmer_length(stemmer_.get()))};
}

}  // namespace tools::text
