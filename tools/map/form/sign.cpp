#include "tools/map/form/sign.hpp"

#include "tools/map/form/arrow.hpp"
#include "tools/nearest.hpp"

#include <algorithm>

namespace tools::map::form {
namespace {

bool starts_ref(std::string_view text) {
    text = skip_blanks(text);
    return text.starts_with('[') || text.starts_with("**");
}

std::optional<Label> read_label(std::string_view words) {
    const std::string folded = fold_word(without_bold(words));
    if (folded == "updated_node") return Label::updated;
    if (folded == "moved") return Label::moved_edge;
    if (folded == "removed_node" || folded == "removed_edge") return Label::removed;
    const auto all = names(Label{});
    const auto found = std::find(all.begin(), all.end(), folded);
    if (found == all.end()) return std::nullopt;
    return static_cast<Label>(found - all.begin());
}

/// `x` and `X` are a sign before an id, else a letter of a word.
bool starts_with_x(std::string_view text) {
    if (!text.starts_with('x') && !text.starts_with('X')) return false;
    const std::string_view behind = text.substr(1);
    if (starts_ref(behind) || behind.empty()) return true;
    if (behind[0] != ' ') return false;
    const std::string_view words = label_words(skip_blanks(behind));
    const auto ref = read_ref(first_word(skip_punctuation(behind)));
    return (ref && !is_letter(*ref)) || (!words.empty() && read_label(words));
}

/// `1. + [T7] Task: words`: the number of a list, before a sign that is no bullet itself.
bool is_numbered(std::string_view rest) {
    const std::size_t size = number_size(rest);
    const std::string_view behind = skip_blanks(rest.substr(size));
    if (size == 0 || behind.empty() || behind[0] == '-') return false;
    return is_sign(behind[0]) || starts_with_x(behind);
}

/// A `-` before another sign is a bullet.
bool is_bullet(std::string_view rest) {
    if (!rest.starts_with("- ") && !rest.starts_with("-\t")) return false;
    const std::string_view behind = skip_blanks(rest.substr(1));
    if (behind.starts_with('-')) return starts_ref(behind.substr(1));
    return starts_with_x(behind) || (!behind.empty() && behind[0] != '*' && is_sign(behind[0]));
}

}  // namespace

bool is_sign(char c) {
    return c != 0 && std::string_view("+~->=").find(c) != std::string_view::npos;
}

std::size_t number_size(std::string_view line) {
    const auto end = line.find_first_not_of("0123456789");
    const bool number =
        end != 0 && end != std::string_view::npos && (line[end] == '.' || line[end] == ')');
    return number ? end + 1 : 0;
}

std::string_view label_words(std::string_view text) {
    constexpr std::size_t longest = 24;
    const auto colon = text.substr(0, longest).find(':');
    if (colon == std::string_view::npos || colon == 0) return {};
    const std::string_view words = text.substr(0, colon);
    const bool plain = std::all_of(words.begin(), words.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == ' ' || c == '*' || c == '_';
    });
    return plain ? words : std::string_view{};
}

Start::Start(std::string_view line) : head(line) {
    head.skip();
    if (is_numbered(head.rest())) head.take(head.rest().substr(0, number_size(head.rest())));
    head.skip();
    if (head.rest().starts_with("* ") || head.rest().starts_with("*\t")) {
        head.take("*");
        bullet = '*';
    } else if (head.take("•")) {
        bullet = '*';
    } else if (is_bullet(head.rest())) {
        head.take("-");
        bullet = '-';
    }
    head.skip();
    if (!head.rest().empty() && is_sign(head.rest()[0]))
        sign = head.rest()[0];
    else if (starts_with_x(head.rest()))
        sign = 'x';
    if (sign != 0) {
        head.take(head.rest().substr(0, 1));
        head.skip();
    }
    const std::string_view words = label_words(head.rest());
    label = words.empty() ? std::nullopt : read_label(words);
    if (!label) return;
    // Bold marks within the label are passed over as those of a head are.
    while (!head.rest().starts_with(':')) {
        head.skip();
        if (!head.rest().starts_with(':')) head.take(head.rest().substr(0, 1));
    }
    head.take(":");
    head.skip();
}

}  // namespace tools::map::form
