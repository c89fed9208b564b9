#pragma once

#include "store/store.hpp"
#include "tools/call.hpp"
#include "tools/schema.hpp"

#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
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

/// A text that lives as long as the program, as the words of every row of a catalogue do: a
/// program that starts copies none of them. A std::string is none.
struct Literal : std::string_view {
    constexpr Literal(const char* text = "") : std::string_view(text) {}
};

/// One tool as the host sees it. Built only by reads(), writes() and acts().
struct Tool {
    Literal name, title, about;
    Toolset toolset = Toolset::map;
    bool read_only = false;
    Hints hints;
    bool needs_source_root = false;
    Schema input = nullptr, output = nullptr;
    std::vector<std::string> (*arguments)() = nullptr;
    Outcome (*run)(store::Store&, const Call&, const Json& arguments) = nullptr;
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
    std::optional<Question> (*question)(const Json& arguments, const Problems& problems) = nullptr;
};

/// Rows of a catalogue: constants, so that a program that starts makes none of them.
template <class Row>
using Rows = std::span<const Row>;

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
Outcome outcome(Reply reply) {
    Outcome out;
    if constexpr (Worded<Reply>) out.text = reply.text_block();
    if constexpr (Pictured<Reply>) out.image = reply.picture();
    out.structured = Type<Reply>::write(std::move(reply));
    if constexpr (!Worded<Reply>) out.text = dump_json(out.structured);
    return out;
}

template <class Args, class Reply>
constexpr Tool tool(const ToolRow& row, bool read_only) {
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
            nullptr,
            row.question};
}

/// The types of a handler: what it is given to work on, what it reads and what it gives.
template <class Handler>
struct Signature;

template <class What, class Arguments, class Result>
struct Signature<Result (*)(What&, const Call&, const Arguments&)> {
    using Given = What;
    using Args = Arguments;
    using Reply = Result;
};

/// A handler that can only look: it is given a snapshot.
template <auto handler>
constexpr Tool reads(const ToolRow& row) {
    using Types = Signature<decltype(handler)>;
    static_assert(std::is_same_v<typename Types::Given, const store::ReadTxn>);
    Tool out = tool<typename Types::Args, typename Types::Reply>(row, true);
    out.run = [](store::Store& store, const Call& call, const Json& arguments) {
        const auto args = bind<typename Types::Args>(arguments);
        return outcome(
            store.read([&](const store::ReadTxn& txn) { return handler(txn, call, args); }));
    };
    return out;
}

/// A handler that changes something: all of it is kept, or none.
template <auto handler>
constexpr Tool writes(const ToolRow& row) {
    using Types = Signature<decltype(handler)>;
    static_assert(std::is_same_v<typename Types::Given, store::WriteTxn>);
    Tool out = tool<typename Types::Args, typename Types::Reply>(row, false);
    out.run = [](store::Store& store, const Call& call, const Json& arguments) {
        const auto args = bind<typename Types::Args>(arguments);
        return store.write([&](store::WriteTxn& txn) { return outcome(handler(txn, call, args)); });
    };
    return out;
}

/// A handler that opens its own transactions or works outside the store, such
/// as writing a file. It counts as a writer unless its hints say that it looks.
template <auto handler>
constexpr Tool acts(const ToolRow& row) {
    using Types = Signature<decltype(handler)>;
    static_assert(std::is_same_v<typename Types::Given, store::Store>);
    Tool out = tool<typename Types::Args, typename Types::Reply>(row, row.hints.looks);
    out.run = [](store::Store& store, const Call& call, const Json& arguments) {
        return outcome(handler(store, call, bind<typename Types::Args>(arguments)));
    };
    return out;
}

}  // namespace tools
