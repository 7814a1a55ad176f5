#!/usr/bin/env bash
# Files that others made, such as those of Debian's occt-misc, assimp-testmodels and freecad-common: how many
# are opened, how many are refused with a sentence, and what goes wrong: no sentence, a crash, no end.
# usage: .ci/count-foreign.sh SNUG FOLDER...      (SECONDS_EACH=120: what one file may take)
set -euo pipefail
snug=$(realpath "$1")
shift
endings="step stp iges igs brep obj stl ply off 3mf gltf glb dae fbx 3ds"
pattern=$(printf '%s\n' $endings | paste -sd'|')
errors=$(mktemp)
trap 'rm -f "$errors"' EXIT
find "$@" -type f -o -type l | grep -iE "\.($pattern)$" | sort | while read -r file; do
    code=0
    timeout "${SECONDS_EACH:-120}" "$snug" check --no-cache "$file" >/dev/null 2>"$errors" </dev/null || code=$?
    ending=$(printf '%s' "${file##*.}" | tr '[:upper:]' '[:lower:]')
    case $code in
    0 | 1 | 3) echo "$ending opened" ;;
    2) if [ -s "$errors" ]; then echo "$ending refused"; else echo "$ending wrong"; fi ;;
    *) echo "$ending wrong" ;;
    esac
    case $code in
    0 | 1 | 3) ;;
    *) printf '%s: %s, %s\n' "${file##*/}" "$code" "$(tail -n 1 "$errors")" >&2 ;;
    esac
done | awk '{ ++n[$1 " " $2]; ++all[$1]; ++sum[$2] } END {
    for (kind in all)
        printf "%-5s %4d files: %4d opened, %4d refused, %4d wrong\n", kind, all[kind], n[kind " opened"],
            n[kind " refused"], n[kind " wrong"] | "sort"
    close("sort")
    printf "in all %d opened, %d refused, %d wrong\n", sum["opened"], sum["refused"], sum["wrong"]
    exit sum["wrong"] > 0 }'
