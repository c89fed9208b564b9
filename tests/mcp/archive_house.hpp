#pragma once

#include "mcp/cli_archive.hpp"
#include "tests/support/temp_dir.hpp"

#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace tests {

/// A store of its own with every tool, as the command line sees it.
class House {
public:
    explicit House(const std::string& tenant = "local") { principal_.tenant = tenant; }

    tools::Json call(const std::string& tool, const tools::Json& arguments) {
        now += 1000;
        const tools::Progress silent;
        const mcp::Site here = site();
        return here.catalog.tool(tool)
            ->run(store_,
                  {here.principal, here.settings, here.clock, here.ids, here.counter, {}, silent},
                  arguments)
            .structured;
    }

    std::string exported() {
        std::ostringstream out, err;
        mcp::export_lines(site(), out, err);
        return out.str();
    }

    /// What an import did, and what it told of faulty lines.
    std::pair<mcp::Imported, std::string> import(const std::string& lines) {
        std::istringstream in(lines);
        std::ostringstream err;
        const mcp::Imported done = mcp::import_lines(site(), in, err);
        return {done, err.str()};
    }

    std::vector<std::string> found(const std::string& query) {
        std::vector<std::string> out;
        const tools::Json reply = call("search_longterm_memory", {{"query", query}});
        for (const tools::Json& hit : reply["hits"])
            out.push_back(hit["statement"]);
        return out;
    }

    tools::Settings settings;
    std::int64_t now = 1'700'000'000'000;  ///< a second more with each call

private:
    mcp::Site site() {
        settings.conversation = "main";
        return {store_,
                counter_,
                tools::catalog(),
                settings,
                principal_,
                [this] { return now; },
                [this] {
                    std::string digits = std::to_string(++count_);
                    return std::string(32 - digits.size(), '0') + digits;
                },
                ""};
    }

    TempDir dir_;
    store::Store store_{{.dir = dir_.path() / "store", .sync = false}};
    tools::Principal principal_;
    tools::Counter counter_;
    std::uint64_t count_ = 0;
};

inline std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> out;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        out.push_back(line);
    return out;
}

}  // namespace tests
