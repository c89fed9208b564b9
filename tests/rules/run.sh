#!/bin/sh
# The rules of the map, judged by what others wrote: shared rule cases, shared focus maps, a reference model.
#   sh tests/rules/run.sh             THROUGHLINE names the program, ../shared holds the cases
root=$(cd "$(dirname "$0")/../.." && pwd)
program=${THROUGHLINE:-$root/build/release/throughline}
shared=$root/../shared/focus
if [ ! -d "$shared" ]; then echo "skipped: the shared focus cases are not here"; exit 0; fi
export PYTHONDONTWRITEBYTECODE=1
status=0

out=$(python3 "$shared/rules/check.py" --cases "$shared/rules/cases.share.json" --cmd "$program" --store-arg=--store 2>&1)
echo "$out" | grep -v '^ok ' | grep -v '^   note'
failed=$(echo "$out" | grep -c '^FAIL')
passed=$(echo "$out" | grep -c '^ok ')
echo "rule cases: $passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ] || status=1

# must-recall at least .85 and at most one must_not node a request, at 24 nodes
out=$(python3 "$shared/score_focus.py" "$shared/maps" --nodes 24 -- "$program" 2>&1)
echo "$out" | tail -n 1
if echo "$out" | tail -n 1 | awk '{ for (i = 1; i < NF; i++) { if ($i == "must-recall") r = $(i + 1); if ($i == "must_not") m = $(i + 2) } }
    END { exit !(r >= 0.85 && m != "" && m <= 1) }'; then
    echo "focus maps: 1 passed, 0 failed"
else
    echo "focus maps: 0 passed, 1 failed"
    status=1
fi

python3 "$root/tests/rules/differential.py" "$@" || status=1
exit $status
