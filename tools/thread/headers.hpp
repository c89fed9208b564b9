#pragma once

#include "tools/thread/candidate.hpp"
#include "tools/thread/view.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace tools::thread {

/// The parents of a node, in their order; asks for the node where there are several.
std::vector<Number> parents_of(const View& view, const Candidate& node);

/// Reads headers in runs of neighbours: twice as many at a time as long as most of
/// a run is asked for, fewer where a branch has only some of them. The view must
/// outlive it.
class HeaderReader {
public:
    explicit HeaderReader(const View& view);

    /// Reads a node that exists, which no child leads to yet; throws corrupt where there
    /// is none.
    void read(Number number, Candidate& out);

    /// The texts of what was read.
    [[nodiscard]] std::vector<ToolTexts> take_tools() { return std::move(tools_); }

private:
    /// A number of the run: its record, not read yet, and what is tied to it.
    struct Slot {
        std::string_view key, record;
        std::uint32_t degree = 0;
        bool superseded = false, member = false, transcludes = false, embeds = false;
    };

    void fetch_up_to(Number last);
    void fetch_records(Number last);
    void fetch_tied(Number last);
    void fetch_arcs(Number first, Number last);

    const View& view_;
    bool marked_;              ///< the thread says which of its nodes are tied
    Number first_ = 0;         ///< of the run
    std::vector<Slot> slots_;  ///< by number
    std::size_t width_ = 4, used_ = 0;
    std::vector<ToolTexts> tools_;
};

}  // namespace tools::thread
