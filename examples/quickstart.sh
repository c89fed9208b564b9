#!/bin/sh
# From nothing to a running server on Debian 12: installs what is missing, builds build/release/throughline, plays a
# conversation of some twenty turns through it and shows the map, a focus and the deltas. As root or with sudo; asks nothing.
#   sh examples/quickstart.sh
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
step() { printf '== %s\n' "$*"; }

step "packages"
sh "$root/examples/packages.sh" build

step "build/release/throughline"
mkdir -p build
log=build/quickstart.log
cmake --preset release -DBUILD_TESTING=OFF >"$log" 2>&1 || { cat "$log"; exit 1; }
cmake --build build/release --target throughline throughline-http >"$log" 2>&1 || { tail -n 30 "$log"; exit 1; }
program=$root/build/release/throughline
"$program" --version

step "a conversation of twenty turns, killed with -9 in turn 14"
python3 examples/play.py "$program" examples/booking.jsonl --kill-at 14

store=$(mktemp -d)
trap 'rm -rf "$store"' EXIT
step "the same calls from the command line, and a focus"
"$program" --store "$store" script examples/booking.jsonl >/dev/null
"$program" --store "$store" call map_focus '{"conversation":"booking","request":"Who trains the team, and what holds it up?"}'

step "done. To attach it to a host: README.md, \"Attach\""
