#pragma once

#include "tests/support/chance.hpp"

#include <string>
#include <utility>

namespace tests {

/// A call of a changing tool, which may be refused.
struct Asked {
    std::string tool;
    tools::Json args;
};

/// Calls of every changing tool of a thread, on what earlier ones made.
class RandomCalls {
public:
    explicit RandomCalls(unsigned seed) : chance(seed) {}

    Asked next() {
        const std::size_t what = ids_.size() < 4 ? 0 : chance.below(12);
        if (what < 4) return on_branch("thread_append", {{"nodes", nodes()}});
        if (what < 6) return on_branch("thread_retract", verdict());
        if (what < 8) return on_branch("thread_link", link());
        if (what == 8) return on_branch("thread_summarize", summary());
        if (what == 9) return history();
        return branch();
    }

    /// Makes a call and learns what its answer named; false where it is refused.
    bool play(Caller& caller, const Asked& asked) {
        try {
            last_ = caller.fields(asked.tool, asked.args);
        } catch (const store::Error&) {
            return false;
        }
        learn();
        return true;
    }

    /// The last answer.
    [[nodiscard]] const tools::Json& last() const { return last_; }

    [[nodiscard]] const Texts& branches() const { return branches_; }

    Chance chance;

private:
    void learn() {
        if (last_.contains("ids"))
            for (const tools::Json& id : last_["ids"])
                ids_.push_back(id);
        if (last_.contains("id")) ids_.push_back(last_["id"]);
        if (last_.contains("lost") &&
            std::find(branches_.begin(), branches_.end(), last_["branch"]) == branches_.end())
            branches_.push_back(last_["branch"]);
        if (!last_.contains("refs")) return;
        branches_.clear();
        for (const tools::Json& ref : last_["refs"])
            branches_.push_back(ref["name"]);
    }

    Asked on_branch(const char* tool, tools::Json args) {
        args["branch"] = chance.one_of(branches_);
        return {tool, std::move(args)};
    }

    const std::string& id() { return chance.one_of(ids_); }

    tools::Json some_ids() {
        tools::Json out = tools::Json::array();
        for (std::size_t n = chance.below(3); n > 0; --n)
            out.push_back(id());
        return out;
    }

    tools::Json node() {
        const std::string text = chance.one_in(6) ? "same" : "text " + std::to_string(++made_);
        if (ids_.size() < 4 || !chance.one_in(3)) return chance.one_in(2) ? user(text) : says(text);
        const std::size_t what = chance.below(5);
        if (what == 0) return with(says(text), "parents", some_ids());
        if (what == 1) return with(says(text), "supersedes", some_ids());
        if (what == 2) return with(user(text), "transclude", some_ids());
        if (what == 3) return {{"kind", "critique"}, {"target", id()}, {"content", text}};
        return calls(std::to_string(made_));
    }

    tools::Json nodes() {
        tools::Json out = tools::Json::array();
        for (std::size_t n = 1 + chance.below(3); n > 0; --n) {
            out.push_back(node());
            if (out.back()["kind"] == "tool_call")
                out.push_back(result(out.back()["call_id"], "found"));
        }
        return out;
    }

    tools::Json verdict() {
        const Texts cascades = {"none", "answers", "exclusive", "mark_stale"};
        if (chance.one_in(3)) return {{"ids", {id()}}, {"restore", true}};
        return {{"ids", {id()}}, {"reason", "no"}, {"cascade", chance.one_of(cascades)}};
    }

    tools::Json link() {
        const Texts types = {"transclude", "supersedes", "embeds"};
        return {{"from", id()}, {"to", id()}, {"type", chance.one_of(types)}};
    }

    tools::Json summary() {
        return {{chance.one_in(2) ? "span" : "members", {id(), id()}}, {"text", "in short"}};
    }

    /// A conversation that grows, in a branch of its own.
    Asked history() {
        turns_.push_back(random_turn(chance, std::to_string(turns_.size())));
        return {"thread_import",
                {{"messages", joined(turns_)}, {"branch", "imported"}, {"ids", true}}};
    }

    Asked branch() {
        const Texts names = {"main", "x", "y", "z"};
        const Texts strategies = {"fail", "ours", "theirs", "both"};
        const std::string name = chance.one_of(names);
        const std::size_t what = chance.below(8);
        if (what < 4)
            return on_branch("thread_branch", {{"op", "merge"},
                                               {"name", name},
                                               {"into", chance.one_of(names)},
                                               {"strategy", chance.one_of(strategies)}});
        if (what == 4)
            return on_branch("thread_branch", {{"op", "move"}, {"name", name}, {"at", id()}});
        if (what == 5) return on_branch("thread_branch", {{"op", "delete"}, {"name", name}});
        return on_branch("thread_branch", {{"op", "create"}, {"name", name}});
    }

    Texts ids_, branches_{"main"};
    int made_ = 0;
    tools::Json last_;
    Turns turns_;
};

/// All nodes of a version, page by page.
inline tools::Json all_nodes(Caller& caller, tools::Json args) {
    tools::Json out = tools::Json::array();
    while (true) {
        const tools::Json page = caller.fields("thread_log", args);
        out.insert(out.end(), page["nodes"].begin(), page["nodes"].end());
        if (!page.contains("next_cursor")) return out;
        args["cursor"] = page["next_cursor"];
    }
}

}  // namespace tests
