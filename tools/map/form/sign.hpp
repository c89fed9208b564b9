#pragma once

#include "tools/map/form/cursor.hpp"

#include <optional>
#include <string_view>

namespace tools::map::form {

/// What a line of a shown delta starts with: `Added node:`, `Moved edge:`.
enum class Label {
    added,
    added_node,
    added_edge,
    updated,
    resolved,
    superseded,
    moved_edge,
    done,
    archived,
    removed,
    merged
};

constexpr auto names(Label) {
    return std::array{"added",      "added_node", "added_edge", "updated", "resolved", "superseded",
                      "moved_edge", "done",       "archived",   "removed", "merged"};
}

/// How a line begins.
struct Start {
    char bullet = 0;  ///< `*` for `*` and `•`, `-` before another sign
    char sign = 0;    ///< one of + ~ x - > =, 0 where there is none
    std::optional<Label> label;
    Cursor head;  ///< behind all of these

    explicit Start(std::string_view line);
};

bool is_sign(char c);

/// The length of `1.` or `12)` at the start of a line; 0 where there is none.
std::size_t number_size(std::string_view line);

/// `Words:` before any bracket, at most a few of them; empty where there is none.
std::string_view label_words(std::string_view text);

}  // namespace tools::map::form
