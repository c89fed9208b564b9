#pragma once

#include "tools/catalog.hpp"

namespace tests {

/// A catalogue to test the front door with: notes that are written and read, a call
/// that waits, one that fails in a wanted way, one with a long answer.
tools::Catalog sample_catalog();

}  // namespace tests
