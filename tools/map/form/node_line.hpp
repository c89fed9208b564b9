#pragma once

#include "tools/map/form/cursor.hpp"
#include "tools/map/form/marks.hpp"
#include "tools/map/text.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tools::map::form {

/// A line that names nodes, read up to what stands behind its ids.
struct NodeLine {
    std::string sign;  ///< `+`, `~`, `x`, `-`, `>` or `=`
    std::vector<std::string> refs;
    std::string_view body;  ///< from the first id on
    Cursor head;            ///< behind the ids
    bool printed = false;   ///< taken to the letter, as a line of a shown delta is
};

/// `+ [Q4] Question: Which region? - impact: the contract`
Parsed read_add(const NodeLine& line);
/// A line of a map: adds the node or, where its id exists, changes it. Such a
/// change has no op.
Parsed read_map_line(NodeLine line);
/// The same line in a text to import: adds the node, with the printed fields only.
Parsed read_imported(NodeLine line);
/// `~ [D1] Decision: new words`, where the type is known to stand.
Parsed read_retyped(const NodeLine& line);
/// `~ [T2] done`, `~ [T2] - status: done`, `~ [D1] Decision: new words`
Parsed read_update(const NodeLine& line);
/// `> [C2] New words`, `= [Q2] The answer`, `= [Q2] [D2]` (CM17)
Parsed read_answer(const NodeLine& line);
/// `x [C3]`, `- [C3] obsolete`: words are taken as a remark.
Parsed read_removal(const NodeLine& line);
/// `Done: [T1] words`: the status, with the words left alone.
Parsed read_closing(const NodeLine& line, const std::string& status);

/// `[T2], [T3]` behind the sign of a line.
std::string head_of(const NodeLine& line);
/// `Task`, or `<Type>` where the id does not tell.
std::string title_of(const std::string& ref);
/// A line for each id, with the ids' own title where `typed`.
std::string line_each(const NodeLine& line, bool typed, std::string_view rest);
bool names_letter(const NodeLine& line);
Parsed refuse_letter(const NodeLine& line);
/// The words' bold mark closes in the middle of them.
Parsed refuse_bold(const NodeLine& line);

}  // namespace tools::map::form
