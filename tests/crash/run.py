"""Writers that are killed, writers beside writers: what was acknowledged is kept, whole, once.

  python3 tests/crash/run.py [--long] [--kills N] [--seed S]      THROUGHLINE names the program

A client writes a ledger: `intent` before it sends update n, `ack` after the whole reply was read. An update is three nodes
whose words follow from (seed, round, n), so that what is read back proves itself. After each kill a new process must start
within a second and show every acknowledged update whole, every other one whole or not at all, and a revision that counts
them; an update that was not acknowledged, sent again under its turn, must stand there once.
"""
import argparse
import collections
import hashlib
import os
import random
import re
import shutil
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from server import Gone, Result, Server, fresh_store  # noqa: E402

IN_FLIGHT, PARTS = 8, 3


def words(seed, round, n, part):
    digest = hashlib.sha256(b"%d %d %d %d" % (seed, round, n, part)).hexdigest()[:12]
    return "update %d of round %d part %d %s" % (n, round, part, digest)


def arguments(seed, round, n):
    changes = [{"op": "add", "type": "context", "text": words(seed, round, n, part)} for part in range(PARTS)]
    return {"conversation": "round %d" % round, "turn": "turn %d" % n, "changes": changes}


class Ledger:
    def __init__(self):
        self.intents, self.acks = [], set()


def write_until_gone(server, seed, round, ledger):
    """Keeps eight updates in flight until the server ends."""
    flying, n = {}, 0
    try:
        while True:
            while len(flying) < IN_FLIGHT:
                ledger.intents.append(n)
                flying[n], n = server.ask("map_update", arguments(seed, round, n)), n + 1
            first = min(flying)
            server.reply(flying[first])
            for k in [k for k, id in flying.items() if str(id) in server.replies]:
                if not Result(server.replies[str(flying[k])]).ok:
                    raise AssertionError("update %d was refused: %s" % (k, Result(server.replies[str(flying[k])]).text))
                ledger.acks.add(k)
                del flying[k]
    except (Gone, OSError, ValueError):
        for k, id in flying.items():
            if str(id) in server.replies:
                ledger.acks.add(k)


def check(server, seed, round, ledger):
    """What one round left behind; a list of faults, and how many updates are there without an acknowledgement."""
    review = server.call("map_review", conversation="round %d" % round)
    text = server.whole(conversation="round %d" % round)
    count = collections.Counter(re.findall(r"(update \d+ of round \d+ part \d+ \w+)", text))
    faults, unacked, there = [], 0, 0
    for n in ledger.intents:
        found = [count.pop(words(seed, round, n, part), 0) for part in range(PARTS)]
        if found not in ([0] * PARTS, [1] * PARTS):
            faults.append("update %d is torn: %s" % (n, found))
        if n in ledger.acks and found[0] == 0:
            faults.append("acknowledged update %d is lost" % n)
        there += found[0]
        unacked += n not in ledger.acks and found[0]
    if count:
        faults.append("something nobody wrote: %s" % list(count)[:3])
    if unacked > IN_FLIGHT:
        faults.append("%d updates without acknowledgement, %d were in flight" % (unacked, IN_FLIGHT))
    if there and review.fields.get("revision") != there:
        faults.append("revision %s after %d updates" % (review.fields.get("revision"), there))
    return faults, unacked


def retry(server, seed, round, ledger):
    """The first update without acknowledgement, sent twice more under its turn: one effect."""
    open_ones = [n for n in ledger.intents if n not in ledger.acks]
    if not open_ones:
        return []
    n = open_ones[0]
    for _ in range(2):
        again = server.call("map_update", **arguments(seed, round, n))
        if not again.ok:
            return ["the retry of update %d was refused: %s" % (n, again.text)]
    text = server.whole(conversation="round %d" % round)
    times = [text.count(words(seed, round, n, part)) for part in range(PARTS)]
    return [] if times == [1] * PARTS else ["after two retries update %d stands there %s times" % (n, times)]


def kills(count, seed):
    """kill -9 with eight calls in flight, `count` times on one store."""
    store, acked, unacked, faults, slowest = fresh_store(), 0, 0, [], 0.0
    random.seed(seed)
    for round in range(count):
        ledger, server = Ledger(), Server(store)
        writer = threading.Thread(target=write_until_gone, args=(server, seed, round, ledger))
        writer.start()
        time.sleep(min(random.expovariate(1 / 0.06), 2))
        server.kill()
        writer.join()
        started = time.monotonic()
        try:
            with Server(store) as after:
                slowest = max(slowest, time.monotonic() - started)
                found, more = check(after, seed, round, ledger)
                faults += ["round %d: %s" % (round, fault) for fault in found + retry(after, seed, round, ledger)]
        except (Gone, OSError) as error:
            faults.append("round %d: the store does not open: %s" % (round, error))
        acked, unacked = acked + len(ledger.acks), unacked + more
    shutil.rmtree(store, ignore_errors=True)
    if slowest > 1:
        faults.append("a start after a kill took %.1f s" % slowest)
    if not acked:
        faults.append("nothing was acknowledged: this run proves nothing")
    return "%d kills, %d updates acknowledged, %d more committed, slowest start %.0f ms" % (count, acked, unacked, slowest * 1e3), faults


def kept(store, conversation, wanted):
    with Server(store) as server:
        text = server.whole(conversation=conversation)
    return ["%d of %d are lost" % (len(wanted) - found, len(wanted))
            for found in [sum(text.count(one) == 1 for one in wanted)] if found != len(wanted)]


def two_processes(each):
    store, names = fresh_store(), ("left", "right")

    def work(server, name):
        for i in range(each):
            result = server.call("map_update", conversation="both", changes=[{"type": "task", "text": "%s %04d." % (name, i)}])
            assert result.ok, result.text
    servers = [Server(store) for _ in names]
    threads = [threading.Thread(target=work, args=pair) for pair in zip(servers, names)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for server in servers:
        server.close()
    faults = kept(store, "both", ["%s %04d." % (name, i) for name in names for i in range(each)])
    shutil.rmtree(store, ignore_errors=True)
    return "2 processes x %d updates on one store" % each, faults


def parallel_calls(count):
    store = fresh_store()
    with Server(store) as server:
        asked = [server.ask("map_update", {"conversation": "many", "changes": [{"type": "task", "text": "call %04d." % i}]})
                 for i in range(count)]
        refused = [id for id in asked if not Result(server.reply(id)).ok]
    faults = kept(store, "many", ["call %04d." % i for i in range(count)])
    shutil.rmtree(store, ignore_errors=True)
    return "%d parallel calls in one process" % count, faults + (["%d were refused" % len(refused)] if refused else [])


def survivor(count):
    """A writer is killed beside a live one, which must go on within two seconds."""
    store, faults, slowest = fresh_store(), [], 0.0
    random.seed(count)
    live = Server(store)
    for round in range(count):
        dying = Server(store)
        writer = threading.Thread(target=write_until_gone, args=(dying, 1, round, Ledger()))
        writer.start()
        time.sleep(random.uniform(0.005, 0.06))
        dying.kill()
        started = time.monotonic()
        try:
            live.call("map_update", timeout=5, conversation="live", changes=[{"type": "task", "text": "after kill %d" % round}])
        except Gone as error:
            faults.append("round %d: %s" % (round, error))
            break
        slowest = max(slowest, time.monotonic() - started)
        writer.join()
    live.kill()
    shutil.rmtree(store, ignore_errors=True)
    if slowest > 2:
        faults.append("it waited %.1f s" % slowest)
    return "%d writers killed beside a live one, which waited %.0f ms at most" % (count, slowest * 1e3), faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--kills", type=int)
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(3), "big"))
    options = parser.parse_args()
    count = options.kills or (200 if options.long else 30)
    print("crash: seed %d" % options.seed, flush=True)
    failed, runs = 0, [(two_processes, 200), (parallel_calls, 100), (survivor, 50 if options.long else 15)]
    for run, size in runs + [(lambda n: kills(n, options.seed), count)]:
        title, faults = run(size)
        failed += bool(faults)
        print("  %-6s %s" % ("FAILED" if faults else "ok", title), *faults[:10], sep="\n         " if faults else "", flush=True)
    print("crash: %d passed, %d failed" % (len(runs) + 1 - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
