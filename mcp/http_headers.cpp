#include "mcp/http_endpoint.hpp"

#include <algorithm>

namespace mcp {
namespace {

constexpr const char* version_header = "mcp-protocol-version";

Fault mismatch_of(const std::string& header, const std::string& expected) {
    return {code::header_mismatch, header + " must be " + expected + ", as in the body", nullptr};
}

/// The parameter that the header Mcp-Name repeats, or null.
const char* named_by(std::string_view method) {
    if (method == "tools/call" || method == "prompts/get") return "name";
    return method == "resources/read" ? "uri" : nullptr;
}

std::optional<Fault> method_fault(const Message& message, const Head& head) {
    const std::string* method = head.find("mcp-method");
    if (method == nullptr || *method != message.method)
        return mismatch_of("Mcp-Method", "the method");
    const char* parameter = named_by(message.method);
    const std::string* value =
        parameter == nullptr ? nullptr : string_param(message.params, parameter);
    if (value == nullptr) return std::nullopt;
    const std::string* name = head.find("mcp-name");
    if (name == nullptr || header_text(*name) != *value)
        return mismatch_of("Mcp-Name", std::string("params.") + parameter);
    return std::nullopt;
}

std::optional<Fault> modern_fault(const Message& message, const Head& head) {
    const std::string* version = head.find(version_header);
    const std::string* claimed = nullptr;
    if (const auto meta = message.params.find("_meta");
        meta != message.params.end() && meta->is_object())
        claimed = string_param(*meta, version_key);
    if (version != nullptr && claimed != nullptr && *version != *claimed)
        return mismatch_of("MCP-Protocol-Version", "the version of params._meta");
    if (auto fault = whole_envelope_fault(message)) return fault;
    if (version == nullptr)
        return mismatch_of("MCP-Protocol-Version", "the version of params._meta");
    return method_fault(message, head);
}

bool known_legacy(const std::string& version) {
    return std::find(legacy_versions.begin(), legacy_versions.end(), version) !=
           legacy_versions.end();
}

}  // namespace

std::optional<Fault> header_fault(const Message& message, const Head& head) {
    const std::string* version = head.find(version_header);
    const bool named_modern = version != nullptr && *version == modern_version;
    if (message.kind == Kind::request && era_of(message) == Era::modern)
        return modern_fault(message, head);
    if (message.method == "initialize") {
        if (!named_modern) return std::nullopt;
        return mismatch_of("MCP-Protocol-Version", "a legacy version or absent for initialize");
    }
    if (version == nullptr || known_legacy(*version)) return std::nullopt;
    if (!named_modern)
        return Fault{code::refused, "unsupported MCP-Protocol-Version: send one of those agreed",
                     nullptr};
    return message.kind == Kind::request ? envelope_fault(message) : std::nullopt;
}

}  // namespace mcp
