#include "tests/support/catch.hpp"
#include "tools/graph/pack.hpp"
#include "tools/graph/spread.hpp"
#include "tools/graph/walk.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <vector>

namespace graph = tools::graph;

namespace {

using Edges = std::map<int, std::vector<int>>;

/// Neighbours over a table of edges; counts the levels asked for.
graph::Neighbours<int> over(const Edges& edges, int& levels) {
    return [&](std::span<const int> level) {
        ++levels;
        std::vector<int> out;
        for (const int node : level)
            if (const auto at = edges.find(node); at != edges.end())
                out.insert(out.end(), at->second.begin(), at->second.end());
        return out;
    };
}

}  // namespace

TEST_CASE("a walk reaches each node once, nearest first, a level at a time") {
    const Edges edges{{1, {2, 3}}, {2, {4, 1}}, {3, {4}}, {4, {5}}, {5, {1}}};
    int levels = 0;
    const std::vector<int> start{1};
    CHECK(graph::reach<int>(start, over(edges, levels), 99) == std::vector<int>{1, 2, 3, 4, 5});
    CHECK(levels == 4);
}

TEST_CASE("a walk stops at its bound, starts included") {
    const Edges edges{{1, {2, 3, 4, 5}}, {2, {6}}};
    int levels = 0;
    const std::vector<int> start{1, 9};
    CHECK(graph::reach<int>(start, over(edges, levels), 4) == std::vector<int>{1, 9, 2, 3});
    CHECK(levels == 1);
    CHECK(graph::reach<int>(start, over(edges, levels), 1) == std::vector<int>{1});
    CHECK(graph::reach<int>(std::vector<int>{}, over(edges, levels), 9).empty());
}

TEST_CASE("relevance fades with every edge and adds up where it meets") {
    const std::vector<double> own{1, 0, 0, .5};
    const std::vector<graph::Arc> arcs{{0, 1, .6}, {1, 2, .6}, {3, 2, .6}};
    const auto strengths = graph::spread(own, arcs);
    CHECK(strengths[0] == Approx(1));
    CHECK(strengths[1] == Approx(.6));
    CHECK(strengths[2] > .36);
    CHECK(strengths[2] < .6);
    CHECK(strengths[3] == Approx(.5));
}

TEST_CASE("relevance stays between nothing and certainty, whatever the cycles") {
    std::mt19937 random(GENERATE(1U, 2U, 3U));
    std::uniform_real_distribution<double> chance(0, 1);
    constexpr std::size_t nodes = 30;
    std::vector<double> own(nodes);
    for (auto& strength : own)
        strength = chance(random) < .2 ? chance(random) : 0;
    std::vector<graph::Arc> arcs;
    for (int i = 0; i < 200; ++i)
        arcs.push_back({random() % nodes, random() % nodes, chance(random)});
    const auto strengths = graph::spread(own, arcs, {.rounds = 9});
    for (std::size_t i = 0; i < nodes; ++i) {
        CHECK(strengths[i] >= own[i]);
        CHECK(strengths[i] <= 1);
    }
}

TEST_CASE("without rounds every node keeps what it had") {
    const std::vector<double> own{.4, 0};
    CHECK(graph::spread(own, std::vector<graph::Arc>{{0, 1, 1}}, {.rounds = 0}) == own);
}

TEST_CASE("packing takes the best that fit and passes over what does not") {
    const std::vector<std::int64_t> costs{5, 9, 3, 1, 1};
    const auto cost = [&](std::size_t item, std::span<const std::size_t>) { return costs[item]; };
    CHECK(graph::pack(5, {9, 10}, cost) == std::vector<std::size_t>{0, 2, 3, 4});
    CHECK(graph::pack(5, {2, 10}, cost) == std::vector<std::size_t>{0, 2});
    CHECK(graph::pack(5, {9, 0}, cost).empty());
    CHECK(graph::pack(0, {9, 10}, cost).empty());
}

TEST_CASE("an item's cost may depend on what is chosen already") {
    const auto cost = [](std::size_t, std::span<const std::size_t> chosen) {
        return static_cast<std::int64_t>(1 + chosen.size());
    };
    CHECK(graph::pack(9, {9, 6}, cost).size() == 3);
}
