#include "tools/text/merge.hpp"

#include "tools/text/live.hpp"
#include "tools/text/segment.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace tools::text {
namespace {

constexpr std::size_t chunk_work = 8;          ///< of opening a chunk, in postings
constexpr std::uint64_t counted_anew = 4'000;  ///< with a term: so few are gathered first

/// One part of a merge, with what decides whether its postings still count.
struct Source {
    SegmentReader reader;
    LiveIn live;
    bool open = false;               ///< read holds what is left of the reader's chunk
    std::vector<Posting> read = {};  ///< descending
};

/// Copies term by term; of a common one only as much as a slice holds.
class Copying {
public:
    Copying(store::WriteTxn& txn, store::Space space, Merge& merge, std::size_t work)
        : merge_(merge), work_(work), writer_(txn, space, merge.target) {
        for (const auto segment : merge.parts)
            sources_.push_back(
                {SegmentReader(txn, space, segment, merge.reached), LiveIn(txn, space, segment)});
    }

    /// True when nothing is left.
    bool run() {
        bool left = true;
        while (done_ < work_ && (left = find_term()))
            copy_term();
        writer_.finish();
        return !left;
    }

private:
    /// Finds the smallest term that is left and the sources that hold it.
    bool find_term() {
        holding_.clear();
        for (auto& source : sources_) {
            if (source.reader.done()) continue;
            const int order =
                holding_.empty()
                    ? 0
                    : source.reader.chunk().term.compare(holding_[0]->reader.chunk().term);
            if (order < 0) holding_.clear();
            if (order <= 0) holding_.push_back(&source);
        }
        return !holding_.empty();
    }

    void copy_term() {
        Chunk totals;
        totals.term = holding_[0]->reader.chunk().term;
        resumed_ = merge_.reached.term == totals.term;
        resumed_at_ = merge_.reached.document;
        if (resumed_) {
            totals.with_term = merge_.with_term;
            totals.most = merge_.most;
        } else {
            merge_.reached = {totals.term, 0};
            add_up(totals);
        }
        if (!resumed_ && totals.with_term <= counted_anew)
            copy_whole(totals.term);
        else
            copy_some(totals);
    }

    /// What the parts say of a term; some of it may no longer count.
    void add_up(Chunk& totals) const {
        for (const Source* source : holding_) {
            totals.with_term += source->reader.chunk().with_term;
            totals.most = std::max(totals.most, source->reader.chunk().most);
        }
    }

    void copy_whole(const std::string& term) {
        std::vector<Posting> all;
        while (!holding_.empty())
            take(all);
        if (!all.empty()) writer_.add(term, all);
        merge_.reached.document = Reached::whole_term;
    }

    void copy_some(const Chunk& totals) {
        std::vector<Posting> some;
        while (!holding_.empty() && done_ < work_)
            merge_.reached.document = take(some);
        if (!some.empty()) writer_.add(totals, some);
        if (holding_.empty()) merge_.reached.document = Reached::whole_term;
        merge_.with_term = totals.with_term;
        merge_.most = totals.most;
    }

    /// Takes postings up to the end of the chunk that ends first; returns that document.
    std::uint64_t take(std::vector<Posting>& to) {
        std::uint64_t end = Reached::whole_term;
        for (const Source* source : holding_)
            end = std::min(end, source->reader.chunk().last);
        const auto taken = static_cast<std::ptrdiff_t>(to.size());
        for (Source* source : holding_)
            take(*source, end, to);
        std::sort(to.begin() + taken, to.end(),
                  [](const Posting& a, const Posting& b) { return a.document < b.document; });
        const std::string& term = merge_.reached.term;
        std::erase_if(holding_, [&](const Source* source) {
            return source->reader.done() || source->reader.chunk().term != term;
        });
        return end;
    }

    void take(Source& source, std::uint64_t end, std::vector<Posting>& to) {
        if (!std::exchange(source.open, true)) {
            source.read = postings(source.reader.chunk());
            done_ += source.read.size() + chunk_work;
            std::erase_if(source.read, [&](const Posting& posting) {
                return (resumed_ && posting.document <= resumed_at_) ||
                       !source.live(posting.document);
            });
            std::reverse(source.read.begin(), source.read.end());
        }
        for (; !source.read.empty() && source.read.back().document <= end; source.read.pop_back())
            to.push_back(source.read.back());
        if (source.reader.chunk().last > end) return;
        source.open = false;
        source.reader.next();
    }

    Merge& merge_;
    std::size_t work_, done_ = 0;
    SegmentWriter writer_;
    std::vector<Source> sources_;
    std::vector<Source*> holding_;  ///< those that hold the term
    bool resumed_ = false;          ///< the slice before copied the term up to this document
    std::uint64_t resumed_at_ = 0;
};

}  // namespace

bool merge_slice(store::WriteTxn& txn, store::Space space, Merge& merge, std::size_t work) {
    return Copying(txn, space, merge, work).run();
}

}  // namespace tools::text
