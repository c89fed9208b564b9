#include "tests/mcp/sample_rows.hpp"

#include "store/journal.hpp"
#include "store/table.hpp"

#include <chrono>
#include <stdexcept>
#include <thread>

namespace tests {
namespace {

using tools::Call;

constexpr const char* scheme = "note://";

struct NoteArgs {
    std::string name;

    static constexpr auto fields() {
        return std::tuple{tools::field("name", &NoteArgs::name, "which note")};
    }
};

struct WriteArgs {
    std::string name, text;
    std::optional<std::int64_t> pause_ms;

    static constexpr auto fields() {
        return std::tuple{tools::field("name", &WriteArgs::name, "which note"),
                          tools::field("text", &WriteArgs::text, "its words", {500, 0, {}, {}}),
                          tools::field("pause_ms", &WriteArgs::pause_ms, "how long it takes")};
    }
};

struct NoteReply {
    std::string name, text;

    [[nodiscard]] std::string text_block() const { return name + ": " + text; }

    static constexpr auto fields() {
        return std::tuple{tools::field("name", &NoteReply::name, "which note"),
                          tools::field("text", &NoteReply::text, "its words")};
    }
};

struct WaitArgs {
    std::int64_t ms = 0;
    std::optional<std::int64_t> steps;

    static constexpr auto fields() {
        return std::tuple{tools::field("ms", &WaitArgs::ms, "how long"),
                          tools::field("steps", &WaitArgs::steps, "progress reports")};
    }
};

struct FailArgs {
    std::string how;

    static constexpr auto fields() {
        return std::tuple{tools::field("how", &FailArgs::how, "refused, crash or odd")};
    }
};

struct SizeArgs {
    std::int64_t bytes = 0;

    static constexpr auto fields() {
        return std::tuple{tools::field("bytes", &SizeArgs::bytes, "length of the answer")};
    }
};

std::string key_of(store::Space space) {
    return store::Key(space, store::Table::map_head).str();
}

NoteReply read_note(const store::ReadTxn& txn, const Call& call, const NoteArgs& args) {
    const auto space =
        store::find_space(txn, call.principal.tenant, store::SpaceKind::map, args.name);
    const auto text = space ? txn.get(key_of(*space)) : std::nullopt;
    if (!text) throw store::Error(store::Code::not_found, "no note of this name");
    return {args.name, std::string(*text)};
}

NoteReply write_note(store::WriteTxn& txn, const Call& call, const WriteArgs& args) {
    const bool fresh =
        !store::find_space(txn, call.principal.tenant, store::SpaceKind::map, args.name);
    const auto space =
        store::make_space(txn, call.principal.tenant, store::SpaceKind::map, args.name);
    txn.put(key_of(space), args.text);
    store::log_change(txn, space, store::SpaceKind::map, store::Revision{fresh ? 1U : 2U});
    std::this_thread::sleep_for(std::chrono::milliseconds(args.pause_ms.value_or(0)));
    return {args.name, args.text};
}

NoteReply wait(const store::ReadTxn& /*txn*/, const Call& call, const WaitArgs& args) {
    const auto steps = args.steps.value_or(0);
    for (std::int64_t ms = 0; ms < args.ms; ++ms) {
        tools::check_stop(call);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        if (steps > 0 && (ms + 1) % (args.ms / steps) == 0)
            call.progress(static_cast<double>(ms + 1), static_cast<double>(args.ms), "waiting");
    }
    return {"waited", std::to_string(args.ms)};
}

NoteReply fail(const store::ReadTxn& /*txn*/, const Call& /*call*/, const FailArgs& args) {
    if (args.how == "crash") throw std::runtime_error("secret words of a user");
    if (args.how == "odd") throw 7;
    throw store::Error(
        store::Code::invalid, "two faults: nothing was stored",
        {{"/changes/2/status", "unknown_word", "expected active", R"({"status":"active"})", 2},
         {"/delta", "no_sign", "a line needs a sign", "+ [T1] Task: x", 3},
         {"/name", "missing", "expected a name", "", {}}});
}

NoteReply long_answer(const store::ReadTxn& /*txn*/, const Call& /*call*/, const SizeArgs& args) {
    return {"long", std::string(static_cast<std::size_t>(args.bytes), 'x')};
}

std::string name_of(const std::string& uri) {
    return uri.substr(std::string_view(scheme).size());
}

std::optional<tools::Document> read_resource(store::Store& store, const Call& call,
                                             const std::string& uri) {
    return store.read([&](const store::ReadTxn& txn) -> std::optional<tools::Document> {
        const auto space =
            store::find_space(txn, call.principal.tenant, store::SpaceKind::map, name_of(uri));
        if (!space) return std::nullopt;
        return tools::Document{uri, "text/plain", std::string(txn.get(key_of(*space)).value())};
    });
}

tools::Page<tools::Resource> list_notes(store::Store& store, const Call& call,
                                        const std::string& after, std::size_t limit) {
    return store.read([&](const store::ReadTxn& txn) {
        tools::Page<tools::Resource> out;
        const auto notes =
            store::list_spaces(txn, call.principal.tenant, store::SpaceKind::map, after, limit + 1);
        for (const auto& note : notes) {
            if (out.items.size() == limit) {
                out.next = out.items.back().name;
                break;
            }
            out.items.push_back({scheme + note.name, note.name, "", "", "text/plain"});
        }
        return out;
    });
}

tools::ResourceRow note_row() {
    return {"note://{name}",
            "note",
            "Note",
            "A note by its name.",
            "text/plain",
            tools::Toolset::map,
            [](const std::string& uri) {
                return uri.starts_with(scheme) && uri.size() > std::string_view(scheme).size();
            },
            read_resource,
            list_notes,
            [](const std::string& uri) {
                return std::optional(tools::Watched{store::SpaceKind::map, name_of(uri)});
            }};
}

std::string render_prompt(store::Store& /*store*/, const Call& /*call*/,
                          const std::map<std::string, std::string>& given) {
    return "Think of " + given.at("topic") +
           (given.contains("mood") ? ", " + given.at("mood") : "");
}

std::vector<std::string> topics(store::Store& /*store*/, const Call& /*call*/,
                                const std::string& prefix,
                                const std::map<std::string, std::string>& /*given*/) {
    std::vector<std::string> out;
    for (int i = 0; i < 150; ++i)
        if (const std::string topic = "topic" + std::to_string(i); topic.starts_with(prefix))
            out.push_back(topic);
    return out;
}

constexpr std::array prompt_arguments{tools::PromptArgument{"topic", "of what", true},
                                      tools::PromptArgument{"mood", "how", false}};

}  // namespace

tools::Catalog sample_catalog() {
    tools::Catalog out;
    out.tools = {tools::reads<read_note>({"note_read", "Read a note", "Reads a note."}),
                 tools::writes<write_note>({"note_write",
                                            "Write a note",
                                            "Writes a note.",
                                            tools::Toolset::map,
                                            {.destructive = false, .idempotent = true}}),
                 tools::reads<wait>({"wait", "Wait", "Waits, and says how far it is."}),
                 tools::reads<fail>({"fail", "Fail", "Fails in the way that is asked for."}),
                 tools::reads<long_answer>({"long_answer", "Long answer", "Answers at length."})};
    out.resources = {note_row()};
    out.prompts = {{"think", "Think", "Makes the model think.", tools::Toolset::map,
                    prompt_arguments, render_prompt}};
    out.completions = {{"think", "topic", topics}, {"note://{name}", "name", topics}};
    return out;
}

}  // namespace tests
