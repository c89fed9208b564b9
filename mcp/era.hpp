#pragma once

#include "mcp/jsonrpc.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace mcp {

/// The two ways to speak the protocol: with a handshake, or with everything a
/// request needs in its `_meta`. Decided for each message by itself.
enum class Era { legacy, modern };

inline constexpr const char* modern_version = "2026-07-28";

/// Newest first.
inline constexpr std::array legacy_versions{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"};

/// `initialize` without a whole modern envelope is legacy, whatever it carries.
Era era_of(const Message& message);

/// What is wrong with the envelope of a modern request: a missing key, a version
/// that is not spoken. A `server/discover` needs no capabilities to be answered.
std::optional<Fault> envelope_fault(const Message& message);

/// The same without that exception.
std::optional<Fault> whole_envelope_fault(const Message& message);

/// The version the handshake answers: the one asked for if it is spoken, else the
/// newest legacy one.
std::string negotiated(const Json& asked);

/// True for the legacy revisions that know batches.
bool allows_batch(std::string_view version);

/// How long a client may keep a result, and whether others may see it.
struct Caching {
    int ttl_ms = 0;
    const char* scope = "private";
};

/// A result as its members in JSON text without the braces.
struct Result {
    std::string members;
    std::optional<Caching> caching = {};  ///< of lists, discovery and reads
    std::string meta = {};                ///< members of `_meta` beside who answered
    const char* type = "complete";        ///< or input_required
    bool refused = false;                 ///< a tool's error: told as a result
};

/// The result object in the form of the era: the modern one adds resultType,
/// caching and who answered.
std::string result_text(Era era, const Result& result);

}  // namespace mcp
