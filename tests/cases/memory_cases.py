"""Family M, as far as it concerns long-term memory; tests/cases/map_cases.py holds the cases of both."""
import random
import time

from bench import case, must, need, no_engine_words


def fact(subject, predicate, object, statement=None, **more):
    return {"subject_name": subject, "predicate": predicate, "object_name": object,
            "statement": statement or "%s %s %s." % (subject.strip(), predicate, object), **more}


def create(server, *facts, name="Harbor notes of a day", tool="create_longterm_memory", **more):
    return server.call(tool, episode_name=name, source_description="harbor.md", facts=list(facts), **more)


def replace(server, old, *facts, **more):
    return create(server, *facts, tool="replace_longterm_memory_episode", episode_uuid=old, **more)


def search(server, query, **more):
    return server.call("search_longterm_memory", query=query, **more)


def found(server, query, **more):
    """The statements that a search finds, best first."""
    return [hit["statement"] for hit in must(search(server, query, **more))["hits"]]


def killed_while_storing(at):
    """M02: every acknowledged episode is there with all of its facts after a kill."""
    server = at.start()
    ids = [server.ask("create_longterm_memory", {
        "episode_name": "Berths %d" % i, "source_description": "harbor.md",
        "facts": [fact("Ship%dx%d" % (i, k), "berths_at", "Pier %d" % k) for k in range(5)]}) for i in range(200)]
    time.sleep(random.uniform(0.05, 0.5))
    server.kill()
    server.threads[0].join(5)
    stored = [server.replies[server._key(id)] for id in ids if server._key(id) in server.replies]
    again = at.start()
    for reply in stored:
        uuid = reply["result"]["structuredContent"]["episode_uuid"]
        whole = must(again.call("get_longterm_memory_episode", episode_uuid=uuid))
        need(len(whole["facts"]) == 5, "an acknowledged episode has", len(whole["facts"]), "facts")
    must(create(again, fact("Tug", "berths_at", "Pier 9"), name="After the kill %d" % random.randrange(10 ** 9)))
    again.close()


@case("M05")
def one_name_in_other_case(at):
    server = at.start("--toolsets", "map,memory,ingest")
    must(create(server, fact("Harbor Gateway", "runs on", "Debian 12"), fact("harbor gateway ", "owned by", "Team Heron"),
                fact(" Harbor  Gateway", "has version", "4.1")))
    need(len(found(server, "harbor gateway")) == 3, found(server, "harbor gateway"))
    listed = must(search(server, "harbor gateway", kind="entities"))["entities"]
    need([one for one in listed if one["name"].lower() == "harbor gateway"] == [{"name": "Harbor Gateway", "facts": 3}],
         "search lists", listed)
    view = must(server.call("memory_entity", name=" HARBOR  gateway"))
    need("Harbor Gateway" in view.text and "harbor gateway " not in view.text.split("\n")[0], "the view is headed", view.text)
    need(all(part in view.text for part in ("Debian 12", "Team Heron", "4.1")), "the view lacks a fact:", view.text)
    same = create(server, fact("Harbor Gateway", "same as", "harbor gateway "))
    need(same.refused and "object_name" in same.text, "an equal object gave", same.text)


@case("M06")
def composed_and_decomposed(at):
    server = at.start()
    sent = fact("Z\u00fcrich Depot", "supplies", "Cafe\u0301 Ouest")
    must(create(server, sent, fact("\u1112\u1161\u11ab\u1100\u1173\u11af \ucc3d\uace0", "holds", "tea")))
    for query, part in (("Zu\u0308rich", "supplies"), ("caf\u00e9", "supplies"), ("\ud55c\uae00", "tea")):
        hits = found(server, query)
        need(hits and part in hits[0], query, "finds", hits)
    need(found(server, "caf\u00e9")[0] == sent["statement"], "the text came back changed")
    again = must(create(server, fact("Zu\u0308rich Depot", "supplies", "Cafe\u0301 Ouest"), name="Again"))
    need(any(w["kind"] == "duplicate" for w in again["warnings"]), "the decomposed name is another one")


@case("M07")
def scripts_without_blanks(at):
    server = at.start()
    must(create(server, fact("\u6771\u4eac\u652f\u793e", "\u4f7f\u7528\u3059\u308b", "\u65b0\u3057\u3044\u8acb\u6c42\u30b7\u30b9\u30c6\u30e0"),
                fact("\u5927\u962a\u5009\u5eab", "\u7ba1\u7406\u3059\u308b", "\u51b7\u51cd\u5728\u5eab"),
                fact("Riverside Clinic", "uses", "paper forms")))
    for query, part in (("\u8acb\u6c42\u30b7\u30b9\u30c6\u30e0", "\u6771\u4eac"), ("\u6771\u4eac", "\u6771\u4eac"),
                        ("\u51b7\u51cd", "\u5927\u962a"), ("API\u6771\u4eac", "\u6771\u4eac")):
        hits = found(server, query)
        need(hits and hits[0].startswith(part), query, "finds", hits)
    need(len(found(server, "\u672d\u5e4c")) < 3, "an unknown word finds everything")


@case("M08")
def words_in_any_order(at):
    server = at.start()
    must(create(server, fact("Migration plan", "contains", "cutover checklist",
                             "Migration plan: stage 2: the cutover checklist is due on Friday.")))
    for query in ("migration plan stage 2", "checklist cutover", "Cutover   CHECKLIST", "stage-2 cutover", "checklists",
                  "cutover xylophone"):
        need(found(server, query), query, "finds nothing")


@case("M09")
def queries_are_plain_text(at):
    server = at.start()
    must(create(server, fact("Parser team", "writes", "C++ services"), fact("Build host", "is reached at", "ops@node7"),
                fact("Quota alert", "fires at", "50% usage"), fact("Deploy script", "lives in", "multi-region/roll-out.sh")))
    for query, part in (("C++", "Parser"), ("ops@node7", "Build"), ("50%", "Quota"), ("multi-region", "Deploy"),
                        ("multi-region/roll-out.sh", "Deploy")):
        hits = found(server, query)
        need(hits and hits[0].startswith(part), query, "finds", hits)
    for query in ('"unbalanced', "don't", "a:b", "NOT", "AND OR", "*", "(", "{}", "^~", "x\\\\y", "'", "`", "-", "   "):
        result = search(server, query)
        no_engine_words(result.text)
        need(result.ok or result.refused, query, "gave", result.message)
        need(result.text.strip(), query, "gave no word")


@case("M12")
def a_replacement_takes_all(at):
    server = at.start()
    old = must(create(server, fact("Team Heron", "uses", "Postgres"), fact("Team Heron", "sits in", "Oslo")))["episode_uuid"]
    new = must(replace(server, old, fact("Team Heron", "uses", "ClickHouse")))["episode_uuid"]
    need(new != old, "the uuid stayed")
    need(not found(server, "Oslo"), "Oslo is still found")
    need(found(server, "Team Heron uses") == ["Team Heron uses ClickHouse."], found(server, "Team Heron uses"))
    again = replace(server, old, fact("A", "b", "C"))
    need(again.refused and new in again.text, "the newest is not named:", again.text)


@case("M16")
def what_holds_now_and_then(at):
    server = at.start()
    must(create(server, fact("Team Heron", "uses", "Postgres", valid_at_iso="2024-01-01T00:00:00Z",
                             invalid_at_iso="2025-07-01T00:00:00Z"),
                fact("Team Heron", "uses", "ClickHouse", valid_at_iso="2025-07-01T00:00:00Z"),
                fact("Team Heron", "will use", "DuckDB", valid_at_iso="2099-01-01T00:00:00Z")))
    now = must(search(server, "Team Heron"))
    need("ClickHouse" in now["hits"][0]["statement"] and "state" not in now["hits"][0], "now comes first", now["hits"][0])
    states = {hit["statement"].split()[-1]: hit.get("state") for hit in now["hits"][1:]}
    need(all({"Postgres.": "ended", "DuckDB.": "later"}[name] == state for name, state in states.items()), "marked:", states)
    for mark in ["ended 2025-07-01"] * ("Postgres." in states) + ["FROM 2099-01-01"] * ("DuckDB." in states):
        need(mark in now.text, mark, "is not in", now.text)
    for at_time, only in (("2025-01-15T00:00:00Z", "Postgres"), ("2025-07-01T00:00:00Z", "ClickHouse"),
                          ("2025-06-30T23:59:59Z", "Postgres")):
        then = must(search(server, "Team Heron", as_of_iso=at_time))
        need([hit["statement"] for hit in then["hits"]] == ["Team Heron uses %s." % only], at_time, "shows", then["hits"])
        need(all("valid_at" in hit for hit in then["hits"]) and "since 20" in then.text, "no validity is shown:", then.text)


BAD_TIMES = ("2025-02-30T00:00:00Z", "yesterday", "1740787200", "2025-03-01T24:00:00Z", "2025-03-01T00:00:60Z",
             "0000-00-00T00:00:00Z")


@case("M17")
def times_are_compared_in_utc(at):
    server = at.start()

    def holds(n, begin, end=None):
        times = {"valid_at_iso": begin, **({"invalid_at_iso": end} if end else {})}
        return create(server, fact("A%d" % n, "holds", "B%d" % n, **times), name="Holder %d" % n)
    for n, begin, end in ((1, "2025-03-01T00:00:00Z", "2025-03-01T01:00:00+02:00"),
                          (2, "2025-03-01T00:00:00Z", "2025-03-01T00:00:00Z")):
        bad = holds(n, begin, end)
        need(bad.refused and "invalid_at_iso" in bad.text, "an end before its beginning gave", bad.text)
    for n, begin, end, stored in ((3, "2025-03-01", "2025-03-02", "2025-03-01T00:00:00Z"),
                                  (4, "2025-03-01T23:30:00-01:00", None, "2025-03-02T00:30:00Z")):
        uuid = must(holds(n, begin, end))["episode_uuid"]
        whole = must(server.call("get_longterm_memory_episode", episode_uuid=uuid))
        need(whole["facts"][0]["valid_at_iso"] == stored, begin, "is stored as", whole["facts"][0]["valid_at_iso"])
    need(not found(server, "A4 holds", as_of_iso="2025-03-02T00:00:00Z"), "A4 holds before it begins")
    need(found(server, "A4 holds", as_of_iso="2025-03-02T00:30:00Z"), "A4 does not hold when it begins")
    for bad in BAD_TIMES:
        result = holds(5, bad)
        need(result.refused and "valid_at_iso" in result.text and "2026-03-07T21:44:00Z" in result.text, bad, "gave", result.text)


@case("M19")
def dataspaces_are_walls(at):
    server = at.start("--dataspace", "default,north,south")
    north = must(create(server, fact("Vault", "contains", "north-secret-19"), dataspace_name="north"))["episode_uuid"]
    must(create(server, fact("Vault", "contains", "south-item"), dataspace_name="south"))
    must(create(server, fact("Vault", "contains", "default-item")))
    need(found(server, "Vault", dataspace_name="south") == ["Vault contains south-item."], "south shows others")
    need("Vault contains default-item." in found(server, "Vault"), "the default is not searched")
    crossing = replace(server, north, fact("x", "y", "z"), dataspace_name="south")
    need(crossing.refused and "north" in crossing.text, "a replacement crossed over:", crossing.text)
    need(found(server, "north-secret-19"), "the old one is gone")
    nowhere = search(server, "Vault", dataspace_name="nowhere")
    need(nowhere.refused and "default, north, south" in nowhere.text, "nowhere gave", nowhere.text)
