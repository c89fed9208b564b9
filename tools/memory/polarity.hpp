#pragma once

#include <string>

namespace tools::memory {

/// True where an English statement denies what joins its two names: a negation stands
/// between them (`does not use`), or it says `no longer`. A negation elsewhere is about
/// something else: `uses Postgres, not MySQL`.
bool denies(const std::string& statement, const std::string& subject, const std::string& object);

}  // namespace tools::memory
