#include "mcp/http_grant.hpp"

#include "mcp/cli_commands.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace mcp {
namespace {

constexpr std::uint32_t most_spaces = 10'000;  ///< that a tenant may make through tokens

/// The dataspaces a grant reaches: those it names, then those the operator serves.
std::vector<std::string> reached(const std::vector<std::string>& served,
                                 const store::Reach& reach) {
    std::vector<std::string> out;
    constexpr std::string_view kind = "dataspace:";
    for (const auto& pattern : reach.only)
        if (pattern.starts_with(kind) && pattern.find('*') == std::string::npos)
            out.push_back(pattern.substr(kind.size()));
    for (const auto& name : served)
        if (reach.holds(store::SpaceKind::dataspace, name) &&
            std::find(out.begin(), out.end(), name) == out.end())
            out.push_back(name);
    return out;
}

/// Settings of a caller who reaches this much: no default that lies outside.
void narrow(tools::Settings& settings, const store::Reach& reach) {
    if (!reach.holds(store::SpaceKind::map, settings.conversation)) settings.conversation.clear();
    settings.dataspaces = reached(settings.dataspaces, reach);
    if (settings.dataspaces.empty())
        std::erase_if(settings.toolsets, [](tools::Toolset set) {
            return set == tools::Toolset::memory || set == tools::Toolset::ingest;
        });
}

}  // namespace

store::Scope scope_of(const tools::Tool& tool) {
    if (tool.needs_source_root) return store::Scope::admin;
    if (tool.read_only) return store::Scope::read;
    return tool.name.starts_with("forget_") ? store::Scope::forget : store::Scope::write;
}

std::optional<store::Scope> scope_needed(const tools::Catalog& offered, const Message& message) {
    if (message.kind != Kind::request || message.method != "tools/call") return std::nullopt;
    const std::string* name = string_param(message.params, "name");
    const tools::Tool* tool = name == nullptr ? nullptr : offered.tool(*name);
    if (tool == nullptr) return std::nullopt;
    return scope_of(*tool);
}

Site granted_site(store::Store& store, const tools::Counter& counter, Options options,
                  const store::TokenGrant& grant) {
    store::Reach reach(grant.tenant, grant.spaces);
    reach.most_spaces = most_spaces;
    narrow(options.tools, reach);
    if (!grant.allows(store::Scope::admin)) {
        options.tools.export_dir.clear();
        options.tools.source_roots.clear();
    }
    options.principal.tenant = std::move(reach);
    Site out = make_site(store, counter, options);
    out.pushes = false;
    std::erase_if(out.catalog.tools,
                  [&](const tools::Tool& tool) { return !grant.allows(scope_of(tool)); });
    return out;
}

}  // namespace mcp
