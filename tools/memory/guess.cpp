#include "tools/memory/guess.hpp"

#include "tools/memory/links.hpp"
#include "tools/memory/near.hpp"
#include "tools/memory/normal.hpp"
#include "tools/memory/recall.hpp"
#include "tools/memory/stored_memory.hpp"

#include <algorithm>
#include <cctype>

namespace tools::memory {
namespace {

constexpr std::size_t most_unknown = 5;
constexpr std::size_t most_near = 3;

bool any_byte(const std::string& word, bool (*holds)(unsigned char)) {
    return std::any_of(word.begin(), word.end(),
                       [&](char c) { return holds(static_cast<unsigned char>(c)); });
}

bool digit(unsigned char c) {
    return std::isdigit(c) != 0;
}

/// True for what is in names, numbers and ids.
bool of_name(unsigned char c) {
    return std::isupper(c) != 0 || digit(c) || c == '_' || c == '/';
}

void add_names(std::vector<std::string>& to, const std::vector<std::string>& names,
               std::size_t most) {
    for (const std::string& name : names)
        if (to.size() < most && std::find(to.begin(), to.end(), name) == to.end())
            to.push_back(name);
}

}  // namespace

std::vector<std::string> unknown_in(const std::vector<std::string>& texts,
                                    const std::set<std::string>& known) {
    std::vector<std::string> words, names;
    for (const std::string& text : texts)
        for (const std::string& word : unknown_words(text, known)) {
            auto& list = any_byte(word, of_name) ? names : words;
            if (std::find(list.begin(), list.end(), word) == list.end()) list.push_back(word);
        }
    add_names(names, words, names.size() + words.size());
    names.resize(std::min(names.size(), most_unknown));
    return names;
}

Nearest nearest_to(const store::ReadTxn& txn, const std::vector<Dataspace>& dataspaces,
                   const std::vector<std::string>& unknown) {
    Nearest out;
    for (const std::string& word : unknown) {
        if (any_byte(word, digit)) continue;
        std::vector<std::string> found;
        for (const Dataspace& one : dataspaces)
            if (one.space)
                add_names(found, near_names(txn, *one.space, word, most_near), most_near);
        const bool named = !found.empty();
        for (const Dataspace& one : dataspaces)
            if (one.space && !named)
                add_names(found, near_predicates(txn, *one.space, word, most_near), most_near);
        if (!found.empty()) out[word] = std::move(found);
    }
    return out;
}

Query with_nearest(const Query& query, const Nearest& nearest) {
    Query out = query;
    for (std::string& text : out.texts)
        for (const auto& [word, names] : nearest) {
            std::string name = names.front();
            std::replace(name.begin(), name.end(), '_', ' ');  // a predicate's words
            for (std::size_t at = text.find(word); at != std::string::npos;
                 at = text.find(word, at + name.size()))
                text.replace(at, word.size(), name);
        }
    return out;
}

void add_near(SearchResult& to, const store::ReadTxn& txn, const std::vector<Dataspace>& dataspaces,
              const Filters& filters) {
    std::vector<std::string> words;
    for (const std::string& word : to.unknown)
        if (!to.nearest.contains(word)) words.push_back(word);
    for (const auto& name : {filters.subject, filters.object, filters.entity})
        if (name) words.push_back(*name);
    for (const Dataspace& dataspace : dataspaces) {
        if (!dataspace.space) continue;
        const store::Space space = *dataspace.space;
        for (const std::string& word : words)
            add_names(to.near, near_names(txn, space, word, most_near), most_unknown);
        if (filters.source &&
            linked(txn, space, Role::source, source_digest(*filters.source), 1).empty())
            add_names(to.near_sources, near_sources(txn, space, *filters.source, most_near),
                      most_unknown);
        if (filters.predicate && !find_predicate(txn, space, predicate_label(*filters.predicate)))
            add_names(to.near_predicates,
                      near_predicates(txn, space, *filters.predicate, most_near), most_unknown);
    }
}

}  // namespace tools::memory
