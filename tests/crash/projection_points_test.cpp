#include "store/error.hpp"
#include "tests/crash/steps.hpp"
#include "tests/crash/survival.hpp"
#include "tests/support/catch.hpp"
#include "tests/tools/selections.hpp"
#include "tools/projection/records.hpp"

#include <algorithm>
#include <map>

using namespace tests;
namespace fs = std::filesystem;

namespace {

using Files = std::map<std::string, std::string>;

Json first() {
    return family(1);
}

/// Takes the child out, so that a trace of revision 1 would show.
Json second() {
    return selection(2, {branch("parent", 4)});
}

Files files_of(const fs::path& root) {
    Files out;
    for (const auto& entry : fs::directory_iterator(root)) {
        std::ifstream in(entry.path(), std::ios::binary);
        out[entry.path().filename().string()] = {std::istreambuf_iterator<char>(in), {}};
    }
    return out;
}

/// What an uninterrupted run publishes.
Files whole(bool begins) {
    Corpus corpus;
    corpus.apply(first());
    if (!begins) corpus.apply(second());
    return files_of(corpus.root());
}

/// True when another process came to the end before its step.
bool survives(const fs::path& store, const fs::path& root, const Json& selection, int step) {
    return tests::survives([&] {
        store::Store opened({.dir = store});
        die_at_step(step);
        tools::projection::carry_out(
            opened, "local",
            {tools::projection::read_parsed_selection(selection), {}, root.string(), {}});
    });
}

/// P24: a graph may be used only beside a receipt that fits it.
void check_usable(const fs::path& root, const std::vector<Files>& wholes) {
    if (!fs::exists(root)) return;
    const Files files = files_of(root);
    if (files.count("receipt.json") == 0) return;
    const auto fits = [&](const Files& one) {
        return files.at("receipt.json") == one.at("receipt.json") &&
               files.count("graph.json") == 1 && files.at("graph.json") == one.at("graph.json");
    };
    CHECK(std::any_of(wholes.begin(), wholes.end(), fits));
}

std::int64_t stored_revision(const store::Store& store) {
    return store.read([](const store::ReadTxn& txn) {
        const auto state = tools::projection::find_state(txn, "local", "demo");
        return state ? state->selection.revision : 0;
    });
}

/// Kills a call at every step in turn; the next one, after its lock was taken away by
/// hand, ends as if nothing had happened.
int play_all(bool begins) {
    const std::vector<Files> wholes{whole(true), whole(false)};
    const Files& wanted = wholes[begins ? 0 : 1];
    const Json selection = begins ? first() : second();
    for (int step = 0;; ++step) {
        INFO("step " << step);
        const TempDir dir;
        const fs::path store = dir.path() / "store";
        const fs::path root = dir.path() / "a/state";
        if (!begins) REQUIRE(survives(store, root, first(), -1));
        if (survives(store, root, selection, step)) {
            CHECK(files_of(root) == wanted);
            return step;
        }
        check_usable(root, wholes);
        store::Store opened({.dir = store, .sync = false});
        tools::projection::Order again{{}, {}, root.string(), {}};
        if (fs::exists(root / "lock")) {
            CHECK(reason_of([&] { tools::projection::carry_out(opened, "local", again); }) ==
                  "locked");
            fs::remove(root / "lock");
        }
        const std::string said =
            reason_of([&] { tools::projection::carry_out(opened, "local", again); });
        if (stored_revision(opened) == selection["revision"].get<int>()) {
            CHECK(said.empty());
            CHECK(files_of(root) == wanted);
            continue;
        }
        // Died before the state was committed: the selection has to come again.
        tools::projection::carry_out(
            opened, "local",
            {tools::projection::read_parsed_selection(selection), {}, root.string(), {}});
        CHECK(files_of(root) == wanted);
    }
}

}  // namespace

TEST_CASE("P26 a first publication killed at any step ends as an uninterrupted one") {
    CHECK(play_all(true) > 60);
}

TEST_CASE("P26 a later publication killed at any step ends as an uninterrupted one") {
    CHECK(play_all(false) > 60);
}
