#pragma once

#include "tools/schema.hpp"
#include "tools/thread/view.hpp"

#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace tools::thread {

/// A thread as lines of an export (LM15): each version behind the nodes and links that came with
/// it, then the branches. Nodes go by their ids; `item` is the place of a node or link among
/// all of its thread, by which versions name what they add, as links have no id.

struct ArchivedNode {
    std::int64_t item = 0;
    std::string id;
    Kind kind = Kind::prompt;
    std::optional<Role> role;  ///< absent: user
    std::string text;
    std::optional<std::string> name, model, call_id, strategy, target, metadata, logprobs, nonce;
    std::optional<bool> args_object;
    std::optional<std::vector<std::string>> parents, members;
    std::optional<std::string> message;  ///< where metadata does not tell it
    std::optional<std::int64_t> importance;
    std::int64_t tokens = 0, time_ms = 0;
    std::optional<CountedBy> counted;
    std::optional<std::string> on;  ///< version whose digest the id depends on
    std::optional<bool> nonce_lost;

    static constexpr auto fields() {
        using A = ArchivedNode;
        constexpr Limits count{.least = 0};
        return std::tuple{
            field("item", &A::item, "its place in the thread", {.least = 1}),
            field("id", &A::id, "SHA-256 of it, in hex"),
            field("kind", &A::kind, "kind"),
            field("role", &A::role, "of a prompt"),
            field("text", &A::text, "content, output or arguments"),
            field("name", &A::name, "of a called tool"),
            field("model", &A::model, "of a completion"),
            field("call_id", &A::call_id, "of a call and its result"),
            field("strategy", &A::strategy, "of a critique"),
            field("target", &A::target, "id"),
            field("metadata", &A::metadata, "JSON as text"),
            field("logprobs", &A::logprobs, "JSON as text"),
            field("nonce", &A::nonce, "makes an equal node another one"),
            field("args_object", &A::args_object, "the arguments are an object"),
            field("parents", &A::parents, "ids"),
            field("members", &A::members, "ids"),
            field("message", &A::message, "what belongs to one message"),
            field("importance", &A::importance, "in thousandths", {.least = 0, .most = 1000}),
            field("tokens", &A::tokens, "of its text", count),
            field("counted", &A::counted, "who counted them"),
            field("time_ms", &A::time_ms, "when", count),
            field("on", &A::on, "version its id depends on"),
            field("nonce_lost", &A::nonce_lost, "its id can't be checked")};
    }
};

struct ArchivedLink {
    std::int64_t item = 0;
    std::string from, to;
    LinkType type = LinkType::supersedes;
    std::optional<double> weight;
    std::optional<std::string> reason;
    std::int64_t time_ms = 0;

    static constexpr auto fields() {
        using A = ArchivedLink;
        return std::tuple{field("item", &A::item, "its place in the thread", {.least = 1}),
                          field("from", &A::from, "id"),
                          field("type", &A::type, "type"),
                          field("to", &A::to, "id"),
                          field("weight", &A::weight, "0 to 1"),
                          field("reason", &A::reason, "why"),
                          field("time_ms", &A::time_ms, "when", {.least = 0})};
    }
};

struct ArchivedVersion {
    std::string name, digest;
    std::vector<std::string> parents;
    std::optional<std::string> base;  ///< what it adds to; absent: the first parent
    std::vector<std::string> heads;
    std::vector<std::string> adds;  ///< items, such as 7 or 7-9
    std::string message;
    std::int64_t time_ms = 0;
    std::optional<std::string> request, answer;

    static constexpr auto fields() {
        using A = ArchivedVersion;
        return std::tuple{field("name", &A::name, "such as v5"),
                          field("digest", &A::digest, "SHA-256 of heads and items, in hex"),
                          field("parents", &A::parents, "versions"),
                          field("base", &A::base, "version it adds to"),
                          field("heads", &A::heads, "ids"),
                          field("adds", &A::adds, "items"),
                          field("message", &A::message, "what was done"),
                          field("time_ms", &A::time_ms, "when", {.least = 0}),
                          field("request", &A::request, "digest of the call that made it"),
                          field("answer", &A::answer, "what that call was told")};
    }
};

struct ArchivedBranch {
    std::string name, version;

    static constexpr auto fields() {
        return std::tuple{field("name", &ArchivedBranch::name, "its name"),
                          field("version", &ArchivedBranch::version, "what it points to")};
    }
};

/// What an id was made with beside the node itself.
struct IdSource {
    std::string on;     ///< version, empty: none
    bool lost = false;  ///< a nonce that was not kept
};

ArchivedNode archived(const View& view, const Node& node, const IdSource& source);
ArchivedLink archived(const View& view, const Link& link);

/// A version as it adds to its base.
ArchivedVersion archived(const View& base, const View& version);

/// What a version goes by in the lines behind it: its name, and a digest of what it is.
std::string line_tag(const Version& version);

/// Reads a node or link whose number is its item. Throws Error with what does not fit: an id
/// of nothing before it (unknown_node), texts that are too long or no JSON.
std::pair<Node, Words> restored(const store::ReadTxn& txn, store::Space space,
                                const ArchivedNode& line);
Link restored(const store::ReadTxn& txn, store::Space space, const ArchivedLink& line);

/// The number of a node by its id. Throws Error unknown_node.
Number restored_number(const store::ReadTxn& txn, store::Space space, const std::string& id,
                       const std::string& path);
std::uint64_t restored_version(const std::string& name, const std::string& path);

/// The items that `7` and `7-9` name, up to the last one there is.
std::vector<Number> restored_items(const std::vector<std::string>& ranges, Number last);

[[noreturn]] void refuse_line(const std::string& path, const char* reason,
                              const std::string& message);

}  // namespace tools::thread
