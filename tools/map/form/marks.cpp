#include "tools/map/form/marks.hpp"

#include "tools/map/text.hpp"
#include "tools/nearest.hpp"
#include "tools/text/line.hpp"

#include <algorithm>

namespace tools::map {
namespace {

bool starts_word(std::string_view words, std::size_t at) {
    return at == 0 || words[at - 1] == ' ';
}

/// Number of backslashes from `at` on.
std::size_t slashes(std::string_view words, std::size_t at) {
    std::size_t end = at;
    while (end < words.size() && words[end] == '\\')
        ++end;
    return end - at;
}

/// The field whose mark has its hyphen at `at`.
std::optional<form::Mark> mark_at(std::string_view words, std::size_t at) {
    if (!words.substr(at).starts_with("- ")) return std::nullopt;
    const auto fields = names(form::Field{});
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const std::string_view field = fields[i];
        if (!words.substr(at + 2).starts_with(field)) continue;
        const std::size_t colon = at + 2 + field.size();
        if (!words.substr(colon).starts_with(':')) continue;
        if (colon + 1 == words.size())
            return form::Mark{at, colon + 1, static_cast<form::Field>(i)};
        if (words[colon + 1] == ' ') return form::Mark{at, colon + 2, static_cast<form::Field>(i)};
    }
    return std::nullopt;
}

/// Copies the words; where backslashes stand before what would be a mark there
/// will be `more` of them.
std::string with_slashes(std::string_view words, int more) {
    if (words.find("- ") == std::string_view::npos) return std::string(words);
    std::string out;
    for (std::size_t at = 0; at < words.size();) {
        const std::size_t count = starts_word(words, at) ? slashes(words, at) : 0;
        const bool mark = starts_word(words, at) && mark_at(words, at + count);
        if (mark && more > 0) out += '\\';
        const std::size_t drop = mark && more < 0 && count > 0 ? 1 : 0;
        const std::size_t step = std::max<std::size_t>(count, 1);
        out += words.substr(at + drop, step - drop);
        at += step;
    }
    return out;
}

}  // namespace

std::string escape(std::string_view words) {
    return with_slashes(words, 1);
}

std::string unescape(std::string_view words) {
    return with_slashes(words, -1);
}

namespace form {

std::optional<Mark> find_mark(std::string_view words, std::size_t from) {
    for (std::size_t at = words.find('-', from); at != std::string_view::npos;
         at = words.find('-', at + 1))
        if (starts_word(words, at))
            if (const auto mark = mark_at(words, at)) return mark;
    return std::nullopt;
}

bool starts_with_mark(std::string_view words) {
    return mark_at(words, 0).has_value();
}

Parts split(std::string_view rest) {
    Parts out;
    auto mark = find_mark(rest, 0);
    out.words = text::trim(rest.substr(0, mark ? mark->start : rest.size()));
    while (mark) {
        // The blank behind a colon may stand before the next hyphen too.
        const auto following = find_mark(rest, mark->end);
        const std::size_t stop = following ? following->start : rest.size();
        out.given.push_back({mark->field, text::trim(rest.substr(mark->end, stop - mark->end))});
        mark = following;
    }
    return out;
}

std::string compose(std::string_view head, std::string_view words,
                    const std::vector<Given>& given) {
    std::string out(head);
    if (!words.empty()) (out += ' ') += words;
    for (const auto& [field, value] : given)
        (((out += " - ") += name(field)) += value.empty() ? ":" : ": ") += value;
    return out;
}

std::string leading_field(std::string_view text) {
    const auto colon = text.find(':');
    if (colon == std::string_view::npos) return {};
    const auto field = read_field(fold_word(text.substr(0, colon)));
    if (!field) return {};
    const std::string value = text::trim(text.substr(colon + 1));
    return text::trim(compose("", "", {{*field, value}}));
}

std::string_view name(Field field) {
    return names(field)[static_cast<std::size_t>(field)];
}

std::optional<Field> read_field(std::string_view wire_word) {
    const auto fields = names(Field{});
    const auto found = std::find(fields.begin(), fields.end(), wire_word);
    if (found == fields.end()) return std::nullopt;
    return static_cast<Field>(found - fields.begin());
}

}  // namespace form
}  // namespace tools::map
