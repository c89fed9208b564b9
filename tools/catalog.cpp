#include "tools/catalog.hpp"

#include "tools/join/ask/ask.hpp"
#include "tools/join/ingest/ingest.hpp"
#include "tools/join/prepare/prepare.hpp"
#include "tools/map/map_tools.hpp"
#include "tools/memory/memory_tools.hpp"
#include "tools/projection/projection_tools.hpp"
#include "tools/source/source_tools.hpp"
#include "tools/thread/thread_tools.hpp"

#include <algorithm>
#include <iterator>

namespace tools {
namespace {

template <class Row, class Keep>
void keep_if(std::vector<Row>& rows, Keep keep) {
    std::erase_if(rows, [&](const Row& row) { return !keep(row); });
}

template <class Row, class... More>
std::vector<Row> joined(std::vector<Row> rows, More... more) {
    const auto add = [&](std::vector<Row>& others) {
        rows.insert(rows.end(), std::make_move_iterator(others.begin()),
                    std::make_move_iterator(others.end()));
    };
    (add(more), ...);
    return rows;
}

std::string first_sentence(std::string_view text) {
    return std::string(text.substr(0, std::min(text.find(". "), text.size() - 1) + 1));
}

}  // namespace

const Tool* Catalog::tool(const std::string& name) const {
    for (const auto& row : tools)
        if (row.name == name) return &row;
    return nullptr;
}

Catalog catalog() {
    return {joined(map::tool_rows(), memory::tool_rows(), source::tool_rows(), ingest::tool_rows(),
                   thread::tool_rows(), ask::tool_rows(), prepare::tool_rows(),
                   projection::tool_rows()),
            joined(map::resource_rows(), memory::resource_rows(), thread::resource_rows(),
                   projection::resource_rows()),
            joined(map::prompt_rows(), ingest::prompt_rows()),
            joined(map::completion_rows(), memory::completion_rows(), ingest::completion_rows()),
            {},
            joined(map::archive_rows(), memory::archive_rows(), thread::archive_rows(),
                   projection::archive_rows()),
            memory::upkeep_rows(),
            projection::command_rows()};
}

Catalog visible(Catalog all, const Settings& settings) {
    const auto on = [&](Toolset set) {
        return std::find(settings.toolsets.begin(), settings.toolsets.end(), set) !=
               settings.toolsets.end();
    };
    keep_if(all.tools, [&](const Tool& row) {
        Hidden hidden{row.name, "", ""};
        if (row.needs_source_root && settings.source_roots.empty())
            hidden.way = "the operator must start the server with --source-root DIR";
        else if (!on(row.toolset))
            hidden = {row.name, "its toolset must be on: --toolsets ", word(row.toolset)};
        else if (!row.read_only && settings.read_only)
            hidden.way = "this server was started with --read-only";
        if (hidden.way.empty()) return true;
        all.hidden.push_back(hidden);
        return false;
    });
    keep_if(all.resources, [&](const ResourceRow& row) { return on(row.toolset); });
    keep_if(all.prompts, [&](const PromptRow& row) { return on(row.toolset); });
    return all;
}

std::string instructions(const Settings& settings) {
    std::string out;
    const auto on = [&](Toolset set) {
        return std::find(settings.toolsets.begin(), settings.toolsets.end(), set) !=
               settings.toolsets.end();
    };
    if (on(Toolset::map)) out += map::instructions();
    if (on(Toolset::memory)) out += memory::instructions();
    if (on(Toolset::thread)) out += thread::instructions();
    return out;
}

std::string unknown_tool(const Catalog& offered, const std::string& name) {
    for (const auto& hidden : offered.hidden)
        if (hidden.name == name)
            return (name + " is not offered here: ").append(hidden.way).append(hidden.toolset);
    std::vector<std::string> known;
    for (const auto& tool : offered.tools)
        known.emplace_back(tool.name);
    const std::string close = nearest(name, known);
    return "unknown tool: known are " + join(known) + (close.empty() ? "" : "; nearest: " + close);
}

std::string tool_table(const Catalog& all) {
    std::string out = "| tool | arguments | what it does |\n| --- | --- | --- |\n";
    for (const auto& row : all.tools)
        out += "| `" + std::string(row.name) + "` | " + join(row.arguments()) + " | " +
               first_sentence(row.about) + " |\n";
    return out;
}

}  // namespace tools
