#include "tools/memory/index.hpp"

#include "tools/memory/standing.hpp"
#include "tools/memory/stored_memory.hpp"
#include "tools/text/index.hpp"
#include "tools/text/words.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace tools::memory {
namespace {

constexpr float name_field = .6F;     ///< what a word of a name counts beside one of the statement
constexpr float context_field = .2F;  ///< and one of the episode's name and context

constexpr auto time_words = std::to_array<std::string_view>(
    {"ago",     "april",    "august",   "day",      "days",     "december",  "february",  "friday",
     "january", "july",     "june",     "last",     "march",    "may",       "monday",    "month",
     "months",  "next",     "november", "october",  "recently", "saturday",  "september", "since",
     "sunday",  "thursday", "today",    "tomorrow", "tonight",  "tuesday",   "wednesday", "week",
     "weekend", "weekends", "weeks",    "year",     "years",    "yesterday", "fortnight", "decade",
     "decades", "midnight", "noon"});

bool is_year(std::string_view word) {
    return word.size() == 4 && (word.starts_with("19") || word.starts_with("20")) &&
           std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// `reports_to` as two words.
std::string predicate_words(std::string label) {
    std::replace(label.begin(), label.end(), '_', ' ');
    return label;
}

/// A time in the words in which people ask for it: `8 may 2023`.
std::string date_words(const Moment& moment) {
    constexpr std::array months{"january",   "february", "march",    "april",
                                "may",       "june",     "july",     "august",
                                "september", "october",  "november", "december"};
    using namespace std::chrono;
    const year_month_day date(floor<days>(sys_time<milliseconds>(milliseconds(moment.ms))));
    std::string out = std::to_string(static_cast<int>(date.year()));
    if (moment.precision == Precision::year) return out;
    out.insert(0, std::string(months.at(static_cast<unsigned>(date.month()) - 1)) + " ");
    if (moment.precision == Precision::month) return out;
    return std::to_string(static_cast<unsigned>(date.day())) + " " + out;
}

/// Turns the facts of one episode into documents.
class Reading {
public:
    explicit Reading(const Episode& episode)
        : said_(episode.said ? analyzer_.words(date_words(*episode.said))
                             : std::vector<text::Word>{}),
          around_(analyzer_.words(episode.name + " \n" + episode.context)) {}

    [[nodiscard]] text::Document document(const Fact& fact) const {
        text::Bag bag;
        bag.add(analyzer_.words(fact.statement));
        for (const auto& field : {fact.subject, predicate_words(fact.predicate), fact.object})
            bag.add(analyzer_.words(field), name_field);
        add_alone(bag, said_, 1);
        for (const auto& moment : {fact.valid_at, fact.invalid_at})
            if (moment) add_alone(bag, analyzer_.words(date_words(*moment)), 1);
        add_alone(bag, around_, context_field);
        return {fact.number, bag.weights(fact_weights)};
    }

private:
    /// Words that make a document neither longer nor pairs of neighbours.
    static void add_alone(text::Bag& bag, const std::vector<text::Word>& words, float weight) {
        for (const auto& word : words)
            if (!word.stop) bag.add(word.term, weight);
    }

    text::Analyzer analyzer_;
    std::vector<text::Word> said_, around_;
};

Standing standing(const Fact& fact, std::uint64_t place) {
    const std::size_t end = fact.statement.find_last_of(".!?");
    Standing out;
    out.place = static_cast<std::uint16_t>(
        std::min<std::uint64_t>(place, std::numeric_limits<std::uint16_t>::max()));
    out.asks = fact.statement.find('?') != std::string::npos;
    out.only_asks = end != std::string::npos && fact.statement[end] == '?';
    out.dated = fact.valid_at || fact.invalid_at || tells_time(fact.statement);
    out.pattern = fact.pattern;
    return out;
}

/// How many facts the same source said at the same time right before an episode.
std::uint64_t said_before(const store::ReadTxn& txn, store::Space space, const Episode& episode) {
    if (!episode.said || episode.source.empty() || episode.first_fact < 2) return 0;
    const std::uint64_t last = episode.first_fact - 1;
    const auto fact = find_fact(txn, space, last);
    const auto before = fact ? find_episode(txn, space, fact->episode) : std::nullopt;
    if (!before || before->said != episode.said || before->source != episode.source) return 0;
    const auto place = Standings(txn, space).at(last);
    return place ? place->place + 1U : 0U;
}

}  // namespace

bool tells_time(std::string_view text) {
    const std::string folded = text::fold(text);
    for (std::size_t at = 0; at < folded.size();) {
        const auto letter = [&](std::size_t i) {
            const char c = folded[i];
            return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        };
        std::size_t end = at;
        while (end < folded.size() && letter(end))
            ++end;
        const std::string_view word = std::string_view(folded).substr(at, end - at);
        if (is_year(word) ||
            std::find(time_words.begin(), time_words.end(), word) != time_words.end())
            return true;
        at = end + 1;
    }
    return false;
}

std::vector<text::Document> documents_of(const Episode& episode, std::span<const Fact> facts) {
    const Reading reading(episode);
    std::vector<text::Document> out;
    for (const Fact& fact : facts)
        if (text::Document made = reading.document(fact); !made.terms.empty())
            out.push_back(std::move(made));
    return out;
}

void index_facts(store::WriteTxn& txn, store::Space space, const Episode& episode,
                 std::span<const Fact> facts) {
    std::vector<Standing> standings;
    const std::uint64_t before = said_before(txn, space, episode);
    for (const Fact& fact : facts)
        standings.push_back(standing(fact, before + fact.place));
    write_standings(txn, space, episode.first_fact, standings);
    text::Index(space).put(txn, documents_of(episode, facts));
}

}  // namespace tools::memory
