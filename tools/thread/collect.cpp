#include "tools/thread/collect.hpp"

#include "tools/thread/headers.hpp"
#include "tools/thread/places.hpp"
#include "tools/thread/render.hpp"
#include "tools/thread/size_json.hpp"
#include "tools/thread/states.hpp"

#include <algorithm>
#include <set>

namespace tools::thread {
namespace {

class Collecting {
public:
    Collecting(const View& view, const Counter* counter)
        : view_(view), counter_(counter), headers_(view) {
        found_.reserve(view.version().nodes);
    }

    /// Depth first from the heads, without recursion: a chain may be long.
    void walk(const std::vector<Number>& heads) {
        std::vector<std::pair<std::size_t, bool>> todo;
        push(todo, heads);
        while (!todo.empty()) {
            const auto [at, leaves] = todo.back();
            todo.pop_back();
            if (leaves) {
                order_.push_back(at);
            } else if (!seen_[at]) {
                seen_[at] = true;
                todo.emplace_back(at, true);
                const std::vector<Number>& parents = found_[at].node.parents;
                if (parents.size() == 1)
                    push_one(todo, parents.front());
                else
                    push(todo, std::vector<Number>(parents));
            }
        }
    }

    /// Puts what replaced a node right after the later of that node and its own parents.
    void add_replacements() {
        for (std::size_t i = 0; i < order_.size(); ++i) {
            const Candidate& replaced = found_[order_[i]];
            if (!replaced.superseded) continue;
            for (const Number by : replacements(replaced.node.number)) {
                const std::size_t at = load(by);
                const Kind kind = found_[at].node.kind;
                if (seen_[at] || kind == Kind::critique || kind == Kind::summary) continue;
                seen_[at] = true;
                order_.insert(order_.begin() + static_cast<std::ptrdiff_t>(after(i, at)) + 1, at);
            }
        }
    }

    /// Takes what was found.
    Line line(bool drop_critique) {
        Line out;
        std::set<Number> summaries;
        for (const std::size_t at : order_) {
            judge(found_[at], drop_critique);
            if (!found_[at].member) continue;
            for (const Arc& arc : view_.into(found_[at].node.number))
                if (arc.kind == ArcKind::member && summaries.count(arc.from) == 0)
                    add_summary(out, arc.from, summaries);
        }
        put_in_order();
        out.candidates = std::move(found_);
        return out;
    }

private:
    /// Where a node is among those found.
    std::size_t load(Number number) {
        if (const auto known = places_.find(number)) return *known;
        headers_.read(number, found_.emplace_back());
        seen_.push_back(false);
        places_.put(number, found_.size() - 1);
        return found_.size() - 1;
    }

    void push_one(std::vector<std::pair<std::size_t, bool>>& todo, Number number) {
        const std::size_t at = load(number);
        if (!seen_[at]) todo.emplace_back(at, false);
    }

    /// The oldest comes to lie on top.
    void push(std::vector<std::pair<std::size_t, bool>>& todo, std::vector<Number> numbers) {
        const auto time = [&](Number number) { return found_[load(number)].node.time; };
        std::sort(numbers.begin(), numbers.end(), [&](Number a, Number b) {
            return std::pair{time(a), a} > std::pair{time(b), b};
        });
        for (const Number number : numbers)
            push_one(todo, number);
    }

    /// The newest first, since each is put right after what it replaced.
    [[nodiscard]] std::vector<Number> replacements(Number number) const {
        std::vector<Number> out;
        for (const Arc& arc : view_.into(number))
            if (arc.kind == ArcKind::supersedes) out.push_back(arc.from);
        std::sort(out.rbegin(), out.rend());
        return out;
    }

    /// The last place in the order, from `i` on, of a parent of what was found at `at`.
    [[nodiscard]] std::size_t after(std::size_t i, std::size_t at) const {
        const std::vector<Number>& parents = found_[at].node.parents;
        for (std::size_t last = order_.size(); --last > i;)
            if (std::find(parents.begin(), parents.end(), found_[order_[last]].node.number) !=
                parents.end())
                return last;
        return i;
    }

    /// Why it is in or out so far, and what it costs.
    void judge(Candidate& one, bool drop_critique) const {
        if (counter_ != nullptr) one.tokens = tokens_of(view_, one.node, *counter_);
        const auto by = one.superseded ? superseded_by(view_, one.node.number) : std::nullopt;
        if (by) {
            one.reason = Reason::superseded_by;
            one.by = *by;
        } else if (is_verdict(one.node) || (drop_critique && one.node.kind == Kind::critique)) {
            one.reason = Reason::critique_dropped;
        } else if (one.transcludes && counter_ != nullptr) {
            one.tokens = recounted(view_, one.node, *counter_, transcluded(view_, one.node));
        }
    }

    /// Moves each to where it stands in the order; what has no place there goes.
    void put_in_order() {
        std::vector<std::size_t> to(found_.size(), found_.size());
        for (std::size_t i = 0; i < order_.size(); ++i)
            to[order_[i]] = i;
        std::size_t behind = order_.size();
        for (std::size_t& place : to)
            if (place == found_.size()) place = behind++;
        for (std::size_t at = 0; at < to.size(); ++at)
            while (to[at] != at) {
                const std::size_t place = to[at];
                std::swap(found_[at], found_[place]);
                std::swap(to[at], to[place]);
            }
        found_.resize(order_.size());
    }

    /// A summary of something found, and those of it, each before the ones of itself.
    void add_summary(Line& line, Number number, std::set<Number>& seen) {
        std::vector<Number> todo{number};
        while (!todo.empty()) {
            const Number here = todo.back();
            todo.pop_back();
            if (!seen.insert(here).second) continue;
            Node node = view_.node(here);
            if (node.kind != Kind::summary || !is_active(view_, here)) continue;
            if (counter_ != nullptr) node.tokens = tokens_of(view_, node, *counter_);
            (is_stale_summary(view_, node) ? line.stale : line.summaries).push_back(node);
            const std::vector<Arc> arcs = view_.into(here);
            for (auto arc = arcs.rbegin(); arc != arcs.rend(); ++arc)
                if (arc->kind == ArcKind::member) todo.push_back(arc->from);
        }
    }

    const View& view_;
    const Counter* counter_;
    HeaderReader headers_;
    std::vector<Candidate> found_;
    std::vector<bool> seen_;  ///< of found_: it stands in the order, or will
    Places places_;           ///< in found_
    std::vector<std::size_t> order_;
};

}  // namespace

Line collect(const View& view, std::span<const Number> heads, bool drop_critique,
             const Counter* counter) {
    Collecting collecting(view, counter);
    collecting.walk({heads.begin(), heads.end()});
    collecting.add_replacements();
    return collecting.line(drop_critique);
}

}  // namespace tools::thread
