#pragma once

#include "tools/thread/append.hpp"
#include "tools/thread/formats_json.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tools::thread {

/// Messages as they are, in whatever format.
struct AnyMessages {
    Json value;
};

/// A list of messages as a chain of nodes, ready to append.
struct Imported {
    std::vector<Draft> drafts;
    std::size_t lost = 0;  ///< fields that found no place
};

/// The format the first messages look like.
Format guess_format(const Json& messages);

/// Reads messages of any format but chatml_text. Throws Error invalid at messages/i:
/// an unknown role, a result without its call, something that is no message.
Imported read_messages(const Json& messages, Format format);

/// The messages of a ChatML text, in the form of openai. An unclosed last message is
/// taken; special tokens inside a content are refused unless `escape`.
Json chatml_messages(const std::string& text, bool escape);

}  // namespace tools::thread

namespace tools {

template <>
struct Type<thread::AnyMessages> {
    static Json schema(const Limits& /*limits*/) {
        return {{"type", "array"}, {"items", {{"type", "object"}, {"properties", Json::object()}}}};
    }

    static void read(const Json& json, thread::AnyMessages& to, const Place& place) {
        Json parsed;
        to.value = unquoted(json, Json::value_t::array, parsed);
        if (!to.value.is_array()) place.wrong("an array of messages");
    }

    static Json write(const thread::AnyMessages& value) { return value.value; }
};

}  // namespace tools
