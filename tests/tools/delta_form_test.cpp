#include "tests/support/catch.hpp"
#include "tools/map/text.hpp"

using namespace tools::map;

namespace {

using Row = std::pair<std::string, std::string>;

void tell(std::string& out, const char* name, const std::optional<std::string>& value) {
    if (value) out += std::string(" ") + name + "=" + *value;
}

void tell(std::string& out, const char* name, const IdList& list) {
    if (!list) return;
    out += std::string(" ") + name + "=";
    for (const std::string& one : *list)
        out += (&one == &list->front() ? "" : ",") + one;
}

void tell(std::string& out, const char* name, const std::optional<bool>& flag) {
    if (flag) out += std::string(" ") + name + (*flag ? "=true" : "=false");
}

/// `add id=Q4 type=question text=Which?`; `put` for a line of a map.
std::string told(const Change& change) {
    std::string out = change.op.value_or("put");
    tell(out, "id", change.id);
    tell(out, "ids", change.ids);
    tell(out, "type", change.type);
    tell(out, "text", change.text);
    tell(out, "status", change.status);
    tell(out, "source", change.source);
    tell(out, "confidence", change.confidence);
    tell(out, "reason", change.reason);
    tell(out, "impact", change.impact);
    tell(out, "mitigation", change.mitigation);
    tell(out, "clear", change.clear);
    tell(out, "from", change.from);
    tell(out, "edge", change.edge);
    tell(out, "to", change.to);
    tell(out, "with", change.with);
    tell(out, "carry", change.carry);
    tell(out, "conflicts_with", change.conflicts_with);
    tell(out, "override", change.override);
    return out;
}

/// The changes of a delta with `;` between them, or its faults.
std::string told(const std::string& delta) {
    const Parsed parsed = parse_delta(delta);
    std::string out;
    for (const Change& change : parsed.changes)
        out += (out.empty() ? "" : "; ") + told(change);
    for (const store::Problem& problem : parsed.problems)
        out += " FAULT " + problem.message + " SEND " + problem.send;
    return out;
}

}  // namespace

TEST_CASE("every line that the form is shown by is read") {
    const auto [line, changes] = GENERATE(table<std::string, std::string>({
        {"+ [Q4] Question: Which region? - impact: blocks the contract",
         "add id=Q4 type=question text=Which region? impact=blocks the contract"},
        {"+ [Q] Question: Which region?", "add type=question text=Which region?"},
        {"+ [$region] Question: Which region?", "add id=$region type=question text=Which region?"},
        {"+ [T2] --depends_on--> [Q4]", "link from=T2 edge=depends_on to=Q4"},
        {"+ [T2] --depends_on--> [Q4], [Q5]",
         "link from=T2 edge=depends_on to=Q4; link from=T2 edge=depends_on to=Q5"},
        {"+ [T1] --depends_on--> [T2] --depends_on--> [Q1]",
         "link from=T1 edge=depends_on to=T2; link from=T2 edge=depends_on to=Q1"},
        {"~ [T2] done", "update id=T2 status=done"},
        {"~ [T2] - status: done", "update id=T2 status=done"},
        {"~ [D1] Decision: new words - reason: why", "update id=D1 text=new words reason=why"},
        {"x [C3]", "remove id=C3"},
        {"- [C3] obsolete", "remove id=C3"},
        {"- Removed: [C3]", "remove id=C3"},
        {"x [T1] --depends_on--> [Q1]", "unlink from=T1 edge=depends_on to=Q1"},
        {"- [T1] --depends_on--> [Q1]", "unlink from=T1 edge=depends_on to=Q1"},
        {"> [C2] At most 45 minutes, Sunday night - source: user",
         "supersede id=C2 text=At most 45 minutes, Sunday night source=user"},
        {"= [Q2] On AWS", "resolve id=Q2 text=On AWS"},
        {"= [Q2] [D2]", "resolve id=Q2 with=D2"},
        {"> [C2] [C5]", "supersede id=C2 with=C5"},
        {"- [T1] Task: Ship it - status: active", "put id=T1 type=task text=Ship it status=active"},
    }));
    CHECK(told(line) == changes);
}

TEST_CASE("CM9 every line of a shown delta is read back") {
    const auto [line, changes] = GENERATE(table<std::string, std::string>({
        {"- Added node: [Q2] Question: Which? - impact: cost",
         "add id=Q2 type=question text=Which? impact=cost"},
        {"- Added edge: [T1] --depends_on--> [Q2]", "link from=T1 edge=depends_on to=Q2"},
        {"- Added edge: [D1] --supersedes--> [D2] (stays: [T1] --next--> [D2], [T2] --next--> "
         "[D2])",
         "link from=D1 edge=supersedes to=D2"},
        {"- Resolved: [D2] --resolves--> [Q2]", "link from=D2 edge=resolves to=Q2"},
        {"- Superseded: [D2] --supersedes--> [D1]", "link from=D2 edge=supersedes to=D1"},
        {"- Superseded: [D1] old words", "update id=D1 status=superseded"},
        {"- Moved edge: [T1] --depends_on--> [C9]", "link from=T1 edge=depends_on to=C9"},
        {"- Updated: [T1] Task: new - status: done - source: user",
         "update id=T1 text=new status=done source=user"},
        {"- Updated: [D1] - reason: cheap - clear: status",
         "update id=D1 reason=cheap clear=status"},
        {"- Done: [T1] Mend what [T2] broke", "update id=T1 status=done"},
        {"- Done: [T1] done (status: done) \\- status: active", "update id=T1 status=done"},
        {"- Archived: [C1] Some first words…", "update id=C1 status=archived"},
        {"- Removed: [C3] done with [T2], see C4", "remove id=C3"},
        {"- Removed: [T1] --depends_on--> [Q1]", "unlink from=T1 edge=depends_on to=Q1"},
        {"! T1 is on no path from a goal: send {\"id\":\"G1\",\"depends_on\":[\"T1\"]}", ""},
        {"Map update:", ""},
        {"Map update: none", ""},
    }));
    CHECK(told(line) == changes);
}

TEST_CASE("forms that models write are forgiven") {
    const auto [line, changes] = GENERATE(table<std::string, std::string>({
        {"+ [t2] --depends on--> [q4]", "link from=T2 edge=depends_on to=Q4"},
        {"+ [T2] --DEPENDS_ON--> [Q4]", "link from=T2 edge=depends_on to=Q4"},
        {"+ [T2] --depends-on--> [Q4]", "link from=T2 edge=depends_on to=Q4"},
        {"+ [T2] -depends_on-> [Q4]", "link from=T2 edge=depends_on to=Q4"},
        {"+ [T2] -- depends_on --> [Q4]", "link from=T2 edge=depends_on to=Q4"},
        {"+ [T2] depends_on → [Q4]", "link from=T2 edge=depends_on to=Q4"},
        {"+ [T2] depends on [Q4]", "link from=T2 edge=depends_on to=Q4"},
        {"+ [$a] --blocks--> [$b]", "link from=$a edge=blocks to=$b"},
        {"+ [D2] --supersedes--> [C1] - override: true",
         "link from=D2 edge=supersedes to=C1 override=true"},
        {"+ **[T2]** **--depends_on-->** **[Q4]**", "link from=T2 edge=depends_on to=Q4"},
        {"**+** **[T1]** **Task:** **bold** words", "add id=T1 type=task text=**bold** words"},
        {"+ **[T1] Task:** words", "add id=T1 type=task text=words"},
        {"+ [**T1**] task : words", "add id=T1 type=task text=words"},
        {"+[t1] TASK:words", "add id=T1 type=task text=words"},
        {"+ [T1] T: words", "add id=T1 type=task text=words"},
        {"- + [T1] Task: words", "add id=T1 type=task text=words"},
        {"* + [T1] Task: words", "add id=T1 type=task text=words"},
        {"• ~ [T1] done", "update id=T1 status=done"},
        {"- ~ [T1] Done", "update id=T1 status=done"},
        {"- x [T1] late", "remove id=T1"},
        {"- - [C3] obsolete", "remove id=C3"},
        {"X [C3] no longer true", "remove id=C3"},
        {"x [C3], [C4] obsolete", "remove ids=C3,C4"},
        {"x [C3] Context: At most 15 minutes - source: user", "remove id=C3"},
        {"~ [T2], [T3] done - reason: late", "update ids=T2,T3 status=done reason=late"},
        {"~ [C1] confirmed", "update id=C1 confidence=confirmed"},
        {"~ [C1] user - confidence: confirmed", "update id=C1 source=user confidence=confirmed"},
        {"~ [D1] - clear: reason, impact", "update id=D1 clear=reason,impact"},
        {"* [T1] Task: words", "put id=T1 type=task text=words"},
        {"• [T1] --next--> [T2]", "link from=T1 edge=next to=T2"},
        {"- [Q] Question: Which?", "put type=question text=Which?"},
        {"Added node: [T1] Task: words", "add id=T1 type=task text=words"},
        {"* **Added node:** [T1] Task: words", "add id=T1 type=task text=words"},
        {"- Added: [T1] --next--> [T2]", "link from=T1 edge=next to=T2"},
        {"- > [C2] New words", "supersede id=C2 text=New words"},
        {"> [C2] Context: New words", "supersede id=C2 text=New words"},
        {"> [C2] [C5] - carry: false", "supersede id=C2 with=C5 carry=false"},
        {"> [C2] [draft] rules - override: true - conflicts_with: [D1], D2",
         "supersede id=C2 text=[draft] rules conflicts_with=D1,D2 override=true"},
        {"= [Q2] Decision: On AWS - reason: cheap",
         "resolve id=Q2 type=decision text=On AWS reason=cheap"},
        {"= [Q1], [Q2] On AWS", "resolve ids=Q1,Q2 text=On AWS"},
        {"= [Q2] -5 degrees at night", "resolve id=Q2 text=-5 degrees at night"},
        {"= [Q2] Answer: moved from A -> B", "resolve id=Q2 text=Answer: moved from A -> B"},
        {"+ [T1] Task: audit after cut-over - owner: Dana",
         "add id=T1 type=task text=audit after cut-over - owner: Dana"},
        {"+ [C1] Context: text [x](y) \\- status: done, T1 -> T2",
         "add id=C1 type=context text=text [x](y) - status: done, T1 -> T2"},
        {"+ [T1] Task: a - status: In Work", "add id=T1 type=task text=a status=In Work"},
    }));
    CHECK(told(line) == changes);
}

TEST_CASE("words of status, source and confidence in the last parentheses are fields") {
    const auto [line, changes] = GENERATE(table<std::string, std::string>({
        {"+ [G1] Goal: Move (user, confirmed)",
         "add id=G1 type=goal text=Move source=user confidence=confirmed"},
        {"+ [G1] Goal: Move (User)", "add id=G1 type=goal text=Move source=user"},
        {"+ [T] Task: Ship it (pending) - source: user",
         "add type=task text=Ship it status=pending source=user"},
        {"~ [C1] Context: new words (assistant)", "update id=C1 text=new words source=assistant"},
        {"> [C1] new words (user, confirmed)",
         "supersede id=C1 text=new words source=user confidence=confirmed"},
        {"= [Q1] 20k (user)", "resolve id=Q1 text=20k source=user"},
        {"+ [D1] Decision: use ICU - reason: cheap (user, confirmed)",
         "add id=D1 type=decision text=use ICU source=user confidence=confirmed reason=cheap"},
        {"+ [T1] Task: copy - impact: waits for T2 (pending)",
         "add id=T1 type=task text=copy impact=waits for T2 (pending)"},
        {"+ [C1] Context: for staff (user, admin)",
         "add id=C1 type=context text=for staff (user, admin)"},
        {"- [C1] Context: for staff (user)", "put id=C1 type=context text=for staff (user)"},
        {"- Added node: [C1] Context: for staff (user)",
         "add id=C1 type=context text=for staff (user)"},
        {"= [Q1] At most 15 minutes (answers)", "resolve id=Q1 text=At most 15 minutes"},
        {"> [C1] new words (supersedes)", "supersede id=C1 text=new words"},
        {"= [Q2] [D2] (answers)", "resolve id=Q2 with=D2"},
    }));
    CHECK(told(line) == changes);
}

TEST_CASE("a field named right behind the id is that field") {
    const auto [line, changes] = GENERATE(table<std::string, std::string>({
        {"~ [R2] mitigation: use ICU", "update id=R2 mitigation=use ICU"},
        {"~ [R1] Confidence: uncertain - source: user",
         "update id=R1 source=user confidence=uncertain"},
        {"~ [T6], [T7] status: done", "update ids=T6,T7 status=done"},
    }));
    CHECK(told(line) == changes);
}

TEST_CASE("several ids and then words are one new node that takes the place of all") {
    const auto [line, changes] = GENERATE(table<std::string, std::string>({
        {"> [C7] [C8] [C10] Staging has 500 GB", "supersede ids=C7,C8,C10 text=Staging has 500 GB"},
        {"> [C7] and [C8] Staging has 500 GB", "supersede ids=C7,C8 text=Staging has 500 GB"},
        {"> [C7], [C8] Context: Staging", "supersede ids=C7,C8 text=Staging"},
        {"= [Q1] [R2] On AWS", "resolve ids=Q1,R2 text=On AWS"},
        {"= [Q1], [Q2] [D2]", "resolve ids=Q1,Q2 with=D2"},
    }));
    CHECK(told(line) == changes);
}

TEST_CASE("a line of ids without brackets, in a list or in bold marks, is read") {
    const auto [line, changes] = GENERATE(table<std::string, std::string>({
        {"~ T2 done", "update id=T2 status=done"},
        {"~ t2 confirmed", "update id=T2 confidence=confirmed"},
        {"+ Q1 blocks T1", "link from=Q1 edge=blocks to=T1"},
        {"+ T1 depends_on Q1", "link from=T1 edge=depends_on to=Q1"},
        {"+ [T1] depends on Q1", "link from=T1 edge=depends_on to=Q1"},
        {"+ T1 --depends_on--> [Q1]", "link from=T1 edge=depends_on to=Q1"},
        {"1. + [T] Task: a", "add type=task text=a"},
        {"12) ~ [T2] done", "update id=T2 status=done"},
        {"**+ [T] Task: a**", "add type=task text=a"},
        {"- **~ [T2] done**", "update id=T2 status=done"},
        {"+ **[T1] Task: a**", "add id=T1 type=task text=a"},
    }));
    CHECK(told(line) == changes);
}

TEST_CASE("a remark in parentheses behind an edge is passed over") {
    const auto [line, changes] = GENERATE(table<std::string, std::string>({
        {"+ [A1] --resolves--> [Q1] (when [T2] is done)", "link from=A1 edge=resolves to=Q1"},
        {"+ [A1] --supersedes--> [A2] (stays: [T1] --next--> [A2])",
         "link from=A1 edge=supersedes to=A2"},
        {"x [T1] --next--> [T2] (no longer)", "unlink from=T1 edge=next to=T2"},
    }));
    CHECK(told(line) == changes);
}

TEST_CASE("a line that says nothing changes is a delta without changes") {
    const auto* line = GENERATE("No changes.", "None", "no update", "- **None.**");
    CHECK(told(line).empty());
    CHECK(!parse_delta(std::string(line) + "\n+ [T1] Task: a").problems.empty());
}

TEST_CASE("a delta tells which ids its faulty lines would have added") {
    using Ids = std::vector<std::string>;
    const std::string link = "\n+ [G1] --depends_on--> [T1]";
    CHECK(parse_delta("+ [G1] Goal: a - status = done" + link).broken_ids.front() == "G1");
    CHECK(parse_delta("+ [G01] Goal: a" + link).broken_ids == Ids{"G1"});
    CHECK(parse_delta("+ [$g] done").broken_ids == Ids{"$g"});
    CHECK(parse_delta("+ [T1] blocked_by [T2]").broken_ids.empty());
    CHECK(parse_delta("+ [G1] done\n+ [G1] Goal: a").broken_ids.empty());
}

TEST_CASE("fences, headings, rules, blank lines and CRLF are skipped") {
    CHECK(told("```diff\r\n# Delta for turn 7\r\n\r\n**Map update:**\r\n---\r\n+ [T1] Task: a\r\n"
               "```\r\n") == "add id=T1 type=task text=a");
    CHECK(told("").empty());
    CHECK(told("\xEF\xBB\xBF## Nodes\n## Relationships\n").empty());
}

TEST_CASE("a dash before an edge links in a part of relationships and unlinks elsewhere") {
    const std::string edge = "- [T1] --next--> [T2]";
    const std::string link = "link from=T1 edge=next to=T2";
    const std::string unlink = "unlink from=T1 edge=next to=T2";
    CHECK(told("## Relationships\n" + edge) == link);
    CHECK(told("**Relationships**\n" + edge) == link);
    CHECK(told("Relationships:\n" + edge) == link);
    CHECK(told("## Relationships\nx [T1] --next--> [T2]") == unlink);
    CHECK(told("## Relationships\n" + edge + "\nMap update:\n" + edge) == link + "; " + unlink);
    CHECK(told("## Relationships\n" + edge + "\n## Removed\n" + edge) == link + "; " + unlink);
}

TEST_CASE("each change knows its line") {
    const Parsed parsed =
        parse_delta("Map update:\n\n  + [T1] --next--> [T2], [T3]  \n~ [T1] done");
    REQUIRE(parsed.changes.size() == 3);
    CHECK(parsed.changes[1].index == 3);
    CHECK(parsed.changes[1].line == "+ [T1] --next--> [T2], [T3]");
    CHECK(parsed.changes[2].index == 4);
}

TEST_CASE("CM12 all faults of a delta come at once, with the lines that are right") {
    const Parsed parsed = parse_delta("+ [T1] done\n~ [T2] done\n~ [T3]\nx C4\n");
    REQUIRE(parsed.problems.size() == 3);
    CHECK(parsed.problems[0].index == 1U);
    CHECK(parsed.problems[1].index == 3U);
    CHECK(parsed.problems[2].index == 4U);
    CHECK(parsed.changes.size() == 1);
}

TEST_CASE("a delta of faults alone is told in bounded length") {
    std::string delta;
    for (int i = 0; i < 5000; ++i)
        delta += "prose\n";
    const Parsed parsed = parse_delta(delta);
    CHECK(parsed.problems.size() == 1001);
    CHECK(parsed.problems.back().reason == "more_faults");
}

TEST_CASE("a line longer than any node is refused with its size and the limit of words") {
    const Parsed parsed = parse_delta("~ [T2] done\n+ [T1] Task: " + std::string(20'000, 'a'));
    REQUIRE(parsed.problems.size() == 1);
    CHECK(parsed.problems[0].index == 2U);
    CHECK(parsed.problems[0].message.find("20013 bytes") != std::string::npos);
    CHECK(parsed.problems[0].message.find("500 code points") != std::string::npos);
    CHECK(parsed.problems[0].send.starts_with("+ [T1] Task: aaa"));
}

TEST_CASE("words of the longest node that can be are read") {
    std::string four_bytes;
    for (int i = 0; i < 500; ++i)
        four_bytes += "\xF0\x9F\x98\x80";
    const Parsed parsed =
        parse_delta("+ [D1] Decision: " + four_bytes + " - reason: " + four_bytes +
                    " - impact: " + four_bytes + " - mitigation: " + four_bytes);
    REQUIRE(parsed.problems.empty());
    CHECK(parsed.changes.at(0).mitigation == four_bytes);
}
