#include "store/error.hpp"
#include "tools/amount.hpp"
#include "tools/memory/coverage/ledger.hpp"
#include "tools/memory/dataspace.hpp"
#include "tools/memory/forget.hpp"
#include "tools/memory/links.hpp"
#include "tools/memory/memory_tools.hpp"
#include "tools/memory/near.hpp"
#include "tools/memory/plain_json.hpp"
#include "tools/memory/stored_memory.hpp"
#include "tools/nearest.hpp"
#include "tools/text/line.hpp"

#include <array>

namespace tools::memory {
namespace {

struct ForgetArgs {
    std::optional<std::string> episode_uuid, fact, entity, source, dataspace_name;
    std::optional<ForgetMode> mode;
    std::string reason;
    std::optional<bool> dry_run;

    static constexpr auto fields() {
        return std::tuple{field("episode_uuid", &ForgetArgs::episode_uuid, "One episode"),
                          field("fact", &ForgetArgs::fact, "One fact, uuid#n"),
                          field("entity", &ForgetArgs::entity, "A name's facts"),
                          field("source", &ForgetArgs::source, "A source's facts"),
                          field("dataspace_name", &ForgetArgs::dataspace_name, "Alone: all of it"),
                          field("mode", &ForgetArgs::mode, "Default retire"),
                          field("reason", &ForgetArgs::reason, "Why"),
                          field("dry_run", &ForgetArgs::dry_run, "Only count")};
    }
};

/// What was forgotten, without saying what it was.
struct ForgetReply {
    std::int64_t episodes = 0, facts = 0;
    std::string dataspace;
    ForgetMode mode = ForgetMode::retire;
    bool dry_run = false, compaction_due = false, more = false;
    std::optional<std::string> before;
    std::string backups;

    static constexpr bool shown_plain = true;

    [[nodiscard]] std::string text_block() const {
        std::string out = std::string(dry_run ? "would forget " : "forgot ") +
                          amount(facts, "fact") + " of " + dataspace + ", " +
                          (episodes == 0 ? "no episode" : amount(episodes, "episode")) +
                          " whole, mode " + word(mode);
        if (before) out += "; it was " + *before + " before";
        if (more) out += "; there are more: send the same call again";
        if (compaction_due) out += "; the file keeps old pages until `throughline compact`";
        if (!backups.empty()) out += "; " + backups;
        return out;
    }

    static constexpr auto fields() {
        return std::tuple{
            field("episodes", &ForgetReply::episodes, "Left whole"),
            field("facts", &ForgetReply::facts, "Forgotten"),
            field("dataspace", &ForgetReply::dataspace, "Where"),
            field("mode", &ForgetReply::mode, "How"),
            field("dry_run", &ForgetReply::dry_run, "Nothing was changed"),
            field("compaction_due", &ForgetReply::compaction_due, "Old pages stay till then"),
            field("more", &ForgetReply::more, "Send again"),
            field("before", &ForgetReply::before, "How it had left before"),
            field("backups", &ForgetReply::backups, "What they still hold")};
    }
};

[[noreturn]] void refuse_forget(store::Code code, const char* path, const char* reason,
                                const std::string& message) {
    throw store::Error(code, "nothing was forgotten", {{path, reason, message, "", {}}});
}

bool given(const std::optional<std::string>& text) {
    return text && !text::trim(*text).empty();
}

ForgetTarget target_of(const ForgetArgs& args) {
    int named = 0;
    for (const auto* one : {&args.episode_uuid, &args.fact, &args.entity, &args.source})
        named += given(*one) ? 1 : 0;
    if (named > 1 || (named == 0 && !given(args.dataspace_name)))
        refuse_forget(store::Code::invalid, "", "one_target",
                      "name exactly one of episode_uuid, fact, entity, source; dataspace_name "
                      "alone means all of it");
    if (text::trim(args.reason).empty())
        refuse_forget(store::Code::invalid, "/reason", "missing", "say why, without the content");
    ForgetTarget out;
    if (given(args.fact)) out.fact = text::trim(*args.fact);
    if (given(args.entity)) out.entity = text::trim(*args.entity);
    if (given(args.source)) out.source = text::trim(*args.source);
    if (!given(args.episode_uuid)) return out;
    out.episode = read_episode_id(*args.episode_uuid);
    if (!out.episode) refuse_forget(store::Code::invalid, "/episode_uuid", "bad_id", "send a uuid");
    return out;
}

/// Refuses a name or source that nothing was ever stored under, with the nearest ones.
void check_known(const store::ReadTxn& txn, const Dataspace& dataspace,
                 const ForgetTarget& target) {
    if (!dataspace.space || (!target.entity && !target.source)) return;
    const store::Space space = *dataspace.space;
    const auto used = [&](Role role, std::uint64_t digest) {
        return !linked(txn, space, role, digest, 1).empty();
    };
    if (target.source ? used(Role::source, source_digest(*target.source)) ||
                            coverage::find_source(txn, space, *target.source)
                      : used(Role::subject, name_digest(*target.entity)) ||
                            used(Role::object, name_digest(*target.entity)))
        return;
    const auto near = target.source ? near_sources(txn, space, *target.source, 3)
                                    : near_names(txn, space, *target.entity, 3);
    throw store::Error(store::Code::not_found, "nothing was forgotten",
                       {{target.source ? "/source" : "/entity",
                         "unknown_target",
                         "nothing is stored under it in " + dataspace.name +
                             (near.empty() ? "" : "; nearest: " + join(near)),
                         near.empty() ? "" : near.front(),
                         {}}});
}

/// Refuses the id of an episode, or of a fact that it never had, where a fact is due.
void check_fact_of(const store::ReadTxn& txn, const Dataspace& dataspace, const std::string& fact) {
    const auto id = read_episode_id(fact.substr(0, fact.find('#')));
    const auto episode = id ? find_episode(txn, *dataspace.space, *id) : std::nullopt;
    if (!episode || episode->facts == 0) return;
    const std::string uuid(id->str());
    const std::string first = uuid + "#0";
    refuse_forget(store::Code::invalid, "/fact", "is_episode",
                  uuid + " is an episode of " + amount(episode->facts, "fact") +
                      (episode->facts == 1 ? ": name it as " + first
                                           : ": name one of them as " + first + " to " + uuid +
                                                 "#" + std::to_string(episode->facts - 1)) +
                      ", or send episode_uuid to forget it whole");
}

/// Where to forget: an id is looked for in every allowed dataspace.
Dataspace place_of(const store::ReadTxn& txn, const Call& call, const ForgetArgs& args,
                   const ForgetTarget& target) {
    if (!target.episode && !target.fact) return open_dataspace(txn, call, args.dataspace_name);
    for (const Dataspace& one : open_dataspaces(txn, call, args.dataspace_name)) {
        if (!one.space) continue;
        const bool here = target.episode
                              ? find_episode(txn, *one.space, *target.episode).has_value()
                              : find_fact(txn, *one.space, *target.fact).has_value();
        if (here) return one;
        if (target.fact) check_fact_of(txn, one, *target.fact);
    }
    refuse_forget(store::Code::not_found, target.episode ? "/episode_uuid" : "/fact",
                  "unknown_target", "nothing of this id is stored here");
}

/// How something that is no longer there had left; nothing for a whole dataspace.
std::optional<std::string> left_before(const store::ReadTxn& txn, store::Space space,
                                       const ForgetTarget& target) {
    std::optional<Removal> how;
    if (target.episode) {
        if (const auto episode = find_episode(txn, space, *target.episode)) how = episode->removal;
    } else if (target.fact) {
        if (const auto fact = find_fact(txn, space, *target.fact)) how = fact->removal;
    } else if (target.entity || target.source) {
        return "forgotten or replaced";
    }
    if (!how) return std::nullopt;
    return *how == Removal::replaced ? "replaced" : "forgotten";
}

ForgetReply forget_memory(store::WriteTxn& txn, const Call& call, const ForgetArgs& args) {
    const ForgetTarget target = target_of(args);
    const Dataspace dataspace = place_of(txn, call, args, target);
    check_known(txn, dataspace, target);
    ForgetReply reply;
    reply.dataspace = dataspace.name;
    reply.mode = args.mode.value_or(ForgetMode::retire);
    reply.dry_run = args.dry_run.value_or(false);
    Forgotten done;
    txn.takes_away();
    if (dataspace.space)
        done = forget(txn, *dataspace.space, target, reply.mode, call.clock(), reply.dry_run);
    const bool whole = target.source || (!target.episode && !target.fact && !target.entity);
    if (dataspace.space && whole && reply.mode == ForgetMode::erase && !reply.dry_run && !done.more)
        coverage::drop_sources(txn, *dataspace.space, target.source);
    reply.episodes = static_cast<std::int64_t>(done.episodes);
    reply.facts = static_cast<std::int64_t>(done.facts);
    reply.more = done.more;
    if (done.facts == 0 && dataspace.space)
        reply.before = left_before(txn, *dataspace.space, target);
    const bool erased = reply.mode == ForgetMode::erase && done.facts > 0 && !reply.dry_run;
    reply.compaction_due = erased;
    if (erased) reply.backups = "backups made before still hold it";
    return reply;
}

constexpr std::array forget_tools{writes<forget_memory>(
    {.name = "forget_longterm_memory",
     .title = "Forget in long-term memory",
     .about = "Takes facts out of search (retire, history stays) or deletes them "
              "(erase). Erase only when the user asks for deletion.",
     .toolset = Toolset::memory,
     .hints = {.destructive = true, .idempotent = true}})};

}  // namespace

constinit const Rows<Tool> forget_rows = forget_tools;

}  // namespace tools::memory
