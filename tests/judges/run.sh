#!/bin/sh
# Installs the official clients beside this file (exact versions, node >= 22) and lets each judge the program.
#   sh tests/judges/run.sh            THROUGHLINE names the program
# Without a registry it says so in one line and leaves with 0: there is nothing to judge with.
here=$(cd "$(dirname "$0")" && pwd)
cd "$here" || exit 1

. "$here/../support/node.sh"

if ! command -v npm >/dev/null; then echo "skipped: the judges need npm"; exit 0; fi
if [ ! -d node_modules/mermaid ] || [ ! -d node_modules/openai ] || ! node_22 >/dev/null; then
    # --no-save: package.json stays as it is; no lock file is kept.
    if ! npm install --no-audit --no-fund --no-package-lock --no-save --loglevel=error $(node_22_package) >install.log 2>&1; then
        echo "skipped: the judges could not be installed ($(tail -n 1 install.log))"
        exit 0
    fi
fi
node=$(node_22) || { echo "skipped: the judges need node 22"; exit 0; }

status=0
for judge in "sdk_1.mjs" "sdk_2.mjs legacy" "sdk_2.mjs modern" "sdk_2.mjs auto" "sdk_1.mjs http" "sdk_2.mjs legacy http" \
    "sdk_2.mjs modern http" "sdk_2.mjs auto http" "inspector.mjs" "inspector.mjs http" "tokens.mjs" "counts.mjs" "formats.mjs"; do
    timeout 300 "$node" $judge || { [ $? -eq 124 ] && echo "$judge: 0 passed, 1 failed (300 s were not enough)"; status=1; }
done
/usr/bin/python3 exports.py --node "$node" || status=1
samples=$here/../../build/dev/tests/tools/export_samples
if [ -x "$samples" ]; then
    /usr/bin/python3 labels.py "$samples" "$node" || status=1
else
    echo "skipped: hostile labels need the program export_samples of build/dev"
fi
exit $status
