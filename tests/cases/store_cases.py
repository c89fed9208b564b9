"""Family L: what the engine below does at its edges; memory writes are played as map updates."""
import os
import random
import shutil
import signal
import subprocess
import time

from bench import Server, case, fresh_store, must, need, no_engine_words, node, update
from memory_cases import create, fact, found, killed_while_storing

INVISIBLE = ("", "   ", "\t\n", "\u200b", "\u00a0", "\ufeff")


@case("L01", waits="10 facts a write become 10 nodes")
def store_grows(at):
    server = at.start("--durability", "relaxed")
    for i in range(5_000):
        changes = [node("Artifact", "file %d-%d" % (i, k)) for k in range(10)]
        result = server.call("map_update", conversation="pile-%d" % (i // 100), changes=changes)
        no_engine_words(result.text)
        need(result.ok, "write", i, "refused:", result.text)
    need("file 0-0" in server.call("map_focus", conversation="pile-0", request="file 0-0").text, "the early one is lost")
    must(update(at.restart(server), node("Artifact", "one more")))


def name_or_limit(result, field, length):
    """A long value is taken, or refused with its field and a limit that it really passes."""
    no_engine_words(result.text)
    if result.ok:
        return True
    numbers = [int(word) for word in "".join(c if c.isdigit() else " " for c in result.text).split()]
    need(result.refused and field in result.text, "the refusal names no", field, ":", result.text)
    need(any(0 < n < length for n in numbers), "the refusal names no limit below", length, ":", result.text)
    return False


@case("L02")
def long_names(at):
    server = at.start()
    names = ["a" * n for n in (1, 510, 511, 512, 600, 4000)] + ["\u6f22" * 200, "a" * 600 + "X", "a" * 600 + "Y"]
    for name in names:
        if name_or_limit(server.call("map_update", conversation=name, changes=[node("Goal", "in " + name[-1])]),
                         "conversation", len(name)):
            need("in " + name[-1] in server.whole(conversation=name), "a map of", len(name), "characters is not found")
    for name in names:
        if name_or_limit(create(server, fact(name, "is", "kept " + name[-1], "It is kept."), name="Kept names"), "subject_name",
                         len(name)):
            need(len(name) <= 200, "a name of", len(name), "is taken")
            hits = must(server.call("search_longterm_memory", subject=name))["hits"]
            need(len(hits) == 1, "a name of", len(name), "gives", len(hits), "facts")
    for length in (500, 501, 700):
        taken = name_or_limit(update(server, node("Artifact", "p" * length)), "text", length)
        need(taken == (length <= 500), "a text of", length, "was", "taken" if taken else "refused")


@case("L03")
def invisible_names(at):
    server = at.start()
    for value in INVISIBLE:
        text = update(server, node("Goal", value), conversation="here")
        no_engine_words(text.text)
        need(text.refused and "text" in text.text, "a node of", repr(value), "gave", text.text)
        name = update(server, node("Goal", "x"), conversation=value)
        no_engine_words(name.text)
        need(name.refused or value == "", "a conversation of", repr(value), "was taken")
        need(name.ok or "conversation" in name.text, "the refusal names no field:", name.text)
    for value in INVISIBLE:
        fault = create(server, fact(value, "is", "seen", "Nothing is seen."), name="Unseen names")
        no_engine_words(fault.text)
        need(fault.refused and "subject_name" in fault.text, "a subject of", repr(value), "gave", fault.text)
        place = create(server, fact("Lamp", "is", "seen", "The lamp is seen."), name="Lamps", dataspace_name=value)
        need(place.ok or "dataspace_name" in place.text, "a dataspace of", repr(value), "gave", place.text)
    need("Nothing is seen." not in found(server, "Nothing is seen"), "something unseen was stored")
    need(server.whole(conversation="here") == "", "something was stored:", server.whole(conversation="here"))


def overwrite(server, times):
    must(update(server, node("Context", "start", id="C1")))
    for i in range(times):
        must(update(server, {"op": "update", "id": "C1", "text": ("%d " % i) + "x" * 490}))


@case("L04", waits="texts of 3,000 characters are cut to 500")
def dead_readers(at):
    for _ in range(150):
        server = at.start()
        server.ask("map_focus", {"request": "anything"})
        server.kill()
    overwrite(at.start(), 500)
    control = fresh_store()
    with Server(control) as calm:
        overwrite(calm, 500)
    allowed = 1.5 * at.data_size(control)
    shutil.rmtree(control, ignore_errors=True)
    need(at.data_size() <= allowed, "the store takes", at.data_size(), "bytes, at most", allowed, "are fine")


def mounted(folder, size):
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=%s,mode=0700" % size, "tmpfs", folder], capture_output=True)
    return done.returncode == 0


@case("L07", waits="where the machine allows no mount")
def full_disk(at):
    folder = os.path.join(at.store, "small")
    os.mkdir(folder)
    if not mounted(folder, "6m"):
        return
    try:
        server, kept, refused = at.start(store=folder), [], None
        for i in range(20_000):
            result = update(server, *[node("Artifact", "%d-%d " % (i, k) + "x" * 480) for k in range(10)],
                            conversation="disk-%d" % (i % 7))
            if not result.ok:
                refused = result
                break
            kept.append(i)
        need(refused is not None and kept, "the disk never filled")
        no_engine_words(refused.text)
        need("disk" in refused.text or "space" in refused.text, "the refusal names no disk space:", refused.text)
        need("0-0 " in server.whole(conversation="disk-0"), "reading stopped")
        subprocess.run(["mount", "-o", "remount,size=64m", folder], check=True)
        must(update(server, node("Goal", "one more"), conversation="more"))
        need(server.close() == 0, "exit status", server.process.returncode)
        with Server(folder) as again:
            need("one more" in again.whole(conversation="more"), "one more is lost")
            texts = {c: again.whole(conversation="disk-%d" % c) for c in range(7)}
            for i in kept:
                need(all(" %d-%d " % (i, k) in texts[i % 7] for k in range(10)), "acknowledged write", i, "is lost")
    finally:
        for server in at.servers:
            server.kill()
        subprocess.run(["umount", folder])


@case("M02")
def killed_while_writing(at):
    random.seed(2)
    for round in range(20):
        server, name = at.start(), "round-%d" % round
        asked = {server.ask("map_update", {"conversation": name, "changes": [
            node("Context", "item %d of %d in all" % (k, i)) for k in range(5)]}): i for i in range(200)}
        time.sleep(random.uniform(0.05, 0.5))
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait()
        acked = {i for id, i in asked.items() if str(id) in server.replies}
        text = at.start().whole(conversation=name)
        for i in range(200):
            found = sum("item %d of %d in all" % (k, i) in text for k in range(5))
            need(found == 5 or (found == 0 and i not in acked), "update", i, "has", found, "of 5 nodes", i in acked)
    for _ in range(5):
        killed_while_storing(at)
