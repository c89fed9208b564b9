#pragma once

#include "tools/map/text.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace tools::map::form {

/// The edge kind that a word means: `depends on`, `DEPENDS_ON`.
std::optional<EdgeKind> read_kind(std::string_view word);

/// True when what stands behind the ids of a line goes on as an edge does: with
/// an arrow, or with an edge word and another id.
bool looks_like_edge(std::string_view behind_ids);

/// `blocks [T1]`: an edge word itself, not one that only means it.
bool starts_with_edge_word(std::string_view text);

/// `blocked by Q1`: a word that is or means an edge word, and an id behind it.
bool starts_with_edge(std::string_view text);

struct EdgeUse {
    bool link = true;      ///< else the edge is taken away
    bool printed = false;  ///< a line of a delta that was shown: any brackets may end it
};

/// `[T1] --depends_on--> [Q1], [Q2]` or a chain of single ids (CM3).
Parsed read_edge(std::string_view body, EdgeUse use);

/// The lines that an edge written in some other way most likely means, one a
/// pair of ids; `<edge>` and `<id>` where nothing tells.
std::string edge_lines(std::string_view body, char sign);

}  // namespace tools::map::form
