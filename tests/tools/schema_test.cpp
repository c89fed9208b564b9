#include "tools/schema.hpp"

#include "tests/support/catch.hpp"

#include <string>

using tools::Json;

namespace {

enum class Colour { dark_red, blue };

constexpr auto names(Colour) {
    return std::array{"dark_red", "blue"};
}

struct Item {
    std::string name;
    std::optional<std::int64_t> count;

    static constexpr auto fields() {
        return std::tuple{tools::field("name", &Item::name, "Its name", {.max_length = 4}),
                          tools::field("count", &Item::count, "How many", {.least = 0, .most = 9})};
    }
};

struct Order {
    std::optional<Colour> colour;
    std::optional<std::vector<Item>> items;
    std::optional<std::vector<std::string>> ids;
    std::optional<bool> fast;

    static constexpr auto fields() {
        return std::tuple{tools::field("colour", &Order::colour, "Which colour"),
                          tools::field("items", &Order::items, "What to send"),
                          tools::field("ids", &Order::ids, "Several ids"),
                          tools::field("fast", &Order::fast, "In a hurry")};
    }
};

struct Read {
    Order order;
    tools::Problems problems;
};

Read read(const std::string& json) {
    Read out;
    tools::Type<Order>::read(tools::parse_json(json), out.order, {"", {}, out.problems});
    return out;
}

}  // namespace

TEST_CASE("reading is lenient where models err") {
    CHECK(read(R"({"colour": "Dark Red"})").order.colour == Colour::dark_red);
    CHECK(read(R"({"colour": null, "items": null})").problems.empty());
    CHECK(read(R"({"items": "[{\"name\":\"a\"}]"})").order.items->size() == 1);
    CHECK(read(R"({"items": {"name": "a"}})").order.items->size() == 1);
    CHECK(read(R"({"items": [{"name": "a", "count": "5"}]})").order.items->at(0).count == 5);
    CHECK(read(R"({"items": [{"name": "a", "count": 5.0}]})").order.items->at(0).count == 5);
    CHECK(read(R"({"ids": "T2, T4"})").order.ids == std::vector<std::string>{"T2", "T4"});
    CHECK(read(R"({"fast": "True"})").order.fast == true);
}

TEST_CASE("every fault of the arguments comes at once, with its path") {
    const auto problems =
        read(R"({"colour": "bleu", "item": 1, "items": [{"count": 10}, {"name": "abcde"}, 7]})")
            .problems;
    std::vector<std::string> paths;
    for (const auto& problem : problems)
        paths.push_back(problem.path);
    CHECK(paths == std::vector<std::string>{"/colour", "/items/0/name", "/items/0/count",
                                            "/items/1/name", "/items/2", "/item"});
    CHECK(problems[0].message == "expected one of dark_red, blue; nearest: blue");
    CHECK(problems[2].message == "expected at most 9, is 10");
    CHECK(problems[3].message == "expected at most 4 code points, has 5");
    CHECK(problems[5].message.find("nearest: items") != std::string::npos);
}

TEST_CASE("JSON from outside is one strict value") {
    const auto reason = [](const std::string& text) {
        try {
            tools::parse_json(text, {.depth = 4, .values = 20});
            return std::string("taken");
        } catch (const store::Error& error) {
            return error.problems.at(0).reason;
        }
    };
    CHECK(reason(R"({"a": [1, {"b": null}], "c": "\u00e9"})") == "taken");
    CHECK(reason(R"({"a": 1, "a": 2})") == "duplicate_key");
    CHECK(reason("[[[[[1]]]]]") == "depth");
    CHECK(reason("[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]") == "values");
    CHECK(reason("1e400") == "number");
    CHECK(reason("\"\\ud800\"") == "syntax");
    CHECK(reason("\"a\xff\"") == "syntax");
    CHECK(reason("{\"a\":1} x") == "syntax");
    CHECK(reason("") == "syntax");
}

TEST_CASE("equal keys are found in large objects too") {
    std::string text = "{";
    for (int i = 0; i < 5000; ++i)
        text += "\"k" + std::to_string(i) + "\":1,";
    CHECK(tools::parse_json(text + "\"k\":1}").size() == 5001);
    CHECK_THROWS_AS(tools::parse_json(text + "\"k4000\":1}"), store::Error);
}
