#include "tools/thread/mentions.hpp"

#include "tools/text/words.hpp"
#include "tools/thread/states.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace tools::thread {
namespace {

constexpr std::size_t most_mentions = 8, most_read = 500, least_term = 4;
constexpr double rare_share = .2;

std::set<std::string> long_terms(const std::string& words) {
    const text::Analyzer analyzer;
    std::set<std::string> out;
    for (const auto& word : analyzer.words(words))
        if (word.term.size() >= least_term) out.insert(word.term);
    return out;
}

}  // namespace

std::vector<Number> mentions(const View& view, const std::vector<Number>& nodes) {
    if (nodes.empty()) return {};
    std::set<std::string> said;
    for (const Number number : nodes)
        said.merge(long_terms(view.text(view.node(number))));
    std::vector<std::pair<Number, std::set<std::string>>> later;
    Number last_prompt = 0;
    std::vector<Number> items = view.items();
    const auto first = std::upper_bound(items.begin(), items.end(), nodes.front());
    items.erase(items.begin(), std::max(first, items.end() - std::min<std::ptrdiff_t>(
                                                                 most_read, items.end() - first)));
    for (const Number item : items) {
        if (view.link(item)) continue;
        const Node node = view.node(item);
        if (is_verdict(node) || !is_active(view, item)) continue;
        if (node.kind == Kind::prompt && node.role == Role::user) last_prompt = item;
        later.emplace_back(item, long_terms(view.text(node)));
    }
    std::map<std::string, std::size_t> known_in;
    for (const auto& one : later)
        for (const std::string& term : one.second)
            ++known_in[term];
    const double rare = std::max(2.0, rare_share * static_cast<double>(later.size()));
    std::vector<std::pair<std::size_t, Number>> found;
    for (const auto& one : later) {
        const Number number = one.first;
        const std::set<std::string>& terms = one.second;
        const auto shared =
            static_cast<std::size_t>(std::count_if(said.begin(), said.end(), [&](const auto& term) {
                return terms.count(term) > 0 && static_cast<double>(known_in[term]) <= rare;
            }));
        if (shared > 0 && number != last_prompt) found.emplace_back(shared, number);
    }
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
        return std::pair{b.first, a.second} < std::pair{a.first, b.second};
    });
    std::vector<Number> out;
    for (std::size_t i = 0; i < std::min(found.size(), most_mentions); ++i)
        out.push_back(found[i].second);
    return out;
}

}  // namespace tools::thread
