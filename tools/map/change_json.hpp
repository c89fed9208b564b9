#pragma once

#include "tools/map/attention.hpp"
#include "tools/map/change.hpp"
#include "tools/schema.hpp"

#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace tools::map {

/// A change as it comes and goes in JSON.
struct ChangeArgs : Change {
    static constexpr auto fields() {
        return std::apply(
            [](auto... member) {
                return std::tuple{field(member.name, member.member, member.about,
                                        {.words = member.words, .unlisted = member.rare})...};
            },
            change_members());
    }
};

/// A ready-made change in a reply.
struct ChangeReply : Change {
    ChangeReply() = default;

    explicit ChangeReply(Change&& change) : Change(std::move(change)) {}

    static constexpr auto fields() { return ChangeArgs::fields(); }
};

/// An attention line as a reply holds it.
struct AttentionReply {
    std::string kind;
    std::vector<std::string> ids;
    std::string message;
    std::vector<ChangeReply> changes;

    static constexpr auto fields() {
        return std::tuple{
            field("kind", &AttentionReply::kind, "What it is about"),
            field("ids", &AttentionReply::ids, "Nodes concerned"),
            field("message", &AttentionReply::message, "What to look at"),
            field("changes", &AttentionReply::changes, "Ready to send, each an alternative")};
    }
};

/// Ready-made changes are shown to hosts as plain objects: their fields stand in
/// the input schema of map_update.
Json shown(const Change& change);

/// Which form of an update a caller reads and writes.
enum class Form { changes, delta };

/// A change as the caller would send it: a line of a delta where it has one,
/// else a JSON object.
std::string to_send(const Change& change, Form form);

AttentionReply to_reply(Attention attention);

/// What a concern's line says of each change: `: send {"op":"done","id":"T1"}`, ` or ...`.
std::vector<std::string> ways_to_send(const Attention& attention, Form form);

/// `! T1 is on no path from a goal: send {"id":"G1","depends_on":["T1"]}`
std::string attention_line(const Attention& attention, Form form);

}  // namespace tools::map

namespace tools {

template <>
struct Type<map::ChangeReply> {
    static Json schema(const Limits& /*limits*/ = {}) {
        return {{"type", "object"}, {"properties", Json::object()}};
    }

    static Json write(const map::ChangeReply& value) { return map::shown(value); }
};

}  // namespace tools
