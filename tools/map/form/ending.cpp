#include "tools/map/form/ending.hpp"

#include "tools/map/form/cursor.hpp"
#include "tools/map/form/words.hpp"
#include "tools/map/text.hpp"
#include "tools/nearest.hpp"
#include "tools/text/line.hpp"

#include <algorithm>

namespace tools::map::form {
namespace {

bool gives(const std::vector<Given>& given, Field field) {
    return std::any_of(given.begin(), given.end(),
                       [&](const Given& one) { return one.field == field; });
}

/// ` - status (done)`, `ship it - (done)`: a field that lacks its mark.
bool opens_field(std::string_view before) {
    const std::string_view last = before.substr(before.find_last_of(' ') + 1);
    const bool dash = last == "-" || last == "--" || last == "–" || last == "—" || last == "->" ||
                      last == "→" || last.ends_with(':');
    return dash || read_field(fold_word(last));
}

/// `- reason: cheap (user, confirmed)`: only evidence is read behind a field, as
/// a status there may be that of another node.
bool is_evidence(const Ending& found) {
    return std::all_of(found.given.begin(), found.given.end(), [](const Given& one) {
        return one.field == Field::source || one.field == Field::confidence;
    });
}

/// The fields of an ending go before those of the line, unless one is given twice.
bool join(Parts& parts, const Ending& found) {
    for (const Given& one : found.given)
        if (gives(parts.given, one.field)) return false;
    parts.given.insert(parts.given.begin(), found.given.begin(), found.given.end());
    return true;
}

bool take_from_words(Parts& parts, std::string_view echo) {
    const auto found = ending(parts.words, echo);
    if (!found || !join(parts, *found)) return false;
    parts.words = found->before;
    return true;
}

bool take_from_last_field(Parts& parts, std::string_view echo) {
    if (parts.given.empty() || parts.words.empty()) return false;
    const auto found = ending(parts.given.back().value, echo);
    if (!found || !is_evidence(*found)) return false;
    Parts joined = parts;
    joined.given.back().value = found->before;
    if (!join(joined, *found)) return false;
    parts = std::move(joined);
    return true;
}

}  // namespace

std::optional<Ending> ending(std::string_view words, std::string_view echo) {
    const auto open = words.find_last_of('(');
    if (open == std::string_view::npos || !words.ends_with(')')) return std::nullopt;
    Ending out{text::trim(words.substr(0, open)), {}};
    std::string_view inner = words.substr(open + 1, words.size() - open - 2);
    bool echoed = false;
    for (inner = skip_punctuation(inner); !inner.empty(); inner = skip_punctuation(inner)) {
        const std::string_view word = first_word(inner);
        inner.remove_prefix(word.size());
        const bool same = !echo.empty() && fold_word(word) == echo;
        const auto found = field_word(word);
        const auto field = found ? read_field(found->field) : std::nullopt;
        if (!same && (!field || gives(out.given, *field))) return std::nullopt;
        if (!same) out.given.push_back({*field, found->word});
        echoed = echoed || same;
    }
    const bool empty = out.given.empty() && !echoed;
    if (empty || (out.before.empty() && !echoed) || opens_field(out.before)) return std::nullopt;
    return out;
}

std::string with_ending_as_fields(std::string_view rest, std::string_view echo) {
    Parts parts = split(rest);
    const bool found = take_from_words(parts, echo) || take_from_last_field(parts, echo);
    return found ? text::trim(compose("", parts.words, parts.given)) : std::string(rest);
}

bool reads_as_ending(std::string_view text) {
    return ending(escape(text)).has_value();
}

}  // namespace tools::map::form
