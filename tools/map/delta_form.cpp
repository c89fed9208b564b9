#include "tools/map/form/arrow.hpp"
#include "tools/map/form/outcome.hpp"
#include "tools/map/form/read_line.hpp"
#include "tools/map/form/sign.hpp"
#include "tools/map/form/suggest.hpp"
#include "tools/map/text.hpp"
#include "tools/nearest.hpp"
#include "tools/text/line.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

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
    constexpr std::array<std::string_view, 9> said{
        "none",       "(none)",  "no_change",   "no_changes",       "no_update",
        "no_updates", "nothing", "nothing_new", "nothing_to_update"};
    if (words.ends_with('.')) words.remove_suffix(1);
    return std::find(said.begin(), said.end(), fold_word(words)) != said.end();
}

/// A line without its bullet and bold marks.
std::string plain_words(std::string_view line) {
    const std::string words = without_bold(line);
    return text::trim(
        std::string_view(words).substr(std::min(words.size(), words.find_first_not_of("*•- "))));
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

bool adds(const Change& change) {
    return change.text && change.type && (!change.op || change.op == "add");
}

/// The letter of a node that a line adds for the server to number.
std::optional<std::string> added_letter(std::string_view line, const Parsed& found) {
    if (found.changes.size() != 1 || found.changes[0].id || !adds(found.changes[0]))
        return std::nullopt;
    Cursor head = Start(line).head;
    const auto refs = head.take_refs();
    return refs.size() == 1 ? std::optional(refs.front()) : std::nullopt;
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
        if (!fault.problems.empty()) return keep(std::move(fault), line);
        if (line.text.starts_with('!')) return read_remark(line);
        if (const auto update = map_update(line.text)) return read_update_heading(line, *update);
        if (const auto words = heading(line.text)) return read_heading(line, *words);
        if (is_json(line.text)) return read_json(line);
        if (says_none(plain_words(line.text))) {
            none_ = line;
            return;
        }
        Parsed found = read_line(line.text, part_);
        if (!found.problems.empty()) name_letters(found.problems.front(), line.text);
        if (const auto letter = added_letter(line.text, found)) added_[*letter] = line.text;
        keep(std::move(found), line);
    }

    Parsed result() {
        for (const Change& change : out_.changes)
            if (change.id && adds(change)) broken_.erase(*change.id);
        out_.broken_ids.assign(broken_.begin(), broken_.end());
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
    void keep(Parsed found, const TextLine& line) {
        for (const store::Problem& problem : found.problems)
            for (std::string& id : broken_ids(line.text, problem.send))
                broken_.insert(std::move(id));
        append(out_, std::move(found), line);
    }

    /// `= [Q] 20k` behind `+ [Q] Question: ...`: both lines by a local name.
    void name_letters(store::Problem& problem, const std::string& line) const {
        if (problem.reason != "bad_id") return;
        std::string adding;
        std::string named = line;
        std::string locals;
        for (const auto& [letter, added] : added_) {
            const std::string bracket = "[" + letter + "]";
            const std::string local = "$" + fold_word(letter);
            if (named.find(bracket) == std::string::npos) continue;
            named = replaced(named, bracket, "[" + local + "]");
            adding += replaced(added, bracket, "[" + local + "]") + "\n";
            locals += (locals.empty() ? "[" : " and [") + local + "]";
        }
        if (adding.empty() || !read_line(named, part_).problems.empty()) return;
        problem.message =
            "a node that this update adds is named by a word in both lines, here " + locals;
        problem.send = adding + named;
    }

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
    std::set<std::string> broken_;  ///< what faulty lines would have added
    Part part_ = Part::open;
    bool in_json_ = false;
    std::optional<TextLine> none_;
    std::map<std::string, std::string> added_;  ///< `Q` -> the last line that adds a `[Q]`
};

}  // namespace

Parsed parse_delta(std::string_view text) {
    DeltaReader reader;
    for (const TextLine& line : lines_of(text))
        reader.read(line);
    return reader.result();
}

}  // namespace tools::map
