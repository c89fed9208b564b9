#!/bin/bash
# Measures search_longterm_memory on the retrieval data and checks the targets of search quality.
# usage: tests/retrieval/run.sh [PROGRAM]     (default build/release/throughline)
# The data lies in THROUGHLINE_RETRIEVAL_DATA (default ../shared/retrieval); without it, or without
# Debian's python3-xapian, one line says so and nothing is checked. Weights were chosen on
# conv-26, conv-30 and conv-41; what is measured here are the others.
set -eu
cd "$(dirname "$0")/../.."
export THROUGHLINE=$(realpath "${1:-build/release/throughline}")
data=$(realpath -m "${THROUGHLINE_RETRIEVAL_DATA:-../shared/retrieval}")
python=/usr/bin/python3
[ -f "$data/eval/score.py" ] || { echo "skipped: no retrieval data in $data"; exit 0; }
$python -c 'import xapian' 2>/dev/null || { echo "skipped: search quality needs python3-xapian"; exit 0; }
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
$python "$data/eval/prepare.py" "$data/data/locomo7.json" "$work" 2>/dev/null
$python "$data/eval/prepare_cranfield.py" "$data/data" "$work/cran.jsonl"
ours="$python tests/retrieval/retriever.py"
xapian="$python $data/eval/retrievers.py xapian"
score() {  # name, task, spaces, command
    $python "$data/eval/score.py" "$work/$2.jsonl" --spaces "$3" --name "$1 $2" --json "$work/$1-$2" -- $4 2>"$work/log" ||
        { cat "$work/log"; exit 1; }
}
held=conv-42,conv-43,conv-44,conv-48
for task in turns facts; do
    score ours $task $held "$ours"
    score xapian $task $held "$xapian"
done
score ours cran cran "$ours"
score xapian cran cran "$xapian"
$python - "$work" <<'CHECK'
import json, sys
def figure(name, measure):
    return json.load(open(f"{sys.argv[1]}/{name}"))["all"][measure]
ours, xapian = figure("ours-turns", "recall@10"), figure("xapian-turns", "recall@10")
checks = [("turns recall@10", ours, .80), ("turns MRR", figure("ours-turns", "mrr"), .62),
          ("turns recall@10 beside Xapian's", ours / xapian, 1.25),
          ("facts recall@10", figure("ours-facts", "recall@10"), .78),
          ("Cranfield recall@10 beside Xapian's",
           figure("ours-cran", "recall@10") / figure("xapian-cran", "recall@10"), 1)]
for name, value, least in checks:
    print(f"{'ok  ' if value >= least else 'MISS'} {name}: {value:.3f}, at least {least}")
sys.exit(any(value < least for _, value, least in checks))
CHECK
