#pragma once

#include "tools/call.hpp"

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace mcp {

/// Texts that clients carry for this server and can neither change nor use elsewhere:
/// an HMAC with a key of this process binds each to its context and its end.
class Seal {
public:
    explicit Seal(tools::Ids ids) : ids_(std::move(ids)) {}

    /// The text for the client; it opens until `ends` (ms since 1970).
    std::string close(std::string_view context, std::string_view text, std::int64_t ends) const;

    /// The text inside, or nothing: forged, of another context, or too old.
    std::optional<std::string> open(std::string_view context, std::string_view sealed,
                                    std::int64_t now) const;

private:
    [[nodiscard]] std::string mac(std::string_view context, std::string_view body) const;

    tools::Ids ids_;
    mutable std::once_flag made_;
    mutable std::string key_;  ///< made when the first text is sealed or opened
};

}  // namespace mcp
