#include "tests/support/caller.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/episodes.hpp"

#include <string>

using tests::Caller;
using tests::episode;
using tests::fact;
using tests::hits;
using tools::Json;

namespace {

constexpr std::int64_t day = 86'400'000;

/// A caller who may wait for days.
struct Keeper : Caller {
    Json keep(const std::string& subject, const std::string& dataspace = "default") {
        Json sent = episode({fact(subject, "holds", "grain")});
        sent["dataspace_name"] = dataspace;
        return fields("create_longterm_memory", sent);
    }

    void open() {
        for (const auto& row : catalog.upkeep)
            row.run(store, context());
    }
};

}  // namespace

TEST_CASE("LM14 what is older than its dataspace keeps leaves search with the next write") {
    Keeper keeper;
    keeper.settings.dataspaces = {"default", "work"};
    const Json old = keeper.keep("Pier");
    keeper.keep("Quay", "work");
    keeper.settings.retain_days = {{"default", 30}};
    keeper.wait(29 * day);
    keeper.keep("Mole");
    CHECK(hits(keeper, "Pier") == 1);
    keeper.wait(2 * day);
    keeper.keep("Jetty");
    CHECK(hits(keeper, "Pier") == 0);
    CHECK(hits(keeper, "Mole") == 1);
    CHECK(hits(keeper, "Quay") == 1);
    const Json gone =
        keeper.fields("get_longterm_memory_episode", {{"episode_uuid", old["episode_uuid"]}});
    CHECK(gone["state"] == "retired");
    CHECK(gone["facts"][0]["statement"] == "Pier holds grain.");
}

TEST_CASE("LM14 opening a store retires all that is too old, once") {
    Keeper keeper;
    for (int i = 0; i < 30; ++i) {
        std::vector<Json> facts;
        for (int k = 0; k < 100; ++k)
            facts.push_back(
                fact("Pier " + std::to_string(i), "holds", "crate " + std::to_string(100 * i + k)));
        keeper.call("create_longterm_memory", episode(facts));
    }
    keeper.wait(8 * day);
    const Json young = keeper.keep("Mole");
    keeper.settings.retain_days = {{"default", 7}, {"never used", 7}};
    keeper.open();
    const auto state = [&] {
        return keeper.fields("memory_status", Json::object())["dataspaces"][0];
    };
    CHECK(state()["facts"] == 1);
    CHECK(state()["removed"] == 3'000);
    const Json before = state()["last_write"];
    keeper.open();
    CHECK(state()["last_write"] == before);
    CHECK(hits(keeper, "Mole") == 1);
}

TEST_CASE("LM14 a store without the setting keeps everything") {
    Keeper keeper;
    keeper.keep("Pier");
    keeper.wait(100'000 * day);
    keeper.open();
    keeper.keep("Mole");
    CHECK(hits(keeper, "Pier") == 1);
}
