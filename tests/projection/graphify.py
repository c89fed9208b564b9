"""Lets the real Graphify judge what the program publishes; leaves with 77 where there is none.

  python3 tests/projection/graphify.py        THROUGHLINE_GRAPHIFY_PYTHON names a Python that has Graphify,
                                              THROUGHLINE the program, ../shared holds the judge's checks

A corpus of 500 branches in a tree: the judge compares nodes, edges and labels with what Graphify itself builds, and
`graphify path` finds every fork, directed.
"""
import concurrent.futures
import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
sys.path.insert(0, os.path.join(ROOT, "tests/support"))
from server import program  # noqa: E402

CHECKS = os.path.join(ROOT, "../shared/graphify/check_graphify.py")
TEXTS = ["Z\u00fcrich CAF\u00c9", "branch of a tree", "\u0130stanbul \ufb01n \u2167", "\u039f\u0394\u039f\u03a3", "quote \" and \\ back", "\ud55c\uae00",
         "line\nbreak\tand \u0001", "e\u0301 composed \u00e9", "\U0001f680 rocket", "summary of branch b001", "\u1e9e \u01c5 \u01f0"]


def corpus(count, seed=6):
    chance = random.Random(seed)
    branches = []
    for i in range(count):
        branch = {"branchId": "b%03d" % i, "sourceRevision": 1 + i % 3,
                  "sources": [{"refId": "r%d" % (i % 90), "sha256": hashlib.sha256(b"%d" % (i % 90)).hexdigest()}],
                  "summaries": [{"summaryId": "s%d" % k, "role": chance.choice(["user", "assistant", "unknown"]), "kind": "summary",
                                 "approved": True, "text": "%s, %d" % (TEXTS[(i + k) % len(TEXTS)], i),
                                 **({"memoryRef": "mem-%d" % i} if k else {})} for k in range(3)]}
        if i:
            branch["parentBranchId"] = "b%03d" % chance.randrange(max(0, i - 40), i)
        branches.append(branch)
    return {"schemaVersion": 1, "corpusId": "forks", "revision": 1, "branches": branches}


def digest(selection):
    """The published rule, checked from outside."""
    whole = json.loads(json.dumps(selection))
    whole["branches"].sort(key=lambda branch: branch["branchId"])
    for branch in whole["branches"]:
        branch["sources"].sort(key=lambda source: source["refId"])
        branch["summaries"].sort(key=lambda summary: summary["summaryId"])
    return hashlib.sha256(json.dumps(whole, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()).hexdigest()


def finds(python, graph, child, parent):
    done = subprocess.run([python, "-m", "graphify", "path", "branch:" + child, "branch:" + parent, "--graph", graph, "--directed"],
                          capture_output=True, text=True, env=dict(os.environ, GRAPHIFY_QUERY_LOG_DISABLE="1"))
    return re.search(r"(branch:)?%s --forked_from \[EXTRACTED\]--> (branch:)?%s\b" % (child, parent), done.stdout) is not None


def main():
    python = os.environ.get("THROUGHLINE_GRAPHIFY_PYTHON", sys.executable)
    if subprocess.run([python, "-c", "import graphify"], capture_output=True).returncode or not os.path.exists(CHECKS):
        print("skipped: %s" % ("no graphify in THROUGHLINE_GRAPHIFY_PYTHON" if os.path.exists(CHECKS) else "no ../shared/graphify"))
        return 77
    work = tempfile.mkdtemp(prefix="throughline-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
    failed, selection, state = [], corpus(500), os.path.join(work, "state")
    with open(os.path.join(work, "selection.json"), "w", encoding="utf-8") as file:
        json.dump(selection, file)
    done = subprocess.run([program(), "projection", "--store", os.path.join(work, "store"), "--state-root", state, "--selection",
                           os.path.join(work, "selection.json")], capture_output=True, text=True)
    if done.returncode:
        print("publishing failed: " + done.stdout + done.stderr)
        return 1
    graph = os.path.join(state, "graph.json")
    judged = subprocess.run([python, CHECKS, os.path.join(state, "extraction.json"), graph], capture_output=True, text=True)
    if judged.returncode:
        failed.append("the judge says %d: %s" % (judged.returncode, (judged.stdout + judged.stderr)[-400:]))
    if digest(selection) != json.load(open(os.path.join(state, "receipt.json")))["selectionDigest"]:
        failed.append("the digest is another one")
    forks = [(b["branchId"], b["parentBranchId"]) for b in selection["branches"] if "parentBranchId" in b]
    every = forks if "--all" in sys.argv else random.Random(1).sample(forks, 25)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda fork: finds(python, graph, *fork), every))
    failed += ["graphify path does not find %s -> %s" % fork for fork, ok in zip(every, found) if not ok]
    for line in failed:
        print("FAILED " + line)
    print("%s\ngraphify: %d passed, %d failed" % (judged.stdout.strip(), len(every) + 2 - len(failed), len(failed)))
    shutil.rmtree(work, ignore_errors=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
