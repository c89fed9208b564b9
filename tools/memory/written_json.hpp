#pragma once

#include "tools/memory/episode_write.hpp"
#include "tools/memory/plain_json.hpp"

#include <string>
#include <tuple>
#include <vector>

namespace tools::memory {

/// A warning as a reply holds it (LM2, LM7).
struct WarningReply {
    std::string path, kind, message;
    std::optional<std::string> fact;
    std::optional<std::string> send;

    static constexpr auto fields() {
        return std::tuple{field("path", &WarningReply::path, "Where"),
                          field("kind", &WarningReply::kind, "What"),
                          field("message", &WarningReply::message, "What to look at"),
                          field("fact", &WarningReply::fact, "Stored fact"),
                          field("try", &WarningReply::send, "Ready to send")};
    }
};

/// What a write answers, for create and replace alike.
struct WrittenReply {
    std::optional<std::string> episode_uuid;
    std::string status, dataspace;
    std::optional<bool> duplicate;
    std::optional<std::vector<std::string>> replaced, dropped, ended;
    std::vector<WarningReply> warnings;
    std::vector<std::string> noted;
    std::int64_t facts = 0;

    static constexpr bool shown_plain = true;

    [[nodiscard]] std::string text_block() const;

    static constexpr auto fields() {
        return std::tuple{field("episode_uuid", &WrittenReply::episode_uuid, "The stored episode"),
                          field("status", &WrittenReply::status, "Searchable or not"),
                          field("dataspace", &WrittenReply::dataspace, "Where"),
                          field("facts", &WrittenReply::facts, "How many"),
                          field("duplicate", &WrittenReply::duplicate, "It was there"),
                          field("replaced", &WrittenReply::replaced, "Old uuids"),
                          field("dropped", &WrittenReply::dropped, "Old facts not said again"),
                          field("ended", &WrittenReply::ended, "Facts closed"),
                          field("warnings", &WrittenReply::warnings, "To answer"),
                          field("noted", &WrittenReply::noted, "Read leniently")};
    }
};

WrittenReply to_reply(const Written& written);

}  // namespace tools::memory
