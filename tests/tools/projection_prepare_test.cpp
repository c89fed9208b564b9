#include "tests/support/catch.hpp"
#include "tests/support/threads.hpp"
#include "tests/tools/selections.hpp"

#include <utility>

using namespace tests;

namespace {

const Json both_branches = {{{"branch", "main"}}, {{"branch", "side"}}};

/// Appends an exchange and sums it up.
void say(Caller& caller, const std::string& branch, const std::string& word,
         const std::string& summary) {
    const auto ids =
        append(caller, {user("What of " + word + "?"), says(word + " it is.")}, branch);
    caller.call("thread_summarize", {{"branch", branch}, {"members", ids}, {"text", summary}});
}

/// Main, and a side branch that left it after the first exchange.
void two_branches(Caller& caller) {
    say(caller, "main", "tea", "Tea is served at four.");
    caller.call("thread_branch", {{"op", "create"}, {"name", "side"}});
    say(caller, "side", "cake", "Cake was an idea.");
    say(caller, "main", "milk", "Milk comes from the farm.");
}

Json prepared(Caller& caller, const Json& branches = both_branches) {
    return caller.fields("projection_prepare", {{"corpus", "demo"}, {"branches", branches}});
}

Json file_of(const Json& reply) {
    return Json::parse(reply["text"].get<std::string>());
}

/// What a person does who finds nothing wrong.
Json approved(Json file) {
    for (Json& branch : file["branches"])
        for (Json& summary : branch["summaries"])
            summary["approved"] = true;
    return file;
}

std::vector<std::string> texts(const Json& branch) {
    std::vector<std::string> out;
    for (const Json& summary : branch["summaries"])
        out.push_back(summary["text"]);
    return out;
}

/// `reason branch` of what is still open.
std::set<std::string> open_points(const Json& reply) {
    std::set<std::string> out;
    for (const Json& one : reply["open"])
        out.insert(one["reason"].get<std::string>() + " " + one["branch"].get<std::string>());
    return out;
}

std::string why_not(Caller& caller, const Json& arguments) {
    return caller.refusal("projection_prepare", arguments).problems.front().reason;
}

std::string why_not_applied(Caller& caller, const Json& file) {
    return caller.refusal("projection_apply", {{"selection", file}}).problems.front().reason;
}

}  // namespace

TEST_CASE("branches of a thread are prepared, reviewed by a person, applied and walked") {
    Caller caller;
    two_branches(caller);
    const Json reply = prepared(caller);
    CHECK(reply["revision"] == 1);
    CHECK(reply["undecided"] == 3);
    CHECK(reply["open"].empty());
    Json file = file_of(reply);
    CHECK(why_not_applied(caller, file) == "not_approved");
    file = approved(file);
    file["branches"][1]["summaries"][0]["text"] = "Cake is on Sunday.";
    const Json applied = caller.fields("projection_apply", {{"selection", file}});
    CHECK(applied["branches"] == 2);
    CHECK(caller.text("projection_path",
                      {{"corpus", "demo"}, {"a", "branch:main-side"}, {"b", "branch:main-main"}}) ==
          "Shortest path (1 hops):\n  branch:main-side --forked_from [EXTRACTED]--> "
          "branch:main-main");
}

TEST_CASE("each summary stands with its branch, once, and says who spoke") {
    Caller caller;
    two_branches(caller);
    const auto ids = append(caller, {user("Only me."), user("And me.")});
    caller.call("thread_summarize", {{"members", ids}, {"text", "The user counts."}});
    const Json file = file_of(prepared(caller));
    const Json main = file["branches"][0], side = file["branches"][1];
    CHECK(texts(main) == std::vector<std::string>{"Tea is served at four.",
                                                  "Milk comes from the farm.", "The user counts."});
    CHECK(texts(side) == std::vector<std::string>{"Cake was an idea."});
    CHECK(side["parentBranchId"] == main["branchId"]);
    CHECK_FALSE(main.contains("parentBranchId"));
    CHECK(main["summaries"][0]["role"] == "unknown");
    CHECK(main["summaries"][2]["role"] == "user");
    CHECK(main["sourceRevision"] > side["sourceRevision"]);
    const Json alone = file_of(prepared(caller, {{{"branch", "side"}}}))["branches"][0];
    CHECK(texts(alone).front() == "Tea is served at four.");
    CHECK_FALSE(alone.contains("parentBranchId"));
}

TEST_CASE("a summary that was replaced or is stale is not prepared") {
    Caller caller;
    const auto ids =
        append(caller, {user("When?"), says("At six."), user("Where?"), says("Here.")});
    const auto sum_up = [&](std::size_t first, const std::string& text) {
        caller.call("thread_summarize",
                    {{"members", {ids[first], ids[first + 1]}}, {"text", text}});
    };
    sum_up(0, "At six, it was said.");
    sum_up(2, "In the yard.");
    sum_up(2, "In the hall.");
    caller.call("thread_retract", {{"ids", {ids[1]}}});
    const Json reply = prepared(caller, {{{"branch", "main"}}});
    CHECK(texts(file_of(reply)["branches"][0]) == std::vector<std::string>{"In the hall."});
    CHECK(reply["stale"] == 1);
}

TEST_CASE("a summary with a secret is left empty, told, and taken by no approval") {
    Caller caller;
    const std::string secret = "hunter2-Tr0ub4dor3xQ9";
    say(caller, "main", "keys", "The password: " + secret + " was set.");
    say(caller, "main", "tea", "Tea is served at four.");
    const auto answer = caller.call("projection_prepare",
                                    {{"corpus", "demo"}, {"branches", {{{"branch", "main"}}}}});
    CHECK((answer.text + answer.structured.dump()).find(secret) == std::string::npos);
    CHECK(answer.text.find("! secret_shaped: main-main") != std::string::npos);
    CHECK(open_points(answer.structured) == std::set<std::string>{"secret_shaped main-main"});
    Json file = approved(file_of(answer.structured));
    CHECK(why_not_applied(caller, file) == "text_empty");
    file["branches"][0]["summaries"].erase(0);
    CHECK(caller.fields("projection_apply", {{"selection", file}})["changed"] == true);
}

TEST_CASE("what the strict reader would refuse is told beforehand") {
    Caller caller;
    say(caller, "main", "rope", std::string(2'001, 'x'));
    const Json reply = prepared(caller, {{{"branch", "main"}}});
    CHECK(open_points(reply) == std::set<std::string>{"text_too_long main-main"});
    CHECK(why_not_applied(caller, approved(file_of(reply))) == "text_too_long");
}

TEST_CASE("what a person changed stays when the branch is prepared again") {
    Caller caller;
    two_branches(caller);
    Json file = approved(file_of(prepared(caller)));
    file["branches"][0]["summaries"][0]["text"] = "Tea is served.";
    file["branches"][0]["summaries"][0]["memoryRef"] = "mem-1";
    file["branches"][0]["sources"] = {source("minutes")};
    file["branches"][0]["summaries"].erase(1);
    file["branches"][1]["summaries"] = Json::array();
    caller.call("projection_apply", {{"selection", file}});
    say(caller, "main", "jam", "Jam is red.");
    const Json reply = prepared(caller), again = file_of(reply);
    CHECK(again["revision"] == 2);
    CHECK(open_points(reply) == std::set<std::string>{"removed_before main-main"});
    const Json main = again["branches"][0];
    CHECK(texts(main) == std::vector<std::string>{"Tea is served.", "Jam is red."});
    CHECK(main["summaries"][0]["memoryRef"] == "mem-1");
    CHECK(main["summaries"][0]["approved"] == false);
    CHECK(main["sources"].size() == 1);
    CHECK(again["branches"][1]["summaries"].empty());  // its version was applied so
    CHECK(caller.fields("projection_apply", {{"selection", approved(again)}})["revision"] == 2);
}

TEST_CASE("branches that were taken out or would be are left to the person") {
    Caller caller;
    two_branches(caller);
    caller.call("projection_apply", {{"selection", approved(file_of(prepared(caller)))}});
    const Json alone = prepared(caller, {{{"branch", "main"}}});
    CHECK(open_points(alone) == std::set<std::string>{"taken_out main-side"});
    caller.call("projection_apply", {{"selection", approved(file_of(alone))}});
    const Json back = prepared(caller);
    CHECK(open_points(back) == std::set<std::string>{"restore_required main-side"});
    Json file = approved(file_of(back));
    CHECK(why_not_applied(caller, file) == "restore_required");
    file["restore"] = {"main-side"};
    CHECK(caller.fields("projection_apply", {{"selection", file}})["tombstones"] == 0);
    caller.call("thread_branch", {{"op", "move"}, {"name", "main"}, {"at", "v2"}});
    CHECK(open_points(prepared(caller)).count("source_revision_lower main-main") == 1);
}

TEST_CASE("a branch gets an id of its own, always the same") {
    Caller caller;
    two_branches(caller);
    const auto id = [&](const std::string& name) {
        caller.call("thread_branch", {{"op", "create"}, {"name", name}});
        return file_of(prepared(caller, {{{"branch", name}}}))["branches"][0]["branchId"]
            .get<std::string>();
    };
    CHECK(id("plan-2") == "main-plan-2");
    const std::string upper = id("Plan"), blank = id("pl an"), strange = id("\u00dcbung");
    CHECK(upper.starts_with("main-plan-"));
    CHECK(std::set<std::string>{"main-plan", upper, blank, strange}.size() == 4);
    Json named = selection(1, {});
    named["exclude"] = {upper, blank, strange, id(std::string(200, 'n'))};
    CHECK(refused(named).empty());
    CHECK(file_of(prepared(
              caller, {{{"branch", "main"}, {"id", "tea"}}}))["branches"][0]["branchId"] == "tea");
}

TEST_CASE("what can't be prepared is refused, and nothing is stored") {
    Caller caller;
    const auto why = [&](const Json& branches, const char* corpus = "demo") {
        return why_not(caller, {{"corpus", corpus}, {"branches", branches}});
    };
    CHECK(why({{{"branch", "main"}}}) == "empty_branch");
    two_branches(caller);
    CHECK(why({{{"branch", "main"}}, {{"branch", "main"}}}) == "duplicate_id");
    CHECK(why({{{"branch", "main"}, {"id", "Main"}}}) == "bad_id");
    CHECK(why({{{"branch", "main"}}}, "De mo") == "bad_id");
    CHECK(why({{{"branch", "gone"}}}) == "unknown_branch");
    CHECK(why({{{"branch", "main"}, {"thread", "another"}}}) == "empty_branch");
    prepared(caller);
    CHECK(caller.refusal("projection_status", {{"corpus", "demo"}}).problems.front().reason ==
          "no_selection");
}
