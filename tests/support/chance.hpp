#pragma once

#include "tests/support/threads.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tests {

using Texts = std::vector<std::string>;

/// Seeded choices: a law that breaks breaks again.
struct Chance {
    explicit Chance(unsigned seed) : random(seed) {}

    std::size_t below(std::size_t n) { return random() % n; }

    bool one_in(std::size_t n) { return below(n) == 0; }

    std::int64_t tokens(std::size_t n) { return static_cast<std::int64_t>(below(n)); }

    template <class List>
    const auto& one_of(const List& list) {
        return list[below(list.size())];
    }

    /// A text that begins with a word of its own.
    std::string words(const std::string& start, std::size_t most) {
        std::string out = start;
        for (std::size_t n = below(most); n > 0; --n)
            out += " harbor";
        return out;
    }

    std::mt19937 random;
};

/// What a node depends on, by id (D5).
using Depends = std::map<std::string, std::set<std::string>>;

inline bool reaches(const Depends& depends, const std::string& from, const std::string& to) {
    std::set<std::string> seen;
    const std::function<bool(const std::string&)> visit = [&](const std::string& here) {
        if (here == to) return true;
        if (!seen.insert(here).second || depends.count(here) == 0) return false;
        const auto& next = depends.at(here);
        return std::any_of(next.begin(), next.end(), visit);
    };
    return visit(from);
}

/// Every key and value of a store, one behind the other.
inline std::string bytes_of(const Caller& caller) {
    return caller.store.read([](const store::ReadTxn& txn) {
        std::string out;
        txn.scan({std::string(1, '\0'), ""}, {}, [&](std::string_view key, std::string_view value) {
            out.append(key).append(value);
            return true;
        });
        return out;
    });
}

/// True for a call that was taken.
inline bool taken(Caller& caller, const std::string& tool, const tools::Json& args) {
    try {
        caller.call(tool, args);
        return true;
    } catch (const store::Error&) {
        return false;
    }
}

inline tools::Json context(Caller& caller, tools::Json args, std::int64_t max_tokens) {
    args["max_tokens"] = max_tokens;
    return caller.fields("thread_assemble", args);
}

/// Ids of the nodes in a context, in order.
inline Texts shown_ids(const tools::Json& reply) {
    Texts out;
    for (const tools::Json& message : reply["ids"])
        for (const tools::Json& id : message)
            out.push_back(id);
    return out;
}

/// Nodes by why they are in or out of a context that was explained one by one.
inline std::map<std::string, tools::Json> reasons(const tools::Json& reply) {
    std::map<std::string, tools::Json> out;
    for (const tools::Json& one : reply["explain"])
        out[one["from"].get<std::string>()] = one;
    return out;
}

/// What random_chat said.
struct Chat {
    Texts ids;
    std::vector<Texts> groups;  ///< calls of one message with their results
};

/// Turns of a question, calls of one message with results in any order, and an answer.
/// One result in `missing` fails to come; 0: none.
inline Chat random_chat(Caller& caller, Chance& chance, int turns, std::size_t missing = 0) {
    Chat out;
    for (int turn = 0; turn < turns; ++turn) {
        const std::string name = std::to_string(turn);
        tools::Json nodes = {user(chance.words("u" + name, 50))};
        std::vector<std::string> open;
        for (std::size_t k = chance.below(4); k > 0; --k)
            open.push_back(name + "-" + std::to_string(k));
        for (const std::string& id : open)
            nodes.push_back(calls(id));
        std::shuffle(open.begin(), open.end(), chance.random);
        for (const std::string& id : open)
            if (missing == 0 || !chance.one_in(missing))
                nodes.push_back(result(id, chance.words("r", 30)));
        const std::size_t in_group = nodes.size() - 1;
        nodes.push_back(says(chance.words("s" + name, 50)));
        const Texts more = append(caller, nodes);
        const auto first = more.begin() + 1;
        out.groups.emplace_back(first, first + static_cast<std::ptrdiff_t>(in_group));
        out.ids.insert(out.ids.end(), more.begin(), more.end());
    }
    return out;
}

/// In which order the results of a turn's calls came.
enum class Results : std::uint8_t { in_any_order, as_called };

/// One turn as OpenAI's clients keep it; its texts hold `name`.
inline tools::Json random_turn(Chance& chance, const std::string& name,
                               Results order = Results::in_any_order) {
    using tools::Json;
    const Texts arguments = {"{}", R"({"x": 1,  "y":[2]})", "not json", "", R"("\u00e9")"};
    Json out = Json::array({{{"role", "user"}, {"content", chance.words("q" + name, 4)}}});
    Json made = Json::array();
    std::vector<Json> results;
    for (std::size_t k = chance.below(4); k > 0; --k) {
        const std::string id = name + "-" + std::to_string(k);
        made.push_back({{"id", id},
                        {"type", "function"},
                        {"function", {{"name", "look"}, {"arguments", chance.one_of(arguments)}}}});
        results.push_back(
            {{"role", "tool"}, {"tool_call_id", id}, {"content", chance.words("r" + id, 3)}});
    }
    if (order == Results::in_any_order) std::shuffle(results.begin(), results.end(), chance.random);
    Json asks = {{"role", "assistant"}, {"content", nullptr}};
    if (chance.one_in(2)) asks["content"] = "I look for " + name;
    asks["tool_calls"] = made;
    if (!made.empty()) out.push_back(asks);
    for (Json& one : results)
        out.push_back(std::move(one));
    out.push_back({{"role", "assistant"}, {"content", chance.words("a" + name, 4)}});
    return out;
}

using Turns = std::vector<tools::Json>;

inline Turns random_turns(Chance& chance, int turns, Results order = Results::in_any_order) {
    Turns out;
    for (int turn = 0; turn < turns; ++turn)
        out.push_back(random_turn(chance, std::to_string(turn), order));
    return out;
}

/// Turns as one list of messages.
inline tools::Json joined(const Turns& turns) {
    tools::Json out = tools::Json::array();
    for (const tools::Json& turn : turns)
        out.insert(out.end(), turn.begin(), turn.end());
    return out;
}

/// Appends nodes with random parents; `depends` learns what each one depends on.
inline Texts random_nodes(Caller& caller, Chance& chance, std::size_t count, Depends& depends) {
    Texts ids;
    for (std::size_t i = 0; i < count; ++i) {
        tools::Json parents = tools::Json::array();
        for (std::size_t n = ids.empty() ? 0 : chance.below(3); n > 0; --n)
            parents.push_back(chance.one_of(ids));
        const Texts made =
            append(caller, {with(says("node " + std::to_string(i)), "parents", parents)});
        for (const tools::Json& parent : parents)
            depends[made[0]].insert(parent.get<std::string>());
        ids.push_back(made[0]);
    }
    return ids;
}

}  // namespace tests
