#!/usr/bin/env bash
# snug bench files by the real program: the same counts in every run and in every output, kinds by presets and
# words, paths and motions, and refusals that say what is wrong.
# usage: test_bench_files.sh SNUG FOLDER
set -euo pipefail
snug=$1
work=$(mktemp -d "$2/bench.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
    echo "FAILED: $*" >&2
    exit 1
}
# refused WORDS ARGUMENTS...: exit code 2, and words on the error output
refused() {
    local words=$1 code=0
    shift
    "$snug" bench "$@" > out 2> err || code=$?
    [ "$code" = 2 ] || fail "$* ended with $code, not 2"
    grep -qF -- "$words" err || fail "$* does not say \"$words\": $(cat err)"
}

torus() {
    awk -v n="$2" -v name="$1" 'BEGIN {
        print "o " name
        for (i = 0; i < n; ++i) for (j = 0; j < n; ++j) {
            u = 6.283185307 * i / n; v = 6.283185307 * j / n
            print "v", (3 + cos(v)) * cos(u), (3 + cos(v)) * sin(u), sin(v)
        }
        for (i = 0; i < n; ++i) for (j = 0; j < n; ++j)
            print "f", i * n + j + 1, (i + 1) % n * n + j + 1, (i + 1) % n * n + (j + 1) % n + 1, i * n + (j + 1) % n + 1
    }'
}
torus A 14 > a.obj
torus B 12 > b.obj
torus A 5 > c.obj # for those that look at every criterion
torus B 6 > d.obj
# counts FILE: what must not depend on the run
counts() {
    awk -F, '!/^#/ { print $3, $8, $9, $10, $11, $13 }' "$1" | sort
}

"$snug" bench files a.obj b.obj --quick --csv one.csv > table
"$snug" bench files a.obj b.obj --quick --csv two.csv --html page > /dev/null
counts one.csv > one
counts two.csv | cmp - one || fail "two runs count otherwise"
counts page/results.csv | cmp - one || fail "the page counts otherwise"
for head in machine: commit: command: "motion: tumble, seed 1, 12 frames" "part: 392 triangles, A"; do
    grep -q "^# $head" one.csv && grep -q "^# $head" table || fail "the head does not say $head"
done
grep -q '^1 ' table || fail "nothing is the best"
grep -c '<svg ' page/index.html | grep -qx 4 || fail "the page has no plots"
rows=$(grep -vc '^#' one.csv)
[ "$rows" -ge 6 ] || fail "not all presets: $rows rows"
# Sums over frames are the means.
"$snug" bench files a.obj b.obj --quick --per-frame --kinds obb,sphere --csv frames.csv > /dev/null
"$snug" bench files a.obj b.obj --quick --kinds obb,sphere --csv means.csv > /dev/null
awk -F, '!/^#/ && $3 ~ /^[0-9]/ { sum += $3; ++rows } END { print sum / 12, rows }' frames.csv > sums
awk -F, '!/^#/ && $8 ~ /^[0-9]/ { sum += $8; rows += 12 } END { print sum, rows }' means.csv | cmp - sums ||
    fail "frames do not add up to their mean"
# --filter: fewer kinds.
"$snug" bench files a.obj --quick --kinds all --filter "obb lite" --csv - | grep -vc '^#' | grep -qx 2 ||
    fail "--filter keeps other kinds"
# Another seed, other places.
for seed in 1 2; do
    "$snug" bench files a.obj b.obj --motion random --frames 5 --seed $seed --kinds aabb --csv - | counts /dev/stdin > seed$seed
done
cmp -s seed1 seed2 && fail "the seed is not read"
# A path of one's own.
cat > way.path <<'PATH_END'
snug-path 1
unit mm
part "B"
mesh 0000000000000000
key 0  -9 0 0  1 0 0 0
key 1  9 0.5 0  0.70710678118654757 0 0.70710678118654757 0
PATH_END
"$snug" bench files a.obj b.obj --path way.path --frames 20 --kinds aabb,obb --csv path.csv > /dev/null
grep -q '^# motion: a path, 20 frames, 1 pair of parts' path.csv || fail "the path is not followed"

# Primitives: the seven builders, a set against itself, two along a path, and what is left of them by --filter.
cat > chair.xml <<'XML_END'
<hierarchy>
<volume type="sphere" pos="0 0 0" radius="1"/>
<volume type="sphere" pos="2 0 0" radius="1"/>
<volume type="sphere" pos="4 0.5 0" radius="0.7"/>
<volume type="obb" pos="1 3 0" width="4" depth="1" height="1"/>
<volume type="obb" pos="1 3 2" width="4" depth="1" height="1"/>
</hierarchy>
XML_END
sed 's/pos="\([0-9.]*\) /pos="1\1 /' chair.xml > table.xml
"$snug" bench files chair.xml --frames 30 --csv sets.csv > out
grep -q '^# motion: tumble, seed 1, 30 frames, against a copy of itself' sets.csv || fail "a set does not go against itself"
grep -vc '^#' sets.csv | grep -qx 8 || fail "not seven builders"
"$snug" bench files chair.xml --frames 30 --csv again.csv > out
counts sets.csv > one
counts again.csv | cmp - one || fail "two runs over primitives count otherwise"
sed 's/part "B"/part "table"/' way.path > sets.path
"$snug" bench files chair.xml table.xml --path sets.path --frames 20 --filter bnb --csv - | grep -v '^#' > two
grep -c '^[0-9]' two | grep -qx 2 || fail "--filter keeps other builders: $(cat two)"
refused "neither a hybrid builder" files chair.xml --kinds obb
refused "cannot be compared with each other" files chair.xml a.obj
refused "two parts with primitives" files chair.xml --path sets.path
# Own meshes for other benchmarks: rows are about them, in every run the same counts, filtered as they come.
"$snug" bench quality c.obj --filter "aabb spatial" > own 2> err
grep -q "^# command: snug bench quality c.obj --filter 'aabb spatial'" own || fail "the head does not name the meshes"
awk -F, '!/^#/ && NR > 5 { print $1, $2 }' own | sort -u | grep -qx 'c.obj 50' || fail "quality measures on other meshes"
awk -F, '/^c.obj,/ { ++rows; if ($22 <= 0 || $NF + 0 < $22) exit 1 } END { exit !rows }' own ||
    fail "building has no slowest round: $(cat own)"
"$snug" bench refit build a.obj d.obj > own 2> err
grep -qE '^AABB,392,.*,a.obj,[0-9.]+,[0-9.]+,(yes|no)$' own || fail "refit measures on other meshes"
grep -q '^AABB,spatial median,392,.*,a.obj$' own && grep -q '^AABB,spatial median,72,.*,d.obj$' own ||
    fail "build measures on other meshes"
"$snug" bench ray check assembly a.obj b.obj > own 2> err
grep -q '^392,.*,0,[0-9.]*,[0-9.]*,a.obj$' own && grep -q '^288,.*,b.obj$' own || fail "ray measures on other meshes"
grep -q '^meaning,2,1,' own || fail "check does not look at the parts of the files"
grep -q '^200,68000,' own || fail "the assembly is not made of these meshes"
# Scenes of papers with own meshes instead of theirs.
"$snug" bench tumble bergen boxtree97 c.obj d.obj --quick --filter obj > own 2> err
for row in 'c.obj d = [0-9.]*,all,slab cut ball,' 'd.obj,first,AABB,SAT,' 'all: simple,c.obj,50,' 'all: AABB,d.obj,72,'; do
    grep -q "^$row" own || fail "scenes of papers are not of these meshes: no $row in $(cat own)"
done
! grep -iE '^[a-z: 0-9]*,?(torus|ball),[0-9]|^Torus|Zachmann' own || fail "scenes of papers are those of the papers"
"$snug" bench tri a.obj b.obj --motion close --frames 4 --filter ",0" > own 2> err
grep -qE '^"a.obj \+ b.obj",0,[1-9][0-9.]*,' own || fail "triangles are not of these meshes: $(cat own)"
# Frames of the viewer with own parts.
"$snug" bench drag a.obj d.obj --quick > own 2> err
grep -qE '^5960,[1-9][0-9]*,' own || fail "25 copies of these meshes are not dragged: $(cat own)"
"$snug" bench draw a.obj d.obj --quick --filter '"AABB"' > own 2> err
grep -qE '^"AABB",[0-9]+,464,' own || fail "it is not all leaves of these parts that are drawn: $(cat own)"
"$snug" bench parts c.obj --quick --filter each > own 2> err
grep -q '^"c.obj","one each",2000,' own || fail "parts are not this mesh: $(cat own)"
# Reading own files.
torus C 80 > large.obj
printf 'OFF\n3 1 0\n0 0 0\n9 0 0\n0 9 0\n3 0 1 2\n' > plate.off
"$snug" bench obj cache large.obj a.obj plate.off --quick > own 2> err
[ "$(grep -cE '^"(snug|libtiny).*",(12800,.*,large.obj|392,.*,a.obj)$' own)" = 6 ] &&
    grep -q '^# plate.off: left out' own || fail "readers read other files: $(cat own)"
grep -q '^large.obj,12800,' own && grep -q '^# a.obj: sooner read' own || fail "the cache keeps other files: $(cat own)"
# Own meshes and motions for all that are about pairs: the same places for all of them, and in every run.
printf 'v 0 0 0\nv 9 0 0\nv 0 9 0\nf 1 2 3\n' > plate.obj
for run in 1 2; do
    "$snug" bench distance coherence contact parallel a.obj b.obj --path way.path --frames 10 > moved 2> err
    awk -F, '{ print $1, $2, $3, $4 }' moved | grep '^A + B' | sed 's/^\(A + B 680 [0-9.]*\) .*/\1/' > moved$run
done
cmp moved1 moved2 || fail "two runs along a path count otherwise"
grep -q '^# motion: a path, 10 frames, 1 pair of parts' moved || fail "the path is not followed by all"
[ "$(grep -c '^A + B' moved)" = 22 ] || fail "not all kinds along the path: $(cat moved)"
grep -qE '^A \+ B,OBB,.*,[1-9],(yes|no)$' moved || fail "distances have no ranks"
"$snug" bench contact coherence pairs c.obj d.obj --path way.path --frames 10 2> err > several
"$snug" bench files c.obj d.obj --path way.path --frames 10 --kinds obb --csv of_files > out
awk -F, '/^A \+ B,122,/ { print "contact", $3 } /^A \+ B,all,/ { print "pairs", $12 } /^A \+ B/ && NF == 16 { print "coherence", $13 }' several |
    sort -u > of_all
awk -F, '/^1,/ { for (i = split("coherence contact pairs", b, " "); i > 0; --i) print b[i], $11 }' of_files | sort | cmp - of_all ||
    fail "benchmarks find other contacts: $(cat of_all) $(cat of_files)"
for seed in 1 2; do
    "$snug" bench distance a.obj b.obj --motion random --frames 5 --seed $seed 2> err | awk -F, '/spatial|mean/ { print $9 }' | sort -u > seed$seed
done
cmp -s seed1 seed2 && fail "the seed is not read by distance"
refused "build moves nothing of yours; motions go with: tri, pairs, distance" build a.obj --motion tumble
refused "motions are of files" distance --motion tumble
refused "more of them need a --path" distance a.obj b.obj plate.obj
refused "primitives go with snug bench files" quality chair.xml
refused "primitives go with snug bench files" hybrid chair.xml
refused "--kinds: only of snug bench files" pairs a.obj --kinds obb
# commas and quotes of a file's name stay in its cell
cp a.obj 'x,"y.obj'
"$snug" bench topology 'x,"y.obj' 2> err | grep -q '^x__y.obj,392,' || fail "a name breaks the table"
refused "larsson takes no files: its motions belong to its scenes" larsson a.obj
refused "took there; files go with: " motion a.obj
# What takes files and what does not stands in the list, with a reason.
"$snug" bench --list > list
"$snug" bench --help | grep -A1 '^larsson ' | grep -q '^ *no files: its motions' || fail "the help gives no reason"
awk 'NR % 2 == 1 && !/^[a-z]/ || NR % 2 == 0 && !/^ +(of|no) files: ./ { bad = 1 } END { exit bad || NR < 40 }' list ||
    fail "a benchmark does not say what it takes: $(cat list)"
for bench in $(awk 'NR % 2 == 1 { name = $1 } / no files: / && name != "figures" { print name }' list); do
    refused "$bench takes no files: $(grep -A1 "^$bench " list | sed -n 's/^ *no files: //p')" "$bench" a.obj
done
refused "there is no benchmark" nonsense
refused "none.obj" quality none.obj
refused "two files must follow" files
refused "neither a preset nor a volume" files a.obj b.obj --kinds nonsense
refused "no kind is left" files a.obj b.obj --filter nonsense
refused "choose one of: tumble" files a.obj b.obj --motion nonsense
refused "only one of them" files a.obj b.obj --motion tumble --path way.path
refused "a number from 1 to 5000" files a.obj b.obj --frames 0
refused "larsson takes no files" larsson --frames 5
# Rows come into a file beside it: stopped half-way they are kept, and it is said where; the file itself is not touched.
"$snug" bench tri --csv kept.csv 2> err &
measuring=$!
for wait in $(seq 300); do
    [ "$(cat kept.csv.part-* 2> none | grep -vc '^#')" -lt 3 ] || break
    sleep 0.1
done
code=0
kill -TERM $measuring
wait $measuring 2> none || code=$?
[ "$code" = 143 ] && [ ! -e kept.csv ] || fail "stopped with $code"
part=$(sed -n 's/^snug bench: stopped; what was measured so far is in //p' err)
[ "$(grep -vc '^#' "$part")" -ge 3 ] || fail "what was measured is lost: $(cat err)"
echo old > kept.csv
"$snug" bench topology c.obj --csv kept.csv 2> err
grep -q '^c.obj,50,' kept.csv || fail "nothing was written"
rm "$part"
[ "$(echo kept.csv*)" = kept.csv ] || fail "something is left behind: $(echo kept.csv*)"
refused "no such folder" topology c.obj --csv nowhere/all.csv
# --quick and --filter without files: one row, measured alone, and nothing that is left out can miss a target.
"$snug" bench tri --quick --filter "reject-heavy 0" 2> err > look || fail "a quick look misses a target"
grep -v "^#" look | cut -d, -f1,2 | tr "\n" " " | grep -qx 'mix,witness "reject-heavy",0 ' || fail "other mixes are measured: $(cat look)"
refused "none.obj" files none.obj b.obj
sed -i 's/part "B"/part "C"/' way.path
refused "moves none of these parts" files a.obj b.obj --path way.path
