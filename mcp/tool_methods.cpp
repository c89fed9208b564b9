#include "mcp/methods.hpp"

namespace mcp {

Json tool_entry(const tools::Tool& tool) {
    Json hints = {{"title", tool.title}, {"readOnlyHint", tool.read_only}};
    if (!tool.read_only) {
        hints["destructiveHint"] = tool.hints.destructive;
        hints["idempotentHint"] = tool.hints.idempotent;
    }
    hints["openWorldHint"] = false;
    Json out = {{"name", tool.name},
                {"title", tool.title},
                {"description", tool.about},
                {"inputSchema", tool.input()}};
    if (tool.output != nullptr) out["outputSchema"] = tool.output();
    out["annotations"] = std::move(hints);
    return out;
}

std::string tool_list(const tools::Catalog& catalog) {
    std::string out = "\"tools\":[";
    for (const auto& tool : catalog.tools) {
        if (out.back() != '[') out += ',';
        append_json(out, tool_entry(tool));
    }
    return out + "]";
}

const std::string& ToolList::text() const {
    std::call_once(made_, [this] { text_ = tool_list(catalog_); });
    return text_;
}

Answer list_tools(const Exchange& exchange) {
    if (auto fault = cursor_fault(exchange.message)) return *std::move(fault);
    constexpr int hour_ms = 3'600'000;
    return Result{exchange.tool_list.text(), Caching{hour_ms, "private"}};
}

}  // namespace mcp
