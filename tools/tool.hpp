#pragma once

#include "store/store.hpp"
#include "tools/call.hpp"
#include "tools/schema.hpp"

#include <concepts>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tools {

/// A picture as its file holds it.
struct Image {
    std::string mime, bytes;
};

/// What a successful call gives back, twice: as fields and as text that says
/// all that matters by itself. A picture comes besides.
struct Outcome {
    Json structured;
    std::string text;
    std::optional<Image> image = {};
};

/// What a tool says of itself to hosts beyond its access.
struct Hints {
    bool destructive = false;  ///< may overwrite or remove what stands
    bool idempotent = false;   ///< the same call again changes nothing more
    bool looks = false;        ///< an act that changes nothing
};

/// One way to go, in the words a person chooses by, and the arguments that go it.
struct Choice {
    std::string words;
    Json arguments;
};

/// What a person may be asked when a tool refused a call.
struct Question {
    std::string message;
    std::vector<Choice> choices;
};

/// A schema, worked out when somebody asks for it: a program that starts does not.
using Schema = Json (*)();

/// One tool as the host sees it. Built only by reads(), writes() and acts().
struct Tool {
    std::string name, title, about;
    Toolset toolset = Toolset::map;
    bool read_only = false;
    Hints hints;
    bool needs_source_root = false;
    Schema input = nullptr, output = nullptr;
    std::vector<std::string> (*arguments)() = nullptr;
    std::function<Outcome(store::Store&, const Call&, const Json& arguments)> run;
    /// What a person may settle of a refusal; null or nothing: the caller sees to it.
    std::optional<Question> (*question)(const Json& arguments, const Problems& problems) = nullptr;
};

/// What stands in a row before its function.
struct ToolRow {
    const char* name;
    const char* title;
    const char* about;
    Toolset toolset = Toolset::map;
    Hints hints = {};
    bool needs_source_root = false;  ///< not offered unless the operator gave one
};

/// A reply that words its own text block; any other is shown as JSON.
template <class Reply>
concept Worded = requires(const Reply& reply) {
    { reply.text_block() } -> std::convertible_to<std::string>;
};

/// A reply that may carry a picture.
template <class Reply>
concept Pictured = requires(const Reply& reply) {
    { reply.picture() } -> std::convertible_to<std::optional<Image>>;
};

/// Reads the arguments of a call. Throws Error invalid with every fault and
/// its path.
template <class Args>
Args bind(const Json& arguments) {
    Args args;
    Problems problems;
    Type<Args>::read(arguments, args, {"", {}, problems});
    if (!problems.empty())
        throw store::Error(store::Code::invalid, "the arguments do not fit: nothing was done",
                           std::move(problems));
    return args;
}

template <class Reply>
Outcome outcome(const Reply& reply) {
    Outcome out;
    out.structured = Type<Reply>::write(reply);
    if constexpr (Worded<Reply>)
        out.text = reply.text_block();
    else
        out.text = dump_json(out.structured);
    if constexpr (Pictured<Reply>) out.image = reply.picture();
    return out;
}

template <class Args, class Reply>
Tool tool(const ToolRow& row, bool read_only) {
    return {row.name,
            row.title,
            row.about,
            row.toolset,
            read_only,
            row.hints,
            row.needs_source_root,
            [] { return Type<Args>::schema(); },
            [] { return outline(Type<Reply>::schema()); },
            [] { return arguments_of<Args>(); },
            {},
            nullptr};
}

/// A handler that can only look: it is given a snapshot.
template <class Args, class Reply>
Tool reads(const ToolRow& row, Reply (*f)(const store::ReadTxn&, const Call&, const Args&)) {
    Tool out = tool<Args, Reply>(row, true);
    out.run = [f](store::Store& store, const Call& call, const Json& arguments) {
        const Args args = bind<Args>(arguments);
        return outcome(store.read([&](const store::ReadTxn& txn) { return f(txn, call, args); }));
    };
    return out;
}

/// A handler that changes something: all of it is kept, or none.
template <class Args, class Reply>
Tool writes(const ToolRow& row, Reply (*f)(store::WriteTxn&, const Call&, const Args&)) {
    Tool out = tool<Args, Reply>(row, false);
    out.run = [f](store::Store& store, const Call& call, const Json& arguments) {
        const Args args = bind<Args>(arguments);
        return store.write([&](store::WriteTxn& txn) { return outcome(f(txn, call, args)); });
    };
    return out;
}

/// A handler that opens its own transactions or works outside the store, such
/// as writing a file. It counts as a writer unless its hints say that it looks.
template <class Args, class Reply>
Tool acts(const ToolRow& row, Reply (*f)(store::Store&, const Call&, const Args&)) {
    Tool out = tool<Args, Reply>(row, row.hints.looks);
    out.run = [f](store::Store& store, const Call& call, const Json& arguments) {
        return outcome(f(store, call, bind<Args>(arguments)));
    };
    return out;
}

}  // namespace tools
