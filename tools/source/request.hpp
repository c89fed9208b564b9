#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tools::source {

/// The closed list of what can be asked (LM13).
enum class Verb { stat, wc, head, sed, rg, cat, ls };

constexpr auto names(Verb) {
    return std::array{"stat", "wc", "head", "sed", "rg", "cat", "ls"};
}

/// Lines from `first` to `last`, counted from 1. Zero stands for the last line.
struct LineRange {
    std::uint64_t first = 1;
    std::uint64_t last = 0;
};

/// One command, understood.
struct Request {
    Verb verb = Verb::ls;
    std::string path;     ///< as it was written; "" of ls means the roots
    LineRange lines;      ///< of head and sed
    std::string pattern;  ///< of rg
    bool fold_case = false, literal = false;
};

/// Reads a command. Throws Error invalid for what is not in the list, with the
/// command that comes nearest.
Request read_request(std::string_view command);

/// `sed -n '188,387p' /docs/report.md`
std::string sed_command(const LineRange& lines, std::string_view path);

}  // namespace tools::source
