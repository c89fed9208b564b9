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
#include <array>

namespace tools {
namespace {

/// In the order in which hosts see them.
constexpr std::array tool_rows{
    &map::focus_rows,      &map::update_rows,      &map::review_rows,     &map::tidy_rows,
    &map::history_rows,    &map::export_rows,      &map::import_rows,     &map::list_rows,
    &memory::search_rows,  &memory::create_rows,   &memory::episode_rows, &memory::forget_rows,
    &memory::entity_rows,  &memory::ontology_rows, &memory::status_rows,  &source::tool_rows,
    &ingest::mark_rows,    &ingest::report_rows,   &thread::append_rows,  &thread::log_rows,
    &thread::retract_rows, &thread::branch_rows,   &thread::link_rows,    &thread::assemble_rows,
    &thread::walk_rows,    &thread::import_rows,   &thread::export_rows,  &ask::tool_rows,
    &prepare::tool_rows,   &projection::tool_rows};
constexpr std::array resource_rows{&map::resource_rows, &memory::resource_rows,
                                   &thread::resource_rows, &projection::resource_rows};
constexpr std::array prompt_rows{&map::prompt_rows, &ingest::prompt_rows};
constexpr std::array completion_rows{&map::completion_rows, &memory::completion_rows,
                                     &ingest::completion_rows};
constexpr std::array archive_rows{&map::archive_rows, &memory::archive_rows, &thread::archive_rows,
                                  &projection::archive_rows};
constexpr std::array upkeep_rows{&memory::upkeep_rows};
constexpr std::array command_rows{&projection::command_rows};

template <class Row, class Keep>
void keep_if(std::vector<Row>& rows, Keep keep) {
    std::erase_if(rows, [&](const Row& row) { return !keep(row); });
}

template <class Row, std::size_t parts>
std::vector<Row> joined(const std::array<const Rows<Row>*, parts>& all) {
    std::vector<Row> out;
    std::size_t rows = 0;
    for (const Rows<Row>* part : all)
        rows += part->size();
    out.reserve(rows);
    for (const Rows<Row>* part : all)
        out.insert(out.end(), part->begin(), part->end());
    return out;
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
    return {joined(tool_rows),
            joined(resource_rows),
            joined(prompt_rows),
            joined(completion_rows),
            {},
            joined(archive_rows),
            joined(upkeep_rows),
            joined(command_rows)};
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
