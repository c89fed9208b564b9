#include "store/error.hpp"
#include "tools/thread/changing_json.hpp"
#include "tools/thread/import_json.hpp"
#include "tools/thread/lines.hpp"
#include "tools/thread/thread_tools.hpp"

#include <algorithm>
#include <array>

namespace tools::thread {
namespace {

constexpr std::size_t most_messages = 20'000;

struct ImportArgs {
    std::optional<AnyMessages> messages;
    std::optional<std::string> text, thread, branch, expected_version;
    std::optional<Format> format;
    std::optional<std::vector<std::string>> at;
    std::optional<bool> ids, escape;

    static constexpr auto fields() {
        using A = ImportArgs;
        return std::tuple{
            field("messages", &A::messages,
                  "The whole conversation so far; sent again it only adds"),
            field("text", &A::text, "Or ChatML text"),
            field("format", &A::format, "Default: what the messages look like"),
            field("at", &A::at, "Nodes to hang the first message on; default none"),
            field("ids", &A::ids, "true: all ids"),
            field("escape", &A::escape, "ChatML: take special tokens in a content as text"),
            field("thread", &A::thread, about_thread),
            field("branch", &A::branch, "Default main; made if new"),
            field("expected_version", &A::expected_version, about_expected)};
    }
};

struct ImportReply {
    std::string thread, branch, version;
    std::int64_t nodes = 0, fresh = 0;
    std::string first, last;
    std::int64_t lost = 0;
    std::optional<std::vector<std::string>> left_behind, ids;

    static constexpr auto fields() {
        using R = ImportReply;
        return std::tuple{field("thread", &R::thread, "The thread's name."),
                          field("branch", &R::branch, "The branch that moved."),
                          field("version", &R::version, "The version it is at now."),
                          field("nodes", &R::nodes, "How many the messages are."),
                          field("new", &R::fresh, "How many were not there."),
                          field("first", &R::first, "The first one."),
                          field("last", &R::last, "The last one, now the head."),
                          field("lost", &R::lost, "Fields that found no place."),
                          field("left_behind", &R::left_behind, "Heads no longer on the line."),
                          field("ids", &R::ids, "All of them.")};
    }
};

Imported messages_in(const ImportArgs& args) {
    if (args.text)
        return read_messages(chatml_messages(*args.text, args.escape.value_or(false)),
                             Format::openai);
    const std::size_t count = args.messages ? args.messages->value.size() : 0;
    if (count == 0 || count > most_messages)
        throw store::Error(
            store::Code::invalid, "there is nothing to import",
            {{"/messages",
              "wrong_size",
              "expected 1 to " + std::to_string(most_messages) + " messages, or a ChatML text",
              "",
              {}}});
    const Format format = args.format.value_or(guess_format(args.messages->value));
    if (format == Format::chatml_text)
        throw store::Error(store::Code::invalid, "the messages do not fit",
                           {{"/format", "wrong_type", "chatml_text comes as `text`", "", {}}});
    return read_messages(args.messages->value, format);
}

[[noreturn]] void refuse_unrelated() {
    throw store::Error(
        store::Code::conflict, "the branch holds another conversation: nothing was stored",
        {{"/branch",
          "unrelated",
          "the first message is not on this branch: name another branch, which is made if new, or "
          "say `at` which node it hangs",
          "",
          {}}});
}

std::vector<std::string> left_behind(const View& view, const std::vector<Number>& before,
                                     Number last) {
    const std::vector<Number> end{last};
    std::set<Number> line;
    for (const Node& node : ancestors(view, end))
        line.insert(node.number);
    std::vector<std::string> out;
    for (const Number head : before)
        if (line.count(head) == 0) out.push_back(view.short_id(head));
    return out;
}

ImportReply import_messages(store::WriteTxn& txn, const Call& call, const ImportArgs& args) {
    Imported imported = messages_in(args);
    if (args.branch) {
        const Place place = make_place(txn, call, args.thread, std::nullopt);
        const std::string name = checked_branch(*args.branch, "/branch");
        if (!find_branch(txn, *place.space, name)) {
            refuse_full(txn, *place.space);
            point_branch(txn, *place.space, name, 0);
        }
    }
    return change_branch<ImportReply>(
        txn, call, args, [&](Change& change, ImportReply& reply, Version& said) {
            if (args.at) imported.drafts.front().parents = *args.at;
            const std::vector<Number> before = change.heads();
            const std::vector<Draft>& drafts = imported.drafts;
            const Appended appended = append(change, drafts, call.clock());
            const Number first = appended.numbers.front(), last = appended.numbers.back();
            const auto& known = appended.duplicates;
            if (!before.empty() && !args.at &&
                std::find(known.begin(), known.end(), first) == known.end())
                refuse_unrelated();
            change.set_heads({last});
            said.message = "import";
            reply.nodes = static_cast<std::int64_t>(appended.numbers.size());
            reply.fresh = reply.nodes - static_cast<std::int64_t>(known.size());
            reply.first = change.short_id(first);
            reply.last = change.short_id(last);
            reply.lost = static_cast<std::int64_t>(imported.lost);
            const auto left = left_behind(change, before, last);
            if (!left.empty()) reply.left_behind = left;
            if (args.ids.value_or(false)) reply.ids = change.short_ids(appended.numbers);
        });
}

constexpr std::array import_tools{writes<import_messages>(
    {.name = "thread_import",
     .title = "Import messages into a thread",
     .about = "Takes a list of messages (OpenAI, Anthropic, LangChain) or ChatML "
              "text as a chain of nodes. Sending a grown history again adds what is "
              "new; an edited message starts a line of its own.",
     .toolset = Toolset::thread,
     .hints = {.destructive = false, .idempotent = true}})};

}  // namespace

constinit const Rows<Tool> import_rows = import_tools;

}  // namespace tools::thread
