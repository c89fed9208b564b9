#pragma once

#include "store/lmdb/page.hpp"

#include <cstdint>

namespace store::lmdb {

/// Whether every page that the meta page leads to lies within the file's size.
/// Pages at its end that were allocated and freed by one transaction are never
/// written, so a file may be short of its last page and yet be whole.
bool reaches_within(int file, const Meta& meta, std::uint64_t size);

}  // namespace store::lmdb
