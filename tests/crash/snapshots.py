"""Two processes write into one memory while a third searches: each answer belongs to one snapshot.

  python3 tests/crash/snapshots.py [--seconds S]      THROUGHLINE names the program

Each writer keeps one episode, which it replaces again and again by the next one: eight facts that all tell the same count. A
search must find the eight facts of one count of each writer, never fewer, never of two counts, and never an older count than
the search before; the number of facts that it says it searched is that of a whole state, too.
"""
import argparse
import collections
import os
import re
import shutil
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from server import Gone, Server, fresh_store  # noqa: E402

WRITERS, PARTS = ("north", "south"), 8
OPTIONS = ("--toolsets", "memory")


def episode(writer, count):
    facts = [{"subject_name": "Tide gauge %s %d" % (writer, part), "predicate": "reads", "object_name": "mark %d" % count,
              "statement": "Tide gauge %s %d reads mark %d." % (writer, part, count)} for part in range(PARTS)]
    return {"episode_name": "Tide gauges " + writer, "source_description": "tides.md", "facts": facts}


def first(server, writer):
    result = server.call("create_longterm_memory", **episode(writer, 0))
    assert result.ok, result.text
    return result["episode_uuid"]


def write(server, writer, uuid, stop, counts):
    while not stop.is_set():
        counts[writer] += 1
        result = server.call("replace_longterm_memory_episode", episode_uuid=uuid, wait=counts[writer] % 5 == 0,
                             **episode(writer, counts[writer]))
        assert result.ok, result.text
        uuid = result["episode_uuid"]


def faults_of(result, seen):
    """What is wrong with one answer; `seen` holds the newest count of each writer so far."""
    if not result.ok:
        return ["a search was refused: " + result.text]
    marks = collections.defaultdict(list)
    for hit in result["hits"]:
        writer, part, count = re.match(r"Tide gauge (\w+) (\d) reads mark (\d+)\.", hit["statement"]).groups()
        marks[writer].append((int(count), int(part)))
    faults = []
    for writer in WRITERS:
        counts = {count for count, _ in marks[writer]}
        if sorted(part for _, part in marks[writer]) != list(range(PARTS)) or len(counts) != 1:
            faults.append("%s is torn: %s" % (writer, sorted(marks[writer])))
        elif max(counts) < seen[writer]:
            faults.append("%s went back from %d to %d" % (writer, seen[writer], max(counts)))
        seen[writer] = max(counts | {seen[writer]})
    if result["scope"]["facts"] != PARTS * len(WRITERS):
        faults.append("%d facts are there, two states at once" % result["scope"]["facts"])
    return faults


def play(seconds):
    store = fresh_store()
    servers = [Server(store, OPTIONS) for _ in WRITERS]
    ids = [first(server, writer) for server, writer in zip(servers, WRITERS)]
    stop, counts, seen = threading.Event(), collections.Counter(), collections.Counter()
    threads = [threading.Thread(target=write, args=(server, writer, uuid, stop, counts))
               for server, writer, uuid in zip(servers, WRITERS, ids)]
    for thread in threads:
        thread.start()
    searches, states, faults = 0, set(), []
    try:
        with Server(store, OPTIONS) as reader:
            end = time.monotonic() + seconds
            while time.monotonic() < end and not faults:
                faults = faults_of(reader.call("search_longterm_memory", query="tide gauge reads mark", limit=100,
                                               max_tokens=20000), seen)
                searches += 1
                states.add(tuple(seen[writer] for writer in WRITERS))
    except Gone as error:
        faults.append(str(error))
    stop.set()
    for thread in threads:
        thread.join(30)
    for server in servers:
        if server.process.poll() is None and server.close() != 0:
            faults.append("a writer ended with %s" % server.process.returncode)
    shutil.rmtree(store, ignore_errors=True)
    if len(states) < 3:
        faults.append("the searches saw %d states: this run proves nothing" % len(states))
    return "%d searches saw %d states of %d writes" % (searches, len(states), sum(counts.values())), faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=6)
    title, faults = play(parser.parse_args().seconds)
    print("  %-6s %s" % ("FAILED" if faults else "ok", title), *faults[:10], sep="\n         " if faults else "")
    print("snapshots: %d passed, %d failed" % (not faults, bool(faults)))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
