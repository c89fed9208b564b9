#include "tests/support/caller.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/threads.hpp"

#include <atomic>
#include <map>
#include <string>
#include <thread>
#include <vector>

using tests::Caller;
using tools::Json;

namespace {

/// A map, a memory and a thread with something to find in each.
void fill(Caller& caller) {
    caller.update(
        "+ [G1] Goal: Move the harbor office\n+ [T1] Task: Book the crane\n"
        "+ [G1] --depends_on--> [T1]");
    caller.call("create_longterm_memory", {{"episode_name", "Harbor"},
                                           {"source_description", "notes"},
                                           {"reference_time_iso", "2026-01-01T00:00:00Z"},
                                           {"facts",
                                            {{{"subject_name", "Harbor"},
                                              {"predicate", "opens_at"},
                                              {"object_name", "8:00"},
                                              {"statement", "The harbor opens at 8:00."}}}}});
    tests::append(caller, Json::array({tests::user("Where is the harbor?"),
                                       tests::says("The harbor lies behind the station.")}));
}

/// A call of each tool that only looks and needs neither an id nor a file.
const std::map<std::string, Json> calls{
    {"map_focus", {{"request", "when is the harbor office moved?"}}},
    {"map_review", Json::object()},
    {"map_tidy", Json::object()},
    {"map_history", Json::object()},
    {"map_list", Json::object()},
    {"search_longterm_memory", {{"query", "when does the harbor open"}}},
    {"memory_entity", {{"name", "Harbor"}}},
    {"memory_ontology", Json::object()},
    {"memory_status", Json::object()},
    {"thread_assemble", {{"query", "harbors behind stations"}, {"strategy", "relevance"}}},
    {"thread_export", {{"format", "openai"}}},
    {"thread_log", Json::object()},
    {"thread_query", {{"graph", "thread"}, {"cypher", "MATCH (n) RETURN count(n) AS n"}}}};

}  // namespace

TEST_CASE("tools that look answer many threads at once as they answer one") {
    Caller caller;
    fill(caller);
    const auto text = [&](const std::string& tool, const Json& arguments) {
        return caller.catalog.tool(tool)->run(caller.store, caller.context(), arguments).text;
    };
    std::map<std::string, std::string> alone;
    for (const auto& [tool, arguments] : calls)
        alone[tool] = text(tool, arguments);
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] {
            for (int round = 0; round < 10; ++round)
                for (const auto& [tool, arguments] : calls)
                    if (text(tool, arguments) != alone[tool]) ++wrong;
        });
    for (std::thread& thread : threads)
        thread.join();
    CHECK(wrong == 0);
}
