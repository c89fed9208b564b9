"""Random updates on the program and on the reference model beside the shared rule cases; both must say the same.

  python3 tests/rules/differential.py [--updates N] [--seed S]

Compared after each update: taken or refused, the faulty changes, the delta by label and ids, nodes with all fields, edges,
what is blocked, and a passed limit. Left out on purpose, since the map's description differs from the model there: adding
a node a second time, unlinking what is not there, a cycle mended in the same update, resolving from something unsettled or
without its other end, merge, summarize, moved edges (sent with carry: false), a user's own decision without a reason.
"""
import argparse
import os
import random
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
RULES = os.path.join(HERE, "../../../shared/focus/rules")
sys.path[:0] = [os.path.join(HERE, "../support"), RULES]
sys.dont_write_bytecode = True

PER_MAP = 100
SETTLED = "CPDA"


def pick(random, values):
    return random.choice(sorted(values))


class Writer:
    """Makes updates that both sides define, on a model map; some of them faulty."""

    def __init__(self, ref, seed):
        self.ref, self.random, self.count = ref, random.Random(seed), 0

    def text(self):
        """Words that no other node shares, sometimes hostile ones."""
        self.count += 1
        odd = self.random.choice(["", "", "", " - status: done", " [T1] --blocks--> [T2]", "- x", " \\- reason: y", " \u6f22\u00fc", "# **b**"])
        return "w%dx v%dy%s" % (self.count, self.count * 7, odd)

    def fields(self, prefix):
        out = {}
        for name, words in self.ref.ENUMS.items():
            if self.random.random() < 0.4:
                out[name] = self.random.choice(words)
        for name in ("reason", "impact", "mitigation"):
            if self.random.random() < 0.2 or (prefix, name) in (("D", "reason"), ("Q", "impact")):
                out[name] = self.text()
        return out

    def add(self, map, named):
        prefix = self.random.choice(self.ref.PREFIXES)
        change = {"op": "add", "type": self.ref.WORD[prefix], "text": self.text(), **self.fields(prefix)}
        if self.random.random() < 0.3:
            change["id"] = "%s%d" % (prefix, map.high[prefix] + 1 + len(named))
            named.add(change["id"])
        return change

    def link(self, map, ends):
        edge = self.random.choice([e for e in self.ref.EDGES if e not in ("resolves", "supersedes")])
        return {"op": "link", "from": pick(self.random, ends), "edge": edge, "to": pick(self.random, ends)}

    def settle(self, map):
        """A resolves or supersedes edge whose effect both sides define, in either way of saying it, or None."""
        kind, nodes = self.random.choice(["resolves", "supersedes"]), map.nodes.values()
        closed = self.ref.CLOSED
        sources = [n.id for n in nodes if kind == "supersedes" or (n.prefix in SETTLED and n.status not in closed)]
        targets = [n.id for n in nodes if (kind == "supersedes" or n.prefix in "QR") and n.status not in closed]
        if not sources or not targets:
            return None
        a, b = pick(self.random, sources), pick(self.random, targets)
        if (a, kind, b) in map.edges or a == b:
            return None
        override = {"override": True} if self.random.random() < 0.5 else {}
        if self.random.random() < 0.5 and (kind == "resolves" or map.nodes[a].prefix == map.nodes[b].prefix):
            return {"op": "resolve" if kind == "resolves" else "supersede", "id": b, "with": a, "carry": False, **override}
        return {"op": "link", "from": a, "edge": kind, "to": b, **override}

    def touch(self, map, touched=()):
        """A change of one node that no other change of the update touches, or None."""
        left = set(map.nodes) - set(touched)
        if not left:
            return None
        id = pick(self.random, left)
        change = {"op": "update", "id": id, **self.fields("")}
        if self.random.random() < 0.3:
            change["text"] = self.text()
        return change if len(change) > 2 else {"op": self.random.choice(["done", "archive"]), "id": id}

    def fault(self, map, change):
        """One change, spoilt in a way that both sides refuse."""
        ids = list(map.nodes) or ["T1"]
        return self.random.choice([
            {"op": "add", "type": "task", "text": "x" * 501},
            {"op": "add", "type": "task", "text": "two\nlines"},
            {"op": "add", "type": "question", "text": self.text()},
            {"op": "add", "type": "decision", "text": self.text(), "source": "assistant"},
            {"op": "add", "type": "task", "text": self.text(), "status": "almost"},
            {"op": "update", "id": "T999", "status": "done"},
            {"op": "link", "from": self.random.choice(ids), "edge": "blocks", "to": "R998"},
            {"op": "link", "from": ids[0], "edge": "next", "to": ids[0]},
            {"op": "add", "type": "goal", "id": "T500", "text": self.text()},
            {"op": "remove", "id": "Q997"},
        ])

    def update(self, map):
        changes, named = [], set()
        mode = self.random.random()
        if mode < 0.15 and map.nodes:  # unlinks and removals stand alone: no cycle is mended beside a new link
            edges = list(map.edges)
            if edges and self.random.random() < 0.6:
                a, kind, b = self.random.choice(sorted(edges))
                return [{"op": "unlink", "from": a, "edge": kind, "to": b}]
            return [{"op": "remove", "id": pick(self.random, map.nodes)}]
        if mode < 0.35 and map.nodes:
            settled = self.settle(map)
            return [settled] if settled else [self.touch(map)]
        for _ in range(self.random.randint(1, 4)):
            touched = [change.get("id") for change in changes]
            change = self.touch(map, touched) if self.random.random() < 0.3 else None
            changes.append(change or self.add(map, named))
        ends = set(map.nodes) | named
        for _ in range(self.random.randint(0, 4)):
            if len(ends) > 1:
                changes.append(self.link(map, ends))
        if self.random.random() < 0.12:
            changes.insert(self.random.randrange(len(changes) + 1), self.fault(map, changes))
        return changes


def compare(check, ref, model, result, told, review):
    """What differs after one update, or None."""
    if result.ok != (not model.errors):
        return "%s here, %s there: %s" % ("taken" if result.ok else "refused", "taken" if not model.errors else "refused",
                                          result.text[:300] if not result.ok else model.errors)
    if not result.ok:
        want, got = {e["index"] for e in model.errors}, set(check.faults({"message": result.text}))
        return None if want == got else "faulty changes %s here, %s there: %s" % (sorted(got), sorted(want), result.text[:300])
    check.same_delta(result.fields, {"delta": model.delta, "ids": told}, False)
    for limit in [a["limit"] for a in model.attention if "limit" in a]:
        if limit.split()[1].rstrip("s") not in check.flat(result["attention"]):
            return "the passed limit is not named: " + limit
    text, wanted = review
    check.same_map(text, ref.print_map(model.map), False, False)
    blocked = {entry["id"]: sorted(entry["by"]) for entry in wanted}
    mine = {id: sorted(by) for id, by in ref.blocked(model.map).items()}
    return None if blocked == mine else "blocked %s here, %s there" % (blocked, mine)


def play(updates, seed):
    """Number of updates that were taken, and the first difference with its update."""
    import check
    import reference as ref
    from server import Server, fresh_store
    writer, store, taken, map = Writer(ref, seed), fresh_store(), 0, ref.Map()
    with Server(store) as server:
        for n in range(updates):
            name = "random %d" % (n // PER_MAP)
            map = ref.Map() if n % PER_MAP == 0 else map
            changes = writer.update(map)
            model = ref.apply(map, changes)
            result = server.call("map_update", conversation=name, changes=changes)
            told = sorted(set(ref.re.findall(r"[GCPTDQRA]\d+", check.flat(changes) + check.flat(model.delta))))
            try:
                review = None
                if result.ok:
                    page = server.call("map_review", conversation=name, view="complete")
                    review = server.whole(conversation=name), page["blocked"]
                difference = compare(check, ref, model, result, told, review)
            except (check.Bad, ref.Fault) as error:
                difference = str(error)
            if difference:
                shutil.rmtree(store, ignore_errors=True)
                return taken, "update %d: %s\n  sent %s\n  on\n%s" % (n, difference, changes, ref.print_map(map))
            taken += result.ok
            map = model.map
    shutil.rmtree(store, ignore_errors=True)
    return taken, None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--updates", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1, help="0: a new one each time")
    options = parser.parse_args()
    if not os.path.exists(os.path.join(RULES, "reference.py")):
        print("skipped: the reference model is not here")
        return 0
    seed = options.seed or int.from_bytes(os.urandom(3), "big")
    taken, difference = play(options.updates, seed)
    if difference:
        print("  " + difference)
    print("differential: seed %d, %d updates, %d taken: %d passed, %d failed"
          % (seed, options.updates, taken, not difference, bool(difference)))
    return 1 if difference else 0


if __name__ == "__main__":
    sys.exit(main())
