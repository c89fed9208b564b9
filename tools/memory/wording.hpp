#pragma once

#include "tools/memory/model.hpp"

#include <string>

namespace tools::memory {

/// When a fact holds, within a message: `since 2020 until 2021`, or `undated`.
std::string times_of(const Fact& fact);

/// A stored statement within a message, its beginning where it is long.
std::string quoted_statement(const std::string& statement);

}  // namespace tools::memory
