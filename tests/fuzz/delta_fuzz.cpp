#include "tools/map/text.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

/// Every change and every fault belongs to a line of the text, and a fault says
/// what was wrong and what to send.
void check(const tools::map::Parsed& parsed, std::size_t lines) {
    for (const auto& change : parsed.changes)
        if (change.index == 0 || change.index > lines || change.line.empty()) std::abort();
    for (const auto& problem : parsed.problems) {
        const bool placed = problem.index && *problem.index > 0 && *problem.index <= lines;
        const bool tells = !problem.message.empty() && !problem.reason.empty();
        if (!placed || !tells) std::abort();
        if (problem.send.empty() && problem.reason != "more_faults") std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    std::size_t lines = 1;
    for (const char c : text)
        lines += c == '\n' ? 1 : 0;
    check(tools::map::parse_delta(text), lines);
    check(tools::map::parse_map(text), lines);
    if (tools::map::unescape(tools::map::escape(text)) != text) std::abort();
    return 0;
}
