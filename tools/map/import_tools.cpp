#include "store/error.hpp"
#include "tools/map/conversation.hpp"
#include "tools/map/map_tools.hpp"
#include "tools/map/stored_map.hpp"
#include "tools/map/text.hpp"
#include "tools/map/update_json.hpp"

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
        return std::tuple{
            field("conversation", &ImportArgs::conversation, "Map name; default: this project's"),
            field("text", &ImportArgs::text, "A map as map_review shows it"),
            field("json", &ImportArgs::json, "A map as map_export gives it in json"),
            field("mode", &ImportArgs::mode, "new (default) needs an empty map")};
    }
};

/// One edge of node-link JSON; the names that common writers use are taken.
struct LinkArgs {
    std::optional<std::string> source, target, kind;
    Problems problems;

    static constexpr auto fields() {
        return std::tuple{field("source", &LinkArgs::source, "Id it starts from"),
                          field("target", &LinkArgs::target, "Id it ends at"),
                          field("kind", &LinkArgs::kind, "Edge type")};
    }
};

template <class T>
void read_items(const Json& list, const std::string& path, Parsed& parsed,
                Change (*to_change)(T&&)) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        T item;
        Type<T>::read(list[i], item, {path + "/" + std::to_string(i), {}, item.problems});
        for (store::Problem& problem : item.problems)
            parsed.problems.push_back(std::move(problem));
        parsed.changes.push_back(to_change(std::move(item)));
        parsed.changes.back().problems.clear();
        parsed.changes.back().index = i;
    }
}

Parsed parse_json_map(const Json& json) {
    Parsed parsed;
    const auto list = [&](const char* name) {
        const auto it = json.find(name);
        if (it == json.end()) return Json::array();
        if (!it->is_array())
            parsed.problems.push_back(
                {std::string("/json/") + name, "wrong_type", "expected an array", "", {}});
        return it->is_array() ? *it : Json::array();
    };
    read_items<ChangeArgs>(list("nodes"), "/json/nodes", parsed, [](ChangeArgs&& node) {
        Change change = std::move(node);
        change.op = word(Op::add);
        return change;
    });
    const char* edges = json.contains("links") ? "links" : "edges";
    read_items<LinkArgs>(list(edges), std::string("/json/") + edges, parsed, [](LinkArgs&& link) {
        Change change;
        change.op = word(Op::link);
        change.from = std::move(link.source);
        change.edge = std::move(link.kind);
        change.to = std::move(link.target);
        return change;
    });
    return parsed;
}

[[noreturn]] void wrong(const char* path, const char* reason, const std::string& message) {
    throw store::Error(store::Code::invalid, message, {{path, reason, message, "", {}}});
}

Parsed read_map(const ImportArgs& args) {
    if (args.text.has_value() == args.json.has_value())
        wrong("", "one_form", "give either text or json: nothing was done");
    return args.text ? parse_map(*args.text) : parse_json_map(args.json->value);
}

UpdateReply import(store::WriteTxn& txn, const Call& call, const ImportArgs& args) {
    Conversation map = open_conversation(txn, call, args.conversation);
    if (args.mode.value_or(Mode::create) == Mode::create && map.reader.head.nodes > 0)
        wrong("/mode", "not_empty",
              "the map holds " + std::to_string(map.reader.head.nodes) +
                  " nodes: send mode merge to add to it, or name another conversation");
    const Parsed parsed = read_map(args);
    Draft draft(map.reader);
    Applied applied = apply(draft, parsed.changes, Consequences::leave);
    for (const store::Problem& problem : parsed.problems)
        applied.faults.push_back({problem, std::nullopt});
    if (!applied.faults.empty())
        refuse(applied.faults,
               args.text ? Origin{"/text", Form::delta} : Origin{"/json", Form::changes});
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
    return worded(map.name, answer, Form::changes);
}

}  // namespace

std::vector<Tool> import_rows() {
    return {writes({.name = "map_import",
                    .title = "Read a map in",
                    .about = "Takes a whole map back in, from the text of map_review or the json "
                             "of map_export. Call it only when the user asks. Checked like an "
                             "update: all of it lands, or nothing and every fault is named."},
                   import)};
}

}  // namespace tools::map
