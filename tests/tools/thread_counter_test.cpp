#include "store/space.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/rank_files.hpp"
#include "tests/support/threads.hpp"
#include "tools/counter.hpp"
#include "tools/thread/tables.hpp"

#include <memory>
#include <random>

using namespace tests;
using tools::Counter;
using tools::Json;
using Texts = std::vector<std::string>;

namespace {

/// Exact counters of a vocabulary in which few texts have as many tokens as their parts.
struct Exact {
    TempDir dir;
    std::string text = encoding_file(
        o200k_size, {"ha", "rb", "or", "harb", "harbor", " harbor", "r h", "```", "[s", "u1"});
    std::string other = encoding_file(cl100k_size, {"ha", "arb"});
    Counter o200k{write_file(dir.path() / "o200k", text)};
    Counter cl100k{write_file(dir.path() / "cl100k", other)};
};

Json context_of(Caller& caller, Json args = Json::object()) {
    args["explain"] = "ids";
    return caller.fields("thread_assemble", args);
}

/// Tokens of each candidate, in order.
std::vector<std::int64_t> explained(const Json& reply) {
    std::vector<std::int64_t> out;
    for (const Json& one : reply["explain"])
        out.push_back(one["tokens"]);
    return out;
}

std::int64_t count(const Counter& counter, const std::string& text) {
    return counter.count(text).value;
}

/// What the messages cost, counted as whoever gets them would: each text by itself.
std::int64_t cost_of(const Json& messages, const Counter& counter) {
    std::int64_t out = messages.empty() ? 0 : 3;
    for (const Json& message : messages) {
        out += 4;
        if (message["content"].is_string()) out += count(counter, message["content"]);
        if (message.contains("tool_calls"))
            for (const Json& call : message["tool_calls"])
                out += count(counter, call["function"]["name"].get<std::string>() + "(" +
                                          call["function"]["arguments"].get<std::string>() + ")");
    }
    return out;
}

/// Makes a thread's records as they were before they told who counted.
void forget_who_counted(Caller& caller) {
    caller.store.write([&](store::WriteTxn& txn) {
        const auto space = store::find_space(txn, "local", store::SpaceKind::thread, "main");
        std::vector<tools::thread::Node> nodes;
        const auto range = store::Key(*space, store::Table::thread_node).range();
        tools::thread::node_records.scan(txn, range, {},
                                         [&](std::string_view key, tools::thread::Node node) {
                                             node.number = store::parts(key).u64();
                                             node.counted = tools::CountedBy::unsaid;
                                             nodes.push_back(std::move(node));
                                             return true;
                                         });
        for (const auto& node : nodes)
            tools::thread::node_records.put(
                txn, tools::thread::numbered_key(*space, store::Table::thread_node, node.number),
                node);
    });
}

}  // namespace

TEST_CASE("a thread is counted by the counter that reads it, whoever counted before") {
    const Exact exact;
    const bool old_records = GENERATE(false, true);
    Caller caller;
    const Texts said{"harbor harbor, harbinger", "a harbor", "harbor"};
    append(caller, {user(said[0]), says(said[1]), with(user(said[2]), "tokens", 77)});
    if (old_records) forget_who_counted(caller);
    caller.counter = &exact.o200k;
    append(caller, {says("r harbor")});
    for (const Counter* counter :
         std::initializer_list<const Counter*>{&exact.cl100k, &exact.o200k, &caller.estimate}) {
        caller.counter = counter;
        const Json reply = context_of(caller);
        CHECK(reply["counter"] == counter->name());
        const std::vector<std::int64_t> wanted{count(*counter, said[0]), count(*counter, said[1]),
                                               77, count(*counter, "r harbor")};
        CHECK(explained(reply) == wanted);
        CHECK(reply["tokens"] == wanted[0] + wanted[1] + wanted[2] + wanted[3] + 4 * 4 + 3);
        const Json rows = caller.fields(
            "thread_query", {{"cypher", "MATCH (n) RETURN n.tokens AS t ORDER BY n.number"}});
        for (std::size_t i = 0; i < wanted.size(); ++i)
            CHECK(rows["rows"][i]["t"] == wanted[i]);
    }
    CHECK(count(exact.o200k, said[0]) != count(exact.cl100k, said[0]));
    CHECK(count(exact.o200k, said[0]) != count(caller.estimate, said[0]));
}

TEST_CASE("parts that are no text are counted as their JSON by every counter") {
    const Exact exact;
    Caller caller;
    const Json image = {{"type", "image_url"}, {"image_url", {{"url", "data:harbor harbor"}}}};
    const Json content = Json::array({{{"type", "text"}, {"text", "see"}}, image});
    caller.call("thread_import", {{"messages", {{{"role", "user"}, {"content", content}}}}});
    for (const Counter* counter : {static_cast<const Counter*>(&caller.estimate), &exact.o200k}) {
        caller.counter = counter;
        const std::int64_t parts = count(*counter, "[" + nlohmann::json(image).dump() + "]");
        CHECK(explained(context_of(caller))[0] == count(*counter, "see") + parts);
    }
}

TEST_CASE("W1 W6 by an exact counter every context costs what it says, and no more than asked") {
    const Exact exact;
    std::mt19937 random(21);
    const auto words = [&](const std::string& start, std::size_t most) {
        std::string out = start;
        for (std::size_t n = random() % most; n > 0; --n)
            out += random() % 3 == 0 ? " har" : " harbor";
        return out;
    };
    for (int round = 0; round < 25; ++round) {
        Caller caller;
        Texts ids;
        for (int turn = 0; turn < 6; ++turn) {
            if (turn % 2 == 1) caller.counter = &exact.o200k;  // some were estimated, some counted
            const std::string name = std::to_string(turn);
            Json nodes = {user(words("u" + name, 40)), calls(name), result(name, words("", 30)),
                          says(words("s" + name, 40))};
            if (turn > 1 && random() % 2 == 0)
                nodes[0]["transclude"] = Json::array({ids[random() % ids.size()]});
            for (const std::string& id : append(caller, nodes))
                ids.push_back(id);
        }
        caller.counter = round % 2 == 0 ? &exact.o200k : &exact.cl100k;
        const std::size_t first = random() % (ids.size() - 6);
        caller.call("thread_summarize",
                    {{"span", {ids[first], ids[first + 5]}}, {"text", words("in short", 9)}});
        for (const char* strategy : {"recency", "priority_weighted", "knapsack", "relevance"}) {
            const auto budget = static_cast<std::int64_t>(random() % 700);
            const Json reply = context_of(caller, {{"strategy", strategy},
                                                   {"query", "harbor"},
                                                   {"max_tokens", budget},
                                                   {"reserve", 9}});
            CAPTURE(round, strategy, budget, reply.dump());
            REQUIRE(reply["tokens"] <= std::max<std::int64_t>(budget - 9, 0));
            REQUIRE(reply["tokens"] == cost_of(reply["messages"], *caller.counter));
            std::int64_t shown = 0;
            for (const Json& one : reply["explain"]) {
                const std::string reason = one["reason"];
                if (reason == "selected" || reason == "tail" || reason == "truncated" ||
                    reason == "summary_of")
                    shown += one["tokens"].get<std::int64_t>();
            }
            const auto n = static_cast<std::int64_t>(reply["messages"].size());
            REQUIRE(reply["tokens"] == (n == 0 ? 0 : shown + 4 * n + 3));
        }
    }
}

TEST_CASE("W8 by an exact counter a pin is refused with the least size that shows it") {
    const Exact exact;
    Caller caller;
    const Texts ids =
        append(caller, {user("harbor harbor harbor harbor ha"), says("yes"), user("more")});
    caller.counter = &exact.o200k;
    const Json pins = Json::array({ids[0]});
    const std::int64_t least = count(exact.o200k, "harbor harbor harbor harbor ha") + 4 + 3;
    CHECK(context_of(caller, {{"pins", pins}, {"max_tokens", least}})["tokens"] == least);
    const store::Error refused =
        caller.refusal("thread_assemble", {{"pins", pins}, {"max_tokens", least - 1}});
    CHECK(refused.problems[0].send == std::to_string(least));
}

TEST_CASE("a summary's ratio is by one counter") {
    const Exact exact;
    Caller caller;
    const std::string text(120, 'x');
    const Texts ids = append(caller, {user(text), says(text)});
    caller.counter = &exact.o200k;
    const Json reply =
        caller.fields("thread_summarize", {{"members", ids}, {"text", std::string(60, 'x')}});
    CHECK(reply["ratio"] == .25);
}

TEST_CASE("a focus is chosen and counted by the exact counter") {
    const Exact exact;
    Caller caller;
    caller.counter = &exact.o200k;
    Json args = {{"request", "Which pier?"}, {"mentions", Json::array()}, {"max_tokens", 2000}};
    for (int i = 1; i <= 9; ++i) {
        const std::string id = "T" + std::to_string(i);
        caller.update("+ [" + id + "] Task: Paint the harbor pier - status: active");
        args["mentions"].push_back(id);
    }
    const tools::Outcome all = caller.outcome("map_focus", args);
    CHECK(all.structured["counter"] == "o200k");
    CHECK(all.structured["tokens"] == count(exact.o200k, all.structured["text"]));
    CHECK(all.text.find("tokens (o200k)") != std::string::npos);
    args["max_tokens"] = 150;
    const Json some = caller.fields("map_focus", args);
    CHECK(some["tokens"] <= 150);
    CHECK(some["left_out"] > 0);
}
