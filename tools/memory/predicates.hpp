#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"
#include "tools/memory/model.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tools::memory {

/// What the patterns of a predicate say about how many values it holds at a time.
struct Singleness {
    bool object = false;   ///< a subject has one object
    bool subject = false;  ///< an object has one subject
    bool told = false;     ///< a pattern of it is stored: what it leaves open is meant so
};

Singleness told_singleness(const store::ReadTxn& txn, store::Space space, const std::string& label);

/// As the newest facts of a predicate show: at least 5 subjects (of_subject; else objects), of
/// which at most 1 in 10 has two live values that overlap in time (LM7). Reads up to 200 facts.
bool single_in_use(const store::ReadTxn& txn, store::Space space, const std::string& label,
                   bool of_subject);

/// The labels that say the opposite of a label by a negation: `uses` for `does_not_use`.
bool negates(std::string_view label, std::string_view other);

/// A predicate in use that says the same by the stems of its words, if there is one
/// and the label itself is new. Never across a negation, an opposite or an inverse.
std::optional<std::string> used_instead(const store::ReadTxn& txn, store::Space space,
                                        const std::string& label);

/// True where the times of two facts meet.
bool overlap(const Fact& a, const Fact& b);

}  // namespace tools::memory
