#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What the text forms of a map are made of: field marks, ids, signs, edges.
namespace tools::map::form {

/// What ` - name: value` may give in a line; the first six are printed.
enum class Field : std::uint8_t {
    status,
    source,
    confidence,
    reason,
    impact,
    mitigation,
    clear,
    override,
    carry,
    conflicts_with
};

constexpr auto names(Field) {
    return std::array{"status",     "source", "confidence", "reason", "impact",
                      "mitigation", "clear",  "override",   "carry",  "conflicts_with"};
}

inline constexpr std::size_t printed_fields = 6;

/// `- status: ` inside words: [start, end) with the blank behind the colon. A
/// mark has a blank or nothing before its hyphen, one blank behind it, and a
/// blank or the end behind its colon.
struct Mark {
    std::size_t start = 0, end = 0;
    Field field = Field::status;
};

/// The first mark at `from` or behind it.
std::optional<Mark> find_mark(std::string_view words, std::size_t from);

bool starts_with_mark(std::string_view words);

/// A field as it stands in a line: trimmed, still escaped.
struct Given {
    Field field;
    std::string value;
};

/// `words - status: done - reason: why` in its parts: trimmed, still escaped.
struct Parts {
    std::string words;
    std::vector<Given> given;
};

Parts split(std::string_view rest);

/// The line again: a head such as `~ [T2]`, its words and its fields.
std::string compose(std::string_view head, std::string_view words, const std::vector<Given>& given);

/// `status: done` without its hyphen as `- status: done`; empty for other text.
std::string leading_field(std::string_view text);

std::string_view name(Field field);
std::optional<Field> read_field(std::string_view wire_word);

}  // namespace tools::map::form
