#include "tools/map/question_json.hpp"

#include "tools/strict_json.hpp"

#include <algorithm>

namespace tools::map {
namespace {

/// The update with the changes that settle its conflicts behind its own; null where it
/// came in a form that takes none.
Json with_settlement(Json arguments, const Problems& problems) {
    const auto delta = arguments.find("delta");
    const auto changes = arguments.find("changes");
    for (const auto& problem : problems) {
        if (problem.send.empty()) return nullptr;
        if (delta != arguments.end() && delta->is_string())
            *delta = delta->get<std::string>() + "\n" + problem.send;
        else if (changes != arguments.end() && changes->is_array())
            changes->push_back(parse_json(problem.send));
        else
            return nullptr;
    }
    return arguments;
}

}  // namespace

std::optional<Question> conflict_question(const Json& arguments, const Problems& problems) {
    const bool conflicts =
        !problems.empty() && arguments.is_object() &&
        std::all_of(problems.begin(), problems.end(),
                    [](const store::Problem& problem) { return problem.reason == "conflict"; });
    if (!conflicts) return std::nullopt;
    Json lenient = arguments;
    lenient["strict"] = false;
    Question out;
    out.message = "The map was not changed yet. Which way shall it go?";
    for (const auto& problem : problems)
        out.message += "\n- " + problem.message;
    if (Json replaced = with_settlement(lenient, problems); !replaced.is_null())
        out.choices.push_back({"the new words replace the old", std::move(replaced)});
    out.choices.push_back({"both stay", std::move(lenient)});
    return out;
}

}  // namespace tools::map
