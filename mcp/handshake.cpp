#include "mcp/methods.hpp"
#include "mcp/version.hpp"

namespace mcp {
namespace {

/// What this server offers. The modern revision hears of new resources on listen
/// requests; a legacy client hears of the resources it subscribed to.
Json capabilities(const Site& site, Era era) {
    const bool modern = era == Era::modern;
    const Json plain = modern ? Json{{"listChanged", true}} : Json::object();
    Json out = Json::object();
    if (!site.catalog.tools.empty()) out["tools"] = plain;
    if (!site.catalog.resources.empty()) {
        out["resources"] = Json::object();
        if (modern || site.pushes) out["resources"]["subscribe"] = true;
        if (modern) out["resources"]["listChanged"] = true;
    }
    if (!site.catalog.prompts.empty()) out["prompts"] = plain;
    if (!site.catalog.completions.empty()) out["completions"] = Json::object();
    if (!modern) out["logging"] = Json::object();
    return out;
}

void append_instructions(std::string& out, const Site& site) {
    if (site.instructions.empty()) return;
    append_key(out, "instructions");
    append_text(out, site.instructions);
}

}  // namespace

Answer initialize(const Exchange& exchange) {
    Session& session = exchange.session;
    const auto asked = exchange.message.params.find("protocolVersion");
    session.version = negotiated(asked == exchange.message.params.end() ? Json() : *asked);
    std::string out = "\"protocolVersion\":" + json_string(session.version);
    append_key(out, "capabilities");
    append_json(out, capabilities(exchange.site, Era::legacy));
    append_key(out, "serverInfo");
    out += server_info;
    append_instructions(out, exchange.site);
    return Result{std::move(out)};
}

Answer discover(const Exchange& exchange) {
    std::string out = "\"supportedVersions\":[" + json_string(modern_version) + "]";
    append_key(out, "capabilities");
    append_json(out, capabilities(exchange.site, Era::modern));
    append_instructions(out, exchange.site);
    constexpr int hour_ms = 3'600'000;
    return Result{std::move(out), Caching{hour_ms, "private"}};
}

Answer ping(const Exchange& /*exchange*/) {
    return Result{};
}

}  // namespace mcp
