#include "tools/thread/pieces.hpp"

#include "tools/thread/headers.hpp"
#include "tools/thread/places.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace tools::thread {
namespace {

/// Where each active candidate goes. Calls that follow each other, and the completion
/// before them, are one message (D12).
class Grouping {
public:
    Grouping(const View& view, Line& line, Calls which) : view_(view), line_(line), which_(which) {
        first_.reserve(line.candidates.size());
    }

    Pieces run() {
        for (std::uint32_t i = 0; i < line_.candidates.size(); ++i)
            if (line_.candidates[i].reason == Reason::over_budget)
                place(i);
            else
                pass_over(i);
        Pieces out(line_);
        out.reserve(first_.size());
        auto talk = talks_.begin();
        for (std::uint32_t p = 0; p < first_.size(); ++p)
            if (talk == talks_.end() || talk->first != p)
                out.add(first_[p]);
            else
                write_talk(out, (talk++)->second);
        return out;
    }

private:
    /// A message with calls, and their results.
    struct Talk {
        std::vector<std::uint32_t> said, results;
    };

    [[nodiscard]] const Candidate& at(std::uint32_t i) const { return line_.candidates[i]; }

    [[nodiscard]] Kind kind(std::uint32_t i) const { return at(i).node.kind; }

    void place(std::uint32_t i) {
        if (kind(i) == Kind::tool_result)
            place_result(i);
        else if (kind(i) == Kind::tool_call)
            place_call(i);
        else
            open_message(i);
    }

    std::uint32_t open_message(std::uint32_t i) {
        first_.push_back(i);
        return remember(i, static_cast<std::uint32_t>(first_.size() - 1));
    }

    std::uint32_t remember(std::uint32_t i, std::uint32_t message) {
        message_of_.put(at(i).node.number, message);
        return message;
    }

    [[nodiscard]] const ToolTexts& texts(std::uint32_t i) const { return tool_texts(line_, at(i)); }

    void place_result(std::uint32_t i) {
        const auto call = calls_.find(texts(i).call_id);
        if (call == calls_.end())
            line_.candidates[i].reason = Reason::orphan_tool;
        else
            talks_[call->second].results.push_back(i);
    }

    void place_call(std::uint32_t i) {
        const std::vector<Number> parents = parents_of(view_, at(i));
        const auto found = message_for(texts(i).message, parents);
        const std::uint32_t message = found ? remember(i, *found) : open_message(i);
        std::vector<std::uint32_t>& said = talks_[message].said;
        if (said.empty()) said.push_back(first_[message]);
        if (said.back() != i) said.push_back(i);
        calls_[texts(i).call_id] = message;
        siblings_[{parents, texts(i).message}] = message;
    }

    /// What follows a call that is out follows what stands before that.
    void pass_over(std::uint32_t i) {
        if (kind(i) != Kind::tool_call) return;
        for (const Number parent : parents_of(view_, at(i)))
            if (const auto known = message_of_.find(parent))
                remember(i, static_cast<std::uint32_t>(*known));
    }

    /// The message a call belongs to, if that is there already.
    [[nodiscard]] std::optional<std::uint32_t> message_for(
        std::string_view called_in, const std::vector<Number>& parents) const {
        for (const Number parent : parents) {
            const auto known = message_of_.find(parent);
            if (!known) continue;
            const auto message = static_cast<std::uint32_t>(*known);
            const auto talk = talks_.find(message);
            const Candidate& last =
                at(talk == talks_.end() ? first_[message] : talk->second.said.back());
            const bool open =
                last.node.kind == Kind::completion || last.node.kind == Kind::tool_call;
            if (open && tool_texts(line_, last).message == called_in) return message;
        }
        const auto sibling = siblings_.find({parents, called_in});
        if (sibling == siblings_.end()) return std::nullopt;
        return sibling->second;
    }

    /// Puts the results in the order of their calls; without all of them no call stays.
    void write_talk(Pieces& out, Talk& talk) {
        std::vector<std::uint32_t> results;
        bool whole = true;
        for (const std::uint32_t call : talk.said) {
            if (kind(call) != Kind::tool_call) continue;
            const auto found = std::find_if(
                talk.results.begin(), talk.results.end(),
                [&](std::uint32_t result) { return texts(result).call_id == texts(call).call_id; });
            whole = whole && found != talk.results.end();
            if (found != talk.results.end()) results.push_back(*found);
        }
        whole = whole && results.size() == talk.results.size();
        if (which_ == Calls::open_too)
            out.add(talk.said, talk.results);
        else if (whole)
            out.add(talk.said, results);
        else
            write_without_calls(out, talk);
    }

    void write_without_calls(Pieces& out, Talk& talk) {
        const auto calls =
            std::stable_partition(talk.said.begin(), talk.said.end(),
                                  [&](std::uint32_t i) { return kind(i) != Kind::tool_call; });
        talk.results.insert(talk.results.end(), calls, talk.said.end());
        for (const std::uint32_t i : talk.results)
            line_.candidates[i].reason = Reason::orphan_tool;
        talk.said.erase(calls, talk.said.end());
        if (!talk.said.empty()) out.add(talk.said, {});
    }

    const View& view_;
    Line& line_;
    Calls which_;
    std::vector<std::uint32_t> first_;                           ///< message -> what opened it
    std::map<std::uint32_t, Talk> talks_;                        ///< by message
    std::unordered_map<std::string_view, std::uint32_t> calls_;  ///< call id -> latest message
    Places message_of_;
    std::map<std::pair<std::vector<Number>, std::string_view>, std::uint32_t> siblings_;
};

bool is_system(const Header& node) {
    return node.kind == Kind::prompt && node.role == Role::system;
}

/// Gives each unit the run of its pieces.
void lay_out(Units& units) {
    std::uint32_t next = 0;
    for (Unit& unit : units.list)
        unit.first = std::exchange(next, next + unit.count);
    units.pieces.resize(units.of.size());
    for (std::uint32_t p = 0; p < units.of.size(); ++p)
        units.pieces[units.list[units.of[p]].first++] = p;
    for (Unit& unit : units.list)
        unit.first -= unit.count;
}

}  // namespace

void Pieces::add(Indices said, Indices results) {
    places_.push_back(first_talk + static_cast<std::uint32_t>(talks_.size()));
    talks_.push_back({static_cast<std::uint32_t>(talked_.size()),
                      static_cast<std::uint32_t>(said.size()),
                      static_cast<std::uint32_t>(results.size())});
    talked_.insert(talked_.end(), said.begin(), said.end());
    talked_.insert(talked_.end(), results.begin(), results.end());
}

Pieces pieces_of(const View& view, Line& line, Calls which) {
    if (!line.tools.empty()) return Grouping(view, line, which).run();
    Pieces out(line);
    out.reserve(line.candidates.size());
    for (std::uint32_t i = 0; i < line.candidates.size(); ++i)
        if (line.candidates[i].reason == Reason::over_budget) out.add(i);
    return out;
}

Units units_of(const Line& line, const Pieces& pieces, const std::set<Number>& pins) {
    Units out;
    out.list.reserve(pieces.size() / 2 + 1);  // an exchange is a question and its answer
    out.of.reserve(pieces.size());
    std::size_t open = 0;  // 1 + the exchange under way
    bool leading = true;
    for (std::size_t p = 0; p < pieces.size(); ++p) {
        const Piece piece = pieces[p];
        const Indices all = piece.all();
        const Header& first = line.candidates[all.front()].node;
        const bool system = is_system(first);
        const bool pinned =
            !pins.empty() && std::any_of(all.begin(), all.end(), [&](std::uint32_t i) {
                return pins.count(line.candidates[i].node.number) > 0;
            });
        leading = leading && system;
        if (first.kind == Kind::prompt && !system) open = 0;
        const bool exchange = !system && !pinned;
        if (!exchange || open == 0) {
            Unit& unit = out.list.emplace_back();
            unit.leads = leading;
            unit.pinned = pinned;
            unit.exchange = exchange;
            if (exchange && first.kind == Kind::prompt) open = out.list.size();
        }
        const std::size_t at = exchange && open != 0 ? open - 1 : out.list.size() - 1;
        Unit& unit = out.list[at];
        std::int64_t cost = overhead_of(piece);
        for (const std::uint32_t i : all) {
            const Candidate& one = line.candidates[i];
            cost += one.node.tokens;
            unit.importance = std::max(unit.importance, importance_of(one));
        }
        ++unit.count;
        unit.cost += cost;
        out.cost += cost;
        out.least_cost = std::min(out.least_cost, cost);
        out.of.push_back(static_cast<std::uint32_t>(at));
    }
    lay_out(out);
    return out;
}

}  // namespace tools::thread
