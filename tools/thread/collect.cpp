#include "tools/thread/collect.hpp"

#include "tools/thread/render.hpp"
#include "tools/thread/states.hpp"
#include "tools/tokens.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace tools::thread {
namespace {

class Collecting {
public:
    explicit Collecting(const View& view) : view_(view) {}

    /// Depth first from the heads, without recursion: a chain may be long.
    void walk(std::vector<Number> heads) {
        sort_by_time(heads);
        std::vector<std::pair<Number, bool>> todo;
        push(todo, heads);
        while (!todo.empty()) {
            const auto [number, leaves] = todo.back();
            todo.pop_back();
            if (leaves) {
                order_.push_back(number);
            } else if (seen_.insert(number).second) {
                todo.emplace_back(number, true);
                std::vector<Number> parents = load(number).parents;
                sort_by_time(parents);
                push(todo, parents);
            }
        }
    }

    /// Puts what replaced a node right after the later of that node and its own parents.
    void add_replacements() {
        for (std::size_t i = 0; i < order_.size(); ++i) {
            for (const Arc& arc : arcs_.at(order_[i])) {
                if (arc.kind != ArcKind::supersedes || seen_.count(arc.from) > 0) continue;
                const Node& node = load(arc.from);
                if (node.kind == Kind::critique || node.kind == Kind::summary) continue;
                seen_.insert(arc.from);
                std::size_t after = i;
                for (std::size_t at = i + 1; at < order_.size(); ++at)
                    if (std::find(node.parents.begin(), node.parents.end(), order_[at]) !=
                        node.parents.end())
                        after = at;
                order_.insert(order_.begin() + static_cast<std::ptrdiff_t>(after) + 1, arc.from);
            }
        }
    }

    Line line(bool drop_critique) {
        Line out;
        std::set<Number> summaries;
        for (const Number number : order_) {
            out.candidates.push_back(candidate(number, drop_critique));
            for (const Arc& arc : arcs_.at(number))
                if (arc.kind == ArcKind::member && summaries.insert(arc.from).second)
                    add_summary(out, arc.from, summaries);
        }
        return out;
    }

private:
    const Node& load(Number number) {
        const auto known = nodes_.find(number);
        if (known != nodes_.end()) return known->second;
        arcs_.emplace(number, view_.into(number));
        return nodes_.emplace(number, view_.node(number)).first->second;
    }

    void sort_by_time(std::vector<Number>& numbers) {
        std::sort(numbers.begin(), numbers.end(), [&](Number a, Number b) {
            return std::pair{load(a).time, a} < std::pair{load(b).time, b};
        });
    }

    void push(std::vector<std::pair<Number, bool>>& todo, const std::vector<Number>& numbers) {
        for (auto at = numbers.rbegin(); at != numbers.rend(); ++at)
            if (seen_.count(*at) == 0) todo.emplace_back(*at, false);
    }

    Candidate candidate(Number number, bool drop_critique) {
        Candidate out;
        out.node = nodes_.at(number);
        out.tokens = out.node.tokens;
        out.degree = arcs_.at(number).size();
        const auto& arcs = arcs_.at(number);
        const bool acted_on = std::any_of(arcs.begin(), arcs.end(), [](const Arc& arc) {
            return arc.kind == ArcKind::supersedes;
        });
        const auto by = acted_on ? superseded_by(view_, number) : std::nullopt;
        if (by) {
            out.reason = Reason::superseded_by;
            out.by = *by;
        } else if (is_verdict(out.node) || (drop_critique && out.node.kind == Kind::critique)) {
            out.reason = Reason::critique_dropped;
        } else if (const std::string block = transcluded(view_, out.node); !block.empty()) {
            out.transcludes = true;
            out.tokens += estimate_tokens(block).value;
        }
        return out;
    }

    void add_summary(Line& line, Number number, std::set<Number>& seen) {
        const Node node = view_.node(number);
        if (node.kind != Kind::summary || !is_active(view_, number)) return;
        (is_stale_summary(view_, node) ? line.stale : line.summaries).push_back(node);
        for (const Arc& arc : view_.into(number))
            if (arc.kind == ArcKind::member && seen.insert(arc.from).second)
                add_summary(line, arc.from, seen);
    }

    const View& view_;
    std::map<Number, Node> nodes_;
    std::map<Number, std::vector<Arc>> arcs_;
    std::set<Number> seen_;
    std::vector<Number> order_;
};

}  // namespace

Line collect(const View& view, std::span<const Number> heads, bool drop_critique) {
    Collecting collecting(view);
    collecting.walk({heads.begin(), heads.end()});
    collecting.add_replacements();
    return collecting.line(drop_critique);
}

}  // namespace tools::thread
