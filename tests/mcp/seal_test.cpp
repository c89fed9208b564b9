#include "mcp/seal.hpp"

#include "tests/support/catch.hpp"

#include <string>

TEST_CASE("a sealed text opens in its context until its end, and unchanged only") {
    const mcp::Seal seal([] { return std::string(32, 'a'); });
    const std::string sealed = seal.close("alice", "step 1", 1000);
    CHECK(seal.open("alice", sealed, 1000) == "step 1");
    CHECK_FALSE(seal.open("alice", sealed, 1001));
    CHECK_FALSE(seal.open("bob", sealed, 1000));
    CHECK_FALSE(seal.open("alice", sealed + "0", 1000));
    CHECK_FALSE(seal.open("alice", "", 1000));
    CHECK_FALSE(seal.open("alice", ".", 1000));
    for (std::size_t i = 0; i < sealed.size(); ++i) {
        std::string forged = sealed;
        forged[i] = forged[i] == '1' ? '2' : '1';
        CHECK_FALSE(seal.open("alice", forged, 1000));
    }
    const mcp::Seal other([] { return std::string(32, 'b'); });
    CHECK_FALSE(other.open("alice", sealed, 1000));
}
