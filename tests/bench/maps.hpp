#pragma once

#include "tests/bench/client.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace bench {

/// Nodes of one plan: a goal, its tasks in a chain, questions, risks, decisions, contexts, an
/// artifact.
constexpr int plan_size = 30;

/// The word that stands in the nodes of plan `number` and nowhere else.
std::string plan_word(int number);

/// The update that adds plan `number` with its edges; ids follow from the number.
nlohmann::json plan(int number, const std::string& conversation);

/// An update of five changes on a map that holds plans: two nodes, two edges, one field.
nlohmann::json five_changes(int number, const std::string& conversation);

/// The arguments of an episode of ten facts in made-up words.
nlohmann::json ten_facts(int number);

/// Adds plans until the map has `nodes` nodes.
void build_map(Client& client, const std::string& conversation, int nodes);

/// `count` maps of one small update each.
void build_maps(Client& client, int count);

}  // namespace bench
