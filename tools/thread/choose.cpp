#include "tools/thread/choose.hpp"

#include "store/error.hpp"
#include "tools/thread/covers.hpp"
#include "tools/thread/places.hpp"
#include "tools/thread/render.hpp"
#include "tools/thread/scores.hpp"
#include "tools/thread/states.hpp"

#include <algorithm>
#include <limits>

namespace tools::thread {
namespace {

constexpr std::int64_t least_cut = 32;  ///< tokens that must be left for a shortened message

class Choosing {
public:
    Choosing(Line& line, const Pieces& pieces, const Wish& wish,
             const std::function<std::string(const Header&)>& text, const Counter& counter)
        : line_(line),
          pieces_(pieces),
          wish_(wish),
          text_(text),
          counter_(counter),
          available_(wish.max_tokens - wish.reserve),
          laid_(units_of(line, pieces, wish.pins)),
          units_(laid_.list) {
        score_units(laid_, wish);
        if (!line.summaries.empty()) index_candidates();
    }

    Choice run() {
        take_pins();
        take_leading();
        take_tail();
        take_units();
        take_summaries();
        take_units();
        cut_one();
        if (wish_.hard_fail && leaves_out()) refuse_hard();
        if (!choice_.pieces.empty() || !choice_.summaries.empty() || !choice_.cut.empty())
            choice_.tokens = used_ + list_overhead;
        if (wish_.scores) tell_scores();
        return std::move(choice_);
    }

private:
    [[nodiscard]] std::int64_t left() const { return available_ - list_overhead - used_; }

    void tell_scores() {
        choice_.scores.resize(line_.candidates.size());
        for (std::size_t u = 0; u < units_.size(); ++u) {
            settle_unit(u);
            for (const std::uint32_t piece : laid_.pieces_of(units_[u]))
                for (const std::uint32_t i : pieces_[piece].all())
                    choice_.scores[i] = units_[u].score;
        }
    }

    /// What only summaries ask for.
    void index_candidates() {
        piece_of_.assign(line_.candidates.size(), pieces_.size());
        for (std::size_t i = 0; i < line_.candidates.size(); ++i)
            place_.put(line_.candidates[i].node.number, i);
        for (std::size_t p = 0; p < pieces_.size(); ++p)
            for (const std::uint32_t i : pieces_[p].all())
                piece_of_[i] = p;
        covers_ = covers_of(line_.summaries, place_);
    }

    [[nodiscard]] Reason reason_of(std::size_t piece) const { return pieces_.front(piece).reason; }

    [[nodiscard]] bool is_taken(std::size_t piece) const {
        const Reason reason = reason_of(piece);
        return reason == Reason::selected || reason == Reason::pinned || reason == Reason::tail;
    }

    void settle_unit(std::size_t u) { settle(laid_, u, line_, pieces_, wish_); }

    /// How much a piece is wanted; reads its texts.
    double score(std::size_t piece) {
        settle_unit(laid_.of[piece]);
        return units_[laid_.of[piece]].score;
    }

    [[nodiscard]] std::int64_t open_cost(const Unit& unit) const {
        std::int64_t cost = 0;
        for (const std::uint32_t piece : laid_.pieces_of(unit))
            if (!is_taken(piece)) cost += pieces_.cost(piece);
        return cost;
    }

    void mark(std::size_t piece, Reason reason, Number by = 0) {
        for (const std::uint32_t i : pieces_[piece].all()) {
            line_.candidates[i].reason = reason;
            line_.candidates[i].by = by;
        }
    }

    void take(std::size_t piece, Reason reason) {
        if (is_taken(piece)) return;
        choice_.pieces.insert(piece);
        used_ += pieces_.cost(piece);
        mark(piece, reason);
        if (reason != Reason::selected) fixed_.insert(piece);
    }

    void release(std::size_t piece) {
        choice_.pieces.erase(piece);
        used_ -= pieces_.cost(piece);
        mark(piece, Reason::over_budget);
    }

    void take_pins() {
        std::int64_t needed = list_overhead;
        for (const Unit& unit : units_)
            if (unit.pinned) needed += unit.cost;
        if (needed == list_overhead) return;
        if (needed > available_)
            throw store::Error(
                store::Code::limit, "the pinned nodes do not fit",
                {{"/max_tokens",
                  "budget_exceeded",
                  "needed " + std::to_string(needed) + " tokens, available " +
                      std::to_string(std::max<std::int64_t>(available_, 0)) +
                      "; the smallest max_tokens that does is " +
                      std::to_string(needed + wish_.reserve) + ": send that or pin less",
                  std::to_string(needed + wish_.reserve),
                  {}}});
        for (const Unit& unit : units_)
            if (unit.pinned)
                for (const std::uint32_t piece : laid_.pieces_of(unit))
                    take(piece, Reason::pinned);
    }

    void take_leading() {
        for (const Unit& unit : units_)
            if (unit.leads && !unit.pinned) take_or_note(unit, Reason::pinned, "system prompts");
    }

    void take_tail() {
        std::int64_t more = wish_.tail_min;
        for (std::size_t u = units_.size(); u-- > 0 && more > 0;) {
            if (!units_[u].exchange) continue;
            --more;
            take_or_note(units_[u], Reason::tail, "the last exchanges");
        }
    }

    void take_or_note(const Unit& unit, Reason reason, const char* what) {
        if (open_cost(unit) <= left()) {
            for (const std::uint32_t piece : laid_.pieces_of(unit))
                take(piece, reason);
        } else if (choice_.note.find(what) == std::string::npos) {
            choice_.note +=
                (choice_.note.empty() ? "" : "; ") + std::string("not all of ") + what + " fit";
        }
    }

    [[nodiscard]] bool is_covered(std::size_t piece) const {
        return reason_of(piece) == Reason::covered_by;
    }

    /// Something of the unit is neither taken nor covered, and not too large. Since what
    /// is left only shrinks while units are taken, false stays false.
    [[nodiscard]] bool may_be_taken(const Unit& unit) const {
        for (const std::uint32_t p : laid_.pieces_of(unit))
            if (reason_of(p) == Reason::over_budget && pieces_.cost(p) <= left()) return true;
        return false;
    }

    void take_units() {
        if (left() < laid_.least_cost) return;
        if (wish_.preference == Preference::knapsack)
            take_densest();
        else
            take_best();
    }

    /// Best first, the later one of equals. Reads the texts of those alone that could be
    /// the best one next.
    void take_best() {
        std::vector<std::pair<double, std::uint32_t>> heap;  // scores and their units
        heap.reserve(units_.size());
        for (std::uint32_t u = 0; u < units_.size(); ++u)
            if (may_be_taken(units_[u])) heap.emplace_back(units_[u].score, u);
        std::make_heap(heap.begin(), heap.end());
        while (!heap.empty() && left() >= laid_.least_cost) {
            std::pop_heap(heap.begin(), heap.end());
            const std::uint32_t u = heap.back().second;
            if (units_[u].rough && may_be_taken(units_[u])) {
                settle_unit(u);
                heap.back().first = units_[u].score;
                std::push_heap(heap.begin(), heap.end());
            } else {
                heap.pop_back();
                take_unit(units_[u]);
            }
        }
    }

    /// What makes most of the room, then the others, best first.
    void take_densest() {
        std::vector<std::size_t> order;
        for (std::size_t u = 0; u < units_.size(); ++u) {
            if (!may_be_taken(units_[u])) continue;
            settle_unit(u);
            order.push_back(u);
        }
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return std::pair{units_[a].score, a} > std::pair{units_[b].score, b};
        });
        for (const std::size_t u : knapsack(units_, order, left()))
            take_unit(units_[u]);
        for (const std::size_t u : order)
            take_unit(units_[u]);
    }

    void take_unit(const Unit& unit) {
        const bool whole = open_cost(unit) <= left();
        const Indices pieces = laid_.pieces_of(unit);
        for (auto piece = pieces.rbegin(); piece != pieces.rend(); ++piece)
            if (!is_covered(*piece) && (whole || pieces_.cost(*piece) <= left()))
                take(*piece, Reason::selected);
    }

    /// Candidates that nothing shows and no summary covers yet.
    [[nodiscard]] std::size_t open_among(const Cover& places) const {
        return static_cast<std::size_t>(std::count_if(
            places.begin(), places.end(),
            [&](std::size_t i) { return line_.candidates[i].reason == Reason::over_budget; }));
    }

    struct Offer {
        std::size_t summary = 0, open = 0;
        std::int64_t tokens = 0;
        std::string text = {};
    };

    /// The summaries that cover enough of what is left out, those first that cover most
    /// of it; the smaller ones on a tie (D15).
    [[nodiscard]] std::vector<Offer> offers(const std::set<std::size_t>& tried) const {
        std::vector<Offer> out;
        for (std::size_t s = 0; s < line_.summaries.size(); ++s) {
            if (tried.count(s) > 0) continue;
            const std::size_t open = open_among(covers_[s]);
            if (open > 0 && open * 2 >= covers_[s].size())
                out.push_back({s, open, line_.summaries[s].tokens});
        }
        std::stable_sort(out.begin(), out.end(), [](const Offer& a, const Offer& b) {
            return std::pair{a.open, -a.tokens} > std::pair{b.open, -b.tokens};
        });
        return out;
    }

    void take_summaries() {
        std::set<std::size_t> tried;
        while (take_summary(tried)) {
        }
    }

    /// The first offer for which there can be room; false: none.
    bool take_summary(std::set<std::size_t>& tried) {
        for (Offer& offer : offers(tried)) {
            tried.insert(offer.summary);
            offer.text = "[summary of " + std::to_string(covers_[offer.summary].size()) +
                         " messages] " + text_(line_.summaries[offer.summary]);
            offer.tokens = counter_.count(offer.text).value;
            if (!make_room(offer)) continue;
            show_summary(offer);
            return true;
        }
        return false;
    }

    /// Pieces of which every candidate is covered by it, and that may go.
    [[nodiscard]] std::vector<std::size_t> own_pieces(const Offer& offer) const {
        const Cover& cover = covers_[offer.summary];
        std::vector<std::size_t> out;
        for (const std::size_t piece : choice_.pieces) {
            const Indices all = pieces_[piece].all();
            if (fixed_.count(piece) == 0 &&
                std::all_of(all.begin(), all.end(), [&](std::uint32_t i) {
                    return std::binary_search(cover.begin(), cover.end(), i);
                }))
                out.push_back(piece);
        }
        return out;
    }

    bool make_room(const Offer& offer) {
        const std::int64_t needed = offer.tokens + message_overhead;
        std::int64_t room = left();
        for (const std::size_t piece : choice_.pieces)
            if (fixed_.count(piece) == 0) room += pieces_.cost(piece);
        if (room < needed) return false;
        std::vector<std::size_t> gives_way = own_pieces(offer);
        const std::size_t own = gives_way.size();
        for (const std::size_t piece : choice_.pieces)
            if (fixed_.count(piece) == 0 &&
                std::find(gives_way.begin(), gives_way.end(), piece) == gives_way.end())
                gives_way.push_back(piece);
        std::stable_sort(gives_way.begin() + static_cast<std::ptrdiff_t>(own), gives_way.end(),
                         [&](std::size_t a, std::size_t b) { return score(a) < score(b); });
        for (std::size_t i = 0; i < gives_way.size(); ++i)
            if (i < own || left() < needed) release(gives_way[i]);
        return true;
    }

    void show_summary(const Offer& offer) {
        const Node& node = line_.summaries[offer.summary];
        const Cover& cover = covers_[offer.summary];
        ShownSummary shown{node, pieces_.size(), cover.size(), offer.text, offer.tokens};
        for (const std::size_t i : cover) {
            if (line_.candidates[i].reason != Reason::over_budget) continue;
            line_.candidates[i].reason = Reason::covered_by;
            line_.candidates[i].by = node.number;
            shown.at = std::min(shown.at, piece_of_[i]);
        }
        used_ += offer.tokens + message_overhead;
        choice_.summaries.push_back(std::move(shown));
    }

    /// Shortens the best single message that is left out and not covered.
    void cut_one() {
        if (left() < least_cut + message_overhead) return;
        std::optional<std::size_t> best;
        for (std::size_t p = pieces_.size(); p-- > 0;) {
            const Indices said = pieces_[p].said;
            const Candidate& one = line_.candidates[said.front()];
            if (said.size() != 1 || one.reason != Reason::over_budget ||
                one.node.kind == Kind::tool_call)
                continue;
            const bool may_be = !best || units_[laid_.of[p]].score > score(*best);
            if (may_be && (!best || score(p) > score(*best))) best = p;
        }
        if (!best) return;
        Candidate& one = line_.candidates[pieces_[*best].said.front()];
        const std::string text = cut_to(text_(one.node), left() - message_overhead, counter_);
        if (text.empty()) return;
        one.reason = Reason::truncated;
        one.node.tokens = counter_.count(text).value;
        used_ += one.node.tokens + message_overhead;
        choice_.cut.emplace(*best, text);
    }

    [[nodiscard]] bool leaves_out() const {
        return std::any_of(
            line_.candidates.begin(), line_.candidates.end(), [](const Candidate& one) {
                return one.reason == Reason::over_budget || one.reason == Reason::covered_by ||
                       one.reason == Reason::truncated;
            });
    }

    [[noreturn]] void refuse_hard() const {
        const std::int64_t needed = list_overhead + wish_.reserve + laid_.cost;
        throw store::Error(store::Code::limit, "not everything fits and hard_fail was sent",
                           {{"/max_tokens",
                             "budget_exceeded",
                             "all of it takes max_tokens " + std::to_string(needed) +
                                 ": send that, or leave hard_fail out",
                             std::to_string(needed),
                             {}}});
    }

    Line& line_;
    const Pieces& pieces_;
    const Wish& wish_;
    const std::function<std::string(const Header&)>& text_;
    const Counter& counter_;
    std::int64_t available_, used_ = 0;
    Units laid_;
    std::vector<Unit>& units_;           ///< of laid_
    Places place_;                       ///< of candidates
    std::vector<Cover> covers_;          ///< by summary
    std::vector<std::size_t> piece_of_;  ///< by candidate; past the last where none has it
    std::set<std::size_t> fixed_;
    Choice choice_;
};

}  // namespace

Choice choose(Line& line, const Pieces& pieces, const Wish& wish,
              const std::function<std::string(const Header&)>& text, const Counter& counter) {
    return Choosing(line, pieces, wish, text, counter).run();
}

}  // namespace tools::thread
