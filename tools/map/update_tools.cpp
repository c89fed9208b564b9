#include "tools/digest.hpp"
#include "tools/map/conversation.hpp"
#include "tools/map/map_tools.hpp"
#include "tools/map/question_json.hpp"
#include "tools/map/reply.hpp"
#include "tools/map/restore.hpp"
#include "tools/map/stored_map.hpp"
#include "tools/map/text.hpp"
#include "tools/map/update.hpp"
#include "tools/map/update_json.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace tools::map {
namespace {

struct UpdateArgs {
    std::optional<std::string> conversation;
    std::optional<std::string> delta;
    std::optional<std::vector<ChangeArgs>> changes;
    std::optional<std::int64_t> expected_revision;
    std::optional<std::string> turn;
    std::optional<bool> strict;
    std::optional<std::int64_t> restore;

    static constexpr auto fields() {
        return std::tuple{
            field("conversation", &UpdateArgs::conversation, about_conversation),
            field("delta", &UpdateArgs::delta, "Lines, instead of changes"),
            field("changes", &UpdateArgs::changes,
                  "All or none land. Also: depends_on and other edge kinds as fields, mitigation, "
                  "clear, into, carry, "
                  "override, conflicts_with",
                  {.max_items = 2000}),
            field("expected_revision", &UpdateArgs::expected_revision, "Refuse if the map moved on",
                  {.least = 0}),
            field("turn", &UpdateArgs::turn, "Names this turn: a retry lands once",
                  {.max_length = 200}),
            field("strict", &UpdateArgs::strict, "Refuse on an open conflict", {.unlisted = true}),
            field("restore", &UpdateArgs::restore, "Bring this revision back",
                  {.least = 0, .unlisted = true})};
    }
};

void one_form_only(const UpdateArgs& args) {
    const int forms = (args.delta ? 1 : 0) + (args.changes ? 1 : 0) + (args.restore ? 1 : 0);
    if (forms == 1) return;
    throw store::Error(store::Code::invalid,
                       forms == 0 ? "nothing to do: give changes[], delta or restore"
                                  : "give only one of changes, delta and restore",
                       {{"", "one_form", "exactly one of delta, changes and restore", "", {}}});
}

std::string sent(const UpdateArgs& args) {
    Json content = Json::array();
    if (args.changes) content.push_back(Type<std::vector<ChangeArgs>>::write(*args.changes));
    if (args.delta) content.push_back(*args.delta);
    if (args.restore) content.push_back(*args.restore);
    content.push_back(args.strict.value_or(false));
    return digest(dump_json(content));
}

/// CM13: refused with what happened since, so that the model can rebase.
void check_revision(const store::ReadTxn& txn, std::optional<store::Space> space,
                    const UpdateArgs& args) {
    if (!args.expected_revision) return;
    const std::uint64_t now = space ? read_head(txn, *space).revision : 0;
    const auto expected = static_cast<std::uint64_t>(*args.expected_revision);
    if (now == expected) return;
    std::string message = "the map is at revision " + std::to_string(now) + ", not " +
                          std::to_string(expected) + ": nothing was changed";
    std::optional<Delta> since;
    constexpr std::size_t most_deltas = 20;
    std::size_t seen = 0;
    if (space && expected < now)
        scan_history(txn, *space, expected, [&](Delta& delta) {
            since = since ? combine(delta, *since) : std::move(delta);
            return ++seen < most_deltas;
        });
    if (since) message += "; since then:\n" + delta_text(*since, {});
    throw store::Error(
        store::Code::conflict, message,
        {{"/expected_revision",
          "revision_moved",
          "look at what changed, then send again with expected_revision " + std::to_string(now),
          "",
          {}}});
}

void refuse_conflicts(const Applied& applied, const std::vector<Attention>& attention,
                      const Origin& origin) {
    std::vector<Fault> faults;
    for (const Attention& conflict : attention) {
        if (conflict.kind != Concern::conflict || conflict.ids.empty()) continue;
        const auto by = applied.changed_by.find(conflict.ids.front());
        Fault fault{
            {"", "conflict", conflict.message, "", by == applied.changed_by.end() ? 0 : by->second},
            std::nullopt};
        if (!conflict.changes.empty()) fault.instead = conflict.changes.front();
        faults.push_back(std::move(fault));
    }
    if (!faults.empty()) refuse(faults, origin);
}

/// The changes of either form, and what was wrong with the lines of a delta.
Parsed read_changes(const UpdateArgs& args) {
    if (args.delta) return parse_delta(*args.delta);
    Parsed parsed;
    parsed.changes.reserve(args.changes->size());
    for (const ChangeArgs& change : *args.changes) {
        parsed.changes.push_back(change);
        parsed.changes.back().index = parsed.changes.size() - 1;
    }
    return parsed;
}

class Update {
public:
    Update(store::WriteTxn& txn, const Call& call, const UpdateArgs& args)
        : txn_(txn),
          call_(call),
          args_(args),
          origin_(args.delta ? Origin{"/delta", Form::delta} : Origin{"/changes", Form::changes}),
          map_(open_conversation(txn, call, args.conversation)) {}

    UpdateReply run() {
        one_form_only(args_);
        const std::string content = args_.turn ? sent(args_) : std::string();
        if (args_.turn && map_.space) {
            auto turn = find_turn(txn_, *map_.space, *args_.turn);
            if (turn && turn->content == content)
                return worded(map_.name, std::move(turn->answer), origin_.form);
        }
        check_revision(txn_, map_.space, args_);
        Answer answer = args_.restore ? restore() : change();
        if (args_.turn && answer.delta != nothing) {
            const std::uint64_t sequence = read_head(txn_, *map_.space).turns;
            write_turn(txn_, *map_.space, {*args_.turn, content, answer, sequence});
        }
        return worded(map_.name, std::move(answer), origin_.form);
    }

private:
    static constexpr const char* nothing = "Map update: none";

    store::Space space() {
        if (!map_.space)
            map_.space =
                store::make_space(txn_, call_.principal.tenant, store::SpaceKind::map, map_.name);
        return *map_.space;
    }

    Answer keep(Delta delta, Head after, const Echo& echo) {
        if (delta.empty()) return {nothing, after.revision, {}, {}, next_ids(after)};
        delta.time = call_.clock();
        if (args_.turn) ++after.turns;
        if (takes_away(delta)) txn_.takes_away();
        write_delta(txn_, space(), after, delta);
        return {delta_text(delta, echo), after.revision, {}, {}, next_ids(after)};
    }

    Answer restore() {
        if (!map_.space)
            throw store::Error(
                store::Code::invalid, "restore: this map is empty",
                {{"/restore", "no_such_revision", "there is no revision yet", "", {}}});
        Delta delta =
            restoring_delta(txn_, *map_.space, static_cast<std::uint64_t>(*args_.restore));
        Head after = counted(read_head(txn_, *map_.space), delta);
        if (!delta.empty()) after.revision = delta.revision;
        return keep(std::move(delta), std::move(after), {{}, true});
    }

    Answer change() {
        const Parsed parsed = read_changes(args_);
        Draft draft(map_.reader);
        Applied applied = apply(draft, parsed.changes, Consequences::follow, parsed.broken_ids);
        for (const store::Problem& problem : parsed.problems)
            applied.faults.push_back({problem, std::nullopt});
        if (!applied.faults.empty()) refuse(applied.faults, origin_);
        Head after = draft.head(applied.delta);
        std::vector<Attention> attention =
            attention_after(draft, applied, after, call_.settings.map_limits);
        if (args_.strict.value_or(false)) refuse_conflicts(applied, attention, origin_);
        attention = chosen(std::move(attention), after.told, origin_.form);
        after.told.clear();
        for (const Attention& line : attention)
            after.told.push_back(short_digest(line.message));
        Answer answer =
            keep(std::move(applied.delta), std::move(after), {applied.told_in_full, false});
        for (const auto& [local, id] : applied.locals)
            answer.ids[local] = to_string(id);
        answer.attention = std::move(attention);
        return answer;
    }

    store::WriteTxn& txn_;
    const Call& call_;
    const UpdateArgs& args_;
    Origin origin_;
    Conversation map_;
};

UpdateReply update(store::WriteTxn& txn, const Call& call, const UpdateArgs& args) {
    return Update(txn, call, args).run();
}

constexpr std::array update_tools{writes<update>(
    {.name = "map_update",
     .title = "Update the conversation map",
     .about = "Call once before your reply ends, when something durable is new. Answers with the "
              "delta to show and `!` lines to mend. Give changes[], or delta, a line a change:\n"
              "+ [C2] Context: words - source: user - confidence: confirmed\n"
              "+ [Q] Question: Which region? - impact: decides the price\n"
              "+ [T2] --depends_on--> [Q4]\n~ [T2] done\n~ [T2] - status: pending\nx [C3]\n"
              "> [C2] new words - source: user - confidence: confirmed\n= [Q4] the answer\n"
              "> replaces, = answers, x also unlinks an edge; [Q] is numbered. Also: strict, "
              "restore.",
     .toolset = Toolset::map,
     .hints = {.destructive = true, .idempotent = false},
     .question = conflict_question})};

}  // namespace

constinit const Rows<Tool> update_rows = update_tools;

}  // namespace tools::map
