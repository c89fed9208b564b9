#include "tools/text/search.hpp"

#include "tools/text/live.hpp"
#include "tools/text/meta.hpp"
#include "tools/text/segment.hpp"
#include "tools/text/tail_scan.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace tools::text {
namespace {

/// The postings of one asked term in one segment.
struct List {
    Cursor cursor;
    std::size_t term;
    bool common = false;  ///< brings no document by itself
    std::uint64_t importance = 0;

    [[nodiscard]] std::uint64_t score() const { return importance * cursor.weight(); }

    [[nodiscard]] std::uint64_t bound() const { return importance * cursor.chunk().most; }

    [[nodiscard]] std::uint64_t bound_here() const { return importance * cursor.chunk().most_here; }
};

/// The weights of the query's terms in documents that were hits once, row by row.
class Rows {
public:
    explicit Rows(std::size_t terms) : current_(terms) {}

    void start() { std::fill(current_.begin(), current_.end(), std::uint8_t{0}); }

    void set(std::size_t term, std::uint8_t weight) { current_[term] = weight; }

    /// Keeps the current row and returns its number.
    std::uint32_t keep() {
        kept_.insert(kept_.end(), current_.begin(), current_.end());
        return next_++;
    }

    std::vector<std::uint8_t> take() { return std::move(kept_); }

private:
    std::vector<std::uint8_t> current_, kept_;
    std::uint32_t next_ = 0;
};

constexpr auto no_document = std::numeric_limits<std::uint64_t>::max();

/// Best hits of one segment by MaxScore: lists that cannot lift a document over
/// the worst hit kept are only asked about documents other lists name, and blocks
/// whose best weights cannot either are skipped unread.
class SegmentSearch {
public:
    SegmentSearch(std::vector<List>& lists, Top& top, Rows& rows)
        : lists_(lists), top_(top), rows_(rows) {
        std::sort(lists_.begin(), lists_.end(), [](const List& a, const List& b) {
            return a.common != b.common ? a.common : a.bound() < b.bound();
        });
        while (essential_ < lists_.size() && lists_[essential_].common)
            ++essential_;
        below_.push_back(0);
        for (const auto& list : lists_)
            below_.push_back(below_.back() + list.bound());
    }

    template <class Wanted>
    void run(Wanted wanted) {
        raise();
        while (essential_ < lists_.size()) {
            const std::uint64_t document = next_document();
            if (document == no_document) return;
            if (skip_block()) continue;
            rows_.start();
            Hit hit{document, take(document), 0};
            if (!complete(hit) || !top_.wants(hit) || !wanted(document)) continue;
            hit.row = rows_.keep();
            top_.add(hit);
            raise();
        }
    }

private:
    [[nodiscard]] std::uint64_t next_document() const {
        std::uint64_t out = no_document;
        for (std::size_t i = essential_; i < lists_.size(); ++i)
            if (!lists_[i].cursor.done()) out = std::min(out, lists_[i].cursor.document());
        return out;
    }

    /// Moves past the end of the nearest chunk if nothing before it is wanted.
    bool skip_block() {
        std::uint64_t best = below_[essential_];
        std::uint64_t end = no_document;
        for (std::size_t i = essential_; i < lists_.size(); ++i) {
            if (lists_[i].cursor.done()) continue;
            best += lists_[i].bound_here();
            end = std::min(end, lists_[i].cursor.chunk().last);
        }
        if (best >= top_.least()) return false;
        for (std::size_t i = essential_; i < lists_.size(); ++i)
            if (!lists_[i].cursor.done()) lists_[i].cursor.seek(end + 1);
        return true;
    }

    /// The essential lists' part of a document's score; moves them behind it.
    std::uint64_t take(std::uint64_t document) {
        std::uint64_t score = 0;
        for (std::size_t i = essential_; i < lists_.size(); ++i) {
            auto& list = lists_[i];
            if (list.cursor.done() || list.cursor.document() != document) continue;
            score += list.score();
            rows_.set(list.term, list.cursor.weight());
            list.cursor.next();
        }
        return score;
    }

    /// Adds what the other lists give; false once it cannot be enough.
    bool complete(Hit& hit) {
        for (std::size_t i = essential_; i-- > 0;) {
            if (hit.score + below_[i + 1] < top_.least()) return false;
            auto& cursor = lists_[i].cursor;
            cursor.reach(hit.document);
            if (cursor.done()) continue;
            if (hit.score + below_[i] + lists_[i].bound_here() < top_.least()) return false;
            cursor.seek(hit.document);
            if (cursor.done() || cursor.document() != hit.document) continue;
            hit.score += lists_[i].score();
            rows_.set(lists_[i].term, cursor.weight());
        }
        return true;
    }

    /// Lists whose bounds together stay below the worst hit kept need no walk.
    void raise() {
        while (essential_ < lists_.size() && below_[essential_ + 1] < top_.least())
            ++essential_;
    }

    std::vector<List>& lists_;
    Top& top_;
    Rows& rows_;
    std::vector<std::uint64_t> below_;  ///< sum of the bounds of the first so many lists
    std::size_t essential_ = 0;         ///< first list that is walked
};

constexpr std::uint64_t hardly_any = 2;  ///< documents with a term that others stand in for

/// Where searches look, read once for all of them.
struct Ground {
    const store::ReadTxn& txn;
    store::Space space;
    Meta meta;
    TailScan tail;
};

/// One search over tail and segments: the ground's query of a number.
class Searcher {
public:
    Searcher(const Ground& ground, std::size_t number, Query query, const Wanted& wanted)
        : txn_(ground.txn),
          space_(ground.space),
          query_(query),
          wanted_(wanted),
          meta_(ground.meta),
          tail_(ground.tail),
          matches_(ground.tail.matches[number]),
          segments_(meta_.parts.size()),
          terms_there_(meta_.parts.size(), std::vector<bool>(query.size())),
          with_term_(query.size()),
          rows_(query.size()),
          top_(wanted.most, wanted.least_score) {}

    Found run() {
        for (const auto& part : meta_.parts)
            segment_places_.emplace_back(space_, part.segment);
        for (const auto& match : matches_)
            ++with_term_[match.term];
        find_lists([](const QueryTerm& term) { return !term.instead_of; });
        for (const auto& term : query_)
            asked_.push_back(!term.instead_of || with_term_[*term.instead_of] <= hardly_any);
        find_lists([&](const QueryTerm& term) {
            return term.instead_of && with_term_[*term.instead_of] <= hardly_any;
        });
        weigh();
        search_tail();
        for (std::size_t i = 0; i < segments_.size(); ++i)
            search_segment(i);
        return {top_.take(), documents_of(meta_, tail_), std::move(with_term_),
                std::move(importances_), rows_.take()};
    }

private:
    template <class F>
    void find_lists(F chosen) {
        for (std::size_t s = 0; s < segments_.size(); ++s)  // the blocks of one lie together
            for (std::size_t i = 0; i < query_.size(); ++i)
                if (chosen(query_[i]) && possible(query_[i], terms_there_[s])) find_list(i, s);
    }

    /// False where a part of a term is missing.
    static bool possible(const QueryTerm& term, const std::vector<bool>& there) {
        return std::all_of(term.parts.begin(), term.parts.end(),
                           [&](std::size_t part) { return there[part]; });
    }

    void find_list(std::size_t term, std::size_t segment) {
        Cursor cursor(txn_, segment_places_[segment], query_[term].term);
        if (cursor.done()) return;
        with_term_[term] += cursor.chunk().with_term;
        terms_there_[segment][term] = true;
        segments_[segment].push_back({std::move(cursor), term});
    }

    void weigh() {
        const std::uint64_t documents = documents_of(meta_, tail_);
        for (auto& n : with_term_)  // segments still list what was replaced
            n = std::min(n, documents);
        const auto common = static_cast<double>(documents) * wanted_.common_share;
        most_ = std::max(most_, static_cast<std::uint64_t>(common));
        if (wanted_.enough > 0) choose_rarest();
        for (std::size_t i = 0; i < query_.size(); ++i)
            importances_.push_back(asked_[i] && with_term_[i] <= most_counted_
                                       ? importance(documents, with_term_[i], query_[i].weight)
                                       : 0);
    }

    /// Which terms bring documents, and which count at all.
    void choose_rarest() {
        constexpr std::size_t telling = 4;  ///< terms that tell documents apart
        std::vector<std::uint64_t> rarest = with_term_;
        std::erase(rarest, 0);
        std::sort(rarest.begin(), rarest.end());
        std::uint64_t documents = 0;
        std::size_t bringing = 0;
        while (bringing < rarest.size() && documents < wanted_.enough)
            documents += rarest[bringing++];
        if (bringing == 0) return;
        most_ = rarest[bringing - 1];
        most_counted_ = rarest[std::min(rarest.size(), std::max(bringing, telling)) - 1];
    }

    /// False where all the words asked for are common: then each of them counts.
    [[nodiscard]] bool any_rare() const {
        return std::any_of(with_term_.begin(), with_term_.end(),
                           [&](std::uint64_t n) { return n > 0 && n <= most_; });
    }

    [[nodiscard]] bool accepted(std::uint64_t document) const {
        return !wanted_.accept || wanted_.accept(document);
    }

    void search_tail() {
        for (std::size_t i = 0; i < matches_.size();) {
            Hit hit{matches_[i].document, 0, 0};
            rows_.start();
            for (; i < matches_.size() && matches_[i].document == hit.document; ++i) {
                hit.score += std::uint64_t{importances_[matches_[i].term]} * matches_[i].weight;
                rows_.set(matches_[i].term, matches_[i].weight);
            }
            if (hit.score == 0 || !top_.wants(hit) || !accepted(hit.document)) continue;
            hit.row = rows_.keep();
            top_.add(hit);
        }
    }

    void search_segment(std::size_t i) {
        std::erase_if(segments_[i], [&](const List& list) { return importances_[list.term] == 0; });
        for (auto& list : segments_[i]) {
            list.importance = importances_[list.term];
            list.common = any_rare() && with_term_[list.term] > most_;
        }
        LiveIn live(txn_, space_, meta_.parts[i].segment);
        SegmentSearch(segments_[i], top_, rows_).run([&](std::uint64_t document) {
            return !tail_.documents.contains(document) && live(document) && accepted(document);
        });
    }

    const store::ReadTxn& txn_;
    store::Space space_;
    Query query_;
    const Wanted& wanted_;
    const Meta& meta_;
    const TailScan& tail_;
    std::span<const TailMatch> matches_;
    std::vector<std::vector<List>> segments_;
    std::vector<SegmentPlace> segment_places_;
    std::vector<std::vector<bool>> terms_there_;  ///< by segment: which terms it holds
    std::vector<std::uint64_t> with_term_;        ///< documents that hold each term
    std::uint64_t most_ = 64;  ///< documents with a term that brings them by itself
    std::uint64_t most_counted_ = no_document;  ///< documents with a term that counts
    std::vector<bool> asked_;
    std::vector<std::uint32_t> importances_;
    Rows rows_;
    Top top_;
};

}  // namespace

Found search(const store::ReadTxn& txn, store::Space space, std::span<const QueryTerm> query,
             const Wanted& wanted) {
    const Ground ground{txn, space, read_meta(txn, space), scan_tail(txn, space, {&query, 1})};
    return Searcher(ground, 0, query, wanted).run();
}

std::vector<std::vector<Hit>> search_each(const store::ReadTxn& txn, store::Space space,
                                          std::span<const std::vector<QueryTerm>> queries,
                                          const Wanted& wanted) {
    const std::vector<Query> all(queries.begin(), queries.end());
    const Ground ground{txn, space, read_meta(txn, space), scan_tail(txn, space, all)};
    std::vector<std::vector<Hit>> out;
    out.reserve(all.size());
    for (std::size_t i = 0; i < all.size(); ++i)
        out.push_back(Searcher(ground, i, all[i], wanted).run().hits);
    return out;
}

std::uint64_t documents(const store::ReadTxn& txn, store::Space space) {
    return documents_of(read_meta(txn, space), scan_tail(txn, space, {}));
}

}  // namespace tools::text
