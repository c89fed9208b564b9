#include "tools/memory/ends.hpp"

#include "tools/memory/stored_memory.hpp"
#include "tools/text/line.hpp"
#include "tools/vocabulary.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace tools::memory {
namespace {

constexpr std::size_t max_reason = 300;

class EndReader {
public:
    EndReader(const store::ReadTxn& txn, std::optional<store::Space> space, std::int64_t now_ms,
              std::vector<Finding>& faults, std::vector<Finding>& noted)
        : txn_(txn), space_(space), now_ms_(now_ms), faults_(faults), noted_(noted) {}

    void read(std::size_t at, const EndDraft& draft, std::vector<End>& to) {
        at_ = at;
        const std::size_t before = faults_.size();
        auto fact = unread("fact") ? std::nullopt : live_fact(draft.fact);
        const auto end = unread("invalid_at_iso") ? std::nullopt : time(draft.invalid_at_iso);
        if (fact && end && fact->valid_at && end_of(*end) <= fact->valid_at->ms)
            wrong("invalid_at_iso", "ends_before",
                  "must be later than its beginning, " + iso(*fact->valid_at));
        const std::string reason = text::trim(draft.reason.value_or(""));
        if (!reason.empty())
            if (const auto fault = text::line_fault(reason, max_reason))
                wrong("reason", fault->reason, fault->message);
        if (!fact || !end || faults_.size() != before) return;
        if (fact->invalid_at) note("fact", "it had ended " + shown(*fact->invalid_at) + " before");
        to.push_back({*std::move(fact), {now_ms_, std::nullopt, *end, reason}});
    }

private:
    /// True where a fault of this field is told already.
    [[nodiscard]] bool unread(const char* field) const {
        return std::any_of(faults_.begin(), faults_.end(),
                           [&](const Finding& one) { return one.field == path(field); });
    }

    std::optional<Fact> live_fact(const std::string& id) {
        auto fact = space_ ? find_fact(txn_, *space_, id) : std::nullopt;
        if (!fact) {
            wrong("fact", "unknown_fact", "must be the id of a stored fact here, such as uuid#3");
            return fact;
        }
        if (fact->removal != Removal::none)
            wrong("fact", "removed_fact",
                  std::string("is no live fact: it was ") + word(fact->removal));
        const auto [first, fresh] = named_.emplace(fact->number, at_);
        if (!fresh)
            wrong("fact", "named_twice",
                  "is ended by /ends/" + std::to_string(first->second) +
                      " already: end each fact once");
        return fact;
    }

    std::optional<Moment> time(const std::string& given) {
        const TimeRead read = read_time(given);
        if (!read.moment) wrong("invalid_at_iso", "bad_time", read.fault);
        for (const std::string& line : read.noted)
            note("invalid_at_iso", line);
        return read.moment;
    }

    [[nodiscard]] std::string path(const char* field) const {
        return "ends/" + std::to_string(at_) + "/" + field;
    }

    void wrong(const char* field, const char* kind, std::string message) {
        faults_.push_back({{}, path(field), kind, std::move(message), "", "", {}});
    }

    void note(const char* field, std::string message) {
        noted_.push_back({{}, path(field), "noted", std::move(message), "", "", {}});
    }

    const store::ReadTxn& txn_;
    std::optional<store::Space> space_;
    std::int64_t now_ms_;
    std::vector<Finding>& faults_;
    std::vector<Finding>& noted_;
    std::size_t at_ = 0;
    std::map<std::uint64_t, std::size_t> named_;  ///< place in `ends` by the fact's number
};

}  // namespace

std::vector<End> check_ends(const store::ReadTxn& txn, std::optional<store::Space> space,
                            const std::vector<EndDraft>& drafts, std::int64_t now_ms,
                            std::vector<Finding>& faults, std::vector<Finding>& noted) {
    EndReader reader(txn, space, now_ms, faults, noted);
    std::vector<End> out;
    for (std::size_t i = 0; i < drafts.size(); ++i)
        reader.read(i, drafts[i], out);
    return out;
}

}  // namespace tools::memory
