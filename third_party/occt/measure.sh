#!/usr/bin/env bash
# How long the importer takes for an assembly of 18 bolted parts, beside OCCT's own reading and faceting
# of the same file with the same deflection, several times in turn; the quickest of each counts.
# usage: third_party/occt/measure.sh [BUILD FOLDER] [ROUNDS]
set -euo pipefail
build=${1:-build/release}
rounds=${2:-7}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$build/write_step" "$folder"
deflection=0.05 # mm, asked of both

quickest() { sort -n "$1" | head -n 1; }
for ((i = 0; i < rounds; ++i)); do
    # Both as whole programs, with what starting them takes.
    for which in occt importer; do
        started=$(date +%s%N)
        if [ $which = occt ]; then
            "$build/write_step" --measure "$folder/bolted.step" "$deflection" >/dev/null
        else
            "$build/snug-import-step" --deflection "${deflection}e-3" --step "$folder/bolted.step" | cat >/dev/null
        fi
        echo $((($(date +%s%N) - started) / 1000)) >>"$folder/$which"
    done
done
awk -v occt="$(quickest "$folder/occt")" -v importer="$(quickest "$folder/importer")" 'BEGIN {
    printf "OCCT alone: %.3f s, importer: %.3f s, ratio %.2f\n", occt / 1e6, importer / 1e6, importer / occt }'
