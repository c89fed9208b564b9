#include "tools/map/form/arrow.hpp"
#include "tools/map/form/outcome.hpp"
#include "tools/map/form/read_line.hpp"
#include "tools/map/form/sign.hpp"
#include "tools/map/form/suggest.hpp"
#include "tools/map/text.hpp"
#include "tools/nearest.hpp"
#include "tools/text/line.hpp"

#include <optional>

namespace tools::map {
namespace {

using namespace form;  // NOLINT(google-build-using-namespace)

/// True when a text names a node: `[T1]` or a `[$word]`.
bool names_node(std::string_view text) {
    for (auto open = text.find('['); open != std::string_view::npos;
         open = text.find('[', open + 1))
        if (!Cursor(text.substr(open)).take_refs().empty()) return true;
    return false;
}

/// What follows `Map update` and its colon; nothing where the line is no such heading.
std::optional<std::string> map_update(std::string_view line) {
    line.remove_prefix(std::min(line.size(), line.find_first_not_of("#*- ")));
    std::string words = text::trim(without_bold(line));
    constexpr std::string_view name = "map_update";
    if (fold_word(words.substr(0, name.size())) != name) return std::nullopt;
    words = text::trim(words.substr(name.size()));
    if (words.empty()) return "";
    if (!words.starts_with(':')) return std::nullopt;
    return text::trim(words.substr(1));
}

bool says_none(std::string_view words) {
    const std::string folded = fold_word(words);
    return folded == "none" || folded == "none." || folded == "(none)" || folded == "no_changes" ||
           folded == "no_change";
}

bool is_json(std::string_view line) {
    return line.starts_with('{') || line.starts_with('}') || line.starts_with('"') || line == "[" ||
           line == "]" || line == "]," || line.starts_with("[{") || line.starts_with("[\"");
}

/// Reads a delta line by line; what a `-` means depends on the heading above.
class DeltaReader {
public:
    void read(const TextLine& line) {
        if (in_json_ && is_json(line.text)) return;
        in_json_ = false;
        Parsed fault = check_line(line);
        if (!fault.problems.empty()) return append(out_, std::move(fault), line);
        if (line.text.starts_with('!')) return read_remark(line);
        if (const auto update = map_update(line.text)) return read_update_heading(line, *update);
        if (const auto words = heading(line.text)) return read_heading(line, *words);
        if (is_json(line.text)) return read_json(line);
        append(out_, read_line(line.text, part_), line);
    }

    Parsed result() {
        const bool changes = !out_.changes.empty() || !out_.problems.empty();
        if (none_ && changes)
            append(out_,
                   refused("none_and_changes",
                           "the line says that nothing changes, other lines change the map: "
                           "leave it out",
                           "Map update:"),
                   *none_);
        return std::move(out_);
    }

private:
    /// Lines with `!` are the server's own; a change may not hide in one.
    void read_remark(const TextLine& line) {
        const std::string behind =
            text::trim(std::string_view(line.text).substr(line.text.find_first_not_of('!')));
        const Start start(behind);
        Cursor head = start.head;
        if ((start.sign != 0 || start.bullet != 0 || start.label) && !head.take_refs().empty())
            append(
                out_,
                refused("hidden_change",
                        "lines with `!` are remarks and are skipped: a change starts with its sign",
                        mended(behind, all_tries)),
                line);
    }

    void read_update_heading(const TextLine& line, const std::string& behind) {
        part_ = Part::open;
        if (behind.empty()) return;
        if (says_none(behind)) {
            none_ = line;
            return;
        }
        append(out_,
               refused("words_in_heading",
                       "`Map update:` stands alone, and each change in a line below it",
                       mended(behind, all_tries)),
               line);
    }

    void read_heading(const TextLine& line, const std::string& words) {
        if (names_node(line.text)) {
            const std::string behind =
                text::trim(std::string_view(line.text).substr(line.text.find_first_not_of("# ")));
            return append(out_,
                          refused("words_in_heading",
                                  "headings are skipped: a change stands in a line of its own",
                                  mended(behind, all_tries)),
                          line);
        }
        part_ = part_of(words);
    }

    void read_json(const TextLine& line) {
        in_json_ = true;
        const bool whole = line.text.starts_with('{') && line.text.ends_with('}');
        append(out_,
               refused("json_line",
                       "JSON goes into changes[], a delta is lines such as `+ [T7] Task: words`",
                       whole ? "changes: [" + line.text + "]" : "changes: [{...}]"),
               line);
    }

    Parsed out_;
    Part part_ = Part::open;
    bool in_json_ = false;
    std::optional<TextLine> none_;
};

}  // namespace

Parsed parse_delta(std::string_view text) {
    DeltaReader reader;
    for (const TextLine& line : lines_of(text))
        reader.read(line);
    return reader.result();
}

}  // namespace tools::map
