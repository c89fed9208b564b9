#pragma once

#include "store/txn.hpp"
#include "tools/memory/dataspace.hpp"
#include "tools/memory/standing.hpp"
#include "tools/text/words.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace tools::memory {

/// A fact that a text may have meant.
struct Recalled {
    std::size_t dataspace = 0;  ///< place in those searched
    std::uint64_t number = 0;
    Standing standing;
    double score = 0;  ///< about 1 for the best
    double words = 0;  ///< the same for its words alone
};

/// One text to look for.
struct Phrase {
    std::string text;
    std::vector<std::string> other_words;  ///< other names of what it names
};

/// What a text asks for beyond its words.
struct Intent {
    bool time = false;      ///< when something was
    bool patterns = false;  ///< relation patterns rather than facts
};

Intent intent_of(const std::string& text);

/// True for the facts of a dataspace that a search may show.
using Accepts = std::function<bool(std::size_t dataspace, std::uint64_t fact)>;

struct Recall {
    std::vector<Recalled> facts;  ///< best first
    std::set<std::string> known;  ///< terms of the phrase that some fact holds
};

/// The best facts for a phrase, at least `depth` where so many hold a
/// word of it. Words weigh by BM25, exactly as scoring every fact would find; then
/// the best are looked at again together with what was said beside them: an answer
/// holds the words of its question, a fact some of those of its neighbours, and all
/// of them gain where much of the phrase was said together.
Recall recall(const store::ReadTxn& txn, const std::vector<Dataspace>& dataspaces,
              const Phrase& phrase, std::size_t depth, const Accepts& accepts);

/// The spellings in a text of which no term is known.
std::vector<std::string> unknown_words(const std::string& text, const std::set<std::string>& known);

/// How much of a name's words a text holds, from 0 to 1.
class Naming {
public:
    explicit Naming(const std::string& text);

    [[nodiscard]] double share(const std::string& name) const;

private:
    text::Analyzer analyzer_;
    std::set<std::string> words_;
};

}  // namespace tools::memory
