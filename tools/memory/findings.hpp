#pragma once

#include "store/error.hpp"
#include "tools/memory/time.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tools::memory {

/// When a fact would end by a finding's way out.
struct Ending {
    std::string fact;  ///< its id
    Moment at;
};

/// One thing to say about an episode that was sent.
struct Finding {
    std::optional<std::size_t> fact;  ///< which one, where it is about a fact
    std::string field;                ///< "" for the whole
    std::string kind;                 ///< a fixed word
    std::string message;
    std::string stored;             ///< id of a stored fact it is about, or empty
    std::string send;               ///< the ready-made way out, or empty
    std::vector<Ending> ends = {};  ///< the same, as facts to end
};

/// The finding behind a problem with a path such as `/facts/3/statement`.
Finding finding_of(const store::Problem& problem);

/// One finding that stands for equal ones of several facts, with their range and
/// count: `/facts/0..3,7/statement`.
struct Grouped {
    std::string path;
    std::size_t count = 1;
    Finding finding;
};

/// Equal findings become one, in order of first appearance; what comes to more than
/// `most_bytes` is left out and counted (LM4).
struct Told {
    std::vector<Grouped> groups;
    std::size_t left_out = 0;  ///< findings
};

Told grouped(const std::vector<Finding>& findings, std::size_t most_bytes);

/// Refuses an episode for all its faults at once.
[[noreturn]] void refuse(const std::vector<Finding>& faults);

}  // namespace tools::memory
