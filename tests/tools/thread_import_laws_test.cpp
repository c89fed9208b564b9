#include "tests/support/catch.hpp"
#include "tests/support/chance.hpp"

using namespace tests;
using tools::Json;

namespace {

/// The line of a branch as a list of messages, members sorted.
nlohmann::json exported_as(Caller& caller, const char* format) {
    const Json reply = caller.fields("thread_export", {{"format", format}});
    return nlohmann::json::parse(reply["text"].get<std::string>());
}

/// What comes back in a format after a list went in.
nlohmann::json through(const Json& messages, const char* format) {
    Caller caller;
    caller.call("thread_import", {{"messages", messages}});
    return exported_as(caller, format);
}

/// Everything that is sent where there is room for all of it.
nlohmann::json sent(Caller& caller) {
    return nlohmann::json(context(caller, Json::object(), 1'000'000)["messages"]);
}

/// Turns with one of them said in other words, left out, put in, or the end cut off.
/// The first message stays: without it, it is another conversation.
Turns edited(Turns turns, Chance& chance, const std::string& name) {
    const std::size_t at = 1 + chance.below(turns.size() - 1);
    const auto place = turns.begin() + static_cast<std::ptrdiff_t>(at);
    switch (chance.below(5)) {
        case 0:
            turns[at][0]["content"] = "instead " + name;
            break;
        case 1:
            turns[at - 1].back()["content"] = "better " + name;
            break;
        case 2:
            turns.insert(place, random_turn(chance, "new" + name, Results::as_called));
            break;
        case 3:
            if (turns.size() > 2) turns.erase(place);
            break;
        default:
            if (at > 1) turns.erase(place, turns.end());
    }
    return turns;
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t out = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++out;
    return out;
}

}  // namespace

TEST_CASE("W11 random histories come back as they were") {
    Chance chance(19);
    for (int round = 0; round < 25; ++round) {
        const Json before = joined(random_turns(chance, 3));
        CHECK(through(before, "openai") == nlohmann::json(before));
        const nlohmann::json other = through(before, "anthropic");
        CHECK(through(Json(other), "anthropic") == other);
    }
}

TEST_CASE("W12 a random history that grew adds what is new") {
    Chance chance(21);
    for (int round = 0; round < 12; ++round) {
        Caller caller;
        Turns turns;
        std::int64_t nodes = 0;
        for (int i = 0; i < 5; ++i) {
            turns.push_back(random_turn(chance, std::to_string(i)));
            const Json reply = caller.fields("thread_import", {{"messages", joined(turns)}});
            CHECK(reply["new"].get<std::int64_t>() + nodes == reply["nodes"]);
            nodes = reply["nodes"];
            Caller fresh;
            CHECK(fresh.fields("thread_import", {{"messages", joined(turns)}})["new"] == nodes);
            CHECK(caller.fields("thread_import", {{"messages", joined(turns)}})["new"] == 0);
        }
    }
}

TEST_CASE("W13 what was retracted from a random history stays so when it is sent again") {
    Chance chance(22);
    for (int round = 0; round < 12; ++round) {
        Caller caller;
        Turns turns = random_turns(chance, 3);
        std::set<std::string> gone;
        for (int i = 3; i < 7; ++i) {
            const Json reply =
                caller.fields("thread_import", {{"messages", joined(turns)}, {"ids", true}});
            const Json made = caller.fields("thread_retract",
                                            {{"ids", {chance.one_of(reply["ids"])}},
                                             {"cascade", chance.one_in(2) ? "none" : "answers"}});
            for (const Json& id : made["inactive"])
                gone.insert(id.get<std::string>());
            const nlohmann::json before = sent(caller);
            CHECK(caller.fields("thread_import", {{"messages", joined(turns)}})["new"] == 0);
            CHECK(sent(caller) == before);
            turns.push_back(random_turn(chance, std::to_string(i)));
            caller.call("thread_import", {{"messages", joined(turns)}});
            const Texts shown = shown_ids(context(caller, Json::object(), 1'000'000));
            for (const std::string& id : shown)
                CHECK(gone.count(id) == 0);
            for (const std::string& id : gone)
                CHECK(caller.fields("thread_log", {{"id", id}})["nodes"][0]["state"] ==
                      "retracted");
        }
    }
}

TEST_CASE("W14 whatever was edited, what is assembled is the history as it was sent") {
    Chance chance(23);
    for (int round = 0; round < 12; ++round) {
        Caller caller;
        std::vector<Turns> said{random_turns(chance, 4, Results::as_called)};
        caller.call("thread_import", {{"messages", joined(said[0])}});
        for (int i = 0; i < 8; ++i) {
            const bool again = chance.one_in(3);
            Turns next =
                again ? chance.one_of(said) : edited(said.back(), chance, std::to_string(i));
            const Json messages = joined(next);
            caller.call("thread_import", {{"messages", messages}});
            INFO(messages.dump(1));
            REQUIRE(sent(caller) == nlohmann::json(messages));
            said.push_back(std::move(next));
        }
    }
}

TEST_CASE("W29 random texts pass through ChatML, and their special tokens never as such") {
    Chance chance(24);
    const Texts bits = {"<",      "|",          "\\",       "<|",           "|>",
                        "im_end", "<|im_end|>", "im_start", "<|im_start|>", "system\n",
                        "a",      "\n",         " "};
    for (int round = 0; round < 40; ++round) {
        Caller caller, fresh;
        Json nodes = Json::array();
        for (int i = 0; i < 8; ++i) {
            std::string text;
            for (std::size_t n = chance.below(12); n > 0; --n)
                text += chance.one_of(bits);
            nodes.push_back(i % 2 == 0 ? user(text) : says(text));
        }
        append(caller, nodes);
        const std::string text = caller.text("thread_export", {{"format", "chatml_text"}});
        INFO(text);
        CHECK(count(text, "<|im_start|>") == 8);
        CHECK(count(text, "<|im_end|>") == 8);
        CHECK(count(text, "<|") == 16);
        fresh.call("thread_import", {{"text", text}});
        CHECK(sent(fresh) == sent(caller));
    }
}
