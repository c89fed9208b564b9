#!/bin/sh
# Every test, on a fresh Debian 12: installs what is missing, builds, runs, and closes with the counts.
#   sh tests/run.sh [--long]
# As root or with sudo; never asks. --long adds clang, the real hosts (large downloads), 200 kills, all benchmarks, the quality
# of search, half a minute of each fuzz target, and the outside tests on the sanitizer builds. What needs ../shared or a
# registry says "skipped" where that is not reachable, and counts for nothing.
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root" || exit 1
case ${1:-} in
    '') long= ;;
    --long) long=yes ;;
    *) echo "usage: run.sh [--long]"; exit 2 ;;
esac
logs=$root/build/logs
mkdir -p "$logs"
began=$(date +%s)
passed=0
failed=0
command -v ccache >/dev/null && export CMAKE_CXX_COMPILER_LAUNCHER=ccache
export PYTHONDONTWRITEBYTECODE=1

# Counts of a log: "N passed, N failed" lines of our own runners, ctest's closing line.
counts() {
    awk '/[0-9]+ passed, [0-9]+ failed/ { for (i = 2; i <= NF; i++) { if ($i ~ /^passed/) p += $(i - 1); if ($i ~ /^failed/) f += $(i - 1) } }
         /tests passed, [0-9]+ tests failed out of/ { f += $4; p += $NF - $4 }
         END { print p + 0, f + 0 }' "$1"
}

# step NAME COMMAND...: one progress line; a command that fails without counting a failure counts as one.
step() {
    name=$1
    shift
    log=$logs/$(echo "$name" | tr -c 'a-z0-9\n' '-').log
    start=$(date +%s)
    printf '%4ds  %-34s ' $((start - began)) "$name"
    "$@" >"$log" 2>&1 </dev/null
    code=$?
    set -- $(counts "$log")
    [ "$code" -ne 0 ] && [ "$2" -eq 0 ] && set -- "$1" 1
    [ "$code" -eq 0 ] && [ "$1" -eq 0 ] && [ "$2" -eq 0 ] && ! grep -q '^skipped' "$log" && set -- 1 0
    passed=$((passed + $1))
    failed=$((failed + $2))
    printf '%5d passed, %d failed  (%d s)\n' "$1" "$2" $(($(date +%s) - start))
    grep -h '^skipped' "$log" | sed 's/^/       /'
    [ "$2" -eq 0 ] || { grep -hE 'FAIL|error:|Error|MISSED|\*\*\*Failed' "$log" | head -n 20; echo "       see $log"; } | sed 's/^/       /'
    return "$code"
}

build() { # PRESET [TARGET...]
    preset=$1
    shift
    cmake --preset "$preset" -DBUILD_TESTING=ON && cmake --build "build/$preset" ${1:+--target "$@"}
}

suite() { step "$1: build" build "$1" && step "$1: tests" ctest --preset "$1" -j2; }

step "packages" sh examples/packages.sh test || exit 1
step "layout of the sources" sh -c 'find mcp tools store tests -name node_modules -prune -o -name "*.[ch]pp" -print | xargs clang-format --dry-run -Werror'
step "release: build" build release throughline throughline-http throughline-fixtures bench
suite dev
suite asan
suite tsan
[ -z "$long" ] || suite clang

step "a conversation, played" python3 examples/play.py build/release/throughline examples/booking.jsonl --kill-at 14
step "shared cases" python3 tests/cases/run.py
step "openCypher scenarios" sh tests/tck.sh ../shared/tck/features --fits ../shared/tck/fits.tsv
step "rules and focus, judged" sh tests/rules/run.sh ${long:+--seed 0}
step "official clients and parsers" sh tests/judges/run.sh
step "conformance suite" sh tests/conformance/run.sh
step "http under load" python3 tests/crash/http_load.py ${long:+--long}
step "crash loops" python3 tests/crash/run.py ${long:+--long}
step "searches beside writers" python3 tests/crash/snapshots.py ${long:+--seconds 60}
if [ -n "$long" ]; then
    step "crash points, every system call" build/dev/tests/crash/crash_test "[.long]"
    for preset in asan tsan; do
        step "shared cases, $preset" env THROUGHLINE="$root/build/$preset/throughline" python3 tests/cases/run.py
        step "crash loops, $preset" env THROUGHLINE="$root/build/$preset/throughline" python3 tests/crash/run.py
    done
    step "search quality" bash tests/retrieval/run.sh
    step "fuzz: build" build fuzz command_fuzz delta_fuzz http_fuzz
    for target in command_fuzz delta_fuzz http_fuzz; do
        step "fuzz: $target" "build/fuzz/tests/fuzz/$target" -max_total_time=30
    done
    step "hosts" sh tests/hosts/run.sh
    step "benchmarks" sh tests/bench/run.sh --quick
    cat "$logs/benchmarks.log"
else
    step "benchmarks, smoke" sh tests/bench/run.sh --smoke
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
