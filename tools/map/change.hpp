#pragma once

#include "store/error.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tools::map {

enum class Op {
    add,
    update,
    link,
    unlink,
    done,
    resolve,
    supersede,
    archive,
    remove,
    merge,
    summarize
};

constexpr auto names(Op) {
    return std::array{"add",       "update",  "link",   "unlink", "done",     "resolve",
                      "supersede", "archive", "remove", "merge",  "summarize"};
}

using IdList = std::optional<std::vector<std::string>>;

/// One change as the caller gave it, in either form of an update. Words are
/// raw: the rules read them, so that every fault of an update comes at once.
struct Change {
    std::optional<std::string> op, id;
    IdList ids;
    std::optional<std::string> type, text, status, source, confidence, reason, impact, mitigation;
    IdList clear;
    std::optional<std::string> from, edge, to, with, into;
    std::optional<bool> carry;
    IdList conflicts_with;
    std::optional<bool> override;
    IdList depends_on, blocks, supports, resolves, supersedes, updates, next, derived_from;

    std::size_t index = 0;  ///< 0-based position in changes[], or 1-based line of a delta
    std::string line;       ///< the delta's line, from which a way out is worded; else empty
    std::vector<store::Problem> problems;  ///< what was wrong with its shape
};

}  // namespace tools::map
