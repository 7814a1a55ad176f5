#!/usr/bin/env bash
# Measures Snug beside the other libraries that are installed and prints the tables; without arguments it
# also renews the figures in core/bench/results (peers-*.csv, peers.svg).
# usage: core/bench/peers/run.sh [build] [first] [all] [distance] [--scene BEGINNING] [--rounds N] [--pair FILE FILE [--path FILE]]
# For all of the peers: apt-get install libfcl-dev libembree-dev libbullet-dev libode-dev libcgal-dev glmark2-data
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
build=${SNUG_PEERS_BUILD:-$root/build/peers}
options=(-DCMAKE_BUILD_TYPE=RelWithDebInfo -DSNUG_PEERS=ON -DSNUG_BUILD_TESTS=OFF)
deps=${SNUG_DEPS_DIR:-$root/build/third_party}
if [ -d "$deps" ]; then
    options+=(-DSNUG_DEPS_DIR="$deps")
else
    # Files of meshes are read by the app, which wants its own libraries (./run.sh gets them).
    echo "snug: the app's libraries are not there, so that files and the bunny are left out"
    options+=(-DSNUG_BUILD_APP=OFF)
fi
generator=()
[ -f "$build/CMakeCache.txt" ] || ! command -v ninja >/dev/null || generator=(-G Ninja)
cmake -S "$root" -B "$build" "${generator[@]}" "${options[@]}" | grep '^-- snug' || true
cmake --build "$build" -t snug_peers -- | tail -n 1
[ $# -gt 0 ] || set -- --write "$root/core/bench/results"
SNUG_COMMIT=${SNUG_COMMIT:-$(git -C "$root" log -1 --format=%h 2>/dev/null || echo unknown)} \
    "$build/core/bench/peers/snug_peers" "$@"
