#include "tests/support/catch.hpp"
#include "tests/support/chance.hpp"
#include "tools/tokens.hpp"

#include <array>

using namespace tests;
using tools::Json;

namespace {

constexpr std::array strategies{"recency", "priority_weighted", "knapsack", "relevance"};

/// Each result stands behind the message of its call, and no call is without.
void check_pairs(const Json& messages) {
    std::set<std::string> open;
    for (const Json& message : messages) {
        if (message["role"] == "tool") {
            REQUIRE(open.erase(message["tool_call_id"].get<std::string>()) == 1);
            continue;
        }
        REQUIRE(open.empty());
        if (message.contains("tool_calls"))
            for (const Json& call : message["tool_calls"])
                open.insert(call["id"].get<std::string>());
    }
    REQUIRE(open.empty());
}

/// What is active of the calls of a message and their results is shown all or not at all.
void check_groups(const Chat& chat, const Json& gone, const Json& reply) {
    const Texts shown = shown_ids(reply);
    const auto has = [](const auto& list, const std::string& id) {
        return std::find(list.begin(), list.end(), id) != list.end();
    };
    for (const Texts& group : chat.groups) {
        std::set<bool> in;
        for (const std::string& id : group)
            if (has(gone, id))
                REQUIRE_FALSE(has(shown, id));
            else
                in.insert(has(shown, id));
        REQUIRE(in.size() <= 1);
    }
}

bool is_shown(const std::string& reason) {
    return reason == "selected" || reason == "tail" || reason == "pinned" ||
           reason == "truncated" || reason == "summary_of";
}

/// Every node of the chat stands once in what explains the context, and all of it adds up.
void check_sums(const Chat& chat, const Json& reply) {
    std::int64_t included = 0;
    std::map<std::string, std::size_t> tally;
    for (const Json& one : reply["explain"]) {
        const std::string reason = one["reason"];
        REQUIRE(one["n"] == 1);
        ++tally[reason];
        if (is_shown(reason)) included += one["tokens"].get<std::int64_t>();
    }
    const auto why = reasons(reply);
    REQUIRE(why.size() == reply["explain"].size());
    for (const std::string& id : chat.ids)
        REQUIRE(why.count(id) == 1);
    REQUIRE(reply["counts"] == Json(tally));
    const auto n = static_cast<std::int64_t>(reply["messages"].size());
    REQUIRE(reply["tokens"] == (n == 0 ? 0 : included + 4 * n + 3));
    for (std::size_t i = 0; i < reply["messages"].size(); ++i)
        if (const Json& message = reply["messages"][i]; !message.contains("tool_calls"))
            REQUIRE(why.at(reply["ids"][i][0])["tokens"] ==
                    tools::estimate_tokens(message["content"].get<std::string>()).value);
}

/// A text that stands for nodes, and which ones.
struct Retold {
    std::string text;
    std::set<std::size_t> of;
};

std::string canary(std::size_t i) {
    return "canary" + std::to_string(i) + "!";
}

/// Summaries that quote their members, some of them summaries of others.
std::vector<Retold> retell(Caller& caller, Chance& chance, const Texts& ids) {
    std::vector<Retold> out;
    Texts made;
    for (std::size_t i = 0; i < 5; ++i) {
        Retold one{"summary" + std::to_string(i) + "!", {}};
        Json members = Json::array();
        if (i == 4) {
            for (const std::size_t inner : {chance.below(2), 2 + chance.below(2)}) {
                members.push_back(made[inner]);
                one.of.insert(out[inner].of.begin(), out[inner].of.end());
            }
        } else {
            const std::size_t from = chance.below(ids.size() - 2);
            for (std::size_t k = from; k < from + 3; ++k) {
                members.push_back(ids[k]);
                one.of.insert(k);
            }
        }
        for (const std::size_t k : one.of)
            one.text += " " + canary(k);
        made.push_back(
            caller.fields("thread_summarize", {{"members", members}, {"text", one.text}})["id"]);
        out.push_back(std::move(one));
    }
    return out;
}

/// Retracts some nodes, replaces one, and restores one; which are gone.
std::set<std::size_t> take_away(Caller& caller, Chance& chance, const Texts& ids) {
    std::set<std::size_t> gone;
    for (int i = 0; i < 4; ++i) {
        const std::size_t at = chance.below(ids.size());
        caller.call("thread_retract", {{"ids", {ids[at]}}, {"reason", "because-of-this"}});
        gone.insert(at);
    }
    const std::size_t back = *gone.begin(), replaced = chance.below(ids.size());
    caller.call("thread_retract",
                {{"ids", {ids[back]}}, {"restore", true}, {"reason", "because-of-this"}});
    gone.erase(back);
    append(caller, {with(says("instead"), "supersedes", Json::array({ids[replaced]}))});
    gone.insert(replaced);
    return gone;
}

}  // namespace

TEST_CASE("W1 W2 W6 random threads: the budget holds, pairs are whole, the sums are right") {
    Chance chance(20'260'801);
    for (int round = 0; round < 40; ++round) {
        Caller caller;
        const Chat chat = random_chat(caller, chance, 6, 8);
        caller.call("thread_summarize",
                    {{"members", {chat.ids[0], chat.ids[1], chat.ids[2]}}, {"text", "in short"}});
        const Json gone = caller.fields(
            "thread_retract", {{"ids", {chance.one_of(chat.ids)}}, {"reason", "no"}})["inactive"];
        for (const char* strategy : strategies) {
            const std::int64_t most = chance.tokens(900), reserve = chance.tokens(100);
            const Json args = {{"reserve", reserve},
                               {"strategy", strategy},
                               {"query", "harbor"},
                               {"explain", "ids"}};
            const Json reply = context(caller, args, most);
            INFO(most << " " << args.dump());
            REQUIRE(reply["tokens"] <= std::max<std::int64_t>(0, most - reserve));
            check_pairs(reply["messages"]);
            check_groups(chat, gone, reply);
            check_sums(chat, reply);
        }
    }
    Caller empty;
    CHECK(context(empty, Json::object(), 100)["tokens"] == 0);
}

TEST_CASE("W3 W32 what is retracted, its reason and its summaries are in no context") {
    Chance chance(11);
    for (int round = 0; round < 12; ++round) {
        Caller caller;
        Texts ids;
        for (std::size_t i = 0; i < 12; ++i)
            ids.push_back(append(caller, {i % 2 == 0 ? user(canary(i)) : says(canary(i))})[0]);
        const std::vector<Retold> summaries = retell(caller, chance, ids);
        append(caller, {with(says("see"), "transclude", Json::array({chance.one_of(ids)}))});
        const std::set<std::size_t> gone = take_away(caller, chance, ids);
        for (const char* strategy : strategies)
            for (const std::int64_t budget : {40, 70, 120, 4000}) {
                const Json args = {{"strategy", strategy}, {"query", "canary"}};
                const std::string all = context(caller, args, budget)["messages"].dump();
                CHECK(all.find("because-of-this") == std::string::npos);
                for (const std::size_t i : gone)
                    CHECK(all.find(canary(i)) == std::string::npos);
                for (const Retold& one : summaries)
                    if (std::any_of(one.of.begin(), one.of.end(),
                                    [&](std::size_t i) { return gone.count(i) > 0; }))
                        CHECK(all.find(one.text) == std::string::npos);
            }
    }
}

TEST_CASE("W4 parents stand before children, and a branch in one piece") {
    Chance chance(12);
    for (int round = 0; round < 12; ++round) {
        Caller caller;
        append(caller, {user("base"), says("fork")});
        const Texts branches = {"x", "y", "z"};
        for (const std::string& branch : branches)
            caller.call("thread_branch", {{"op", "create"}, {"name", branch}});
        std::map<std::string, std::string> branch_of;
        for (std::size_t n = 4 + chance.below(12); n > 0; --n) {
            const std::string branch = chance.one_of(branches);
            branch_of[append(caller, {user(branch + std::to_string(n))}, branch)[0]] = branch;
        }
        for (const std::string& branch : branches)
            caller.call("thread_branch", {{"op", "merge"}, {"name", branch}});
        append(caller, {user("after")});
        const Texts all = shown_ids(context(caller, Json::object(), 100'000));
        REQUIRE(all.size() == branch_of.size() + 3);
        Depends above;
        for (const std::string& id : all) {
            const Json walked = caller.fields(
                "thread_walk", {{"op", "ancestors"}, {"id", id}, {"types", {"causal"}}});
            for (const Json& node : walked["nodes"])
                above[id].insert(node["id"].get<std::string>());
        }
        for (const char* strategy : strategies)
            for (const std::int64_t budget : {40, 70, 100'000}) {
                const Json args = {{"strategy", strategy}, {"query", "x y3 z"}};
                const Texts shown = shown_ids(context(caller, args, budget));
                std::set<std::string> before, closed;
                std::string last;
                for (const std::string& id : shown) {
                    for (const std::string& earlier : before)
                        REQUIRE(above[earlier].count(id) == 0);
                    before.insert(id);
                    const std::string branch = branch_of[id];
                    if (branch != last && !last.empty()) closed.insert(last);
                    REQUIRE(closed.count(branch) == 0);
                    last = branch;
                }
                REQUIRE(shown.back() == all.back());
            }
    }
}

TEST_CASE("W5 links made in another order give the same context") {
    Chance chance(13);
    for (int round = 0; round < 12; ++round) {
        Caller one, other;
        const Json nodes = {user("a"), says("b"), user("c"), says("d"),
                            user("e"), says("f"), user("g"), says("h")};
        const Texts ids = append(one, nodes);
        REQUIRE(append(other, nodes) == ids);
        std::vector<Json> links;
        for (std::size_t i = 1; i < ids.size(); ++i)
            for (const char* type : {"transclude", "embeds", "supersedes"})
                if (chance.one_in(3))
                    links.push_back(
                        {{"from", ids[i]},
                         {"type", type},
                         {"to", ids[chance.below(i)]},
                         {"weight", type == std::string("embeds") ? Json(.5) : Json()}});
        for (const Json& link : links)
            one.call("thread_link", link);
        std::shuffle(links.begin(), links.end(), chance.random);
        for (const Json& link : links)
            other.call("thread_link", link);
        for (const char* strategy : strategies)
            for (const std::int64_t budget : {30, 60, 4000}) {
                const Json args = {{"strategy", strategy}, {"query", "c h"}, {"explain", "ids"}};
                CHECK(context(one, args, budget).dump() == context(other, args, budget).dump());
            }
    }
}
