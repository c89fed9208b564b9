#include "tools/map/form/cursor.hpp"

#include <algorithm>

namespace tools::map::form {
namespace {

bool is_word_char(char c) {
    constexpr unsigned char punctuation = 0xE2;  // starts dashes, arrows and quotes in UTF-8
    const auto byte = static_cast<unsigned char>(c);
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || (byte >= 0x80 && byte != punctuation);
}

bool is_local_char(char c) {
    return is_word_char(c) || c == '-';
}

std::string_view trim_bold(std::string_view text) {
    constexpr std::string_view around = " \t*";
    const auto first = text.find_first_not_of(around);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(around) - first + 1);
}

}  // namespace

std::string_view first_word(std::string_view text) {
    const auto end = std::find_if_not(text.begin(), text.end(), is_word_char);
    return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

std::string_view skip_blanks(std::string_view text) {
    return text.substr(std::min(text.size(), text.find_first_not_of(" \t")));
}

std::string_view skip_punctuation(std::string_view text) {
    for (;;) {
        const auto next = text.find_first_not_of(" \t:,;.-*()!\"'`=>|/&]");
        text.remove_prefix(std::min(text.size(), next));
        const bool dash = text.starts_with("–") || text.starts_with("—") || text.starts_with("→");
        if (!dash) return text;
        text.remove_prefix(std::string_view("–").size());
    }
}

std::optional<std::string> read_ref(std::string_view inner) {
    inner = trim_bold(inner);
    if (inner.starts_with('[')) return std::nullopt;
    if (inner.starts_with('$')) {
        const bool named = inner.size() > 1 && inner.find('$', 1) == std::string_view::npos &&
                           std::all_of(inner.begin(), inner.end(), is_local_char);
        return named ? std::optional(std::string(inner)) : std::nullopt;
    }
    if (const auto id = read_id(inner)) return to_string(*id);
    if (inner.size() != 1) return std::nullopt;
    const auto type = read_type(inner);
    return type ? std::optional(std::string(1, letter(*type))) : std::nullopt;
}

bool is_letter(std::string_view ref) {
    return ref.size() == 1;
}

std::optional<NodeType> type_of(std::string_view ref) {
    return ref.empty() ? std::nullopt : read_type(ref.substr(0, 1));
}

std::string bracketed(const std::vector<std::string>& refs) {
    std::string out;
    for (const std::string& ref : refs)
        out += (out.empty() ? "[" : ", [") + ref + "]";
    return out;
}

void Cursor::skip() {
    for (;;) {
        rest_ = skip_blanks(rest_);
        if (!rest_.starts_with("**")) return;
        rest_.remove_prefix(2);
        bold_ = !bold_;
    }
}

bool Cursor::take(std::string_view token) {
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
}

std::string_view Cursor::words() {
    if (bold_ && take("**")) bold_ = false;
    return rest_ = skip_blanks(rest_);
}

std::optional<std::string> Cursor::take_ref() {
    if (!rest_.starts_with('[')) return std::nullopt;
    const auto close = rest_.find(']');
    if (close == std::string_view::npos) return std::nullopt;
    auto ref = read_ref(rest_.substr(1, close - 1));
    if (ref) rest_.remove_prefix(close + 1);
    return ref;
}

std::vector<std::string> Cursor::take_refs() {
    std::vector<std::string> refs;
    Cursor ahead = *this;
    ahead.skip();
    for (;;) {
        auto ref = ahead.take_ref();
        if (!ref) return refs;
        refs.push_back(std::move(*ref));
        if (ahead.bold_ && ahead.take("**")) ahead.bold_ = false;
        *this = ahead;
        ahead.rest_ = skip_blanks(ahead.rest_);
        if (!ahead.take(",")) return refs;
        ahead.skip();
    }
}

std::vector<std::string> Cursor::take_all_refs() {
    std::vector<std::string> out;
    for (;;) {
        Cursor ahead = *this;
        ahead.skip();
        if (ahead.take("and ") || ahead.take("&")) ahead.skip();
        const auto more = ahead.take_refs();
        if (more.empty()) return out;
        out.insert(out.end(), more.begin(), more.end());
        *this = ahead;
    }
}

std::optional<NodeType> Cursor::take_type() {
    Cursor ahead = *this;
    ahead.skip();
    const std::string_view word = first_word(ahead.rest_);
    const auto type = read_type(word);
    if (!type) return std::nullopt;
    ahead.rest_.remove_prefix(word.size());
    if (ahead.bold_ && ahead.take("**")) ahead.bold_ = false;
    ahead.rest_ = skip_blanks(ahead.rest_);
    if (!ahead.take(":")) return std::nullopt;
    ahead.words();
    *this = ahead;
    return type;
}

}  // namespace tools::map::form
