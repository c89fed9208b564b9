#include "store/space.hpp"
#include "store/table.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/threads.hpp"
#include "tests/support/vectors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

using namespace tests;
using tools::Json;
using Texts = std::vector<std::string>;

namespace {

Json near(Json node, const Values& values) {
    return with(std::move(node), "vector", sent(values));
}

/// By relevance, in no more than a budget.
Json about(const Values& values, int max_tokens) {
    return {{"strategy", "relevance"}, {"query_vector", sent(values)}, {"max_tokens", max_tokens}};
}

/// A budget that holds so many exchanges of a chat of twenty that are about as long as
/// each other.
int room_for(Caller& caller, int exchanges) {
    const int all = caller.fields("thread_assemble", {{"max_tokens", 100'000}})["tokens"];
    return 3 + (all - 3) * exchanges / 20 + 4;
}

bool shows(const Texts& texts, const std::string& text) {
    return std::find(texts.begin(), texts.end(), text) != texts.end();
}

/// Every record of a thread, by key.
std::map<std::string, std::string> records_in(Caller& caller, const std::string& thread = "main") {
    return caller.store.read([&](const store::ReadTxn& txn) {
        std::map<std::string, std::string> out;
        const auto space =
            store::find_space(txn, caller.principal.tenant, store::SpaceKind::thread, thread);
        if (!space) return out;
        const std::string low = store::Key(*space, store::Table{0}).str();
        const std::string high = store::Key(*space, store::Table{255}).str();
        txn.scan({low, high}, {}, [&](std::string_view key, std::string_view record) {
            out.emplace(key, record);
            return true;
        });
        return out;
    });
}

/// Twenty exchanges as long as each other; two of them are about the lighthouse.
void chat(Caller& caller) {
    for (int i = 0; i < 20; ++i) {
        const bool lighthouse = i == 4 || i == 9;
        const Values values = lighthouse ? Values{1, .1F * static_cast<float>(i), 0}
                                         : Values{0, 1, static_cast<float>(i)};
        append(caller, {near(user("question " + std::to_string(i)), values),
                        says("answer " + std::to_string(i) +
                             " says where the harbor is and what it costs")});
    }
}

}  // namespace

TEST_CASE("D20 a query_vector brings back the exchange whose vector is nearest") {
    Caller caller;
    chat(caller);
    const int room = room_for(caller, 2);
    const Texts two = assembled(caller, about({1, .4F, 0}, room));
    CHECK(shows(two, "user: question 4"));
    CHECK_FALSE(shows(two, "user: question 9"));
    CHECK(shows(two, "user: question 19"));
    const Texts other = assembled(caller, about({1, .9F, 0}, room));
    CHECK(shows(other, "user: question 9"));
    CHECK_FALSE(shows(other, "user: question 4"));
    const Json drawn = caller.fields("thread_export", about({1, .9F, 0}, room));
    CHECK(drawn["text"].get<std::string>().find("question 9\"") != std::string::npos);
}

TEST_CASE("D20 what can be no vector is refused with its place, and nothing is stored") {
    Caller caller;
    append(caller, {near(user("first"), {1, 2, 3, 4})});
    const auto before = records_in(caller);
    const float endless = std::numeric_limits<float>::infinity();
    const auto [vector, reason] = GENERATE_COPY(table<std::string, std::string>({
        {"not base64!", "bad_base64"},
        {"AAAAA", "bad_base64"},
        {base64("12345"), "wrong_size"},
        {"", "out_of_range"},
        {sent({1}), "out_of_range"},
        {sent(Values(4097, 1)), "out_of_range"},
        {sent({1, std::nanf(""), 3, 4}), "not_finite"},
        {sent({1, 2, -endless, 4}), "not_finite"},
        {sent({0, 0, 0, -0.F}), "all_zero"},
        {sent({1, 2, 3}), "wrong_dimension"},
    }));
    INFO(reason);
    const store::Error refused = caller.refusal(
        "thread_append", {{"nodes", {user("second"), with(user("third"), "vector", vector)}}});
    CHECK(refused.code == store::Code::invalid);
    REQUIRE(refused.problems.size() == 1);
    CHECK(refused.problems[0].path == "/nodes/1/vector");
    CHECK(refused.problems[0].reason == reason);
    CHECK(records_in(caller) == before);
    const store::Error asked = caller.refusal("thread_assemble", {{"query_vector", vector}});
    REQUIRE(asked.problems.size() == 1);
    CHECK(asked.problems[0].path == "/query_vector");
    CHECK(asked.problems[0].reason == reason);
}

TEST_CASE("D20 base64 is read with padding or without, in either alphabet") {
    Caller caller;
    const Values values{1.0F, -2.5e-3F, 3.99F, 7e8F, 5};
    std::string bare = sent(values);
    REQUIRE(bare.back() == '=');
    bare.erase(bare.find('='));
    std::string other = sent(values);
    std::replace(other.begin(), other.end(), '+', '-');
    std::replace(other.begin(), other.end(), '/', '_');
    append(caller, {near(user("a"), values), with(user("b"), "vector", bare),
                    with(user("c"), "vector", other)});
    std::vector<std::string> vectors;
    for (const auto& [key, record] : records_in(caller))
        if (key[8] == static_cast<char>(store::Table::thread_vector))
            vectors.emplace_back(store::unseal(key, record, store::Table::thread_vector, 1));
    REQUIRE(vectors.size() == 3);
    CHECK(vectors[0] == vectors[1]);
    CHECK(vectors[0] == vectors[2]);
}

TEST_CASE("D3 a vector is no part of the id, the first one stays, a missing one is taken later") {
    Caller caller, plain;
    const auto one = [](const char* text) { return with(user(text), "parents", Json::array()); };
    const Texts ids = append(caller, {near(one("a"), {1, 0}), one("b")});
    CHECK(append(plain, {one("a"), one("b")}) == ids);
    const auto before = records_in(caller);
    const Json again = caller.fields("thread_append", {{"nodes", {near(one("a"), {0, 1})}}});
    CHECK(again["duplicates"] == Json::array({ids[0]}));
    CHECK(again["version"] == "v1");
    CHECK(records_in(caller) == before);
    const Json later = caller.fields("thread_append", {{"nodes", {near(one("b"), {0, 1})}}});
    CHECK(later["duplicates"] == Json::array({ids[1]}));
    CHECK(later["version"] == "v1");
    CHECK(records_in(caller).size() == before.size() + 1);
}

TEST_CASE("W17 a call with a vector and the same expected_version is carried out once") {
    Caller caller;
    append(caller, {user("a")});
    const Json call = {{"nodes", {near(user("b"), {1, 0})}}, {"expected_version", "v1"}};
    const Json first = caller.fields("thread_append", call);
    const auto before = records_in(caller);
    CHECK(caller.fields("thread_append", call) == first);
    CHECK(records_in(caller) == before);
}

TEST_CASE("D13 a node that an embeds link joins with a hit counts for the weight") {
    Caller caller;
    Texts ids;
    for (int i = 0; i < 20; ++i) {
        Json asked = user(i == 3 ? "lighthouse 3" : "question " + std::to_string(i));
        if (i == 3) asked = near(asked, {1, 0});
        const Texts more =
            append(caller, {asked, says("aye, that is where the harbor is and what it costs")});
        ids.push_back(more[0]);
    }
    const auto shown = [&](const char* text, const Json& args) {
        return shows(assembled(caller, args), text);
    };
    const int room = room_for(caller, 3);
    const Json three = about({1, 0}, room);
    CHECK(shown("user: lighthouse 3", three));
    CHECK_FALSE(shown("user: question 7", three));
    const auto embed = [&](std::size_t from, std::size_t to, double weight) {
        caller.call("thread_link",
                    {{"from", ids[from]}, {"type", "embeds"}, {"to", ids[to]}, {"weight", weight}});
    };
    embed(7, 3, .9);
    CHECK(shown("user: question 7", three));
    embed(3, 11, .95);  // no direction
    CHECK(shown("user: question 11", three));
    embed(11, 3, .2);  // the last word on how near they are
    CHECK(shown("user: question 7", three));
    CHECK_FALSE(shown("user: question 11", three));
    CHECK(shown("user: question 7",
                {{"strategy", "relevance"}, {"query", "lighthouse"}, {"max_tokens", room}}));
    caller.call("thread_retract", {{"ids", {ids[3]}}, {"reason", "false"}});
    CHECK_FALSE(shown("user: question 7", three));
}

TEST_CASE("D13 a query and a query_vector count by their mean") {
    Caller caller;
    for (int i = 0; i < 20; ++i) {
        const bool words = i == 3 || i == 5, vector = i == 5 || i == 7;
        append(caller,
               {near(user(std::string(words ? "lighthouse " : "steamboat ") + std::to_string(i)),
                     vector ? Values{1, 0} : Values{0, 1}),
                says("aye, that is where the harbor is and what it costs")});
    }
    Json args = about({1, 0}, room_for(caller, 2));
    args["query"] = "lighthouse";
    const Texts texts = assembled(caller, args);
    CHECK(shows(texts, "user: lighthouse 5"));
    CHECK_FALSE(shows(texts, "user: steamboat 7"));
    args["max_tokens"] = room_for(caller, 4);
    const Texts more = assembled(caller, args);
    CHECK(shows(more, "user: lighthouse 3"));
    CHECK(shows(more, "user: steamboat 7"));
}

TEST_CASE(
    "D20 a query_vector without anything to compare it with is refused, a new thread is not") {
    Caller caller;
    const Json args = {{"query_vector", sent({1, 0})}};
    CHECK(caller.fields("thread_assemble", args)["messages"].empty());
    append(caller, {user("a")});
    const store::Error refused = caller.refusal("thread_assemble", args);
    REQUIRE(refused.problems.size() == 1);
    CHECK(refused.problems[0].reason == "no_vectors");
    CHECK(caller.refusal("thread_assemble", {{"strategy", "relevance"}}).problems[0].path ==
          "/query");
}

TEST_CASE("D20 assembling without a query_vector reads no vector") {
    Caller caller;
    chat(caller);
    const Texts before = assembled(caller);
    caller.store.write([&](store::WriteTxn& txn) {
        const auto space =
            store::find_space(txn, caller.principal.tenant, store::SpaceKind::thread, "main");
        txn.scan(store::Key(*space, store::Table::thread_vector).range(), {},
                 [&](std::string_view key, std::string_view) {
                     txn.put(std::string(key), "damaged");
                     return true;
                 });
    });
    CHECK(assembled(caller) == before);
    CHECK(caller.refusal("thread_assemble", about({1, 0, 0}, 100)).code == store::Code::corrupt);
}

TEST_CASE("W21 embeds links are taken in every direction") {
    Caller caller;
    const Texts ids = append(caller, {near(user("a"), {1, 0}), near(says("b"), {1, 1})});
    for (const auto& [from, to] : {std::pair{0, 1}, std::pair{1, 0}, std::pair{0, 0}})
        caller.call("thread_link", {{"from", ids[static_cast<std::size_t>(from)]},
                                    {"type", "embeds"},
                                    {"to", ids[static_cast<std::size_t>(to)]}});
    CHECK(assembled(caller, about({1, 0}, 1000)) == Texts{"user: a", "assistant: b"});
}
