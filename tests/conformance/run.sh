#!/bin/sh
# The official conformance suite (exact versions, node >= 22) judges the core with the fixtures program, and the product
# with the checks that only fixtures can pass written down in product-*.yml.
#   sh tests/conformance/run.sh            BUILD names the directory of the programs (build/release)
# Without a registry it says so in one line and leaves with 0.
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "${BUILD:-$here/../../build/release}" && pwd) || exit 1
cd "$here" || exit 1

. "$here/../support/node.sh"

if ! command -v npm >/dev/null; then echo "skipped: the conformance suite needs npm"; exit 0; fi
if [ ! -d node_modules/conformance ] || [ ! -d node_modules/conformance-0 ] || ! node_22 >/dev/null; then
    # shellcheck disable=SC2046
    if ! npm install --no-audit --no-fund --no-package-lock --no-save --loglevel=error $(node_22_package) >install.log 2>&1; then
        echo "skipped: the conformance suite could not be installed ($(tail -n 1 install.log))"
        exit 0
    fi
fi
node=$(node_22) || { echo "skipped: the conformance suite needs node 22"; exit 0; }

work=$(mktemp -d)
trap 'kill $server 2>/dev/null; rm -rf "$work"' EXIT
status=0

# start PROGRAM ARGUMENTS...: sets url
start() {
    "$@" --listen 127.0.0.1:0 >"$work/out" 2>"$work/err" &
    server=$!
    url=
    for _ in $(seq 100); do
        url=$(sed -n 's/^listening on //p' "$work/err")
        [ -n "$url" ] && return
        sleep 0.1
    done
    echo "$1 does not listen: $(cat "$work/err")"
    exit 1
}

# judge NAME PACKAGE ARGUMENTS...: one line; counts scenarios. What is not scored is no failure.
judge() {
    name=$1
    suite=$2
    shift 2
    "$node" "node_modules/$suite/dist/index.js" server --url "$url" -o "$work/results" "$@" >"$work/log" 2>&1
    code=$?
    passed=$(grep -acE '^✓ .* passed' "$work/log")
    failed=$(grep -acE '^✗ .* failed' "$work/log")
    [ $code -eq 0 ] && echo "conformance, $name: $passed passed, 0 failed ($failed not scored or not offered)" && return
    grep -aE '✗' "$work/log" | sort -u | head -n 40
    echo "conformance, $name: $passed passed, $((failed > 0 ? failed : 1)) failed (exit $code)"
    cp "$work/log" "$here/last.log"
    status=1
}

# judge_product REVISION: one line; what it fails is the list of fixtures that it does not offer, neither more nor less.
judge_product() {
    rm -rf "$work/results"
    "$node" node_modules/conformance/dist/index.js server --url "$url" -o "$work/results" --requirements "$1" >"$work/log" 2>&1
    "$node" compare.mjs "$work/results" "product-$1.yml" >"$work/judged" || { status=1; cp "$work/log" last.log; }
    sed '$!b; s/^/conformance, the product for '"$1"': /' "$work/judged"
}

start "$build/throughline-fixtures"
judge "0.2.0-alpha.12 for 2025-11-25" conformance --requirements 2025-11-25
judge "0.2.0-alpha.12 for 2026-07-28" conformance --requirements 2026-07-28
judge "0.1.16, all" conformance-0 --suite all
kill "$server"
wait "$server"

start "$build/throughline-http" --store "$work/store"
judge_product 2025-11-25
judge_product 2026-07-28
exit $status
