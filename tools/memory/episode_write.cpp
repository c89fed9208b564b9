#include "tools/memory/episode_write.hpp"

#include "store/error.hpp"
#include "tools/memory/aliases.hpp"
#include "tools/memory/check.hpp"
#include "tools/memory/joined.hpp"
#include "tools/memory/neighbours.hpp"
#include "tools/memory/normal.hpp"
#include "tools/memory/retention.hpp"
#include "tools/memory/secrets.hpp"
#include "tools/memory/stored_memory.hpp"
#include "tools/memory/warnings.hpp"
#include "tools/memory/writing.hpp"
#include "tools/text/index.hpp"
#include "tools/vocabulary.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace tools::memory {
namespace {

constexpr std::size_t most_replaced = 20;

[[noreturn]] void refuse_write(store::Code code, const std::string& path, const char* reason,
                               const std::string& message, const std::string& send = "") {
    throw store::Error(code, "nothing was stored", {{path, reason, message, send, {}}});
}

std::string triple(const Fact& fact) {
    return normal_name(fact.subject) + '\n' + fact.predicate + '\n' + normal_name(fact.object);
}

class EpisodeWrite {
public:
    EpisodeWrite(store::WriteTxn& txn, const Call& call, const WriteRequest& request)
        : txn_(txn), call_(call), request_(request), now_ms_(call.clock()) {}

    Written run() {
        EpisodeDraft draft = request_.draft;
        if (!request_.replace && draft.facts.empty() && !draft.ends.empty()) return end_only(draft);
        dataspace_ = request_.replace ? find_replaced(draft)
                                      : open_dataspace(txn_, call_, draft.dataspace_name);
        out_.dataspace = dataspace_.name;
        Checked read = check(draft, request_.faults);
        check_secrets(read);
        check_covers(read);
        ends_ = check_ends(txn_, dataspace_.space, draft.ends, now_ms_, read.faults, read.noted);
        if (!read.faults.empty()) refuse(read.faults);
        out_.noted = std::move(read.noted);
        out_.facts = read.facts.size();
        const store::Space space = make_dataspace(txn_, call_, dataspace_);
        dataspace_.space = space;
        if (!is_stored(space, read)) store_new(space, read);
        mark_covered(space, read.episode);
        return std::move(out_);
    }

private:
    /// A call that holds `ends` and no facts stores no episode: it only ends (LM6a).
    Written end_only(const EpisodeDraft& draft) {
        dataspace_ = open_dataspace(txn_, call_, draft.dataspace_name);
        if (!draft.dataspace_name)
            for (const Dataspace& one : open_dataspaces(txn_, call_, {}))
                if (one.space && find_fact(txn_, *one.space, draft.ends.front().fact))
                    dataspace_ = one;
        std::vector<Finding> faults = request_.faults;
        std::erase_if(faults, [](const Finding& fault) { return fault.kind == "missing"; });
        ends_ = check_ends(txn_, dataspace_.space, draft.ends, now_ms_, faults, out_.noted);
        if (!faults.empty()) refuse(faults);
        out_.dataspace = dataspace_.name;
        out_.status = WriteStatus::only_ended;
        Head head = read_head(txn_, *dataspace_.space);
        finish(*dataspace_.space, head);
        return std::move(out_);
    }

    /// The episode to replace and its dataspace; what the draft leaves out is taken
    /// from it (LM6).
    Dataspace find_replaced(EpisodeDraft& draft) {
        const auto id = read_episode_id(*request_.replace);
        std::optional<Episode> old;
        Dataspace found;
        for (const Dataspace& one : open_dataspaces(txn_, call_, {})) {
            if (!id || old || !one.space) continue;
            old = find_episode(txn_, *one.space, *id);
            found = one;
        }
        if (!old)
            refuse_write(store::Code::not_found, "/episode_uuid", "unknown_episode",
                         "send a uuid as search_longterm_memory shows it");
        if (draft.dataspace_name && !draft.dataspace_name->empty() &&
            open_dataspace(txn_, call_, draft.dataspace_name).name != found.name)
            refuse_write(store::Code::invalid, "/dataspace_name", "other_dataspace",
                         "the episode lies in " + found.name + ": leave this out");
        if (!draft.kind) draft.kind = old->kind;
        if (!draft.source && old->removal != Removal::erased) draft.source = old->source;
        replaced_.push_back(*std::move(old));
        for (std::size_t i = 0; i < request_.also_replaces.size(); ++i)
            also_replace(*found.space, i);
        return found;
    }

    void also_replace(store::Space space, std::size_t at) {
        const std::string path = "/also_replaces/" + std::to_string(at);
        if (request_.also_replaces.size() > most_replaced)
            refuse_write(store::Code::limit, "/also_replaces", "too_many",
                         "at most 20, has " + std::to_string(request_.also_replaces.size()));
        if (replaced_.front().removal != Removal::none) return;  // a retry, or refused later
        const auto id = read_episode_id(request_.also_replaces[at]);
        auto found = id ? find_episode(txn_, space, *id) : std::nullopt;
        if (!found || found->removal != Removal::none)
            refuse_write(store::Code::conflict, path, "not_live",
                         "must be a live episode of the same dataspace");
        const bool again = std::any_of(replaced_.begin(), replaced_.end(),
                                       [&](const Episode& one) { return one.id == found->id; });
        if (!again) replaced_.push_back(*std::move(found));
    }

    void check_secrets(Checked& read) {
        const auto is_linked = [&](const std::string& name) {
            const auto entry = dataspace_.space ? find_name(txn_, *dataspace_.space, name)
                                                : std::optional<NameEntry>();
            return entry && entry->facts > 0;
        };
        std::vector<Finding> found = secrets_in(read.episode, read.facts, is_linked);
        if (!request_.allow_secrets) {
            for (Finding& one : found)
                read.faults.push_back(std::move(one));
            return;
        }
        for (const Finding& one : found)
            read.episode.secrets.push_back(one.kind);
    }

    void check_covers(Checked& read) const {
        const bool unread =
            std::any_of(request_.faults.begin(), request_.faults.end(),
                        [](const Finding& one) { return one.field.starts_with("covers"); });
        if (!request_.covers || unread) return;
        const std::string fault =
            coverage::covers_fault(*request_.covers, read.episode.source, read.episode.kind);
        if (!fault.empty()) read.faults.push_back({{}, "covers", "bad_covers", fault, "", ""});
    }

    void mark_covered(store::Space space, Episode episode) {
        if (!request_.covers) return;
        episode.id = out_.id;
        episode.recorded_ms = now_ms_;
        coverage::cover(txn_, space, episode, *request_.covers);
    }

    /// True when nothing is to be written, for it stands already.
    bool is_stored(store::Space space, const Checked& read) {
        const auto equal = find_equal(txn_, space, read.episode, read.facts);
        if (request_.replace && replaced_.front().removal != Removal::none) {
            const Episode newest = newest_of(space, replaced_.front());
            if (!equal || *equal != newest.id) refuse_replaced(newest);
            out_.status = WriteStatus::replaced_before;
            out_.id = newest.id;
            return true;
        }
        if (!equal) return false;
        out_.id = *equal;
        out_.status = WriteStatus::stored_before;
        if (request_.replace && *equal == replaced_.front().id)
            out_.status = WriteStatus::unchanged;
        std::erase_if(replaced_, [&](const Episode& one) { return one.id == *equal; });
        if (ends_.empty() && replaced_.empty()) return true;
        Head head = read_head(txn_, space);
        finish(space, head);
        return true;
    }

    Episode newest_of(store::Space space, Episode episode) {
        while (episode.removal == Removal::replaced) {
            auto next = find_episode(txn_, space, episode.replaced_by);
            if (!next) break;
            episode = *std::move(next);
        }
        return episode;
    }

    [[noreturn]] void refuse_replaced(const Episode& newest) {
        const std::string id(newest.id.str());
        const bool live = newest.removal == Removal::none;
        refuse_write(store::Code::conflict, "/episode_uuid", "not_live",
                     "this episode is gone: " +
                         (live ? "the newest is " + id
                               : "its last form was " + std::string(word(newest.removal)) +
                                     ", store a new one"),
                     live ? id : "");
    }

    void store_new(store::Space space, Checked& read) {
        std::set<EpisodeId> replaced;
        for (const Episode& one : replaced_)
            replaced.insert(one.id);
        std::set<std::uint64_t> ended;
        for (const End& end : ends_)
            ended.insert(end.fact.number);
        const AliasesOf aliases = [&](const std::string& name) {
            return names_of(txn_, space, name);
        };
        read.episode.id = make_episode_id(now_ms_, call_.ids());
        out_.warnings = meetings(txn_, space, read.episode, read.facts, replaced, ended);
        for (Finding& weak : weak_words(read.facts, read.episode.kind, aliases))
            out_.warnings.push_back(std::move(weak));
        for (Finding& one : ambiguous_aliases(txn_, space, read.episode, read.facts))
            out_.warnings.push_back(std::move(one));
        if (auto open = open_facts(txn_, space, read.episode, read.facts, replaced, ended))
            out_.warnings.push_back(*std::move(open));
        read.episode.recorded_ms = now_ms_;
        read.episode.replaces.assign(replaced.begin(), replaced.end());
        Head head = read_head(txn_, space);
        add_episode(txn_, space, head, read.episode, read.facts);
        out_.id = read.episode.id;
        out_.status = WriteStatus::queued;
        find_dropped(space, read.facts);
        finish(space, head);
        if (!request_.wait) return;
        text::Index(space).fold(txn_);
        out_.status = WriteStatus::folded;
    }

    void find_dropped(store::Space space, const std::vector<Fact>& facts) {
        std::set<std::string> kept;
        for (const Fact& fact : facts)
            kept.insert(triple(fact));
        for (const Episode& old : replaced_)
            for (Fact& fact : facts_of(txn_, space, old))
                if (fact.removal == Removal::none && !kept.contains(triple(fact)))
                    out_.dropped.push_back(std::move(fact));
    }

    /// Ends facts, takes out what was replaced, keeps the counters.
    void finish(store::Space space, Head& head) {
        for (End& end : ends_)
            close_fact(txn_, space, end.fact, end.closing);
        out_.ended = std::move(ends_);
        for (Episode& old : replaced_) {
            remove_episode(txn_, space, head, old, {Removal::replaced, now_ms_, out_.id, ""});
            out_.replaced.push_back(old.id);
        }
        if (const auto days = call_.settings.retain_days.find(dataspace_.name);
            days != call_.settings.retain_days.end())
            retire_old(txn_, *dataspace_.space, head, days->second, now_ms_);
        commit_head(txn_, space, head, now_ms_);
    }

    store::WriteTxn& txn_;
    const Call& call_;
    const WriteRequest& request_;
    std::int64_t now_ms_;
    Dataspace dataspace_;
    std::vector<Episode> replaced_;
    std::vector<End> ends_;
    Written out_;
};

}  // namespace

std::string shown(WriteStatus status) {
    constexpr std::array words{"queued (searchable now)",
                               "searchable now",
                               "stored before: nothing was added",
                               "unchanged",
                               "replaced before: nothing was changed",
                               "no new episode"};
    return words.at(static_cast<std::size_t>(status));
}

Written write_episode(store::WriteTxn& txn, const Call& call, const WriteRequest& request) {
    return EpisodeWrite(txn, call, request).run();
}

}  // namespace tools::memory
