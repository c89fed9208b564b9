#pragma once

#include "store/store.hpp"
#include "tools/catalog.hpp"

#include <cstdint>
#include <string>

namespace bench {

/// The tools, called in process.
class InProcess {
public:
    explicit InProcess(store::Store& store) : store_(store) { settings_.conversation = "main"; }

    void call(const char* tool, const tools::Json& arguments) {
        catalog_.tool(tool)->run(
            store_, {principal_, settings_, clock_, ids_, counter_, {}, progress_}, arguments);
    }

    [[nodiscard]] const tools::Principal& principal() const { return principal_; }

private:
    store::Store& store_;
    tools::Catalog catalog_ = tools::catalog();
    tools::Settings settings_;
    tools::Principal principal_;
    tools::Clock clock_ = [] { return std::int64_t{1'700'000'000'000}; };
    tools::Ids ids_ = [] { return std::string(32, '0'); };
    tools::Counter counter_;
    tools::Progress progress_;
};

}  // namespace bench
