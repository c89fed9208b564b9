#include "tools/thread/collect.hpp"

#include "tools/thread/headers.hpp"
#include "tools/thread/places.hpp"
#include "tools/thread/render.hpp"
#include "tools/thread/size_json.hpp"
#include "tools/thread/states.hpp"

#include <algorithm>
#include <limits>
#include <set>

namespace tools::thread {
namespace {

class Collecting {
public:
    Collecting(const View& view, const Counter* counter)
        : view_(view), counter_(counter), headers_(view) {
        found_.reserve(view.version().nodes);
    }

    Line run(std::span<const Number> heads, bool drop_critique) {
        const std::set<Number> distinct(heads.begin(), heads.end());
        const std::vector<Number> rising(distinct.begin(), distinct.end());
        headers_.read_line(rising, found_);
        std::reverse(found_.begin(), found_.end());
        headers_.add_ties(found_);
        if (rising.size() > 1 || is_tangled()) put_in_order(rising);
        Line out;
        judge_all(out, drop_critique);
        out.candidates = std::move(found_);
        out.tools = headers_.take_tools();
        return out;
    }

private:
    /// One of them has several parents or a replacement.
    [[nodiscard]] bool is_tangled() const {
        return std::any_of(found_.begin(), found_.end(),
                           [](const Candidate& one) { return one.merges || one.superseded; });
    }

    /// Where several heads, merges or replacements leave more than one order.
    void put_in_order(const std::vector<Number>& heads) {
        for (std::uint32_t at = 0; at < found_.size(); ++at)
            places_.put(found_[at].node.number, at);
        seen_.resize(found_.size());
        walk(heads);
        add_replacements();
        move_to_order();
    }

    /// Depth first from the heads, without recursion: a chain may be long.
    void walk(const std::vector<Number>& heads) {
        Todo todo;
        push(todo, heads);
        while (!todo.empty()) {
            const auto [at, leaves] = todo.back();
            todo.pop_back();
            if (leaves) {
                order_.push_back(at);
            } else if (!seen_[at]) {
                seen_[at] = true;
                todo.emplace_back(at, true);
                push(todo, parents_of(view_, found_[at]));
            }
        }
    }

    /// Puts what replaced a node right after the later of that node and its own parents.
    void add_replacements() {
        for (std::uint32_t i = 0; i < order_.size(); ++i) {
            const Candidate& replaced = found_[order_[i]];
            if (!replaced.superseded) continue;
            for (const Number by : replacements(replaced.node.number)) {
                const std::uint32_t at = load(by);
                const Kind kind = found_[at].node.kind;
                if (seen_[at] || kind == Kind::critique || kind == Kind::summary) continue;
                seen_[at] = true;
                order_.insert(order_.begin() + static_cast<std::ptrdiff_t>(after(i, at)) + 1, at);
            }
        }
    }

    /// Places in found_: true to put it in the order, false to look at it first.
    using Todo = std::vector<std::pair<std::uint32_t, bool>>;

    /// Where a node is among those found.
    std::uint32_t load(Number number) {
        if (const auto known = places_.find(number)) return static_cast<std::uint32_t>(*known);
        const auto at = static_cast<std::uint32_t>(found_.size());
        found_.push_back(headers_.read(number));
        seen_.push_back(false);
        places_.put(number, at);
        return at;
    }

    /// The oldest comes to lie on top.
    void push(Todo& todo, const std::vector<Number>& numbers) {
        std::vector<std::uint32_t> places;
        for (const Number number : numbers)
            places.push_back(load(number));
        const auto age = [&](std::uint32_t at) {
            return std::pair{found_[at].node.time, found_[at].node.number};
        };
        std::sort(places.begin(), places.end(),
                  [&](std::uint32_t a, std::uint32_t b) { return age(a) > age(b); });
        for (const std::uint32_t at : places)
            if (!seen_[at]) todo.emplace_back(at, false);
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
    [[nodiscard]] std::uint32_t after(std::uint32_t i, std::uint32_t at) const {
        const std::vector<Number> parents = parents_of(view_, found_[at]);
        for (auto last = static_cast<std::uint32_t>(order_.size()); --last > i;)
            if (std::find(parents.begin(), parents.end(), found_[order_[last]].node.number) !=
                parents.end())
                return last;
        return i;
    }

    void judge_all(Line& line, bool drop_critique) {
        std::set<Number> summaries;
        for (Candidate& one : found_) {
            judge(one, drop_critique);
            if (!one.member) continue;
            for (const Arc& arc : view_.into(one.node.number))
                if (arc.kind == ArcKind::member && summaries.count(arc.from) == 0)
                    add_summary(line, arc.from, summaries);
        }
    }

    /// Why it is in or out so far, and what it costs.
    void judge(Candidate& one, bool drop_critique) const {
        const auto by = one.superseded ? superseded_by(view_, one.node.number) : std::nullopt;
        if (by) {
            one.reason = Reason::superseded_by;
            one.by = *by;
        } else if (one.is_verdict || (drop_critique && one.node.kind == Kind::critique)) {
            one.reason = Reason::critique_dropped;
        }
        one.node.tokens = counter_ == nullptr ? 0 : size(one);
    }

    [[nodiscard]] std::int64_t size(const Candidate& one) const {
        const bool shows = one.transcludes && one.reason == Reason::over_budget;
        return shows ? recounted(view_, one.node, *counter_, transcluded(view_, one.node))
                     : tokens_of(view_, one.node, *counter_);
    }

    /// Moves each to where it stands in the order; what has no place there goes.
    void move_to_order() {
        constexpr auto none = std::numeric_limits<std::uint32_t>::max();
        std::vector<std::uint32_t> to(found_.size(), none);
        std::uint32_t place = 0;
        for (const std::uint32_t at : order_)
            to[at] = place++;
        for (std::uint32_t& where : to)
            if (where == none) where = place++;
        for (std::uint32_t at = 0; at < to.size(); ++at)
            while (to[at] != at) {
                const std::uint32_t where = to[at];
                std::swap(found_[at], found_[where]);
                std::swap(to[at], to[where]);
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
    std::vector<std::uint32_t> order_;
};

}  // namespace

Line collect(const View& view, std::span<const Number> heads, bool drop_critique,
             const Counter* counter) {
    return Collecting(view, counter).run(heads, drop_critique);
}

}  // namespace tools::thread
