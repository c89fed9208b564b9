#include "mcp/cli_commands.hpp"
#include "mcp/http_grant.hpp"
#include "tests/mcp/dialogue.hpp"
#include "tests/support/catch.hpp"

#include <chrono>
#include <fstream>
#include <map>
#include <thread>

using namespace tests;

namespace {

using Calls = std::vector<std::pair<std::string, Json>>;  ///< methods with their params

/// One caller's way to a store: what HTTP gives the bearer of a token.
class Person {
public:
    Person(store::Store& store, const mcp::Options& options, const store::TokenGrant& grant)
        : server_(site(store, options, grant), [](const std::string& /*fault*/) {}),
          session_(channel) {}

    /// Everything that comes back for a request.
    std::string ask(const std::string& method, Json params) {
        params["_meta"] = envelope();
        const Json message = {
            {"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", params}};
        std::string out =
            server_.answer(server_.read(message.dump(), session_).messages.front(), session_, {});
        for (const auto& line : channel.take())
            out += "\n" + line;
        return out;
    }

    std::string call(const std::string& tool, const Json& arguments) {
        return ask("tools/call", {{"name", tool}, {"arguments", arguments}});
    }

    [[nodiscard]] const mcp::Site& site() const { return server_.site(); }

    Recorder channel;
    int ids = 0;  ///< given out so far

private:
    mcp::Site site(store::Store& store, const mcp::Options& options,
                   const store::TokenGrant& grant) {
        mcp::Site out = mcp::granted_site(store, options, grant);
        out.clock = [] { return std::int64_t{1'790'000'000'000}; };
        out.ids = [this, tenant = grant.tenant] {
            std::string id = std::to_string(++ids);
            return std::string(tenant == "team" ? "a" : "b") + std::string(31 - id.size(), '0') +
                   id;
        };
        return out;
    }

    mcp::Server server_;
    mcp::Session session_;
};

store::TokenGrant grant_of(const std::string& tenant, std::vector<std::string> spaces,
                           std::vector<store::Scope> scopes) {
    return {"", tenant, std::move(scopes), std::move(spaces)};
}

Json said(const std::string& text) {
    return {{"kind", "prompt"}, {"content", text}};
}

Json branch_of(const std::string& name, const Json& summary) {
    return {{"branchId", name},
            {"sourceRevision", 1},
            {"sources", Json::array()},
            {"summaries", {summary}}};
}

/// A reviewed selection of two branches with a summary each.
Json selection_of(const std::string& corpus, const std::string& text) {
    Json summary = {{"summaryId", "one"},
                    {"role", "user"},
                    {"kind", "summary"},
                    {"approved", true},
                    {"text", text}};
    const Json first = branch_of("first", summary);
    summary["summaryId"] = "two";
    Json other = branch_of("other", summary);
    if (text != "mine") other["parentBranchId"] = "first";
    return {{"schemaVersion", 1},         {"corpusId", corpus},       {"revision", 1},
            {"branches", {first, other}}, {"exclude", Json::array()}, {"restore", Json::array()}};
}

/// A store with the team's open map and dataspace, and in one of two worlds with its vault.
class World {
    TempDir dir_, exports_;
    store::Store store_{{.dir = dir_.path(), .sync = false}};
    mcp::Options options_;

public:
    explicit World(const std::string& root, bool vault) {
        options_.tools.toolsets = mcp::all_toolsets();
        options_.tools.dataspaces = {"open", "vault"};
        options_.tools.source_roots = {root};
        options_.tools.export_dir = exports_.path();
        owner = person("team", {}, {store::Scope::admin});
        if (vault) fill("vault", "the launch code is 1234");
        owner->ids = 1'000;  // what is open has the same ids in both worlds
        fill("open-1", "lunch is at noon");
    }

    std::unique_ptr<Person> person(const std::string& tenant, std::vector<std::string> spaces,
                                   std::vector<store::Scope> scopes) {
        return std::make_unique<Person>(store_, options_,
                                        grant_of(tenant, std::move(spaces), std::move(scopes)));
    }

    std::unique_ptr<Person> owner;
    std::string episode;  ///< uuid of the last one made
    std::string node;     ///< id of the vault's node of a thread

private:
    void fill(const std::string& name, const std::string& text) {
        owner->call("map_update",
                    {{"conversation", name}, {"changes", {{{"type", "goal"}, {"text", text}}}}});
        const std::string made = owner->call(
            "create_longterm_memory", {{"dataspace_name", name == "vault" ? "vault" : "open"},
                                       {"episode_name", name + " notes"},
                                       {"source_description", "a test"},
                                       {"source", "sealed.txt"},
                                       {"facts",
                                        {{{"subject_name", "Ada"},
                                          {"predicate", "knows"},
                                          {"object_name", name},
                                          {"statement", "Ada knows that " + text}}}}});
        const Json reply = Json::parse(made);
        if (name == "vault")
            episode = reply["result"]["structuredContent"]["episode_uuid"].get<std::string>();
        if (reply["result"].contains("isError")) throw std::runtime_error(made);
        owner->call("coverage_mark", {{"source", "sealed.txt"},
                                      {"dataspace_name", name == "vault" ? "vault" : "open"},
                                      {"total", 9},
                                      {"ranges", {{{"from", 1}, {"to", 3}, {"skipped", text}}}}});
        const Json appended = Json::parse(owner->call(
            "thread_append", {{"thread", name}, {"nodes", {said(text), said("and " + text)}}}));
        if (name == "vault") node = appended["result"]["structuredContent"]["ids"][0];
        owner->call("projection_apply", {{"selection", selection_of(name, text)}});
    }
};

/// Calls of every tool of threads and of projections that name what lies in the vault.
std::map<std::string, std::vector<Json>> thread_calls_at(const std::string& node) {
    const auto with = [](Json more) {
        more["thread"] = "vault";
        return more;
    };
    return {
        {"thread_append", {with({{"nodes", {said("mine")}}, {"expected_version", "v1"}})}},
        {"thread_log", {with(Json::object()), with({{"id", node}}), {{"op", "threads"}}}},
        {"thread_retract", {with({{"ids", {node}}})}},
        {"thread_summarize", {with({{"members", {node}}, {"text", "short"}})}},
        {"thread_branch", {with({{"op", "create"}, {"name", "b"}, {"at", node}})}},
        {"thread_link", {with({{"from", node}, {"type", "embeds"}, {"to", node}})}},
        {"thread_assemble", {with(Json::object()), with({{"heads", {node}}})}},
        {"thread_walk", {with({{"op", "neighbours"}, {"id", node}})}},
        {"thread_query",
         {with({{"cypher", "MATCH (n) RETURN n.text"}}),
          {{"cypher", "MATCH (n) RETURN n.text"}, {"graph", "map"}, {"conversation", "vault"}},
          {{"cypher", "MATCH ()-[f]->() RETURN f.statement"},
           {"graph", "memory"},
           {"dataspace_name", "vault"}}}},
        {"thread_import",
         {with({{"messages", {{{"role", "user"}, {"content", "mine"}}}}, {"at", {node}}})}},
        {"thread_export", {with(Json::object()), with({{"format", "mermaid"}})}},
        {"projection_prepare",
         {{{"corpus", "vault"}, {"branches", {{{"thread", "vault"}}}}},
          {{"corpus", "vault"}, {"branches", {{{"thread", "open-1"}}}}}}},
        {"projection_apply", {{{"selection", selection_of("vault", "mine")}}}},
        {"projection_rebuild", {{{"corpus", "vault"}, {"export_dir", "out"}}}},
        {"projection_status", {{{"corpus", "vault"}}}},
        {"projection_path", {{{"corpus", "vault"}, {"a", "branch:other"}, {"b", "branch:first"}}}},
    };
}

/// Calls of every tool that name what lies in the vault.
std::map<std::string, std::vector<Json>> calls_at(const std::string& episode,
                                                  const std::string& node) {
    const Json vault = {{"conversation", "vault"}};
    const auto with = [&](const Json& more) {
        Json out = vault;
        out.update(more);
        return out;
    };
    const Json facts = {{{"subject_name", "Ada"},
                         {"predicate", "knows"},
                         {"object_name", "x"},
                         {"statement", "Ada knows x"}}};
    std::map<std::string, std::vector<Json>> out{
        {"map_focus",
         {with({{"request", "launch code"}}), with({{"request", "x"}, {"mentions", {"G1"}}})}},
        {"map_update",
         {with({{"changes", {{{"id", "G1"}, {"status", "done"}}}}}),
          with({{"changes", {{{"type", "context"}, {"text", "mine"}}}}}),
          with({{"delta", "- [G1] done"}})}},
        {"map_review", {vault, with({{"since_revision", 0}}), with({{"view", "complete"}})}},
        {"map_tidy", {vault}},
        {"map_history",
         {vault, with({{"revision", 1}}), with({{"node", "G1"}}),
          with({{"revision", 1}, {"diff_to", 0}})}},
        {"map_export", {vault, with({{"format", "json"}}), with({{"format", "dot"}})}},
        {"map_import",
         {with({{"text", "## Nodes\n- [G1] Goal: mine\n"}}),
          with({{"text", "## Nodes\n- [G7] Goal: mine\n"}, {"mode", "merge"}})}},
        {"map_list", {Json::object()}},
        {"search_longterm_memory",
         {{{"query", "launch code"}},
          {{"query", "Ada"}, {"dataspace_name", "vault"}},
          {{"entity", "Ada"}},
          {{"query", "Ada"}, {"source", "sealed.txt"}}}},
        {"create_longterm_memory",
         {{{"dataspace_name", "vault"},
           {"episode_name", "n"},
           {"source_description", "s"},
           {"facts", facts}}}},
        {"replace_longterm_memory_episode",
         {{{"episode_uuid", episode},
           {"episode_name", "n"},
           {"source_description", "s"},
           {"facts", facts}}}},
        {"get_longterm_memory_episode", {{{"episode_uuid", episode}}}},
        {"forget_longterm_memory",
         {{{"episode_uuid", episode}, {"reason", "r"}, {"dry_run", true}},
          {{"fact", episode + "#1"}, {"reason", "r"}, {"dry_run", true}},
          {{"dataspace_name", "vault"}, {"reason", "r"}, {"dry_run", true}},
          {{"episode_uuid", episode}, {"reason", "r"}}}},
        {"memory_entity",
         {{{"name", "vault"}},
          {{"name", "Ada"}},
          {{"name", "Ada"}, {"dataspace_name", "vault"}, {"to", "vault"}}}},
        {"memory_ontology", {Json::object(), {{"dataspace_name", "vault"}}}},
        {"memory_status", {Json::object()}},
        {"fs_read_command", {{{"command", "cat sealed.txt"}}, {{"command", "ls"}}}},
        {"coverage_mark",
         {{{"source", "sealed.txt"},
           {"dataspace_name", "vault"},
           {"ranges", {{{"from", 4}, {"to", 5}, {"episodes", {episode}}}}}}}},
        {"coverage_report",
         {{{"source", "sealed.txt"}}, {{"source", "sealed.txt"}, {"dataspace_name", "vault"}}}},
    };
    out.merge(thread_calls_at(node));
    return out;
}

/// URIs of every family that name what lies in the vault.
std::map<std::string, std::vector<std::string>> uris_at(const std::string& episode) {
    return {{"map://{conversation}", {"map://vault"}},
            {"map://{conversation}/focus", {"map://vault/focus"}},
            {"thread://{thread}", {"thread://vault"}},
            {"thread://{thread}/{branch}", {"thread://vault/main"}},
            {"projection://{corpus}/extraction", {"projection://vault/extraction"}},
            {"projection://{corpus}/graph", {"projection://vault/graph"}},
            {"projection://{corpus}/receipt", {"projection://vault/receipt"}},
            {"memory://episode/{uuid}", {"memory://episode/" + episode}},
            {"memory://entity/{dataspace}/{name}",
             {"memory://entity/vault/Ada", "memory://entity/vault/vault"}}};
}

/// Everything the catalogue lets a caller ask, but tools.
Calls other_requests(const tools::Catalog& catalog, const std::string& episode) {
    Calls out{{"resources/list", Json::object()},
              {"tools/list", Json::object()},
              {"server/discover", Json::object()}};
    const auto uris = uris_at(episode);
    for (const auto& row : catalog.resources)
        for (const auto& uri : uris.at(std::string(row.uri_template)))
            out.push_back({"resources/read", {{"uri", uri}}});
    for (const auto& row : catalog.prompts)
        out.push_back(
            {"prompts/get", {{"name", row.name}, {"arguments", {{"conversation", "vault"}}}}});
    for (const auto& row : catalog.completions) {
        const bool resource = row.owner.find("://") != std::string::npos;
        const Json owner = resource ? Json{{"type", "ref/resource"}, {"uri", row.owner}}
                                    : Json{{"type", "ref/prompt"}, {"name", row.owner}};
        for (const char* prefix : {"", "v", "vault", "A"})
            out.push_back({"completion/complete",
                           {{"ref", owner},
                            {"argument", {{"name", row.argument}, {"value", prefix}}},
                            {"context", {{"arguments", {{"dataspace", "vault"}}}}}}});
    }
    return out;
}

/// A directory with a source that only the operator's friends may read.
struct Sources {
    TempDir dir;

    Sources() { std::ofstream(dir.path() / "sealed.txt") << "one\ntwo\nthree\n"; }
};

struct Outsider {
    const char* tenant;
    std::vector<std::string> spaces;
};

const std::vector<store::Scope> no_admin{store::Scope::read, store::Scope::write,
                                         store::Scope::forget};

}  // namespace

TEST_CASE("for every tool what is another's answers byte for byte like what is unknown") {
    const Outsider who = GENERATE(Outsider{"team", {"map:open-*", "dataspace:open"}},
                                  Outsider{"team", {"map:open-*"}}, Outsider{"others", {}});
    const Sources sources;
    World full(sources.dir.path(), true);
    World bare(sources.dir.path(), false);
    World mine(sources.dir.path(), true);  // the owner's calls change it
    const auto there = full.person(who.tenant, who.spaces, no_admin);
    const auto gone = bare.person(who.tenant, who.spaces, no_admin);
    const std::string before = full.owner->call("map_review", {{"conversation", "vault"}});
    const auto calls = calls_at(full.episode, full.node);
    for (const auto& tool : mine.owner->site().catalog.tools) {
        const std::string name(tool.name);
        CAPTURE(who.tenant, name);
        REQUIRE(calls.count(name) == 1);
        bool told = false;
        for (const auto& arguments : calls.at(name)) {
            CAPTURE(arguments.dump());
            const std::string answer = there->call(name, arguments);
            CHECK(answer == gone->call(name, arguments));
            told = told || mine.owner->call(name, arguments) != answer;
        }
        CHECK(told);  // these calls do reach the vault, for those who may
    }
    CHECK(full.owner->call("map_review", {{"conversation", "vault"}}) == before);
    CHECK(full.owner->call("get_longterm_memory_episode", {{"episode_uuid", full.episode}})
              .find("1234") != std::string::npos);
}

TEST_CASE("for every resource, prompt and completion too") {
    const Outsider who = GENERATE(Outsider{"team", {"map:open-*", "dataspace:open"}},
                                  Outsider{"team", {"map:open-*"}}, Outsider{"others", {}});
    const Sources sources;
    World full(sources.dir.path(), true);
    World bare(sources.dir.path(), false);
    const auto there = full.person(who.tenant, who.spaces, no_admin);
    const auto gone = bare.person(who.tenant, who.spaces, no_admin);
    std::size_t told = 0;
    for (const auto& [method, params] : other_requests(full.owner->site().catalog, full.episode)) {
        CAPTURE(who.tenant, method, params.dump());
        const std::string answer = there->ask(method, params);
        CHECK(answer == gone->ask(method, params));
        CHECK(answer.find("1234") == std::string::npos);
        told += full.owner->ask(method, params).find("1234") == std::string::npos ? 0 : 1;
    }
    CHECK(told >= 5);
}

TEST_CASE("nobody hears of changes to what is another's") {
    const Outsider who = GENERATE(Outsider{"team", {"map:open-*", "dataspace:open"}},
                                  Outsider{"team", {"map:open-*"}}, Outsider{"others", {}});
    const Sources sources;
    World full(sources.dir.path(), true);
    World bare(sources.dir.path(), false);
    Json wanted = {{"resourcesListChanged", true}, {"resourceSubscriptions", Json::array()}};
    for (const auto& family : uris_at(full.episode))
        for (const auto& uri : family.second)
            wanted["resourceSubscriptions"].push_back(uri);
    const auto there = full.person(who.tenant, who.spaces, no_admin);
    const auto gone = bare.person(who.tenant, who.spaces, no_admin);
    const Json params = {{"notifications", wanted}};
    CHECK(there->ask("subscriptions/listen", params) == gone->ask("subscriptions/listen", params));
    full.owner->ask("subscriptions/listen", params);
    const auto change = [&](const char* map) {
        full.owner->call("map_update", {{"conversation", map},
                                        {"changes", {{{"type", "context"}, {"text", "new"}}}}});
        full.owner->call("forget_longterm_memory",
                         {{"episode_uuid", full.episode}, {"reason", "r"}});
    };
    full.owner->channel.take();
    change("vault");
    change("another vault");
    std::size_t heard = 0;
    for (int i = 0; i < 50 && heard < 3; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        heard += full.owner->channel.take().size();
    }
    CHECK(heard >= 3);
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    CHECK(there->channel.take().empty());
}
