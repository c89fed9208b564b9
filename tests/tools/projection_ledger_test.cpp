#include "tests/support/catch.hpp"
#include "tests/tools/selections.hpp"
#include "tools/digest.hpp"
#include "tools/projection/state_json.hpp"

using namespace tests;

namespace {

Json with(Json selection, const char* list, const std::vector<std::string>& ids) {
    selection[list] = ids;
    return selection;
}

/// Revision 1 has parent and child, revision 2 leaves the child out.
void bury_child(Corpus& corpus) {
    corpus.apply(family(1));
    corpus.apply(selection(2, {branch("parent", 3)}));
}

/// state.json with something replaced and a digest that fits.
std::string forged(std::string text, const std::string& what, const std::string& by) {
    text.replace(text.find(what), what.size(), by);
    const std::string rest = "{" + text.substr(text.find(',') + 1);
    return "{\"digest\":\"" + tools::sha256(rest.substr(0, rest.size() - 1)) + "\"," +
           rest.substr(1);
}

}  // namespace

TEST_CASE("P14 a lower revision is refused, an equal one only with equal content taken") {
    Corpus corpus;
    CHECK(corpus.apply(family(2)).changed);
    const std::string state = corpus.file("state.json");
    const std::string graph = corpus.file("graph.json");
    CHECK(corpus.refusal(family(1)) == "selection_revision_lower");
    CHECK(corpus.refusal(selection(2, {branch("parent", 3)})) == "selection_revision_conflict");
    CHECK_FALSE(corpus.apply(family(2)).changed);
    CHECK(corpus.file("state.json") == state);
    CHECK(corpus.file("graph.json") == graph);
}

TEST_CASE("P15 a branch never goes back and never changes silently, excluded ones neither") {
    Corpus corpus;
    corpus.apply(family(1));
    CHECK(corpus.refusal(selection(2, {branch("parent", 2), branch("child", 1, "parent")})) ==
          "source_revision_lower");
    Json other = family(2);
    other["branches"][0]["summaries"][0]["text"] = "Something else.";
    CHECK(corpus.refusal(other) == "source_revision_conflict");
    other["branches"][0]["sourceRevision"] = 4;
    corpus.apply(with(other, "exclude", {"parent"}));
    Json back = with(family(3), "restore", {"parent"});
    CHECK(corpus.refusal(back) == "source_revision_lower");
    back["branches"][0]["sourceRevision"] = 4;
    CHECK(corpus.refusal(back) == "source_revision_conflict");
    back["branches"][0]["sourceRevision"] = 5;
    corpus.apply(back);
    CHECK(corpus.nodes().count("branch:parent") == 1);
}

TEST_CASE("P16 a directory stays with its corpus") {
    Corpus corpus;
    corpus.apply(family(1));
    Json other = family(2);
    other["corpusId"] = "other";
    CHECK(corpus.refusal(other) == "corpus_mismatch");
    CHECK(reason_of([&] {
              corpus.run({{}, "other", corpus.root().string(), {}});
          }) == "corpus_mismatch");
}

TEST_CASE("P17 what is left out or excluded is kept out for good") {
    Corpus corpus;
    bury_child(corpus);
    const auto stone = corpus.rebuild().state.tombstones.at("child");
    CHECK(stone.at_revision == 2);
    CHECK(stone.last_source_revision == 1);
    CHECK(corpus.nodes().count("branch:child") == 0);
    const auto more =
        corpus.apply(with(selection(3, {branch("parent", 3)}), "exclude", {"never-seen"}));
    CHECK(more.state.tombstones.at("never-seen").last_source_revision == 0);
    CHECK(more.state.tombstones.at("child").at_revision == 2);
    CHECK(corpus.refusal(selection(4, {branch("never-seen")})) == "restore_required");
    const auto none = corpus.apply(selection(4, {}));
    CHECK(none.state.tombstones.size() == 3);
    CHECK(none.nodes == 0);
}

TEST_CASE("P18 only a higher revision that names a branch in restore brings it back") {
    Corpus corpus;
    bury_child(corpus);
    const std::string graph = corpus.file("graph.json");
    CHECK(corpus.refusal(family(1)) == "selection_revision_lower");
    CHECK(corpus.refusal(family(2)) == "selection_revision_conflict");
    CHECK(corpus.refusal(family(3)) == "restore_required");
    CHECK(corpus.file("graph.json") == graph);
    CHECK(corpus.refusal(with(family(3), "restore", {"child", "parent"})) ==
          "restore_not_tombstoned");
    corpus.apply(with(family(3), "exclude", {"child"}));
    CHECK(corpus.nodes().count("branch:child") == 0);
    const Json restored = with(family(4), "restore", {"child"});
    const std::string digest = corpus.apply(restored).state.digest;
    CHECK(corpus.edges().count("branch:child forked_from branch:parent") == 1);
    const auto again = corpus.apply(restored);
    CHECK(again.state.digest == digest);
    CHECK_FALSE(again.changed);
}

TEST_CASE("P19 a rebuild needs a snapshot, of the store or of the directory") {
    Corpus corpus;
    CHECK(reason_of([&] { corpus.rebuild(); }) == "no_selection");
    bury_child(corpus);
    const std::string graph = corpus.file("graph.json");
    const std::string state = corpus.file("state.json");
    corpus.renew_store();
    CHECK(corpus.rebuild().changed);
    CHECK(corpus.file("graph.json") == graph);
    CHECK(corpus.file("state.json") == state);
    CHECK(corpus.refusal(family(3)) == "restore_required");
}

TEST_CASE("P20 another schema or embedding asks for a migration, damage is told") {
    Corpus corpus;
    bury_child(corpus);
    const std::string state = corpus.file("state.json");
    const auto reason = [&](const std::string& text) {
        return reason_of([&] { tools::projection::read_state(text); });
    };
    CHECK(reason(state).empty());
    CHECK(reason(forged(state, "SchemaVersion\":1", "SchemaVersion\":2")) == "state_schema");
    CHECK(reason(forged(state, "stateVersion\":1", "stateVersion\":2")) == "state_schema");
    CHECK(reason(forged(state, "\"none\"", "\"openai\"")) == "state_schema");
    std::string damaged = state;
    damaged.replace(damaged.find("What parent"), 4, "When");
    CHECK(reason(damaged) == "state_corrupt");
    CHECK(reason(forged(state, "What parent", "When parent")) == "state_corrupt");
    CHECK(reason(state.substr(0, 50)) == "state_corrupt");
    corpus.put("state.json", damaged);
    CHECK(corpus.refusal(selection(3, {})) == "state_corrupt");
}

TEST_CASE("a state that is copied back never takes effect") {
    Corpus corpus;
    corpus.apply(family(1));
    const std::string old_state = corpus.file("state.json");
    corpus.apply(selection(2, {branch("parent", 3)}));
    const std::string state = corpus.file("state.json");
    const std::string graph = corpus.file("graph.json");
    corpus.put("state.json", old_state);  // the directory is older: the store publishes again
    corpus.rebuild();
    CHECK(corpus.file("state.json") == state);
    CHECK(corpus.file("graph.json") == graph);
    CHECK(corpus.nodes().count("branch:child") == 0);
    corpus.renew_store();  // an older store, as a backup brings it back
    corpus.run({tools::projection::read_parsed_selection(family(1)), {}, {}, {}});
    CHECK(reason_of([&] { corpus.rebuild(); }) == "state_newer");
    CHECK(corpus.refusal(family(3)) == "state_newer");
    CHECK(corpus.file("graph.json") == graph);
}
