#include "tools/map/form/fields.hpp"

#include "tools/map/form/arrow.hpp"
#include "tools/map/form/cursor.hpp"
#include "tools/map/form/outcome.hpp"
#include "tools/text/line.hpp"

#include <algorithm>

namespace tools::map::form {
namespace {

std::vector<std::string> items(std::string_view value) {
    std::vector<std::string> out;
    for (std::size_t start = 0; start <= value.size();) {
        const std::size_t stop = std::min(value.find(',', start), value.size());
        std::string item = text::trim(value.substr(start, stop - start));
        if (item.starts_with('[') && item.ends_with(']')) item = item.substr(1, item.size() - 2);
        out.push_back(std::move(item));
        start = stop + 1;
    }
    return out;
}

/// The line with its fields changed, to be sent instead.
class Instead {
public:
    Instead(const std::string& head, const Parts& parts) : head_(head), parts_(parts) {}

    [[nodiscard]] std::string without(std::size_t at) const {
        std::vector<Given> given = parts_.given;
        given.erase(given.begin() + static_cast<std::ptrdiff_t>(at));
        if (parts_.words.empty() && given.empty()) return head_ + " - status: <status>";
        return compose(head_, parts_.words, given);
    }

    [[nodiscard]] std::string with(std::size_t at, Given instead) const {
        std::vector<Given> given = parts_.given;
        given[at] = std::move(instead);
        return compose(head_, parts_.words, given);
    }

private:
    const std::string& head_;
    const Parts& parts_;
};

std::string without_empty(const Instead& line, std::size_t at, Field field, bool clear) {
    const bool printed = static_cast<std::size_t>(field) < printed_fields;
    const std::string words = line.with(at, {field, "<" + std::string(name(field)) + ">"});
    return clear && printed ? either(line.with(at, {Field::clear, std::string(name(field))}), words)
                            : either(line.without(at), words);
}

bool is_allowed(Field field, Allowed allowed) {
    if (field == Field::clear) return allowed.clear;
    if (field == Field::carry) return allowed.carry;
    return !allowed.only_printed || static_cast<std::size_t>(field) < printed_fields;
}

const char* where_it_belongs(Field field) {
    if (field == Field::clear)
        return " stands in a line that changes a node, as in `~ [D1] - clear: reason`";
    if (field == Field::carry) return " stands in a line with `>` or `=`: only they move edges";
    return " is a field of an update, not of a map";
}

/// What is wrong with one field of a line; nothing when it can be taken.
Parsed check(const Parts& parts, std::size_t at, const Instead& line, Allowed allowed) {
    const auto& [field, value] = parts.given[at];
    const std::string word(name(field));
    const auto earlier =
        std::find_if(parts.given.begin(), parts.given.end(),
                     [&, wanted = field](const Given& one) { return one.field == wanted; });
    const auto first = static_cast<std::size_t>(earlier - parts.given.begin());
    if (first < at)
        return refused("field_twice", word + " is given twice in this line: send it once",
                       either(line.without(at), line.without(first)));
    if (!is_allowed(field, allowed))
        return refused("field_of_other_line", word + where_it_belongs(field), line.without(at));
    if (value.empty())
        return refused("empty_field", word + " has no value: give one, or leave the field out",
                       without_empty(line, at, field, allowed.clear));
    const bool flag = field == Field::override || field == Field::carry;
    if (flag && !read_flag(value))
        return refused("bad_flag", word + " is true or false, not " + value,
                       either(line.with(at, {field, "true"}), line.with(at, {field, "false"})));
    return {};
}

void put(Change& change, const Given& given) {
    const auto& [field, value] = given;
    switch (field) {
        case Field::status:
            change.status = unescape(value);
            return;
        case Field::source:
            change.source = unescape(value);
            return;
        case Field::confidence:
            change.confidence = unescape(value);
            return;
        case Field::reason:
            change.reason = unescape(value);
            return;
        case Field::impact:
            change.impact = unescape(value);
            return;
        case Field::mitigation:
            change.mitigation = unescape(value);
            return;
        case Field::clear:
            change.clear = items(value);
            return;
        case Field::override:
            change.override = read_flag(value);
            return;
        case Field::carry:
            change.carry = read_flag(value);
            return;
        case Field::conflicts_with:
            change.conflicts_with = items(value);
            return;
    }
}

}  // namespace

void put_fields(Parsed& out, Change& change, const std::string& head, const Parts& parts,
                Allowed allowed) {
    const Instead line(head, parts);
    constexpr std::size_t told = 4;
    for (std::size_t i = 0; i < parts.given.size() && out.problems.size() < told; ++i) {
        Parsed fault = check(parts, i, line, allowed);
        put(change, parts.given[i]);
        std::move(fault.problems.begin(), fault.problems.end(), std::back_inserter(out.problems));
    }
}

void put_refs(Change& change, const std::vector<std::string>& refs) {
    if (refs.size() == 1)
        change.id = refs.front();
    else
        change.ids = refs;
}

}  // namespace tools::map::form
