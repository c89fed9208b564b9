#include "tools/map/form/arrow.hpp"
#include "tools/map/form/edge.hpp"
#include "tools/map/form/fields.hpp"
#include "tools/map/form/node_line.hpp"
#include "tools/map/form/outcome.hpp"
#include "tools/map/form/read_line.hpp"
#include "tools/map/form/sign.hpp"
#include "tools/text/line.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace tools::map {
namespace {

using namespace form;  // NOLINT(google-build-using-namespace)

Parsed refuse_map_line(std::string_view text) {
    Start start(text);
    Cursor head = start.head;
    const auto refs = head.take_refs();
    std::string send = "- [T1] Task: <words>";
    if (!refs.empty()) {
        const std::string rest = text::trim(head.rest());
        if (looks_like_edge(rest))
            send = edge_lines(start.head.rest(), '-');
        else if (head.take_type())
            send = "- " + bracketed(refs) + " " + rest;
        else
            send = "- " + bracketed(refs) + " " + title_of(refs.front()) + ": " +
                   (rest.empty() ? "<words>" : rest);
    }
    return refused("no_map_line",
                   "a map has lines such as `- [T1] Task: words - status: active` and "
                   "`- [T1] --depends_on--> [Q1]`",
                   send);
}

Parsed read_map_text_line(std::string_view text) {
    const Start start(text);
    NodeLine line{"-", {}, start.head.rest(), start.head, true};
    line.refs = line.head.take_refs();
    const bool bullet = start.sign == '-' || (start.sign == 0 && start.bullet != 0);
    Cursor ahead = line.head;
    const bool typed = ahead.take_type().has_value();
    if (!bullet || start.label || line.refs.empty()) return refuse_map_line(text);
    if (typed) return read_imported(line);
    if (looks_like_edge(line.head.rest())) {
        Parsed out = read_edge(line.body, {true, false});
        for (store::Problem& problem : out.problems)
            problem.send = edge_lines(without_bold(line.body), '-');
        return out;
    }
    return refuse_map_line(text);
}

/// Headings, and what a review, a focus and an export say around the lines of a map.
bool is_skipped(std::string_view line) {
    constexpr std::array around{"!", "Map \"", "The map \"", "Why: ", "Blocked: ", "Next ids: "};
    return std::any_of(around.begin(), around.end(),
                       [&](std::string_view start) { return line.starts_with(start); }) ||
           (heading(line) && line.find('[') == std::string_view::npos);
}

}  // namespace

Parsed parse_map(std::string_view text) {
    Parsed out;
    for (const TextLine& line : lines_of(text)) {
        Parsed fault = check_line(line);
        if (!fault.problems.empty())
            append(out, std::move(fault), line);
        else if (!is_skipped(line.text))
            append(out, read_map_text_line(line.text), line);
    }
    return out;
}

}  // namespace tools::map
