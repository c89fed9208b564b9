#include "mcp/era.hpp"

#include "mcp/version.hpp"

#include <algorithm>

namespace mcp {
namespace {

/// A value of the request's `_meta`, or nothing.
const Json* meta_value(const Message& message, const char* key) {
    const auto meta = message.params.find("_meta");
    if (meta == message.params.end() || !meta->is_object()) return nullptr;
    const auto value = meta->find(key);
    return value == meta->end() ? nullptr : &*value;
}

bool is_object(const Json* value) {
    return value != nullptr && value->is_object();
}

constexpr const char* level_key = "io.modelcontextprotocol/logLevel";

/// True for a level of the logs that a request may name, and for none.
bool known_level(const Json* level) {
    if (level == nullptr) return true;
    for (const char* known :
         {"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"})
        if (*level == known) return true;
    return false;
}

Fault missing(const char* key, const char* what) {
    return {code::invalid_params, std::string("params._meta lacks ") + key + ": send it as " + what,
            nullptr};
}

/// A probe may come without capabilities.
std::optional<Fault> fault_of_envelope(const Message& message, bool probe) {
    const Json* version = meta_value(message, version_key);
    if (version == nullptr || !version->is_string())
        return missing(version_key, "a string such as \"2026-07-28\"");
    const Json* capabilities = meta_value(message, capabilities_key);
    if (!is_object(capabilities) && !(probe && capabilities == nullptr))
        return missing(capabilities_key, "an object, {} for none");
    if (!known_level(meta_value(message, level_key)))
        return Fault{code::invalid_params,
                     std::string(level_key) +
                         " must be one of debug, info, notice, warning, "
                         "error, critical, alert, emergency",
                     nullptr};
    if (*version == modern_version) return std::nullopt;
    return Fault{code::unsupported_version,
                 std::string("unsupported protocol version: ") + modern_version + " is spoken",
                 {{"supported", Json::array({modern_version})}, {"requested", *version}}};
}

}  // namespace

Era era_of(const Message& message) {
    if (!message.modern) return Era::legacy;
    const bool handshake = message.method == "initialize";
    return handshake && envelope_fault(message) ? Era::legacy : Era::modern;
}

std::optional<Fault> envelope_fault(const Message& message) {
    return fault_of_envelope(message, message.method == "server/discover");
}

std::optional<Fault> whole_envelope_fault(const Message& message) {
    return fault_of_envelope(message, false);
}

std::string negotiated(const Json& asked) {
    if (asked.is_string()) {
        const auto& version = asked.get_ref<const std::string&>();
        if (std::find(legacy_versions.begin(), legacy_versions.end(), version) !=
            legacy_versions.end())
            return version;
    }
    return legacy_versions.front();
}

bool allows_batch(std::string_view version) {
    return version == "2025-03-26" || version == "2024-11-05";
}

std::string result_text(Era era, const Result& result) {
    std::string out;
    out.reserve(result.members.size() + 200);
    out += '{';
    out += result.members;
    if (era == Era::modern) {
        if (!result.members.empty()) out += ',';
        out += std::string("\"resultType\":\"") + result.type + '"';
        if (result.caching) {
            out += ",\"ttlMs\":" + std::to_string(result.caching->ttl_ms);
            out += std::string(",\"cacheScope\":\"") + result.caching->scope + '"';
        }
        out += ",\"_meta\":{";
        if (!result.meta.empty()) out += result.meta + ',';
        out += "\"io.modelcontextprotocol/serverInfo\":";
        out += server_info;
        out += '}';
    }
    out += '}';
    return out;
}

}  // namespace mcp
