#!/usr/bin/env bash
# Counts the instructions of six queries by callgrind and compares them with .ci/instructions.txt: more than
# 5 % above is a failure. Counts belong to a compiler; by another one they are shown and not compared.
# usage: .ci/check-instructions.sh [--renew]      of build/release
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
golden=.ci/instructions.txt
command -v valgrind >/dev/null || { echo "error: valgrind is not installed"; exit 1; }
ninja -C build/release snug_guard >/dev/null
program=build/release/core/bench/guard/snug_guard
compiler=$(sed -n 's/^CMAKE_C_COMPILER:[A-Z]*=//p' build/release/CMakeCache.txt)
version="$(basename "$compiler") $("$compiler" -dumpfullversion -dumpversion)"
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# count NAME SIMD: instructions of the queries alone, without building meshes and trees.
count() {
    SNUG_SIMD=$2 valgrind --tool=callgrind --callgrind-out-file=/dev/null --collect-atstart=no \
        --toggle-collect=query_contacts --toggle-collect=query_distance "$program" "$1" >"$log" 2>&1 ||
        { cat "$log"; exit 1; }
    sed -n 's/.*Collected : *//p' "$log"
}

rows=()
for name in $("$program"); do
    rows+=("$name baseline $(count "$name" baseline)")
    if [[ $name == *blocks* ]] && grep -qw avx2 /proc/cpuinfo; then
        rows+=("$name avx2 $(count "$name" "")")
    fi
done
if [ "${1:-}" = --renew ]; then
    printf '%s\n' "# query, vectors, instructions; compiled by $version" "${rows[@]}" >"$golden"
    cat "$golden"
    exit
fi
if ! head -n 1 "$golden" | grep -qF "compiled by $version"; then
    printf '%s\n' "${rows[@]}"
    echo "RAN: ${#rows[@]} counts, NOT compared: $(head -n 1 "$golden"), here $version"
    exit
fi
worse=0
for row in "${rows[@]}"; do
    read -r name vectors now <<<"$row"
    before=$(awk -v n="$name" -v v="$vectors" '$1 == n && $2 == v { print $3 }' "$golden")
    [ -n "$before" ] || { echo "$name, $vectors: no count in $golden"; worse=1; continue; }
    echo "$name, $vectors: $now, before $before ($((100 * now / before - 100)) %)"
    if [ $((100 * now)) -gt $((105 * before)) ]; then
        echo "WORSE     $name, $vectors: more than 5 % above"
        worse=1
    fi
done
echo "RAN: ${#rows[@]} counts of instructions compared"
exit $worse
