#include "store/store.hpp"

#include "store/journal.hpp"
#include "store/ops.hpp"
#include "store/space.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temp_dir.hpp"

TEST_CASE("what is written is read") {
    const tests::TempDir dir;
    {
        store::Store store({.dir = dir.path() / "a" / "b"});
        store.write([](store::WriteTxn& txn) { txn.put("k", "v"); });
        REQUIRE(store.read([](const store::ReadTxn& txn) { return std::string(*txn.get("k")); }) ==
                "v");
        auto c = store::compact(store);
        CHECK(c.bytes_after <= c.bytes_before);
        store.write([](store::WriteTxn& txn) { txn.put("k2", "v"); });
    }
    store::Store store({.dir = dir.path() / "a" / "b"});
    REQUIRE(store.read([](const store::ReadTxn& txn) {
        return txn.get("k").has_value() && txn.get("k2").has_value();
    }));
}
