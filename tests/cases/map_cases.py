"""Families M and G, as far as they concern the map."""
import os
import shutil
import stat
import subprocess
import tempfile
import time

from bench import Server, case, ids_of, link, must, need, node, program, update
from memory_cases import create, fact, found


@case("M01")
def many_writes_at_once(at):
    server = at.start()
    asked = [server.ask("map_update", {"conversation": "a" if i % 2 else "b", "changes": [
        node("Task" if i % 2 else "Context", "number %d of forty" % i)]}) for i in range(40)]
    written = [server.ask("create_longterm_memory", {"episode_name": "Alpha %d" % i, "source_description": "list", "facts": [
        fact("Alpha-%d" % i, "stands in", "hall %d" % i)]}) for i in range(20)]
    need(all("result" in server.reply(id) and not server.reply(id)["result"].get("isError") for id in written), "a refusal")
    need(all("result" in server.reply(id) and not server.reply(id)["result"].get("isError") for id in asked), "a refusal")
    for _ in range(2):
        tasks, contexts = server.whole(conversation="a"), server.whole(conversation="b")
        for i in range(40):
            need("number %d of forty" % i in (tasks if i % 2 else contexts), "number", i, "is lost")
        need(len(set(ids_of(tasks, "T"))) == 20, "task ids", ids_of(tasks, "T"))
        for i in range(20):
            need(any("Alpha-%d " % i in text for text in found(server, "Alpha-%d" % i)), "subject", i, "is lost")
        server = at.restart(server)


@case("M03")
def two_processes(at):
    a, b = at.start(), at.start()
    must(update(a, node("Context", "written by A")))
    need("written by A" in b.whole(), "B does not see what A wrote")
    for i in range(50):
        for name, server in (("A", a), ("B", b)):
            must(update(server, node("Context", "%d by %s" % (i, name))))
            must(create(server, fact("Note %d%s" % (i, name), "lies in", "drawer %d" % i), name="Drawer %d%s" % (i, name)))
    a.kill()
    for i in range(50):
        need(all(found(b, "Note %d%s" % (i, name)) for name in "AB"), "an episode is lost")
    text = b.whole()
    need(all("%d by %s" % (i, name) in text for i in range(50) for name in "AB"), "a write is lost")
    must(create(b, fact("Server B", "goes on after", "Server A")))
    started = time.monotonic()
    must(update(b, node("Context", "after A")))
    need(time.monotonic() - started < 2, "B waited", time.monotonic() - started)


@case("M11")
def one_call_is_one_unit(at):
    server = at.start()
    task, edge = node("Task", "Write tests", id="T1"), link("T1", "depends_on", "Q9")
    first = update(server, task, edge)
    need(first.refused and "Q9" in first.text, "the missing end gave", first.text)
    need(server.whole() == "", "half of it was stored:", server.whole())
    must(update(server, task, node("Question", "Which runner?", id="Q9", impact="decides the suite"), edge))
    need("[T1] --depends_on--> [Q9]" in server.whole(), server.whole())


@case("M14")
def accepted_is_on_disk(at):
    server = at.start()
    must(update(server, node("Context", "Kite Harbor opens on 2026-05-01")))
    told = must(create(server, fact("Kite Harbor", "opens on", "2026-05-01")))
    need("searchable" in told["status"], "the status is", told["status"])
    server = at.restart(server)
    need("Kite Harbor" in server.call("map_focus", request="Kite Harbor").text, "not searchable after a restart")
    need(found(server, "Kite Harbor"), "the fact is lost")
    need(create(server, fact("Kite Harbor", "is", "kite harbor")).refused, "a fact of one thing was accepted")
    need(update(server, link("C1", "supports", "C1")).refused, "a self-edge was accepted")


def pages(server, **arguments):
    """Every page of a review with its size."""
    texts, cursor = [], None
    while cursor or not texts:
        page = must(server.call("map_review", **arguments, **({"cursor": cursor} if cursor else {})))
        texts.append(page["text"])
        need(len(page.text) <= 60_000, "a page of", len(page.text), "characters")
        cursor = page.fields.get("next_cursor")
    return texts


def memory_pages(server, query):
    """The hits of every page of a search by their ids; each page but the last says how to go on."""
    ids, cursor = [], None
    while cursor or not ids:
        page = must(server.call("search_longterm_memory", query=query, limit=100, max_tokens=20_000,
                                **({"cursor": cursor} if cursor else {})))
        need(len(page.text) <= 60_000, "a page of", len(page.text), "characters")
        ids += [hit["id"] for hit in page["hits"]]
        cursor = page.fields.get("next_cursor")
        need(not cursor or "more: send cursor " + str(cursor) in page.text, "the text does not say how to get the rest")
    return ids


@case("M20")
def bounded_by_default(at):
    server = at.start()
    must(update(server, node("Goal", "Move the harbor", id="G1")))
    for start in range(0, 400, 50):
        must(update(server, *[node("Task", ("task %d of harbor " % i).ljust(200, "x")) for i in range(start, start + 50)]))
    edges = [("T%d" % a, "depends_on" if d == 1 else "supports", "T%d" % (a + d)) for a in range(1, 399) for d in (1, 2)][:600]
    must(update(server, *[link(*edge) for edge in edges]))
    texts = pages(server)
    listed = [i for text in texts for i in ids_of(text, "T")]
    need(sorted(listed) == sorted("T%d" % i for i in range(1, 401)), "pages repeat or miss:", len(listed), "tasks")
    first = server.call("map_review")
    need(len(texts) == 1 or "cursor" in first.text, "the text does not say how to get the rest")
    focus = must(server.call("map_focus", request="T5"))
    need(len(focus.text) < 10_000 and "[T5]" in focus.text, "focus of", len(focus.text), "characters")
    for i in range(310):
        more = {"context": ("Said at the harbor table. " * 40)[:1000]} if i >= 300 else {}
        must(create(server, *[fact("Harbor crane %d-%d" % (i, k), "stands at", "pier %d" % i) for k in range(5)],
                    name="Cranes of pier %d" % i, **more))
    first = must(server.call("search_longterm_memory", query="harbor"))
    need(len(first.text) <= 60_000 and "more: send cursor " in first.text, "the first page says", first.text[-200:])
    ids = memory_pages(server, "harbor crane")
    need(len(ids) == len(set(ids)) == 1_550, "pages repeat or miss:", len(ids), "hits,", len(set(ids)), "facts")


@case("M21")
def same_content_once(at):
    server = at.start()
    must(update(server, node("Task", "Paint the lock", id="T1")))
    again = must(update(server, node("Task", "Paint the lock", id="T1")))
    need("Map update: none" in again["delta"], "the second delta says", again["delta"])
    first = must(create(server, fact("Lock 5", "is repaired on", "2026-02-03")))
    second = must(create(server, fact("Lock 5", "is repaired on", "2026-02-03")))
    need(second["episode_uuid"] == first["episode_uuid"] and len(found(server, "Lock 5")) == 1, "it is stored twice")
    must(create(server, fact("Lock 5", "is repaired on", "2026-02-04")))
    need(len(found(server, "Lock 5")) == 2, "another fact was not stored")
    bare = update(server, node("Task", "Paint the lock"))
    need(not bare.ok or "T1" in bare.text, "the repetition is not named:", bare.text)


def usable(at, where, env, cwd):
    """Starts with the setting, writes, reads from another directory; the directory used, or None when refused."""
    arguments = [] if where is None else ["--store", where]
    server = Server(None, arguments, init=False, env=env, cwd=cwd)
    at.servers.append(server)
    try:
        server.initialize()
    except (OSError, Exception) as error:  # the server left before or while it was asked
        status = server.process.wait(2)
        need(status not in (0, None), "exit status", status, "without a word:", error)
        server.threads[1].join(2)
        need(server.errors.strip(), "no reason on stderr")
        return None
    must(update(server, node("Goal", "in its place")))
    need(server.close() == 0, "exit status", server.process.returncode)
    return server.errors.decode()


@case("M22")
def one_private_place(at):
    home, elsewhere = tempfile.mkdtemp(dir=at.store), tempfile.mkdtemp(dir=at.store)
    plain = {"PATH": os.environ["PATH"], "HOME": home}
    deep = os.path.join(at.store, "with space", "\u00fcn\u00ef", "deep", "er")
    file = os.path.join(at.store, "a file")
    open(file, "w").close()
    need(usable(at, None, {"PATH": plain["PATH"]}, home) is None, "no HOME and no --store, yet it started")
    need(usable(at, file, plain, home) is None, "a regular file as directory was taken")
    for where, there in (("rel/dir", os.path.join(elsewhere, "rel/dir")), (deep, deep),
                         (None, os.path.join(home, ".local/share/throughline"))):
        told = usable(at, where, plain, elsewhere)
        need(told is not None and os.path.isdir(there), where, "was refused or lies elsewhere")
        need(os.path.realpath(there) in told, "stderr does not state the directory:", told)
        private(there)
        with Server(there, cwd="/") as again:
            need("in its place" in again.whole(conversation=conversation_of(elsewhere)), "not found from another directory")
    for where in ("~/mem", ""):
        told = usable(at, where, plain, elsewhere)
        need(told is None or os.path.isdir(os.path.join(elsewhere, "~/mem")) or os.path.isdir(os.path.join(home, "mem"))
             or ".local/share" in told, repr(where), "fell back silently")
    beside = os.listdir(os.path.dirname(os.path.abspath(program())))
    need(not any("mdb" in name for name in beside), "written next to the program:", beside)


def conversation_of(folder):
    """The default conversation of a process that started in `folder`."""
    with Server(os.path.join(folder, "names"), cwd=folder) as server:
        return must(server.call("map_review"))["conversation"]


def private(folder):
    need(stat.S_IMODE(os.stat(folder).st_mode) == 0o700, folder, "is open to others")
    for name in os.listdir(folder):
        need(stat.S_IMODE(os.stat(os.path.join(folder, name)).st_mode) == 0o600, name, "is open to others")


@case("G02")
def cycles_are_told_at_once(at):
    server = at.start()
    must(update(server, node("Task", "a"), node("Task", "b"), node("Task", "c"),
                link("T1", "depends_on", "T2"), link("T2", "depends_on", "T3")))
    closing = update(server, link("T3", "depends_on", "T1"))
    need(closing.refused and all(id in closing.text for id in ("T1", "T2", "T3")), "the chain is not shown:", closing.text)
    need(update(server, link("T1", "blocks", "T1")).refused, "a self-edge was accepted")
    started = time.monotonic()
    focus = must(server.call("map_focus", request="T1"))
    need(time.monotonic() - started < 1, "focus took", time.monotonic() - started)
    shown = ids_of(focus["text"], "T")
    need(len(shown) == len(set(shown)) and "T1" in shown, "focus shows", shown)
