#pragma once

#include "tools/map/model.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace tools::map::form {

/// What stands between two ids: `--depends_on-->`, `depends on`, `<--`.
struct Arrow {
    std::string_view word;  ///< without its dashes
    bool forward = false;   ///< it leads from left to right and is not cut off
    bool arrow = false;     ///< it has dashes or a head, not only a word
};

bool starts_with_arrow(std::string_view text);
Arrow read_arrow(std::string_view between);

/// An edge word in some other form: `blocked_by` is blocks, backwards.
struct Said {
    EdgeKind kind;
    bool backwards = false;
};

/// What a word that is no edge word most likely means.
std::optional<Said> guess_kind(std::string_view word);

std::string without_bold(std::string_view line);
/// `true` and `false` in the words that models use.
std::optional<bool> read_flag(std::string_view word);

}  // namespace tools::map::form
