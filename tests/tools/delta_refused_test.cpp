#include "tests/support/catch.hpp"

TEST_CASE("x") {}
