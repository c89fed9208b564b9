#!/bin/sh
# Installs the Debian packages that are missing: `build` for the program, `test` for everything tests/run.sh uses.
# As root, or with sudo; never asks.
set -eu
build="g++ cmake ninja-build pkg-config python3 nlohmann-json3-dev liblmdb-dev libspdlog-dev libfmt-dev libcli11-dev
    libutf8proc-dev libstemmer-dev libsodium-dev libxxhash-dev libre2-dev libcpp-httplib-dev libssl-dev"
test="$build catch2 librapidcheck-dev clang-format graphviz python3-networkx npm git"
case ${1:-build} in build) wanted=$build ;; test) wanted=$test ;; *) echo "usage: packages.sh build|test"; exit 2 ;; esac

missing=
for package in $wanted; do
    [ "$package" = npm ] && command -v npm >/dev/null && continue
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q '^install ok installed' || missing="$missing $package"
done
[ -z "$missing" ] && exit 0
echo "installing:$missing"
sudo=
[ "$(id -u)" -eq 0 ] || sudo="sudo -n"
export DEBIAN_FRONTEND=noninteractive
$sudo apt-get update -qq >/dev/null
# shellcheck disable=SC2086
$sudo apt-get install -y -qq --no-install-recommends $missing >/dev/null
