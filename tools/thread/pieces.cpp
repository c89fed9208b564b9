#include "tools/thread/pieces.hpp"

#include "tools/thread/places.hpp"

#include <algorithm>
#include <map>
#include <string>

namespace tools::thread {
namespace {

/// Where each active candidate goes. Calls that follow each other, and the completion
/// before them, are one message (D12).
class Grouping {
public:
    Grouping(Line& line, Calls which) : line_(line), which_(which) {}

    std::vector<Piece> run() {
        pieces_.reserve(line_.candidates.size());
        for (std::size_t i = 0; i < line_.candidates.size(); ++i)
            if (line_.candidates[i].reason == Reason::over_budget)
                place(i);
            else
                pass_over(i);
        for (Piece& piece : pieces_) {
            close_calls(piece);
            piece.cost = message_overhead * static_cast<std::int64_t>(1 + piece.results.size());
            each_candidate(piece, [&](std::size_t i) { piece.cost += line_.candidates[i].tokens; });
        }
        std::erase_if(pieces_, [](const Piece& piece) { return piece.said.empty(); });
        return std::move(pieces_);
    }

private:
    [[nodiscard]] const Header& node(std::size_t i) const { return line_.candidates[i].node; }

    void place(std::size_t i) {
        const Header& here = node(i);
        if (here.kind == Kind::tool_result) {
            const auto call = calls_.find(here.call_id);
            if (call == calls_.end())
                line_.candidates[i].reason = Reason::orphan_tool;
            else
                pieces_[call->second].results.push_back(i);
            return;
        }
        const std::size_t at = here.kind == Kind::tool_call ? message_for(here) : pieces_.size();
        if (at == pieces_.size()) pieces_.emplace_back();
        pieces_[at].said.push_back(i);
        message_of_.put(here.number, at);
        if (here.kind != Kind::tool_call) return;
        calls_[here.call_id] = at;
        siblings_[{here.parents, here.message}] = at;
    }

    /// What follows a call that is out follows what stands before that.
    void pass_over(std::size_t i) {
        if (node(i).kind != Kind::tool_call) return;
        for (const Number parent : node(i).parents)
            if (const auto known = message_of_.find(parent))
                message_of_.put(node(i).number, *known);
    }

    /// The message a call belongs to, or a new one.
    [[nodiscard]] std::size_t message_for(const Header& call) const {
        for (const Number parent : call.parents) {
            const auto known = message_of_.find(parent);
            if (!known) continue;
            const Header& last = node(pieces_[*known].said.back());
            const bool open = last.kind == Kind::completion || last.kind == Kind::tool_call;
            if (open && last.message == call.message) return *known;
        }
        const auto sibling = siblings_.find({call.parents, call.message});
        return sibling == siblings_.end() ? pieces_.size() : sibling->second;
    }

    /// Puts the results in the order of their calls; without all of them no call stays.
    void close_calls(Piece& piece) {
        std::vector<std::size_t> results;
        bool whole = true;
        for (const std::size_t i : piece.said) {
            if (node(i).kind != Kind::tool_call) continue;
            const auto found = std::find_if(
                piece.results.begin(), piece.results.end(),
                [&](std::size_t result) { return node(result).call_id == node(i).call_id; });
            whole = whole && found != piece.results.end();
            if (found != piece.results.end()) results.push_back(*found);
        }
        whole = whole && results.size() == piece.results.size();
        if (which_ == Calls::open_too) return;
        if (whole) {
            piece.results = std::move(results);
            return;
        }
        for (const std::size_t i : candidates_of(piece))
            if (node(i).kind == Kind::tool_call || node(i).kind == Kind::tool_result)
                line_.candidates[i].reason = Reason::orphan_tool;
        std::erase_if(piece.said, [&](std::size_t i) { return node(i).kind == Kind::tool_call; });
        piece.results.clear();
    }

    Line& line_;
    Calls which_;
    std::vector<Piece> pieces_;
    std::map<std::string, std::size_t> calls_;  ///< call id -> message of the latest such call
    Places message_of_;
    std::map<std::pair<std::vector<Number>, std::string>, std::size_t> siblings_;
};

}  // namespace

std::vector<std::size_t> candidates_of(const Piece& piece) {
    std::vector<std::size_t> out = piece.said;
    out.insert(out.end(), piece.results.begin(), piece.results.end());
    return out;
}

std::vector<Piece> pieces_of(Line& line, Calls which) {
    return Grouping(line, which).run();
}

std::vector<Unit> units_of(const Line& line, const std::vector<Piece>& pieces,
                           const std::set<Number>& pins) {
    std::vector<Unit> out;
    std::size_t open = 0;  // 1 + the exchange under way
    bool leading = true;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const Header& first = line.candidates[pieces[i].said.front()].node;
        const bool prompt = first.kind == Kind::prompt;
        const bool system = prompt && first.role == Role::system;
        bool pinned = false;
        if (!pins.empty())
            each_candidate(pieces[i], [&](std::size_t at) {
                pinned = pinned || pins.count(line.candidates[at].node.number) > 0;
            });
        leading = leading && system;
        if (prompt && !system) open = 0;
        Unit one;
        one.leads = leading;
        one.pinned = pinned;
        one.exchange = !system && !pinned;
        const bool joins = one.exchange && open != 0;
        if (!joins) out.push_back(one);
        if (!joins && one.exchange && prompt) open = out.size();
        Unit& unit = joins ? out[open - 1] : out.back();
        unit.pieces.push_back(i);
        unit.cost += pieces[i].cost;
    }
    return out;
}

}  // namespace tools::thread
