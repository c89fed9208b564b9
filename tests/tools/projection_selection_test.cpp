#include "tests/support/catch.hpp"
#include "tests/tools/selections.hpp"
#include "tools/digest.hpp"
#include "tools/projection/canonical.hpp"
#include "tools/text/secret.hpp"

#include <algorithm>

using namespace tests;
using tools::projection::read_parsed_selection;

namespace {

/// A family with one thing changed in it.
Json changed(const std::function<void(Json&)>& change) {
    Json out = family(1);
    change(out);
    return out;
}

Json with_summary(const std::string& field, const Json& value) {
    return changed([&](Json& all) { all["branches"][0]["summaries"][0][field] = value; });
}

Json with_text(const std::string& text) {
    return with_summary("text", text);
}

}  // namespace

TEST_CASE("P1 a selection has its fields and no other") {
    CHECK(refused(family(1)).empty());
    CHECK(refused(changed([](Json& all) { all["exclude"] = {"x"}; })).empty());
    CHECK(refused(changed([](Json& all) { all["prompt"] = "x"; })) == "unknown_field");
    CHECK(refused(changed([](Json& all) { all.erase("corpusId"); })) == "missing_field");
    CHECK(refused(changed([](Json& all) { all["schemaVersion"] = 2; })) == "wrong_type");
    const Json revision = GENERATE(Json(0), Json(-1), Json(1.0), Json("1"), Json(nullptr),
                                   Json(9007199254740992), Json(18446744073709551615U));
    CAPTURE(revision.dump());
    CHECK(refused(changed([&](Json& all) { all["revision"] = revision; })) == "wrong_type");
    CHECK(refused(changed([](Json& all) { all["revision"] = 9007199254740991; })).empty());
}

TEST_CASE("P2 a branch has its fields and no other") {
    const auto with = [](const char* field, const Json& value) {
        return changed([&](Json& all) { all["branches"][1][field] = value; });
    };
    CHECK(refused(with("handoff", "x")) == "unknown_field");
    CHECK(refused(with("parentBranchId", nullptr)) == "wrong_type");
    CHECK(refused(with("parentBranchId", "Parent")) == "bad_id");
    CHECK(refused(with("sourceRevision", 0)) == "wrong_type");
    CHECK(refused(with("sources", Json::object())) == "wrong_type");
    CHECK(refused(with("parentBranchId", "somewhere-else")).empty());
    CHECK(refused(selection(1, {})).empty());
}

TEST_CASE("P3 a source is a handle and a hash") {
    const auto with = [](const Json& source) {
        return changed([&](Json& all) { all["branches"][0]["sources"][0] = source; });
    };
    CHECK(refused(with({{"refId", "a"}, {"sha256", std::string(63, 'a')}})) == "bad_hash");
    CHECK(refused(with({{"refId", "a"}, {"sha256", std::string(64, 'A')}})) == "bad_hash");
    CHECK(refused(with({{"refId", "a"}, {"sha256", 5}})) == "wrong_type");
    CHECK(refused(with({{"refId", "a"}, {"sha256", std::string(64, 'a')}, {"uri", "x"}})) ==
          "unknown_field");
    CHECK(refused(with({{"refId", "a"}})) == "missing_field");
    CHECK(refused(with("a")) == "wrong_type");
}

TEST_CASE("P4 a summary is an approved text of a known role") {
    CHECK(refused(with_summary("role", "system")) == "bad_role");
    CHECK(refused(with_summary("role", "User")) == "bad_role");
    CHECK(refused(with_summary("kind", "transcript")) == "not_summary");
    CHECK(refused(with_summary("approved", false)) == "not_approved");
    CHECK(refused(with_summary("approved", "true")) == "not_approved");
    CHECK(refused(with_summary("approved", 1)) == "not_approved");
    CHECK(refused(with_text(" \n")) == "text_empty");
    CHECK(refused(with_summary("memoryRef", "mem-1:a.b")).empty());
    const std::string ref = GENERATE(as<std::string>{}, "", "a b", "a/b", "a\\b", "http://x", "é",
                                     std::string(257, 'a'));
    CHECK(refused(with_summary("memoryRef", ref)) == "bad_id");
}

TEST_CASE("P5 ids are short, lower case and begin with a letter or digit") {
    const std::string good = GENERATE(as<std::string>{}, "a", "0", "a-b-", std::string(64, 'z'));
    CHECK(refused(changed([&](Json& all) { all["corpusId"] = good; })).empty());
    const std::string bad = GENERATE(as<std::string>{}, "", "-a", "A", "a_b", "a b", "a.b", "é",
                                     std::string(65, 'z'), std::string("a\0", 2));
    CAPTURE(bad);
    CHECK(refused(changed([&](Json& all) { all["corpusId"] = bad; })) == "bad_id");
    CHECK(refused(changed([&](Json& all) { all["exclude"] = {bad}; })) == "bad_id");
    CHECK(refused(with_summary("summaryId", bad)) == "bad_id");
}

TEST_CASE("P6 limits are inclusive, and size is judged before anything else") {
    std::string padded = family(1).dump();
    padded.resize(tools::projection::most_input_bytes, ' ');
    CHECK(refused(padded).empty());
    CHECK(refused(std::string(tools::projection::most_input_bytes + 1, '{')) == "input_too_large");
    CHECK(refused(with_text(std::string(2'000, 'x'))).empty());
    CHECK(refused(with_text(std::string(2'001, 'x'))) == "text_too_long");
    std::string signs;
    for (int i = 0; i < 2'000; ++i)
        signs += "\xF0\x9F\x9A\x80";  // one code point each
    CHECK(refused(with_text(signs)).empty());
    CHECK(refused(with_text(signs + "x")) == "text_too_long");
    std::vector<Json> many;
    for (int i = 0; i < 500; ++i)
        many.push_back(branch("b" + std::to_string(i)));
    CHECK(refused(selection(1, many)).empty());
    many.push_back(branch("one-more"));
    CHECK(refused(selection(1, many)) == "too_many_branches");
    const auto filled = [](const char* list, int count, Json (*one)(const std::string&)) {
        return changed([&](Json& all) {
            all["branches"][0][list] = Json::array();
            for (int i = 0; i < count; ++i)
                all["branches"][0][list].push_back(one("n" + std::to_string(i)));
        });
    };
    const auto a_source = [](const std::string& id) { return source(id); };
    const auto a_summary = [](const std::string& id) { return summary(id); };
    CHECK(refused(filled("sources", 100, a_source)).empty());
    CHECK(refused(filled("sources", 101, a_source)) == "too_many_sources");
    CHECK(refused(filled("summaries", 100, a_summary)).empty());
    CHECK(refused(filled("summaries", 101, a_summary)) == "too_many_summaries");
}

TEST_CASE("P7 nothing but one strict JSON object is read") {
    const std::string good = family(1).dump();
    CHECK(refused(good.substr(0, good.size() - 1)) == "invalid_json");
    CHECK(refused(good + "{}") == "invalid_json");
    CHECK(refused("\xEF\xBB\xBF" + good) == "invalid_json");
    CHECK(refused(std::string("[]")) == "wrong_type");
    CHECK(refused(std::string()) == "invalid_json");
    CHECK(refused(std::string(9, '[') + std::string(9, ']')) == "invalid_json");
    CHECK(refused(std::string("{\"revision\":NaN}")) == "invalid_json");
    CHECK(refused(std::string("{\"corpusId\":\"\\ud800\"}")) == "invalid_json");
    CHECK(refused(std::string("{\"corpusId\":\"\xFF\"}")) == "invalid_utf8");
    CHECK(refused("{\"revision\":1," + good.substr(1)) == "duplicate_key");
    std::string inner = good;
    inner.insert(inner.find("\"refId\""), "\"refId\":\"a\",");
    CHECK(refused(inner) == "duplicate_key");
}

TEST_CASE("P7 ids come once, branches have no cycle, a source has one hash") {
    CHECK(refused(selection(1, {branch("a"), branch("a")})) == "duplicate_id");
    CHECK(refused(changed([](Json& all) { all["exclude"] = {"x", "x"}; })) == "duplicate_id");
    CHECK(refused(changed([](Json& all) {
              all["branches"][0]["sources"].push_back(source("src-parent"));
          })) == "duplicate_id");
    CHECK(refused(changed([](Json& all) {
              all["branches"][0]["summaries"].push_back(summary("s1"));
          })) == "duplicate_id");
    CHECK(refused(selection(1, {branch("a", 1, "a")})) == "parent_cycle");
    CHECK(refused(selection(1, {branch("a", 1, "c"), branch("b", 1, "a"), branch("c", 1, "b"),
                                branch("d", 1, "a")})) == "parent_cycle");
    const auto two_hashes = [](char digit) {
        return changed(
            [&](Json& all) { all["branches"][1]["sources"][0] = source("src-parent", digit); });
    };
    CHECK(refused(two_hashes('a')).empty());
    CHECK(refused(two_hashes('b')) == "source_hash_conflict");
    Json both = family(1);
    both["exclude"] = {"child"};
    both["restore"] = {"child"};
    CHECK(refused(both) == "exclude_restore_overlap");
    CHECK(refused(changed([](Json& all) { all["restore"] = {"gone"}; })) ==
          "restore_missing_branch");
}

TEST_CASE("P7 texts that look like secrets are refused, prose is not") {
    const std::string secret = GENERATE(
        as<std::string>{}, "-----BEGIN RSA PRIVATE KEY-----", "key AKIAABCDEFGHIJKLMNOP",
        "ASIAABCDEFGHIJKLMNOP", "ghp_" + std::string(36, 'a'), "ghu_" + std::string(36, 'a'),
        "ghr_" + std::string(36, 'a'), "github_pat_" + std::string(82, 'a'),
        "glpat-abcdefghijklmnopqrst", "xoxb-1234567890", "sk-ant-abcdefghijklmnopqrst",
        "sk-proj-abcdefghijklmnopqrst", "sk-abcdefghijklmnopqrst", "AIza" + std::string(35, 'a'),
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "postgres://admin:hunter2@db.example",
        "Password: Tr0ub4dor&3xQ9", "api_key = 'q7Rt9ZpL2mXv'", "hash " + std::string(64, 'a'),
        "d41d8cd98f00b204e9800998ecf8427e", "kJ8sLq2Zx9VbN4mTr6Wy1Pd3Gh5Fc7Ea0Ui");
    CAPTURE(secret);
    CHECK(refused(with_text("It says " + secret + " there.")) == "secret_shaped");
}

TEST_CASE("P7 what merely speaks of secrets passes") {
    const std::string prose =
        GENERATE(as<std::string>{}, "The password reset flow takes two steps.",
                 "The secret is that it works.", "Token: rotated weekly.", "2026-11-30T10:28:03Z",
                 "See https://example.org/user:guide and mail ops@example.org.",
                 "The task-force risk-assessment was skipped.", "api key rotation is monthly",
                 "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerk is one word.");
    CAPTURE(prose);
    CHECK_FALSE(tools::text::likely_secret(prose));
}

TEST_CASE("P8 no field can name a place, and branch.json is refused") {
    const std::string field = GENERATE(as<std::string>{}, "path", "uri", "archive", "raw", "prompt",
                                       "receipt", "handoff", "transcript");
    CHECK(refused(changed([&](Json& all) { all[field] = "x"; })) == "unknown_field");
    CHECK(refused(changed([&](Json& all) { all["branches"][0][field] = "x"; })) == "unknown_field");
    CHECK(refused(with_summary(field, "x")) == "unknown_field");
}

TEST_CASE("the digest is the one of sorted JSON without blanks, whatever the order") {
    const Json given = changed([](Json& all) {
        all["branches"][0]["summaries"][0]["text"] = "Zürich \"q\" \\ \n\t\u0001/";
        all["exclude"] = {"b", "a"};
    });
    Json mixed = given;
    std::reverse(mixed["branches"].begin(), mixed["branches"].end());
    std::reverse(mixed["exclude"].begin(), mixed["exclude"].end());
    const auto one = read_parsed_selection(given);
    CHECK(tools::projection::canonical(one) ==
          tools::projection::canonical(read_parsed_selection(mixed)));
    nlohmann::json sorted = nlohmann::json::parse(given.dump());  // keys in order
    std::reverse(sorted["branches"].begin(), sorted["branches"].end());
    std::reverse(sorted["exclude"].begin(), sorted["exclude"].end());
    CHECK(tools::projection::canonical(one) == sorted.dump());
    CHECK(tools::projection::selection_digest(one) == tools::sha256(sorted.dump()));
}
