#pragma once

#include "store/error.hpp"
#include "store/store.hpp"
#include "tests/support/temp_dir.hpp"
#include "tools/catalog.hpp"

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace tests {

/// Both forms of an answer.
struct Answer {
    tools::Json structured;
    std::string text;
};

/// Calls tools on a store of its own in memory, as a host would, with a clock that
/// moves a second a call and ids that count.
class Caller {
public:
    Caller() { settings.conversation = "main"; }

    /// The whole answer of a tool. Throws what the tool throws.
    tools::Outcome outcome(const std::string& name, const tools::Json& arguments) {
        const tools::Tool* tool = catalog.tool(name);
        if (!tool) throw std::logic_error("no tool " + name);
        now_ += 1000;
        return tool->run(store, context(), arguments);
    }

    Answer call(const std::string& name, const tools::Json& arguments) {
        tools::Outcome out = outcome(name, arguments);
        return {std::move(out.structured), std::move(out.text)};
    }

    /// The fields of a tool's answer.
    tools::Json fields(const std::string& name, const tools::Json& arguments) {
        return call(name, arguments).structured;
    }

    /// The text block of a tool's answer.
    std::string text(const std::string& name, const tools::Json& arguments) {
        return call(name, arguments).text;
    }

    /// What a tool refuses a call with.
    store::Error refusal(const std::string& name, const tools::Json& arguments) {
        try {
            call(name, arguments);
        } catch (const store::Error& error) {
            return error;
        }
        throw std::logic_error(name + " was taken: " + arguments.dump());
    }

    void update(const std::string& delta) {
        try {
            call("map_update", {{"delta", delta}});
        } catch (const store::Error& error) {
            std::string message = error.what();
            for (const store::Problem& problem : error.problems)
                message += "\n" + problem.message + " try: " + problem.send;
            throw std::logic_error(message);
        }
    }

    /// Lets so many milliseconds pass.
    void wait(std::int64_t ms) { now_ += ms; }

    /// Closes the store and opens it again, as another process would find it.
    void reopen() {
        std::destroy_at(&store);
        std::construct_at(&store, store::Options{.dir = dir.path() / "store", .sync = false});
    }

    tools::Call context() { return {principal, settings, clock, ids, *counter, {}, progress}; }

    TempDir dir;
    store::Store store{{.dir = dir.path() / "store", .sync = false}};
    tools::Catalog catalog = tools::catalog();
    tools::Settings settings;
    tools::Principal principal;
    tools::Counter estimate;
    const tools::Counter* counter = &estimate;  ///< what the next call counts with

private:
    std::int64_t now_ = 1'700'000'000'000;
    std::uint64_t count_ = 0;
    tools::Clock clock = [this] { return now_; };
    tools::Ids ids = [this] {
        std::string digits = std::to_string(++count_);
        return std::string(32 - digits.size(), '0') + digits;
    };
    tools::Progress progress;
};

}  // namespace tests
