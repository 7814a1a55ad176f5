#!/usr/bin/env bash
# Checks of a part of the pairs by the real program: shares that are put together, and runs that look again
# only at what changed, give the bytes of a whole check; what does not belong together is refused by name.
# usage: test_shards.sh SNUG FOLDER
set -euo pipefail
snug=$1
work=$(mktemp -d "$2/shards.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
    echo "FAILED: $*" >&2
    exit 1
}
# expect CODE WORDS COMMAND...: the exit code, and words on the error output
expect() {
    local wanted=$1 words=$2 code=0
    shift 2
    "$@" > out 2> err || code=$?
    [ "$code" = "$wanted" ] || fail "$* ended with $code, not $wanted: $(cat err)"
    grep -qF -- "$words" err || fail "$* does not say \"$words\": $(cat err)"
}

# Boxes in rows, eight names for all of them; some run into their neighbours, some touch, some are near.
boxes() {
    awk -v moved="$1" -v order="$2" 'BEGIN {
        n = 0
        for (k = 0; k < 36; ++k) {
            i = order == "turned" ? 35 - k : k
            x = i % 6 * 2.2 + (i % 5) * 0.07; y = int(i / 6) * 2.1 - (i % 7) * 0.06; z = (i % 3) * 0.9
            if (i == moved) z += 0.35
            print "o Box " i % 8
            for (c = 0; c < 8; ++c)
                print "v", x + 2 * (c % 2) + (c % 2) * (i % 4) * 0.1, y + 2 * (int(c / 2) % 2), z + 2 * int(c / 4)
            split("1 3 4 2 5 6 8 7 1 2 6 5 3 7 8 4 1 5 7 3 2 4 8 6", f, " ")
            for (q = 0; q < 6; ++q)
                print "f", n + f[4 * q + 1], n + f[4 * q + 2], n + f[4 * q + 3], n + f[4 * q + 4]
            n += 8
        }
    }'
}
boxes -1 plain > boxes.obj
printf 'intentional "Box 1" "Box 2"\nignore "Box 3*" "Box 4*"\nforbid "Box 5" "*"\nclearance "Box 2" 0.4mm\nclearance "Box 6*" "Box 7*" 0.05mm\n' > rules.txt
options=(boxes.obj --clearance 0.15mm --rules rules.txt)

code=0
"$snug" check "${options[@]}" --format json --output first.json || code=$?
[ "$code" = 1 ] || fail "the boxes fit"
# Notes about clashes beside the model come along.
id=$(grep -o '"clashes": \[{"id": "[0-9a-f]*' first.json | head -1 | grep -o '[0-9a-f]*$')
printf 'snug clashes 1\n%s approved "Box 0" "Box 1" 0 0 0 "Anna" "so be it"\n' "$id" > boxes.obj.clashes
"$snug" check "${options[@]}" --format json --output whole.json || true
grep -q '"status": "approved", "assignee": "Anna", "comment": "so be it"' whole.json || fail "the note is not told"

for i in 1 2 3 4; do
    "$snug" check "${options[@]}" --shard "$i/4" --output 'shard-{shard}.json' || fail "shard $i: $?"
done
code=0
"$snug" merge shard-3.json shard-1.json shard-4.json shard-2.json --output merged.json || code=$?
[ "$code" = 1 ] || fail "merge ended with $code"
cmp whole.json merged.json || fail "the shards are not the whole"
"$snug" merge shard-4.json shard-3.json shard-2.json shard-1.json --format csv --output merged.csv || true
"$snug" check "${options[@]}" --output whole.csv || true
cmp whole.csv merged.csv || fail "the shards are not the whole in CSV"
OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=4 "$snug" check "${options[@]}" --shard auto > mpi.json || true
cmp mpi.json shard-2.json || fail "Open MPI's numbers are not understood"
SLURM_ARRAY_TASK_ID=14 SLURM_ARRAY_TASK_MIN=10 SLURM_ARRAY_TASK_STEP=2 SLURM_ARRAY_TASK_COUNT=4 \
    "$snug" check "${options[@]}" --shard auto > slurm.json || true
cmp slurm.json shard-3.json || fail "Slurm's numbers are not understood"

# What does not belong together.
expect 2 "2 of 4 shards are missing: 2, 3" "$snug" merge shard-1.json shard-4.json
expect 2 "shard-1.json and again.json are both shard 1 of 4" bash -c "cp shard-1.json again.json; '$snug' merge shard-1.json again.json"
expect 2 "whole.json: this is no share of a report" "$snug" merge shard-1.json whole.json
expect 2 "neither SLURM_ARRAY_TASK_ID" env -u SLURM_ARRAY_TASK_ID "$snug" check boxes.obj --shard auto
expect 2 "a share such as 3/16" "$snug" check boxes.obj --shard 5/4
expect 2 "--since: not with --shard" "$snug" check boxes.obj --shard 1/4 --since whole.json
head -c 3000 shard-2.json > torn.json
expect 2 "torn.json:" "$snug" merge shard-1.json torn.json

# Again, with nothing changed, with one part moved, in another order, and under other conditions.
again() {
    "$snug" check "${options[@]}" --since whole.json --format json --output since.json --statistics 2> err || true
    "$snug" check "${options[@]}" --format json --output fresh.json || true
    cmp fresh.json since.json || fail "$1: --since tells something else than a whole check"
}
again "nothing changed"
grep -q "^depths and containment of 0 pairs" err || fail "what is known was looked at again: $(cat err)"
boxes 14 plain > boxes.obj
again "a part moved"
grep -q "^1 parts have changed" err || fail "not one part has changed: $(cat err)"
grep -q "^depths and containment of [1-9] pairs" err || fail "too much was looked at: $(cat err)"
code=0
"$snug" compare whole.json fresh.json > changes.txt || code=$?
grep -q unchanged changes.txt || fail "compare says: $(cat changes.txt)"
expect 2 "shard-2.json does not belong to foreign.json" bash -c "'$snug' check ${options[*]} --shard 1/4 > foreign.json; '$snug' merge foreign.json shard-2.json"
boxes -1 turned > boxes.obj
again "another order"
"$snug" compare whole.json fresh.json > changes.txt || fail "another order of parts changes clashes: $(cat changes.txt)"
boxes -1 plain > boxes.obj
options+=(--tolerance 0.03mm)
again "another tolerance"
grep -q "other conditions" err || fail "nobody said that the conditions differ: $(cat err)"
echo "RAN: 4 shards, 4 runs since another"
