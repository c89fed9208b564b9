#include "tools/thread/relevance.hpp"

#include "tools/text/words.hpp"

#include <set>

namespace tools::thread {
namespace {

std::set<std::string> terms_of(const std::string& words) {
    const text::Analyzer analyzer;
    std::set<std::string> out;
    for (const auto& word : analyzer.words(words))
        out.insert(word.term);
    return out;
}

}  // namespace

std::function<double(const Header&)> relevance_to(const View& view, const std::string& query) {
    const std::set<std::string> asked = terms_of(query);
    return [&view, asked](const Header& node) {
        double all = 0, found = 0;
        const std::set<std::string> there = terms_of(view.text(node));
        for (const std::string& term : asked) {
            all += static_cast<double>(term.size());
            if (there.count(term) > 0) found += static_cast<double>(term.size());
        }
        return all == 0 ? 0 : found / all;
    };
}

}  // namespace tools::thread
