#include "tests/support/catch.hpp"
#include "tools/catalog.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

using tools::Json;
namespace fs = std::filesystem;

namespace {

/// What a host sees of a tool, in full.
Json shown(const tools::Tool& tool) {
    return {{"name", tool.name},
            {"title", tool.title},
            {"description", tool.about},
            {"toolset", tools::word(tool.toolset)},
            {"read_only", tool.read_only},
            {"destructive", tool.hints.destructive},
            {"idempotent", tool.hints.idempotent},
            {"input", tool.input()},
            {"output", tool.output()}};
}

fs::path golden(const std::string& tool) {
    return fs::path(GOLDEN_TOOLS) / (tool + ".json");
}

std::string file_text(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Every schema below one, itself included.
void each_schema(const Json& schema, const std::function<void(const Json&)>& visit) {
    visit(schema);
    if (schema.contains("items")) each_schema(schema["items"], visit);
    if (schema.contains("properties"))
        for (const Json& property : schema["properties"])
            each_schema(property, visit);
}

}  // namespace

TEST_CASE("each tool shows hosts what its snapshot says") {
    const bool rewrite = std::getenv("UPDATE_GOLDEN") != nullptr;
    for (const tools::Tool& tool : tools::catalog().tools) {
        const std::string text = shown(tool).dump(2) + "\n";
        const fs::path file = golden(std::string(tool.name));
        if (rewrite) {
            fs::create_directories(GOLDEN_TOOLS);
            std::ofstream(file, std::ios::binary) << text;
        }
        INFO(tool.name << ": UPDATE_GOLDEN=1 rewrites " << file);
        REQUIRE(fs::exists(file));
        CHECK(file_text(file) == text);
    }
}

TEST_CASE("S01 S02 S03 tools are described within the limits of hosts") {
    for (const tools::Tool& tool : tools::catalog().tools) {
        INFO(tool.name);
        CHECK(tool.name.size() <= 40);
        CHECK(tool.about.size() < 600);
        CHECK_FALSE(tool.title.empty());
        const Json input = tool.input();
        const Json output = tool.output();
        CHECK(input["type"] == "object");
        // What is not listed is named, and hosts are told that there is more.
        bool all = true;
        for (std::string name : tool.arguments()) {
            if (name.back() == '?') name.pop_back();
            if (input["properties"].contains(name)) continue;
            all = false;
            const std::string_view said = tool.about;
            CHECK((said.find(name) != std::string::npos ||
                   said.find("Fields as in create_longterm_memory") != std::string::npos));
        }
        CHECK(input.contains("additionalProperties") == all);
        CHECK(output["type"] == "object");
        for (const Json* top : {&input, &output})
            each_schema(*top, [&](const Json& schema) {
                INFO(schema.dump());
                CHECK(schema["type"].is_string());
                if (schema["type"] == "array") CHECK(schema.contains("items"));
                if (schema["type"] == "object") CHECK(schema.contains("properties"));
                for (const char* word : {"anyOf", "oneOf", "allOf", "$ref"})
                    CHECK_FALSE(schema.contains(word));
                if (!schema.contains("properties")) return;
                for (const Json& property : schema["properties"])
                    CHECK_FALSE(property["description"].get<std::string>().empty());
            });
    }
}

TEST_CASE("the eight tools of the map are offered, lookers as such") {
    std::vector<std::string> looking;
    std::vector<std::string> changing;
    for (const tools::Tool& tool : tools::catalog().tools)
        if (tool.toolset == tools::Toolset::map)
            (tool.read_only ? looking : changing).emplace_back(tool.name);
    CHECK(looking == std::vector<std::string>{"map_focus", "map_review", "map_tidy", "map_history",
                                              "map_list"});
    CHECK(changing == std::vector<std::string>{"map_update", "map_export", "map_import"});
}
