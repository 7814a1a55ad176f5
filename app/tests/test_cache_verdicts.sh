#!/usr/bin/env bash
# The real program says the same, to the last byte, without a cache, with an empty one and with a full one:
# several formats and options. usage: test_cache_verdicts.sh PROGRAM FOLDER
set -euo pipefail
program=$1
folder=$(mktemp -d "$2/cache_test_XXXXXX")
trap 'rm -rf "$folder"' EXIT
export XDG_CACHE_HOME=$folder/home
unset SNUG_CACHE_SIZE

fail() { echo "FAILED: $*"; exit 1; }

# Two wavy tori that cut into each other, with a material: a file that is large enough to be kept.
awk 'BEGIN {
    n = 60; m = 44; pi = atan2(0, -1)
    print "mtllib tori.mtl"
    for (part = 0; part < 2; ++part) {
        printf "o torus %d\nusemtl paint\n", part
        for (i = 0; i < n; ++i) for (j = 0; j < m; ++j) {
            u = 2 * pi * i / n; v = 2 * pi * j / m; r = 8 + 0.5 * sin(5 * u)
            printf "v %.6f %.6f %.6f\n", (30 + r * cos(v)) * cos(u) + 41 * part, r * sin(v), (30 + r * cos(v)) * sin(u)
        }
        for (i = 0; i < n; ++i) for (j = 0; j < m; ++j) {
            a = part * n * m + i * m + j + 1; b = part * n * m + (i + 1) % n * m + j + 1
            c = part * n * m + (i + 1) % n * m + (j + 1) % m + 1; d = part * n * m + i * m + (j + 1) % m + 1
            printf "f %d %d %d\nf %d %d %d\n", a, d, c, a, c, b
        }
    }
}' >"$folder/tori.obj"
printf 'newmtl paint\nKd 1 0.5 0\n' >"$folder/tori.mtl"
files=("$folder/tori.obj")
writer=$(dirname "$program")/write_step
if [ -x "$writer" ] && [ -x "$(dirname "$program")/snug-import-step" ]; then
    mkdir "$folder/step"
    "$writer" "$folder/step" >/dev/null
    files+=("$folder/step/bolted.step")
    [ -z "${SNUG_FULL:-}" ] || files+=("$folder"/step/{nested,inch,fit}.step "$folder/step/box.iges")
fi
sleep 0.1 # what was written just now is not kept

count=0
for file in "${files[@]}"; do
    for options in "" "--up z" "--unit in --clearance 0.5mm" "--drop-degenerate --volume obb" "--volume obb-blocks"; do
        # What reads CAD files takes a while to start.
        [[ -n ${SNUG_FULL:-} || $file == *.obj || -z $options ]] || continue
        for kind in without first again; do
            [ $kind = without ] && cache=--no-cache || cache=
            code=0
            # shellcheck disable=SC2086 # several words
            "$program" check "$file" $options $cache --format json --statistics >"$folder/$kind" 2>"$folder/$kind.err" || code=$?
            [ $code -le 1 ] || fail "$file $options: $(cat "$folder/$kind.err")"
            echo "exit code $code" >>"$folder/$kind"
        done
        cmp "$folder/without" "$folder/first" || fail "$file $options: another report with an empty cache"
        cmp "$folder/without" "$folder/again" || fail "$file $options: another report from the cache"
        grep -q 'taken from the cache: 1 files' "$folder/again.err" || fail "$file $options: not from the cache"
        count=$((count + 1))
    done
done
grep -q ' 2 topologies, 2 hierarchies' <("$program" check "$folder/tori.obj" --statistics 2>&1) || fail "trees are not taken"
"$program" cache --list | grep -q '\.topology$' || fail "not listed"
"$program" cache --clear | grep -q 'removed' || fail "not cleared"
[ -z "$(ls -A "$folder/home/snug/meshes")" ] || fail "something is left"
"$program" check "$folder/tori.obj" --no-cache >/dev/null || true
[ -z "$(ls -A "$folder/home/snug/meshes")" ] || fail "--no-cache keeps something"
SNUG_CACHE_SIZE=off "$program" check "$folder/tori.obj" >/dev/null || true
[ -z "$(ls -A "$folder/home/snug/meshes")" ] || fail "off keeps something"
# Where nothing can be kept it is said once, and the report is the same.
rm -r "$folder/home" && : >"$folder/home"
"$program" check "$folder/tori.obj" >"$folder/text" 2>"$folder/err" || true
[ "$(grep -c 'nothing is kept' "$folder/err")" -eq 1 ] || fail "no note: $(cat "$folder/err")"
echo "RAN: $count files and options, each without, into and from the cache"
