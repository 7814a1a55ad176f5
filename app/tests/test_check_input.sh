#!/usr/bin/env bash
# `snug check -`: what comes by the standard input is known by how it begins, and nothing of it is left
# behind. Called with the path of snug.
set -u
snug=$1
data=app/tests/data/mesh
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
export TMPDIR=$folder/tmp
mkdir "$TMPDIR"
failures=0

fail() {
    echo "$*"
    failures=$((failures + 1))
}

# piped CODE FILE ARGUMENTS...: leaves $out and $err
piped() {
    local wanted=$1 file=$2 code
    shift 2
    out=$("$snug" check "$@" <"$file" 2>"$folder/err")
    code=$?
    err=$(cat "$folder/err")
    [ "$code" = "$wanted" ] || fail "check $* <$file: exit code $code instead of $wanted: $err"
    [ -z "$(ls -A "$TMPDIR")" ] || fail "check $* <$file left $(ls "$TMPDIR")"
}
expect() { # TEXT in OUTPUT
    case $2 in
    *"$1"*) ;;
    *) fail "expected \"$1\" in: $2" ;;
    esac
}

# The same verdict as of the file, whatever the format.
for name in two.stl binary.stl cube.ply cube_little.ply cube.off cube_binary.off cube.glb machine.3mf machine.dae; do
    want=$("$snug" check "$data/$name" 2>/dev/null)
    code=$?
    piped $code "$data/$name" -
    [ "${out#standard input:}" = "${want#"$name":}" ] || fail "$name: '$out' instead of '$want'"
done
printf 'o A\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >"$folder/a.obj"
piped 0 "$folder/a.obj" -
expect "standard input: 1 part, 1 triangle" "$out"
piped 1 "$data/two.stl" - "$folder/a.obj" --format json # beside another file
expect '"parts": 3' "$out"
piped 1 "$data/two.stl" "$folder/a.obj" -
expect "standard input/Left block penetrates standard input/Right block" "$out" # as of any other file

# What is wrong is told in one sentence, about the standard input and not about some folder.
printf 'solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 q' >"$folder/bad"
piped 2 "$folder/bad" -
expect "snug check: standard input:4: a number expected, not 'q'" "$err"
echo hello >"$folder/bad"
piped 2 "$folder/bad" -
expect "standard input: it begins like none of OBJ, STL, PLY, OFF" "$err"
printf 'BLENDER-v300' >"$folder/bad"
piped 2 "$folder/bad" -
expect "standard input: Blender files are not read here; export it as glTF" "$err"
piped 2 /dev/null -
expect "standard input: nothing came" "$err"
piped 2 "$data/two.stl" - -
expect "can be read only once" "$err"
TMPDIR=$folder/none "$snug" check - <"$data/cube.off" 2>"$folder/err" && fail "there was no room"
expect "no folder in $folder/none" "$(cat "$folder/err")"

# Ended while it still comes in: nothing stays.
mkfifo "$folder/slow"
"$snug" check - <"$folder/slow" >/dev/null 2>&1 &
program=$!
exec 3>"$folder/slow"
echo "solid a" >&3
for _ in $(seq 200); do
    [ -n "$(ls -A "$TMPDIR")" ] && break
    sleep 0.02
done
[ -n "$(ls -A "$TMPDIR")" ] || fail "nothing is kept while it comes in"
kill -TERM "$program"
wait "$program"
code=$?
exec 3>&-
[ "$code" = 143 ] || fail "ended by a signal: exit code $code"
[ -z "$(ls -A "$TMPDIR")" ] || fail "ended by a signal, it left $(ls "$TMPDIR")"

[ "$failures" = 0 ] && echo "check -: all as expected"
exit "$failures"
