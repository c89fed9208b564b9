"""Plays the shared cases against the program and prints one line each: case, result, what waits or why not.

  python3 tests/cases/run.py [P01 L04 ...]        THROUGHLINE names the program, ../shared holds the cases

A case whose operations another issue brings (HTTP, memory, thread, projection) is reported as waiting; a case that the
map and stdio reach must have a function here. Exit 1 when a case fails.
"""
import json
import os
import subprocess
import sys
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import http_cases  # noqa: E402, F401  (the imports register the cases)
import json_cases  # noqa: E402, F401
import map_cases  # noqa: E402, F401
import memory_cases  # noqa: E402, F401
import projection_cases  # noqa: E402, F401
import schema_cases  # noqa: E402, F401
import stdio_cases  # noqa: E402, F401
import store_cases  # noqa: E402, F401
import thread_cases  # noqa: E402, F401
from bench import CASES, Bench, Gone, Wrong  # noqa: E402


ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
FILE = os.path.join(ROOT, "../shared/cases/cases.share.json")
BRINGS = {"LTM": "memory", "DAG": "thread", "PROJ": "projection"}


def waiting_for(case):
    """What a case needs that stdio and the map do not give, or an empty string."""
    operations = {step.get("op", "").split("_")[0] for step in case["steps"] if isinstance(step, dict)}
    needs = [word for prefix, word in BRINGS.items() if prefix in operations]
    return ", ".join(needs + (["HTTP"] if "http" in json.dumps(case["steps"]) else []))


def play(name):
    """(result, why) of one case."""
    function, waits = CASES[name]
    try:
        with Bench() as at:
            function(at)
        return "passes", ("waits: " + waits) if waits else ""
    except (Wrong, Gone, subprocess.TimeoutExpired) as error:
        return "FAILS", str(error)
    except Exception as error:  # a wrong shape of an answer is a failure of the case, with its place
        return "FAILS", "%s at %s" % (repr(error)[:300], traceback.format_exc().splitlines()[-3].strip())


def main(only):
    if not os.path.exists(FILE):
        print("skipped: the shared cases are not here (%s)" % os.path.relpath(FILE, ROOT))
        return 0
    with open(FILE, encoding="utf-8") as file:
        cases = json.load(file)["cases"]
    counts = {"passes": 0, "FAILS": 0, "waits": 0}
    for case in cases:
        name = case["id"]
        if only and name not in only:
            continue
        if name in CASES:
            result, why = play(name)
        else:
            why = waiting_for(case)
            result, why = ("waits", why) if why else ("FAILS", "no function plays it")
        counts[result] += 1
        print("%-4s %-7s %s%s" % (name, result, case["fault"][:90], ": " + why if why else ""), flush=True)
    print("cases: %(passes)d passed, %(FAILS)d failed, %(waits)d wait" % counts)
    return 1 if counts["FAILS"] else 0


if __name__ == "__main__":
    sys.exit(main(set(sys.argv[1:])))
