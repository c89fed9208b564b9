#pragma once

#include "tools/tokens.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tools::thread {

/// What a node stands for (D1).
enum class Kind : std::uint8_t { prompt, completion, tool_call, tool_result, critique, summary };

constexpr auto names(Kind) {
    return std::array{"prompt", "completion", "tool_call", "tool_result", "critique", "summary"};
}

enum class Role : std::uint8_t { user, system };

constexpr auto names(Role) {
    return std::array{"user", "system"};
}

/// How a node hangs on another one. All but embeds mean "depends on" (D5); target,
/// member and causal come with the node itself, the others are links.
enum class ArcKind : std::uint8_t { causal, target, member, transclude, supersedes, embeds };

constexpr auto names(ArcKind) {
    return std::array{"causal", "target", "member", "transclude", "supersedes", "embeds"};
}

/// Which links a caller can make (D2).
enum class LinkType : std::uint8_t { transclude, supersedes, embeds };

constexpr auto names(LinkType) {
    return std::array{"transclude", "supersedes", "embeds"};
}

/// What a node or link goes by inside its thread, in the order they came; 0 is none.
using Number = std::uint64_t;

inline constexpr std::string_view retract_strategy = "retract";
inline constexpr std::string_view restore_strategy = "restore";
inline constexpr std::size_t max_content = std::size_t{1} << 20;  ///< bytes of a text

/// The texts of a node, apart from its header.
struct Words {
    std::string text;      ///< content, output or arguments
    std::string name;      ///< of a called tool
    std::string model;     ///< that made a completion
    std::string metadata;  ///< JSON, members sorted; empty where none was given
    std::string logprobs;  ///< JSON, as it was given
    std::string nonce{};   ///< makes an equal thought another node

    bool operator==(const Words&) const = default;
};

/// What every node has, without an allocation.
struct Header {
    Number number = 0;
    std::int64_t time = 0;       ///< ms since 1970, rising within a thread unless given
    std::int64_t tokens = 0;     ///< of its text, by `counted`
    std::uint64_t content = 0;   ///< number of its texts
    std::uint16_t importance{};  ///< 1 + thousandths of metadata.importance, 0: not given
    Kind kind = Kind::prompt;
    Role role = Role::user;
    bool args_object = false;  ///< arguments came as an object
    CountedBy counted = CountedBy::unsaid;
};

/// A node without its texts.
struct Node : Header {
    std::vector<Number> parents, members;
    Number target = 0;     ///< of a critique
    std::string call_id;   ///< of a call and its result
    std::string strategy;  ///< of a critique
    std::string message;   ///< metadata.message: what belongs to one message
    std::string id;        ///< SHA-256 as 64 hex digits (D3)
};

/// A link made beside or after its nodes (D6).
struct Link {
    Number number = 0;
    Number from = 0, to = 0;
    ArcKind kind = ArcKind::supersedes;
    double weight = 0;  ///< of embeds, 0..1
    std::string reason;
    std::int64_t time = 0;
};

/// A way from one node to another, as one version has it.
struct Arc {
    Number from = 0;
    ArcKind kind = ArcKind::causal;
    Number to = 0;
    Number item = 0;  ///< the node or link that brought it
};

/// Counters of a thread.
struct Head {
    Number items = 0;            ///< nodes and links given so far
    std::uint64_t versions = 0;  ///< versions made so far
    std::uint64_t parts = 0;     ///< records of version sets written so far
    std::int64_t last_time = 0;  ///< of its newest node: server times never repeat (D12)
    std::uint64_t pending = 0;   ///< the last items, of an import, that no version has yet
};

/// A version: what a branch points to (D7). Its nodes and links are the set plus
/// what was added since that was written.
struct Version {
    std::uint64_t number = 0;
    std::vector<std::uint64_t> parents;
    std::vector<Number> heads;
    std::uint64_t set = 0;      ///< part that is the root of the set, 0: empty
    std::vector<Number> added;  ///< rising, at most max_added
    std::uint64_t nodes = 0;    ///< in this version
    std::string message;        ///< what was done
    std::int64_t time = 0;
    std::string digest;        ///< SHA-256 over parents, heads and what was added, hex
    std::string request;       ///< digest of the call that made it with expected_version
    std::uint64_t answer = 0;  ///< content number of that call's answer
};

inline constexpr std::size_t max_added = 64;

/// True for a node that can stand on the causal line.
bool is_causal(const Node& node);

/// True for a critique that retract or restore made: it is never shown (D9).
bool is_verdict(const Node& node);
bool is_verdict(Kind kind, std::string_view strategy);

/// What messages and finding read of a node: content, output or `name(args)`.
std::string shown_text(const Header& node, const Words& words);

/// `v12`, the name of a version.
std::string version_name(std::uint64_t number);
std::optional<std::uint64_t> read_version_name(std::string_view text);

}  // namespace tools::thread
