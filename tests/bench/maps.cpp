#include "tests/bench/maps.hpp"

#include <array>
#include <cmath>
#include <random>

namespace bench {
namespace {

using nlohmann::json;

/// A made-up word of two or three syllables.
std::string word(unsigned number) {
    constexpr std::array syllables{"ba", "ce", "di", "fo", "gu", "ka",  "le",  "mi",  "no",  "pu",
                                   "ra", "se", "ti", "vo", "zu", "har", "mel", "tor", "win", "bek"};
    std::string out;
    for (unsigned rest = number + 20; rest > 0; rest /= 20)
        out += syllables[rest % 20];
    return out;
}

/// Eight words, common ones often, the plan's own word first.
std::string sentence(int plan, std::mt19937& random) {
    std::uniform_real_distribution<double> any(0, 1);
    std::string out = plan_word(plan);
    for (int i = 0; i < 7; ++i)
        out += " " + word(static_cast<unsigned>(std::pow(4000.0, any(random))));
    return out;
}

json node(const char* type, char letter, int number, std::string text) {
    json out{{"op", "add"},
             {"type", type},
             {"id", letter + std::to_string(number)},
             {"text", std::move(text)},
             {"status", "active"}};
    if (letter == 'D') out["reason"] = "it fits the plan";
    if (letter == 'Q') out["impact"] = "holds up the next step";
    if (letter == 'R') out["mitigation"] = "look again on Friday";
    return out;
}

json link(std::string from, const char* edge, std::string to) {
    return {{"op", "link"}, {"from", std::move(from)}, {"edge", edge}, {"to", std::move(to)}};
}

}  // namespace

std::string plan_word(int number) {
    return "plan" + std::to_string(number) + "x";
}

json plan(int number, const std::string& conversation) {
    std::mt19937 random(static_cast<unsigned>(number));
    json changes = json::array();
    const auto id = [number](char letter, int size, int place) {
        return letter + std::to_string(number * size + place + 1);
    };
    const auto add = [&](const char* type, char letter, int size) {
        for (int i = 0; i < size; ++i)
            changes.push_back(node(type, letter, number * size + i + 1, sentence(number, random)));
    };
    add("goal", 'G', 1);
    add("task", 'T', 14);
    add("question", 'Q', 4);
    add("risk", 'R', 3);
    add("decision", 'D', 3);
    add("context", 'C', 4);
    add("artifact", 'A', 1);
    changes.push_back(link(id('G', 1, 0), "depends_on", id('T', 14, 0)));
    for (int i = 1; i < 14; ++i)
        changes.push_back(
            link(id('T', 14, i / 2), i % 2 == 0 ? "depends_on" : "next", id('T', 14, i)));
    for (int i = 0; i < 4; ++i)
        changes.push_back(link(id('Q', 4, i), "blocks", id('T', 14, 3 * i)));
    for (int i = 0; i < 3; ++i)
        changes.push_back(link(id('R', 3, i), "blocks", id('T', 14, 4 * i + 1)));
    for (int i = 0; i < 3; ++i)
        changes.push_back(link(id('D', 3, i), "supports", id('T', 14, 5 * i % 14)));
    for (int i = 0; i < 4; ++i)
        changes.push_back(link(id('C', 4, i), "supports", id('D', 3, i % 3)));
    changes.push_back(link(id('T', 14, 13), "updates", id('A', 1, 0)));
    return {{"conversation", conversation}, {"changes", std::move(changes)}};
}

json five_changes(int number, const std::string& conversation) {
    std::mt19937 random(static_cast<unsigned>(number) + 77);
    json changes = json::array();
    changes.push_back({{"op", "add"},
                       {"type", "task"},
                       {"id", "$t"},
                       {"text", sentence(900'000 + number, random)}});
    changes.push_back({{"op", "add"},
                       {"type", "context"},
                       {"id", "$c"},
                       {"text", sentence(900'000 + number, random)},
                       {"source", "user"}});
    changes.push_back(link("G1", "depends_on", "$t"));
    changes.push_back(link("$c", "supports", "$t"));
    changes.push_back({{"op", "update"},
                       {"id", "T2"},
                       {"confidence", number % 2 == 0 ? "assumed" : "confirmed"}});
    return {{"conversation", conversation}, {"changes", std::move(changes)}};
}

json ten_facts(int number) {
    std::mt19937 random(static_cast<unsigned>(number));
    std::uniform_int_distribution<unsigned> any(0, 8'000);
    json facts = json::array();
    for (int i = 0; i < 10; ++i) {
        const std::string subject = word(any(random)), object = word(any(random));
        facts.push_back(
            {{"subject_name", subject},
             {"predicate", "uses_" + word(any(random) % 40)},
             {"object_name", object},
             {"statement", subject + " uses " + object + " " + sentence(number, random)}});
    }
    return {{"episode_name", "Uses in " + plan_word(number)},
            {"source_description", "made up"},
            {"reference_time_iso", "2026-01-01T00:00:00Z"},
            {"facts", std::move(facts)}};
}

void build_map(Client& client, const std::string& conversation, int nodes) {
    std::vector<json> updates;
    for (int number = 0; number * plan_size < nodes; ++number)
        updates.push_back(plan(number, conversation));
    client.stream("map_update", updates);
}

void build_maps(Client& client, int count) {
    std::vector<json> updates;
    for (int number = 0; number < count; ++number) {
        std::mt19937 random(static_cast<unsigned>(number));
        json goal{{"type", "goal"},
                  {"text", sentence(number, random)},
                  {"depends_on", json::array({"$t"})}};
        json task{
            {"type", "task"}, {"id", "$t"}, {"text", sentence(number, random)}, {"source", "user"}};
        updates.push_back({{"conversation", "map " + std::to_string(number)},
                           {"changes", {std::move(goal), std::move(task)}}});
    }
    client.stream("map_update", updates);
}

}  // namespace bench
