#pragma once

#include "tools/thread/candidate.hpp"
#include "tools/thread/view.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace tools::thread {

/// The parents of a node, in their order; asks for the node where there are several.
std::vector<Number> parents_of(const View& view, const Candidate& node);

/// Reads headers where they lie. The view must outlive it.
class HeaderReader {
public:
    explicit HeaderReader(const View& view) : view_(view) {}

    /// Puts heads, whose numbers rise, and their ancestors behind `out`, the latest first:
    /// nothing has an earlier number than its parents. The degree counts the children among
    /// them. Throws corrupt where one is missing.
    void read_line(std::span<const Number> heads, std::vector<Candidate>& out);

    /// Reads a node that exists and what is tied to it; throws corrupt where there is none.
    [[nodiscard]] Candidate read(Number number);

    /// Adds what is tied to candidates whose numbers rise.
    void add_ties(std::span<Candidate> rising) const;

    /// The texts of what was read.
    [[nodiscard]] std::vector<ToolTexts> take_tools() { return std::move(tools_); }

private:
    void decode_into(Candidate& one, Number number, std::string_view key, std::string_view record);
    /// For candidates without wide gaps; `marked`: the thread says which nodes are tied.
    void add_ties_among(std::span<Candidate> rising, bool marked) const;
    void add_arcs(std::span<Candidate> rising, Number first, Number last) const;
    [[nodiscard]] std::vector<Number> tied_between(Number first, Number last) const;

    const View& view_;
    std::vector<ToolTexts> tools_;
};

}  // namespace tools::thread
