#pragma once

#include "tools/thread/view.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tools::thread {

/// A header and what the view's version hangs on its node.
struct Hung {
    Header node;
    std::size_t degree = 0;    ///< nodes and links that lead to it
    bool superseded = false;   ///< one of them is a link that supersedes it
    bool member = false;       ///< one of them has it as a member
    bool transcludes = false;  ///< it shows another node
    bool embeds = false;       ///< a link says how near it is to another one
};

/// Reads headers in runs of neighbours: twice as many at a time as long as most of
/// a run is asked for, fewer where a branch has only some of them. The view must
/// outlive it.
class HeaderReader {
public:
    explicit HeaderReader(const View& view) : view_(view) {}

    /// The header of a node that exists; throws corrupt where there is none.
    void read(Number number, Hung& out);

private:
    /// A number of the run: its record, not read yet, and what hangs on it.
    struct Slot {
        std::string_view key, record;
        std::size_t degree = 0;
        bool superseded = false, member = false, transcludes = false, embeds = false;
    };

    void fetch_up_to(Number last);
    void fetch_records(Number last);
    void fetch_arcs(Number last);

    const View& view_;
    Number first_ = 0;         ///< of the run
    std::vector<Slot> slots_;  ///< by number
    std::size_t width_ = 4, used_ = 0;
};

}  // namespace tools::thread
