#!/bin/sh
# Measures the program beside its floors and prints the table of targets; JSON goes to build/bench.json.
#   sh tests/bench/run.sh [--smoke | --quick] [--only=WORD] [--peers] [--fresh]
# --smoke: small maps, a few seconds, proves that every line runs. --quick: all sizes, three minutes. --peers: the reference
# memory server and an HTTP server on node beside it (npm). --fresh: builds the store of a million records anew. --only=update: the lines named so.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
peers= size= fresh= only=
for word in "$@"; do
    case $word in
        --smoke | --quick) size=$word ;;
        --peers) peers=yes ;;
        --fresh) fresh=yes ;;
        --only=*) only=${word#--only=} ;;
        *) echo "usage: run.sh [--smoke | --quick] [--only=WORD] [--peers] [--fresh]"; exit 2 ;;
    esac
done
mkdir -p build
cmake --preset release -DBUILD_TESTING=ON >build/bench.log
cmake --build build/release --target bench >build/bench.log || { tail -n 20 build/bench.log; exit 1; }

work=$root/build/bench${size:+-${size#--}}
[ -z "$fresh" ] || rm -rf "$work"
mkdir -p "$work"
set -- build/release/throughline build/release/tests/bench "$work" $size --json build/bench.json
[ -z "$only" ] || set -- "$@" --only "$only"

# o200k tokens, where the judges' counter is installed
if [ -d tests/judges/node_modules/gpt-tokenizer ] && numbers=$(THROUGHLINE=build/release/throughline node tests/judges/tokens.mjs --json); then
    for name in shown with_instructions whole; do
        set -- "$@" --tokens "$(echo "$numbers" | sed "s/.*\"$name\":\([0-9]*\).*/\1/")"
    done
fi
if [ -n "$peers" ]; then
    peer=tests/bench/node_modules/@modelcontextprotocol/server-memory/dist/index.js
    [ -f "$peer" ] || npm install --no-audit --no-fund --no-package-lock --no-save --loglevel=error --prefix tests/bench \
        @modelcontextprotocol/server-memory@2026.8.31 >build/bench.log 2>&1 || echo "skipped: the peer could not be installed"
    [ ! -f "$peer" ] || set -- "$@" --peer "$peer"
    ! command -v node >/dev/null || set -- "$@" --http-peer tests/bench/node_http.mjs
fi
exec build/release/tests/bench/bench_driver "$@"
