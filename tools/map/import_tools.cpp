#include "store/error.hpp"
#include "tools/amount.hpp"
#include "tools/map/conversation.hpp"
#include "tools/map/map_tools.hpp"
#include "tools/map/reply.hpp"
#include "tools/map/stored_map.hpp"
#include "tools/map/text.hpp"
#include "tools/map/update_json.hpp"
#include "tools/text/invisible.hpp"

#include <array>
#include <utility>

namespace tools::map {
namespace {

enum class Mode { create, merge };

/// `new` is the wire word; C++ keeps it for itself.
constexpr auto names(Mode) {
    return std::array{"new", "merge"};
}

struct ImportArgs {
    std::optional<std::string> conversation;
    std::optional<std::string> text;
    std::optional<AnyObject> json;
    std::optional<Mode> mode;

    static constexpr auto fields() {
        return std::tuple{field("conversation", &ImportArgs::conversation, about_conversation),
                          field("text", &ImportArgs::text, "A map as map_review shows it"),
                          field("json", &ImportArgs::json, "A map as map_export gives it in json",
                                {.unlisted = true}),
                          field("mode", &ImportArgs::mode, "new (default) needs an empty map")};
    }
};

/// One edge of node-link JSON; the names that common writers use are taken.
struct LinkArgs {
    std::optional<std::string> source, target, kind, key, id;
    Problems problems;

    static constexpr auto fields() {
        return std::tuple{field("source", &LinkArgs::source, "Id it starts from"),
                          field("target", &LinkArgs::target, "Id it ends at"),
                          field("kind", &LinkArgs::kind, "Edge type"),
                          field("key", &LinkArgs::key, "Edge type, where kind is absent"),
                          field("id", &LinkArgs::id, "Not read")};
    }
};

/// A map that was read, and where each of its changes stood.
struct Imported {
    Parsed parsed;
    std::vector<std::string> paths;  ///< of changes by index; empty for lines of a text
};

template <class T>
void read_items(const Json& list, const std::string& path, Imported& to, Change (*to_change)(T&&)) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string here = path + "/" + std::to_string(i);
        T item;
        Type<T>::read(list[i], item, {here, {}, item.problems});
        for (store::Problem& problem : item.problems)
            to.parsed.problems.push_back(std::move(problem));
        to.parsed.changes.push_back(to_change(std::move(item)));
        to.parsed.changes.back().problems.clear();
        to.parsed.changes.back().index = to.paths.size();
        to.paths.push_back(here);
    }
}

Imported parse_json_map(const Json& json) {
    Imported out;
    Parsed& parsed = out.parsed;
    const auto list = [&](const char* name) {
        const auto it = json.find(name);
        if (it == json.end()) return Json::array();
        if (!it->is_array())
            parsed.problems.push_back(
                {std::string("/json/") + name, "wrong_type", "expected an array", "", {}});
        return it->is_array() ? *it : Json::array();
    };
    read_items<ChangeArgs>(list("nodes"), "/json/nodes", out, [](ChangeArgs&& node) {
        Change change = std::move(node);
        change.op = word(Op::add);
        return change;
    });
    const char* edges = json.contains("links") ? "links" : "edges";
    read_items<LinkArgs>(list(edges), std::string("/json/") + edges, out, [](LinkArgs&& link) {
        Change change;
        change.op = word(Op::link);
        change.from = std::move(link.source);
        change.edge = std::move(link.kind ? link.kind : link.key);
        change.to = std::move(link.target);
        return change;
    });
    return out;
}

[[noreturn]] void wrong(const char* path, const char* reason, const std::string& message) {
    throw store::Error(store::Code::invalid, message, {{path, reason, message, "", {}}});
}

Imported read_map(const ImportArgs& args) {
    if (args.text.has_value() == args.json.has_value())
        wrong("", "one_form", "give either text or json: nothing was done");
    if (args.json) return parse_json_map(args.json->value);
    return {parse_map(text::unreveal(*args.text)), {}};
}

/// In a merge a node whose id is there already gets the fields that came with it.
void update_present(Draft& draft, std::vector<Change>& changes) {
    std::vector<NodeId> ids;
    for (const Change& change : changes)
        if (const auto id = change.id ? read_id(*change.id) : std::nullopt) ids.push_back(*id);
    draft.fetch(ids);
    for (Change& change : changes) {
        const auto id = change.id ? read_id(*change.id) : std::nullopt;
        if (!id || change.op != word(Op::add) || !draft.exists(*id)) continue;
        change.op = word(Op::update);
        if (change.type && read_type(*change.type) == id->type) change.type.reset();
    }
}

/// What JSON of a map calls a field of a change.
std::string wire_name(const std::string& field) {
    if (field == "from") return "source";
    if (field == "to") return "target";
    return field == "edge" ? "kind" : field;
}

[[noreturn]] void refuse_map(std::vector<Fault> faults, const Imported& source) {
    for (Fault& fault : faults) {
        const auto index = fault.problem.index;
        if (!index || *index >= source.paths.size()) continue;
        fault.problem.path = source.paths[*index] + "/" + wire_name(fault.problem.path);
        fault.problem.index.reset();
    }
    refuse(faults,
           source.paths.empty() ? Origin{"/text", Form::delta} : Origin{"/json", Form::changes});
}

UpdateReply import(store::WriteTxn& txn, const Call& call, const ImportArgs& args) {
    Conversation map = open_conversation(txn, call, args.conversation);
    if (args.mode.value_or(Mode::create) == Mode::create && map.reader.head.nodes > 0)
        wrong("/mode", "not_empty",
              "the map holds " + amount(map.reader.head.nodes, "node") +
                  ": send mode merge to add to it, or name another conversation");
    Imported source = read_map(args);
    Draft draft(map.reader);
    update_present(draft, source.parsed.changes);
    Applied applied = apply(draft, source.parsed.changes, Consequences::leave);
    for (const store::Problem& problem : source.parsed.problems)
        applied.faults.push_back({problem, std::nullopt});
    if (!applied.faults.empty()) refuse_map(std::move(applied.faults), source);
    Head after = draft.head(applied.delta);
    Answer answer{"Map update: none", after.revision, {}, {}, next_ids(after)};
    if (!applied.delta.empty()) {
        answer.attention = chosen(attention_after(draft, applied, after, call.settings.map_limits),
                                  {}, Form::changes);
        applied.delta.time = call.clock();
        const store::Space space = map.space ? *map.space
                                             : store::make_space(txn, call.principal.tenant,
                                                                 store::SpaceKind::map, map.name);
        write_delta(txn, space, after, applied.delta);
        answer.delta = delta_text(applied.delta, {});
    }
    return worded(map.name, std::move(answer), Form::changes);
}

constexpr std::array import_tools{
    writes<import>({.name = "map_import",
                    .title = "Read a map in",
                    .about = "Takes a map back in, from the text of map_review or the json of "
                             "map_export. Only when the user asks. All of it lands, or nothing "
                             "and every fault is named."})};

}  // namespace

constinit const Rows<Tool> import_rows = import_tools;

}  // namespace tools::map
