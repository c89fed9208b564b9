#include "tests/support/catch.hpp"
#include "tools/map/text.hpp"

#include <array>
#include <rapidcheck.h>
#include <set>

using namespace tools::map;

namespace {

Node node(NodeType type, std::uint32_t number, std::string text) {
    Node out;
    out.id = {type, number};
    out.words.text = std::move(text);
    return out;
}

/// Words made of what could break the text form.
rc::Gen<std::string> hostile_words() {
    const auto piece = rc::gen::element<std::string>(
        " - status: done", "- status:", " - reason: why", "\\", "\\\\", "-", " - ", "--", ":",
        "[T1]", "[T1] Task: b", "--depends_on-->", "## Nodes", "**", "* ", "`", "!",
        "+ [T2] Task: c", " x ", "status: done", " - Status: done", " - clear: reason",
        " - override: true", " - carry: false", " - conflicts_with: D1", " - text: other",
        " \\- status: done", "é", "→", "日本", "–", " ", "(stays: [A1] --next--> [B1])", "done",
        "…", "\t", "a", "Z");
    return rc::gen::suchThat(
        rc::gen::map(rc::gen::resize(8, rc::gen::container<std::vector<std::string>>(piece)),
                     [](const std::vector<std::string>& pieces) {
                         std::string words;
                         for (const std::string& one : pieces)
                             words += one;
                         const auto first = words.find_first_not_of(" \t");
                         if (first == std::string::npos) return std::string();
                         return words.substr(first, words.find_last_not_of(" \t") - first + 1);
                     }),
        [](const std::string& words) { return !words.empty(); });
}

template <class E>
std::optional<E> maybe() {
    const auto count = static_cast<int>(names(E{}).size());
    const int pick = *rc::gen::inRange(-1, count);
    return pick < 0 ? std::nullopt : std::optional(static_cast<E>(pick));
}

Node random_node(std::uint32_t number) {
    Node out = node(static_cast<NodeType>(*rc::gen::inRange(0, 8)), number, *hostile_words());
    out.status = maybe<Status>();
    out.source = maybe<Source>();
    out.confidence = maybe<Confidence>();
    for (std::string* words : {&out.words.reason, &out.words.impact, &out.words.mitigation})
        if (*rc::gen::arbitrary<bool>()) *words = *hostile_words();
    return out;
}

template <class E>
std::optional<E> read_enum(const std::optional<std::string>& word) {
    if (!word) return std::nullopt;
    const auto all = names(E{});
    return static_cast<E>(std::find(all.begin(), all.end(), *word) - all.begin());
}

/// The node that an add says.
Node node_of(const Change& change) {
    Node out;
    out.id = *read_id(*change.id);
    out.words = {*change.text, change.reason.value_or(""), change.impact.value_or(""),
                 change.mitigation.value_or("")};
    out.status = read_enum<Status>(change.status);
    out.source = read_enum<Source>(change.source);
    out.confidence = read_enum<Confidence>(change.confidence);
    return out;
}

struct Map {
    std::vector<Node> nodes;
    std::vector<Edge> edges;
};

Map map_of(const std::vector<Change>& changes) {
    Map out;
    for (const Change& change : changes)
        if (change.op == "link")
            out.edges.push_back(
                {*read_id(*change.from), *read_enum<EdgeKind>(change.edge), *read_id(*change.to)});
        else
            out.nodes.push_back(node_of(change));
    return out;
}

Map random_map() {
    Map out;
    const auto count = *rc::gen::inRange<std::uint32_t>(0, 8);
    for (std::uint32_t i = 1; i <= count; ++i)
        out.nodes.push_back(random_node(i));
    const int edges = count < 2 ? 0 : *rc::gen::inRange(0, 6);
    for (int i = 0; i < edges; ++i)
        out.edges.push_back({out.nodes[*rc::gen::inRange<std::size_t>(0, count)].id,
                             static_cast<EdgeKind>(*rc::gen::inRange(0, 8)),
                             out.nodes[*rc::gen::inRange<std::size_t>(0, count)].id});
    return out;
}

bool same_nodes(const std::vector<Node>& a, const std::vector<Node>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

}  // namespace

TEST_CASE("CM5 a map is printed in the seed's shape") {
    Node task = node(NodeType::task, 1, "Ship it");
    task.status = Status::active;
    task.source = Source::assistant;
    task.confidence = Confidence::confirmed;
    Node decision = node(NodeType::decision, 2, "Use ICU");
    decision.words.reason = "Turkish names";
    const std::vector<Node> nodes{task, decision};
    const std::vector<Edge> edges{{decision.id, EdgeKind::supports, task.id},
                                  {task.id, EdgeKind::depends_on, {NodeType::question, 1}}};
    CHECK(print_map(nodes, edges) ==
          "## Nodes\n"
          "- [T1] Task: Ship it - status: active - source: assistant - confidence: confirmed\n"
          "- [D2] Decision: Use ICU - reason: Turkish names\n"
          "\n## Relationships\n"
          "- [D2] --supports--> [T1]\n");
    CHECK(print_map(std::vector<Node>{task}, edges) ==
          "## Nodes\n- [T1] Task: Ship it - status: active - source: assistant - confidence: "
          "confirmed\n");
    CHECK(print_map({}, {}).empty());
}

TEST_CASE("CM5 one backslash more stands before what would read as a field") {
    const auto [words, printed] = GENERATE(table<std::string, std::string>({
        {"a - status: done", "a \\- status: done"},
        {"a \\- status: done", "a \\\\- status: done"},
        {"a \\\\- status: done", "a \\\\\\- status: done"},
        {"a - status:", "a \\- status:"},
        {"- status: done", "\\- status: done"},
        {"a - reason: x - status: done", "a \\- reason: x \\- status: done"},
        {"a - clear: reason", "a \\- clear: reason"},
        {"a -  status: done", "a -  status: done"},
        {"a - Status: done", "a - Status: done"},
        {"a - owner: Dana", "a - owner: Dana"},
        {"a- status: done", "a- status: done"},
        {"\\", "\\"},
    }));
    CHECK(escape(words) == printed);
    CHECK(unescape(printed) == words);
}

TEST_CASE("CM5 printing and parsing are inverse for every map") {
    const bool held = rc::check([] {
        const Map map = random_map();
        const std::string text = print_map(map.nodes, map.edges);
        const Parsed parsed = parse_map(text);
        RC_ASSERT(parsed.problems.empty());
        const Map again = map_of(parsed.changes);
        RC_ASSERT(same_nodes(again.nodes, map.nodes));
        RC_ASSERT(again.edges == map.edges);
        RC_ASSERT(print_map(again.nodes, again.edges) == text);
    });
    CHECK(held);
}

TEST_CASE("CM9 a printed node is read back to the letter by a delta") {
    const bool held = rc::check([] {
        const Node one = random_node(1);
        for (const std::string start : {"- ", "* ", "- Added node: ", "- Updated: "}) {
            const Parsed parsed = parse_delta(start + print_node(one));
            RC_ASSERT(parsed.problems.empty());
            RC_ASSERT(parsed.changes.size() == 1U);
            RC_ASSERT(same(node_of(parsed.changes.front()), one));
        }
    });
    CHECK(held);
}

TEST_CASE("a map to import may have fences, headings, bold marks and CRLF") {
    const Parsed parsed = parse_map(
        "```markdown\r\n# Our map\r\n## Nodes\r\n* **[t1]** **Task:** ship **it**\r\n\r\n"
        "## Relationships\r\n- [T1] --depends on--> [T2], [T3]\r\n```\r\n");
    REQUIRE(parsed.problems.empty());
    REQUIRE(parsed.changes.size() == 3);
    CHECK(parsed.changes[0].id == "T1");
    CHECK(parsed.changes[0].text == "ship **it**");
    CHECK(parsed.changes[0].index == 4);
    CHECK(parsed.changes[2].to == "T3");
    CHECK(parsed.changes[2].line == "- [T1] --depends on--> [T2], [T3]");
}

TEST_CASE("a map to import refuses what is no line of a map") {
    const auto [line, send] = GENERATE(table<std::string, std::string>({
        {"+ [T1] Task: a", "- [T1] Task: a"},
        {"- [T1] a", "- [T1] Task: a"},
        {"- [T1]", "- [T1] Task: <words>"},
        {"[T1] Task: a", "- [T1] Task: a"},
        {"- Added node: [T1] Task: a", "- [T1] Task: a"},
        {"~ [T1] done", "- [T1] Task: done"},
        {"- [T1] --> [T2]", "- [T1] --<edge>--> [T2]"},
        {"- [T1] --depends_on--> [T2] soon", "- [T1] --depends_on--> [T2]"},
        {"+ [T1] --blocks--> [T2]", "- [T1] --blocks--> [T2]"},
        {"- [T1] Task: a - clear: reason", "- [T1] Task: a"},
        {"- [T1] Task: a - override: true", "- [T1] Task: a"},
        {"- [T1] Goal: a", "- [T1] Task: a\nor\n- [G] Goal: a"},
        {"some prose", "- [T1] Task: <words>"},
        {"Map update:", "- [T1] Task: <words>"},
    }));
    const Parsed parsed = parse_map("## Nodes\n- [G1] Goal: b\n" + line);
    REQUIRE(parsed.problems.size() == 1);
    CHECK(parsed.problems[0].index == 3U);
    CHECK(parsed.problems[0].send == send);
    CHECK(parsed.changes.size() == 1);
}
