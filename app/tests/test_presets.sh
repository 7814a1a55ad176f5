#!/usr/bin/env bash
# What is named on the command line: every preset finds what the default finds, in a check and over primitives, and
# lessons are looked through without a window.
# usage: test_presets.sh SNUG FOLDER
set -euo pipefail
snug=$1
work=$(mktemp -d "$2/presets.XXXXXX")
trap 'rm -rf "$work"' EXIT
unset DISPLAY WAYLAND_DISPLAY

fail() {
    echo "FAILED: $*" >&2
    exit 1
}
# ends CODE ARGUMENTS...: leaves $work/out, of both outputs
ends() {
    local wanted=$1 code=0
    shift
    "$snug" "$@" > "$work/out" 2>&1 || code=$?
    [ "$code" = "$wanted" ] || fail "snug $* ended with $code, not $wanted: $(cat "$work/out")"
}
says() {
    grep -qF -- "$1" "$work/out" || fail "it does not say \"$1\": $(cat "$work/out")"
}

# The report does not depend on how it is searched, but the work does.
ends 2 check --scene "Gear unit" --preset nonsense
presets=$(sed -n 's/.*choose one of: //p' "$work/out")
"$snug" check --scene "Bolted plate" > "$work/usual" || fail "the bolted plate does not fit"
count=0
while IFS= read -r preset; do
    "$snug" check --scene "Bolted plate" --preset "$preset" --statistics > "$work/out" 2> "$work/err" ||
        fail "$preset: $(cat "$work/err")"
    cmp -s "$work/out" "$work/usual" || fail "$preset finds something else: $(diff "$work/usual" "$work/out")"
    sed -n 's/.*\(N_v [0-9]*\),.*/\1/p' "$work/err" >> "$work/tests"
    count=$((count + 1))
done < <(printf '%s\n' "${presets//, /$'\n'}")
[ "$count" -ge 7 ] || fail "only $count presets: $presets"
[ "$(sort -u "$work/tests" | wc -l)" = "$count" ] || fail "presets search alike: $(cat "$work/tests")"

# Nor where parts run into each other, and one is deep in the other.
box() {
    awk -v name="$1" -v x="$2" -v first="$3" 'BEGIN {
        print "o " name
        for (i = 0; i < 8; ++i) print "v", x + i % 2 * 10, int(i / 2) % 2 * 10, int(i / 4) * 10
        split("1 3 4 2 5 6 8 7 1 2 6 5 3 7 8 4 1 5 7 3 2 4 8 6", v, " ")
        for (i = 0; i < 6; ++i) {
            for (k = 1; k <= 4; ++k) printf "%s %d", (k > 1 ? "" : "f"), v[4 * i + k] + first
            print ""
        }
    }'
}
{ box left 0 0; box right 7 8; box far 40 16; } > "$work/boxes.obj"
ends 1 check "$work/boxes.obj" --tolerance 0.001mm
cp "$work/out" "$work/usual"
says "left penetrates right"
while IFS= read -r preset; do
    ends 1 check "$work/boxes.obj" --tolerance 0.001mm --preset "$preset"
    cmp -s "$work/out" "$work/usual" || fail "$preset judges otherwise: $(diff "$work/usual" "$work/out")"
done < <(printf '%s\n' "${presets//, /$'\n'}")

# The same names in comparisons: each is one kind, "presets" is all of them, and none finds other contacts.
box left 0 0 > "$work/left.obj"
box right 0 0 > "$work/right.obj"
kinds() {
    ends 0 bench files "$work/left.obj" "$work/right.obj" --quick --kinds "$1" --csv "$work/csv"
    grep -v '^#' "$work/csv" | tail -n +2 | cut -d, -f11 | sort -u > "$work/contacts"
    [ "$(wc -l < "$work/contacts")" = 1 ] || fail "kinds of $1 find other contacts: $(cat "$work/csv")"
    [ "$(grep -vc '^#' "$work/csv")" = $(($2 + 1)) ] || fail "$1 is not $2 kinds: $(cat "$work/csv")"
}
kinds presets "$count"
cp "$work/contacts" "$work/all_contacts"
while IFS= read -r preset; do
    kinds "${preset// /-}" 1
    cmp -s "$work/contacts" "$work/all_contacts" || fail "$preset alone finds other contacts"
done < <(printf '%s\n' "${presets//, /$'\n'}")
ends 2 bench files "$work/left.obj" --kinds "fast,no-such-preset"
says 'neither a preset nor a volume'

# Over primitives the one of 2006 is its builder.
cat > "$work/chair.xml" <<'XML_END'
<hierarchy>
<volume type="sphere" pos="0 0 0" radius="1"/>
<volume type="sphere" pos="2 0 0" radius="1"/>
<volume type="obb" pos="1 3 0" width="4" depth="1" height="1"/>
</hierarchy>
XML_END
for kinds in hybrid-2006 presets bnb-enlarge; do
    ends 0 bench files "$work/chair.xml" --frames 3 --kinds "$kinds" --csv "$work/csv"
    grep -v '^#' "$work/csv" | cut -d, -f1-3 > "$work/kinds"
    cat "$work/kinds" >> "$work/all"
    [ "$(wc -l < "$work/kinds")" = 2 ] || fail "$kinds is not one builder: $(cat "$work/kinds")"
done
[ "$(sort -u "$work/all" | wc -l)" = 2 ] || fail "presets are other builders: $(cat "$work/all")"
ends 0 bench files "$work/chair.xml" --frames 3 --kinds merging,hybrid-2006:collisions=2 --csv "$work/csv"
ends 2 bench files "$work/chair.xml" --frames 3 --kinds aabb-tree-solid-1998
says "neither a hybrid builder"

# Lessons: by name and by file, and what is wrong with one.
for lesson in assets/lessons/01-*.lesson assets/lessons/09-*.lesson assets/figures/larsson2008-6.lesson; do
    ends 0 view --lesson "$lesson" --check
    says "nothing is wrong with it"
done
ends 0 view --lesson why-hierarchies --check
says "01-why-hierarchies.lesson"
printf 'title "T"\nabout "A"\nstep "S"\nnonsense.action\n' > "$work/bad.lesson"
ends 1 view --lesson "$work/bad.lesson" --check
says 'bad.lesson:4: there is neither an action nor a line of lessons called "nonsense.action"'
ends 1 view --lesson nonsense --check
says 'there is no lesson "nonsense"'
ends 2 view --check
echo "RAN: $count presets"
