#pragma once

#include "store/error.hpp"
#include "store/store.hpp"
#include "tests/support/temp_dir.hpp"
#include "tools/projection/publish.hpp"
#include "tools/projection/selection_json.hpp"

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tests {

using tools::Json;

inline Json source(const std::string& ref, char digit = 'a') {
    return {{"refId", ref}, {"sha256", std::string(64, digit)}};
}

inline Json summary(const std::string& id, const std::string& text = "The harbor opens at six.") {
    return {{"summaryId", id},
            {"role", "user"},
            {"kind", "summary"},
            {"approved", true},
            {"text", text}};
}

inline Json branch(const std::string& id, int revision = 1, const std::string& parent = {}) {
    Json out = {{"branchId", id},
                {"sourceRevision", revision},
                {"sources", Json::array({source("src-" + id)})},
                {"summaries", Json::array({summary("s1", "What " + id + " came to.")})}};
    if (!parent.empty()) out["parentBranchId"] = parent;
    return out;
}

inline Json selection(int revision, const std::vector<Json>& branches) {
    return {
        {"schemaVersion", 1}, {"corpusId", "demo"}, {"revision", revision}, {"branches", branches}};
}

/// Parent and child, as most stories begin.
inline Json family(int revision) {
    return selection(revision, {branch("parent", 3), branch("child", 1, "parent")});
}

/// The reason for which something is refused; "" when it is not.
inline std::string reason_of(const std::function<void()>& run) {
    try {
        run();
    } catch (const store::Error& error) {
        return error.problems.empty() ? "no reason" : error.problems.front().reason;
    }
    return {};
}

/// The reason for which a selection is refused before any graph work.
inline std::string refused(const Json& selection) {
    return reason_of([&] { tools::projection::read_selection(selection.dump()); });
}

inline std::string refused(const std::string& bytes) {
    return reason_of([&] { tools::projection::read_selection(bytes); });
}

/// A store and a directory that selections are published to.
class Corpus {
public:
    tools::projection::Built apply(const Json& selection) {
        return run({tools::projection::read_parsed_selection(selection), {}, root().string(), {}});
    }

    tools::projection::Built rebuild() { return run({{}, {}, root().string(), {}}); }

    std::string refusal(const Json& selection) {
        return reason_of([&] { apply(selection); });
    }

    tools::projection::Built run(tools::projection::Order order) {
        return tools::projection::carry_out(*store, "local", std::move(order));
    }

    /// Forgets all that the store knew.
    void renew_store() {
        store.reset();
        ++stores_;
        store = open();
    }

    [[nodiscard]] std::filesystem::path root() const { return dir.path() / "state"; }

    [[nodiscard]] std::string file(const std::string& name) const {
        std::ifstream in(root() / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }

    void put(const std::string& name, const std::string& text) const {
        std::ofstream(root() / name, std::ios::binary) << text;
        std::filesystem::permissions(root() / name, std::filesystem::perms(0600));
    }

    [[nodiscard]] std::set<std::string> names() const {
        std::set<std::string> out;
        for (const auto& entry : std::filesystem::directory_iterator(root()))
            out.insert(entry.path().filename().string());
        return out;
    }

    [[nodiscard]] Json json(const std::string& name) const { return Json::parse(file(name)); }

    /// The ids of the nodes in graph.json.
    [[nodiscard]] std::set<std::string> nodes() const {
        std::set<std::string> out;
        const Json graph = json("graph.json");
        for (const Json& node : graph["nodes"])
            out.insert(node["id"].get<std::string>());
        return out;
    }

    /// `from relation to` of the edges in graph.json.
    [[nodiscard]] std::set<std::string> edges() const {
        std::set<std::string> out;
        const Json graph = json("graph.json");
        for (const Json& edge : graph["links"])
            out.insert(edge["source"].get<std::string>() + " " +
                       edge["relation"].get<std::string>() + " " +
                       edge["target"].get<std::string>());
        return out;
    }

    TempDir dir;

private:
    [[nodiscard]] std::unique_ptr<store::Store> open() const {
        return std::make_unique<store::Store>(
            store::Options{.dir = dir.path() / ("store" + std::to_string(stores_)), .sync = false});
    }

    int stores_ = 0;

public:
    std::unique_ptr<store::Store> store = open();
};

}  // namespace tests
