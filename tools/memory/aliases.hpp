#pragma once

#include "store/space.hpp"
#include "store/txn.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tools::memory {

/// The predicate that joins two names of one thing without any pattern.
inline constexpr const char* alias_predicate = "alias_of";

/// The labels of predicates whose facts name one thing twice: alias_of and those
/// that a live pattern marks (LM8).
std::vector<std::string> alias_predicates(const store::ReadTxn& txn, store::Space space);

/// The names of things as live alias facts join them (LM8); each thing is looked up
/// once. The transaction must outlive it.
class Aliases {
public:
    Aliases(const store::ReadTxn& txn, store::Space space);

    /// Every name of the thing a name means, the given one first: alias facts are
    /// followed in both directions, to at most 32 names.
    const std::vector<std::string>& of(const std::string& name);

    /// True for a predicate whose facts name one thing twice, some of them stored.
    [[nodiscard]] bool joins(const std::string& label) const;

private:
    const store::ReadTxn& txn_;
    store::Space space_;
    std::vector<std::string> labels_;  ///< alias predicates in use
    std::map<std::string, std::vector<std::string>> known_;
};

/// The same for one name.
std::vector<std::string> names_of(const store::ReadTxn& txn, store::Space space,
                                  const std::string& name);

/// The first 24 words of a text as they are spelled between blanks, without signs at
/// their ends.
std::vector<std::string> spelled_words(std::string_view text);

/// The other names of the things that a text names: runs of at most four of its
/// first 24 words that are names of facts.
std::vector<std::string> other_names(const store::ReadTxn& txn, store::Space space,
                                     std::string_view text);

}  // namespace tools::memory
