#include "tools/thread/context_args.hpp"

#include "store/error.hpp"
#include "tools/thread/vector_text.hpp"

namespace tools::thread {
namespace {

constexpr std::int64_t most_tokens = 100'000'000;

std::int64_t checked_count(std::optional<std::int64_t> given, std::int64_t otherwise,
                           const char* path, Problems& problems) {
    const std::int64_t value = given.value_or(otherwise);
    if (value < 0 || value > most_tokens)
        problems.push_back({path,
                            "out_of_range",
                            "expected a number from 0 to " + std::to_string(most_tokens),
                            "",
                            {}});
    return value;
}

}  // namespace

std::vector<Number> heads_of(const View& view, const std::optional<std::vector<std::string>>& ids) {
    if (!ids) return view.version().heads;
    std::vector<Number> out;
    for (std::size_t i = 0; i < ids->size(); ++i)
        out.push_back(view.find((*ids)[i], "/heads/" + std::to_string(i)));
    return out;
}

Wish wish_of(const View& view, const ContextArgs& args) {
    Problems problems;
    Wish out;
    out.max_tokens = checked_count(args.max_tokens, out.max_tokens, "/max_tokens", problems);
    out.reserve = checked_count(args.reserve, 0, "/reserve", problems);
    out.tail_min = checked_count(args.tail_min, 1, "/tail_min", problems);
    out.preference = args.strategy.value_or(out.preference);
    out.hard_fail = args.hard_fail.value_or(false);
    Asked asked;
    asked.words = args.query.value_or("");
    if (args.query_vector)
        asked.vector = read_vector(*args.query_vector, "/query_vector", problems);
    const bool by_relevance = !asked.words.empty() || args.query_vector.has_value();
    if (out.preference == Preference::relevance && !by_relevance)
        problems.push_back(
            {"/query",
             "missing",
             "strategy relevance needs a query or a query_vector: say what is wanted",
             "",
             {}});
    if (!problems.empty())
        throw store::Error(store::Code::invalid, "the context can't be assembled so",
                           std::move(problems));
    const std::vector<std::string> pins = args.pins.value_or(std::vector<std::string>{});
    for (std::size_t i = 0; i < pins.size(); ++i)
        out.pins.insert(view.find(pins[i], "/pins/" + std::to_string(i)));
    if (by_relevance) out.relevance = relevance_to(view, std::move(asked));
    return out;
}

}  // namespace tools::thread
