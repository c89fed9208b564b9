#include "store/space.hpp"
#include "store/store.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temp_dir.hpp"
#include "tools/text/compaction.hpp"
#include "tools/text/index.hpp"
#include "tools/text/meta.hpp"

#include <string>
#include <vector>

namespace text = tools::text;

TEST_CASE("segments do not pile up behind long writes") {
    const tests::TempDir dir;
    store::Store store({.dir = dir.path() / "store", .sync = false});
    const store::Space space = store.write([](store::WriteTxn& txn) {
        return store::make_space(txn, "local", store::SpaceKind::map, "shelf");
    });
    std::uint64_t number = 0;
    for (int write = 0; write < 60; ++write) {
        std::vector<text::Document> documents;
        for (int i = 0; i < 400; ++i) {
            text::Document made{++number, {}};
            for (std::uint64_t term = 0; term < 30; ++term)
                made.terms.push_back({"t" + std::to_string((number * 31 + term * 17) % 900), 1.F});
            documents.push_back(std::move(made));
        }
        store.write([&](store::WriteTxn& txn) { text::Index(space).put(txn, documents); });
    }
    store.read([&](const store::ReadTxn& txn) {
        CHECK(text::read_meta(txn, space).parts.size() <= 2 * text::merge_width);
    });
}
