#include "tools/map/form/cursor.hpp"
#include "tools/map/form/doubt.hpp"
#include "tools/map/form/marks.hpp"
#include "tools/map/form/words.hpp"
#include "tools/nearest.hpp"
#include "tools/text/line.hpp"

namespace tools::map::form {
namespace {

std::size_t dash_size(std::string_view text) {
    if (text.starts_with("--")) return 2;
    if (text.starts_with("-")) return 1;
    for (const std::string_view dash : {"–", "—", "−"})
        if (text.starts_with(dash)) return dash.size();
    return 0;
}

/// `name:` or `name =` from `at` on.
std::optional<Piece> named_at(std::string_view words, std::size_t start, std::size_t at) {
    at = words.size() - skip_blanks(words.substr(at)).size();
    std::string_view name = first_word(words.substr(at));
    const std::string_view longer = words.substr(at, 14);
    if (fold_word(longer) == "conflicts_with") name = longer;
    if (name.empty() || name.size() > 20) return std::nullopt;
    const std::string_view behind = skip_blanks(words.substr(at + name.size()));
    const bool sets =
        behind.starts_with('=') && !behind.starts_with("=>") && !behind.starts_with("==");
    if (!behind.starts_with(':') && !sets) return std::nullopt;
    return Piece{start, words.size() - behind.size() + 1, fold_word(name), false, 0};
}

/// The value is a word of the field, with nothing but punctuation or another
/// field behind it.
bool holds_its_word(const Piece& piece, std::string_view words) {
    const std::string_view value = skip_blanks(words.substr(piece.value));
    const std::string_view word = first_word(value);
    const auto found = field_word(word);
    const std::string_view behind = skip_blanks(value.substr(word.size()));
    return found && found->field == piece.name &&
           (behind.empty() ||
            std::string_view(",;.)]}-|").find(behind[0]) != std::string_view::npos);
}

bool is_near_mark(std::string_view words, const Piece& piece) {
    if (!read_field(piece.name)) return false;
    if (piece.dash || piece.closing != 0) return true;
    const char first = words[piece.start];
    if (first == ';' || first == '|') return true;
    const bool comma = first == ',';
    const bool free_text = piece.name == "reason" || piece.name == "impact" ||
                           piece.name == "mitigation" || piece.name == "conflicts_with";
    return (comma && free_text) || holds_its_word(piece, words);
}

/// `ship it /` -> `ship it`
std::string without_separator(std::string_view words) {
    std::string out = text::trim(words);
    for (const std::string_view token : {"/", "·", "•", "→", "->", ",", ";", "|"})
        if (out.ends_with(token)) return text::trim(out.substr(0, out.size() - token.size()));
    return out;
}

Doubt mended_mark(std::string_view words, const Piece& piece) {
    std::string value(skip_blanks(words.substr(piece.value)));
    const auto closing = piece.closing == 0 ? std::string::npos : value.find(piece.closing);
    if (closing != std::string::npos) value.erase(closing, 1);
    const std::string before = without_separator(words.substr(0, piece.start));
    return {"a field is written ` - " + piece.name + ": value`",
            before + (before.empty() ? "- " : " - ") + piece.name + ": " + text::trim(value), ""};
}

}  // namespace

std::optional<Piece> piece_at(std::string_view words, std::size_t at) {
    const bool fresh = at == 0 || words[at - 1] == ' ' || words[at - 1] == '\t';
    if (const std::size_t dash = fresh ? dash_size(words.substr(at)) : 0) {
        auto piece = named_at(words, at, at + dash);
        if (piece) piece->dash = true;
        return piece;
    }
    constexpr std::string_view openings = "([{`";
    constexpr std::string_view closings = ")]}`";
    const auto bracket = openings.find(words[at]);
    if (bracket != std::string_view::npos) {
        auto piece = named_at(words, at, at + 1);
        if (piece) piece->closing = closings[bracket];
        return piece;
    }
    if (std::string_view(";,|").find(words[at]) != std::string_view::npos)
        return named_at(words, at, at + 1);
    const bool blank = words[at] == ' ' || words[at] == '\t';
    return fresh && !blank ? named_at(words, at, at) : std::nullopt;
}

std::optional<Doubt> near_mark(std::string_view words) {
    auto mark = find_mark(words, 0);
    for (std::size_t at = 0; at < words.size(); ++at) {
        if (mark && at == mark->start) {
            at = mark->end - 1;
            mark = find_mark(words, mark->end);
            continue;
        }
        if (words.substr(0, at).ends_with("\\- ")) continue;  // an escaped mark
        const auto piece = piece_at(words, at);
        if (piece && is_near_mark(words, *piece)) return mended_mark(words, *piece);
    }
    return std::nullopt;
}

}  // namespace tools::map::form
