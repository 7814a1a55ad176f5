#!/usr/bin/env bash
# `snug check` as other programs see it: exit codes, the report on the standard output and nothing
# else there, errors on the other one, no display. Called with the path of snug.
set -u
snug=$1
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
unset DISPLAY WAYLAND_DISPLAY
failures=0

# run CODE ARGUMENTS...: leaves $out and $err
run() {
    local wanted=$1 code
    shift
    out=$("$snug" "$@" 2>"$folder/err")
    code=$?
    err=$(cat "$folder/err")
    if [ "$code" != "$wanted" ]; then
        echo "snug $*: exit code $code instead of $wanted: $err"
        failures=$((failures + 1))
    fi
}
expect() { # TEXT in OUTPUT
    case $2 in
    *"$1"*) ;;
    *)
        echo "expected \"$1\" in: $2"
        failures=$((failures + 1))
        ;;
    esac
}
silent() {
    if [ -n "$2" ]; then
        echo "nothing expected on $1, but: $2"
        failures=$((failures + 1))
    fi
}

# It runs on a server: nothing about windows or GL is linked, not even by what is linked.
linked=$(ldd "$snug" | grep -E 'lib(GL|EGL|OpenGL|X11|xcb|glfw)')
if [ -n "$linked" ]; then
    echo "snug is linked with: $linked"
    failures=$((failures + 1))
fi

cat >"$folder/parts.obj" <<'OBJ'
o Plate
v 0 0 0
v 4 0 0
v 4 4 0
v 0 4 0
f 1 2 3 4
o Blade
v 1 2.5 -1
v 1 2.5 1
v 3 2.5 1
f 5 6 7
o Far
v 0 0 9
v 4 0 9
v 4 4 9
f 8 9 10
o Flush
v 3 3 0
v 7 3 0
v 7 7 0
f 11 12 13
OBJ

run 1 check "$folder/parts.obj"
expect "parts.obj: 4 parts, 5 triangles, unit mm" "$out"
expect "Blade crosses Plate, depth unknown" "$out" # neither has an inside
expect "Plate touches Flush, 2 polygons" "$out"
expect "Result: 1 crossing of unknown depth" "$out"
silent "the error output" "$err"
if [ "$(printf '%s\n' "$out" | wc -l)" != 7 ]; then
    echo "the report has not 7 lines: $out"
    failures=$((failures + 1))
fi

# Every volume finds the same.
volumes=$("$snug" check --help | sed -n 's/^volumes: //p')
plain=$out
while IFS= read -r volume; do
    run 1 check "$folder/parts.obj" --volume "$volume" --leaf-size 2
    [ "$out" = "$plain" ] || { echo "$volume says: $out"; failures=$((failures + 1)); }
done < <(printf '%s\n' "${volumes//, /$'\n'}")

run 1 check "$folder/parts.obj" --criterion object-median --arity 8 --statistics
expect "Blade crosses Plate" "$out"
expect "N_v" "$err"
if [ "$(printf '%s\n' "$err" | grep -c 'ms wall clock')" != 3 ] || printf '%s\n' "$err" | grep -qE 'ms($|[;,])'; then
    echo "a time is not said to be one by the wall clock: $err"
    failures=$((failures + 1))
fi

# Clearance, tolerance, units.
run 1 check "$folder/parts.obj" --clearance 9.5mm
expect "Plate clears Far by 9 mm: below the safety distance of 9.5 mm" "$out"
expect "Plate touches Flush, 2 polygons: below the safety distance" "$out"
run 1 check "$folder/parts.obj" --clearance 0.95cm
expect "safety distance of 9.5 mm" "$out"
run 1 check "$folder/parts.obj" --clearance 8.9
expect "Result: 1 crossing of unknown depth, 1 touch that should not be" "$out"
run 0 check "$folder/parts.obj" --tolerance 5mm
expect "Result: fits" "$out"
run 1 check "$folder/parts.obj" --unit in --tolerance 5mm
expect "unit in" "$out"

# Certificates beside the report.
run 1 check "$folder/parts.obj" --certificates "$folder/facts.txt"
[ "$out" = "$plain" ] || { echo "with certificates: $out"; failures=$((failures + 1)); }
expect "snug certificates 2" "$(head -n 1 "$folder/facts.txt")"
expect "end 2" "$(tail -n 1 "$folder/facts.txt")"
run 2 check "$folder/parts.obj" --certificates "$folder/none/facts.txt"
silent "the standard output" "$out"

# Rules and baselines.
cat >"$folder/rules.txt" <<'RULES'
# the blade is meant to cut
intentional Blade Pl*
forbid Flush "Plate"
RULES
run 1 check "$folder/parts.obj" --rules "$folder/rules.txt"
expect "(intentional)" "$out"
expect "Pairs: 1 forbidden contact, 1 intentional contact" "$out"
expect "Result: 1 forbidden contact" "$out"
run 1 check "$folder/parts.obj" --rules "$folder/rules.txt" --format json
expect '"intentional": 1' "$out"
expect '"forbidden": 1' "$out"
expect '"interference": 0' "$out"
run 1 check "$folder/parts.obj" --rules "$folder/rules.txt" --format html --no-pictures
expect "1 forbidden contact" "$out"
expect "1 intentional contact" "$out"
# Safety distances of single pairs, beside what else is said about them.
printf 'clearance Far Plate 9.5mm\nclearance Flush 0mm\n' >"$folder/distances.txt"
run 1 check "$folder/parts.obj" --rules "$folder/distances.txt" --clearance 1mm --tolerance 5mm
expect "Plate clears Far by 9 mm: below the safety distance of 9.5 mm" "$out"
expect "Safety distance: 1 mm; others by 2 rules about pairs." "$out"
expect "Plate touches Flush, 2 polygons" "$out"
expect "clearance below 9.5 mm" "$out"
run 1 check "$folder/parts.obj" --rules "$folder/distances.txt" --format csv
expect ",text,facet_error,clearance" "$out"
run 1 check "$folder/parts.obj" --rules "$folder/distances.txt" --format json
expect '"clearance_rules": 2' "$out"
expect '"clearance": 9.5' "$out"
printf 'clearance Far Plate 8.5mm\n' >>"$folder/distances.txt"
run 0 check "$folder/parts.obj" --rules "$folder/distances.txt" --tolerance 5mm
expect "Safety distances by 3 rules about pairs." "$out"
echo 'ignore Flush' >>"$folder/rules.txt"
run 0 check "$folder/parts.obj" --rules "$folder/rules.txt"
expect "ignored by rules" "$out"
run 0 check "$folder/parts.obj" --write-baseline "$folder/baseline.txt"
run 0 check "$folder/parts.obj" --baseline "$folder/baseline.txt"
expect "Result: fits" "$out"
expect "(as in the baseline)" "$out"
# Two boxes, one of which runs 1 mm into the other: they have an inside.
box() { # name, first vertex, x from and to
    printf 'o %s\n' "$1"
    for x in "$3" "$4"; do for y in 0 4; do for z in 0 4; do echo "v $x $y $z"; done; done; done
    for face in '0 1 3 2' '4 6 7 5' '0 4 5 1' '2 3 7 6' '0 2 6 4' '1 5 7 3'; do
        for corner in $face; do printf ' %d' $((corner + $2)); done | sed 's/^/f/; s/$/\n/'
    done
}
{ box Left 1 0 4; box Right 9 3 7; } >"$folder/boxes.obj"
run 1 check "$folder/boxes.obj"
expect "penetrates" "$out"
expect "by 1 mm" "$out"
run 0 check "$folder/boxes.obj" --write-baseline "$folder/boxes.txt"
run 0 check "$folder/boxes.obj" --baseline "$folder/boxes.txt"
sed "s/[0-9.]*mm/0.001mm/" "$folder/boxes.txt" >"$folder/shallow.txt"
run 1 check "$folder/boxes.obj" --baseline "$folder/shallow.txt"
expect "was 0.001 mm before" "$out"

# Paths: free, colliding, undecided, and what does not belong together.
example=assets/path-example.path
run 0 check --scene "Pin and plate" --path "$example"
expect "Free over the whole way; tightest at 0 s: 0.21 mm between Pin and Plate" "$out"
silent "error output" "$err"
run 1 check --scene "Pin and plate" --path "$example" --clearance 0.3mm
expect "Free, but nearer than 0.3 mm" "$out"
sed 's/^key 1 .*/key 1 0 -30 0 1 0 0 0/' "$example" >"$folder/down.path"
run 1 check --scene "Pin and plate" --path "$folder/down.path" --format json
expect '"verdict": "collides"' "$out"
expect '"first_contact": {"time": 0.' "$out"
printf 'forbid Pin Plate\n' >"$folder/forbid.txt"
sed '/^key/d' "$example" >"$folder/flush.path"
printf 'key 0 0 0 0 1 0 0 0\nkey 1 0.01 0 0 1 0 0 0\n' >>"$folder/flush.path"
run 3 check --scene "Pin and plate" --path "$folder/flush.path" --rules "$folder/forbid.txt"
expect "Undecided" "$out"
run 2 check --scene "Two tori" --path "$example"
expect "Pin is not here: open the file that it belongs to" "$err"
sed 's/^mesh 7/mesh 8/' "$example" >"$folder/other.path"
run 2 check --scene "Pin and plate" --path "$folder/other.path"
expect "Pin has not the mesh" "$err"
run 2 check --scene "Pin and plate" --path "$example" --format csv
run 2 check --scene "Pin and plate" --path /nonexistent.path
silent "standard output" "$out"

# Ids of pairs stay when the parts come in another order, and when others join them.
cat >"$folder/other.obj" <<'OBJ'
v 3 3 0
v 7 3 0
v 7 7 0
v 1 2.5 -1
v 1 2.5 1
v 3 2.5 1
v 0 0 0
v 4 0 0
v 4 4 0
v 0 4 0
v 90 0 0
v 91 0 0
v 90 1 0
o Newcomer
f 11 12 13
o Flush
f 1 2 3
o Blade
f 4 5 6
o Plate
f 7 8 9 10
OBJ
ids() { "$snug" check "$1" --format csv | tail -n +2 | cut -d, -f1 | sort; }
if [ -z "$(ids "$folder/parts.obj")" ] || [ "$(ids "$folder/parts.obj")" != "$(ids "$folder/other.obj")" ]; then
    echo "ids depend on the order of the parts"
    failures=$((failures + 1))
fi
run 0 check "$folder/other.obj" --baseline "$folder/baseline.txt"

# Formats and files.
for format in text csv json html; do
    run 1 check "$folder/parts.obj" --format "$format"
    silent "the error output" "$err"
    expect "Blade crosses Plate" "$out"
    run 1 check "$folder/parts.obj" --format "$format" --output "$folder/report"
    silent "the standard output" "$out"
    grep -q "Blade crosses Plate" "$folder/report" || { echo "$format: no file"; failures=$((failures + 1)); }
done
run 1 check "$folder/parts.obj" --format=json --output -
[ "$(head -c 1 <<<"$out")" = "{" ] || { echo "--output - is not the standard output"; failures=$((failures + 1)); }
run 1 check --output "$folder/report.json" -- "$folder/parts.obj"
if [ "$(head -c 1 "$folder/report.json")" != "{" ]; then
    echo "the ending .json gives no JSON"
    failures=$((failures + 1))
fi
run 1 check "$folder/parts.obj" --format html --no-pictures
case $out in *"<img"*) echo "a picture all the same"; failures=$((failures + 1)) ;; esac
# No driver to be had: a report all the same, which says so.
out=$(LIBGL_DRIVERS_PATH=/nonexistent __EGL_VENDOR_LIBRARY_FILENAMES=/nonexistent \
    "$snug" check "$folder/parts.obj" --format html 2>"$folder/err")
[ $? = 1 ] || { echo "without GL: exit code"; failures=$((failures + 1)); }
expect "No pictures: " "$out"
expect "Blade crosses Plate" "$out"
run 0 check "$folder/parts.obj" --unit in --distance Plate Far
expect "Plate to Far: 9 in" "$out"
# Of what goes with a report nothing is left out in silence.
for option in --certificates --common-volume --write-baseline --rules --baseline --tolerance --clearance; do
    run 2 check "$folder/parts.obj" --distance Plate Far "$option" "$folder/unwanted"
    expect "$option: --distance prints a distance only" "$err"
    [ ! -e "$folder/unwanted" ] || { echo "$option wrote a file"; failures=$((failures + 1)); }
done
# What rounding leaves between faces that were meant to be flush is no distance.
{
    cube() { # name, from x, to x, vertices before
        printf 'o %s\n' "$1"
        for z in 0 1; do for y in 0 1; do for x in "$2" "$3"; do echo "v $x $y $z"; done; done; done
        for face in "1 5 7 3" "2 4 8 6" "1 2 6 5" "3 7 8 4" "1 3 4 2" "5 6 8 7"; do
            printf 'f'
            for corner in $face; do printf ' %d' $((corner + $4)); done
            echo
        done
    }
    cube A 0 1.1 0
    cube B 1.1000000000000003 2.5 8
} > "$folder/hair.obj"
run 0 check "$folder/hair.obj" --distance A B
expect "A to B: 0 mm, from" "$out"
run 2 check "$folder/parts.obj" --distance Plate Far --format csv
expect "--distance: the answer is text or json" "$err"
run 0 check "$folder/parts.obj" --distance Plate Far --format=json
expect '{"parts": ["Plate", "Far"], "unit": "mm", "distance": 9, "from": [' "$out"
run 0 check "$folder/parts.obj" --distance Plate Far --output "$folder/far.json"
expect '"distance": 9, "from": [' "$(cat "$folder/far.json")"
run 1 check "$folder/parts.obj" --distance Plate Blade
expect "Plate to Blade: 0 mm" "$out"
run 0 check --scene two-tori
expect "Result: fits" "$out"

# A saved scene means what it means in the viewer: a bent pin hits the plate. Lengths are in its unit.
identity='[[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]'
printf '{"snug": 1, "unit": "mm", "files": [{"scene": "Pin and plate"}], "parts": [
{"key": "Plate", "file": 0, "placement": %s}, {"key": "Pin", "file": 0, "deformation": "bend", "deformed_by": 0.6,
"placement": [[1, 0, 0, 0], [0, 1, 0, 14], [0, 0, 1, 0]]}]}' "$identity" >"$folder/bent.json"
run 1 check "$folder/bent.json"
expect "Pin penetrates Plate by 5.32 mm" "$out"
printf '{"snug": 1, "unit": "cm", "files": [{"path": "parts.obj", "unit": "cm"}], "parts": [
{"key": "Plate", "file": 0, "placement": [[1, 0, 0, 2], [0, 1, 0, 2], [0, 0, 1, 0]]},
{"key": "Blade", "file": 0, "removed": true, "placement": %s},
{"key": "Flush", "file": 0, "visible": false, "placement": %s},
{"key": "Far", "file": 0, "placement": [[1, 0, 0, 2], [0, 1, 0, 2], [0, 0, 1, 9]]}]}' "$identity" "$identity" \
    >"$folder/cm.json"
run 0 check "$folder/cm.json" --clearance 9.5mm
expect "3 parts" "$out"
run 1 check "$folder/cm.json" --clearance 95mm
expect "Plate clears Far by 9 cm: below the safety distance of 9.5 cm" "$out"
run 1 check "$folder/cm.json" --clearance 9.5
expect "safety distance of 9.5 cm" "$out"
run 0 check "$folder/cm.json" --distance Plate Far
expect "Plate to Far: 9 cm" "$out"

bad() {
    run 2 "$@"
    silent "the standard output" "$out"
    [ -n "$err" ] || { echo "snug $*: no message"; failures=$((failures + 1)); }
}
bad check
bad check "$folder/missing.obj"
expect "missing.obj" "$err"
bad check "$folder"
bad check /dev/zero
mkfifo "$folder/pipe.obj"
bad check "$folder/pipe.obj"
printf 'v 0 0 nan\nf 1 1 1\n' >"$folder/nan.obj"
bad check "$folder/nan.obj"
expect "nan.obj:1" "$err"
bad check "$folder/parts.obj" --scene two-tori
bad check "$folder/parts.obj" "$folder/none.obj"
bad check --scene two-tori "$folder/parts.obj" "$folder/parts.obj"
bad check "$folder/parts.obj" --volume nonsense
expect "choose one of" "$err"
bad check "$folder/parts.obj" --leaf-size 0
bad check "$folder/parts.obj" --leaf-size 2x
bad check "$folder/parts.obj" --arity 3
bad check "$folder/parts.obj" --unit
bad check "$folder/parts.obj" --no-such-option
bad check "$folder/parts.obj" --clearance 2furlongs
expect "--clearance" "$err"
bad check "$folder/parts.obj" --clearance -2mm
bad check "$folder/parts.obj" --tolerance 0
bad check "$folder/parts.obj" --tolerance nan
bad check "$folder/parts.obj" --format pdf
expect "choose one of" "$err"
bad check "$folder/parts.obj" --rules "$folder/missing.txt"
printf 'ignore a b\nbaseline a b 3\n' >"$folder/bad.txt"
bad check "$folder/parts.obj" --rules "$folder/bad.txt"
expect "bad.txt:2:" "$err"
bad check "$folder/parts.obj" --baseline "$folder"
bad check "$folder/parts.obj" --output "$folder/no/such/folder/x.html"
# Before the work: the file that is to be checked was not even looked for.
run 2 check "$folder/nothing.obj" --output "$folder/no/such/folder/x.html"
expect "there is no such folder" "$err"
run 2 check "$folder/nothing.obj" --output "$folder"
expect "$folder" "$err"
bad check "$folder/parts.obj" --no-pictures=yes
bad check "$folder/parts.obj" --distance=Plate
# A word alone is a command that is spelt wrong, unless there is such a file; the window cannot open here.
run 2 chek
expect 'there is no command and no file "chek"' "$err"
run 1 "$folder/parts.obj"
expect "snug view: " "$err"
run 2 --sizee=3 "$folder/parts.obj"
expect "--sizee=3: no such option; see snug view --help" "$err"
bad check "$folder/parts.obj" --write-baseline "$folder/no/such/folder/x"
bad check "$folder/parts.obj" --memory 1KB
bad check "$folder/parts.obj" --memory much

# One file under 500 names and 8,000 copies of one part: each is checked. A budget that is too small
# for them is said, and nothing is cut short.
printf 'o Box\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n' >"$folder/box.obj"
awk -v many=500 'BEGIN {
    printf "{\"snug\": 1, \"files\": ["
    for (i = 0; i < many; ++i) printf "%s{\"path\": \"box.obj\"}", i ? "," : ""
    printf "], \"parts\": ["
    for (i = 0; i < many; ++i)
        printf "%s{\"key\": \"B%d\", \"name\": \"Box\", \"file\": %d, \"placement\": [[1,0,0,%d],[0,1,0,0],[0,0,1,0]]}", i ? "," : "", i, i, 2 * i
    printf "]}"
}' >"$folder/names.json"
run 0 check "$folder/names.json"
expect "500 parts, 2000 triangles" "$out"
expect "Result: fits" "$out"
awk -v many=8000 'BEGIN {
    printf "{\"snug\": 1, \"files\": [{\"path\": \"box.obj\"}], \"parts\": [{\"key\": \"Box\", \"file\": 0, \"placement\": [[1,0,0,0],[0,1,0,0],[0,0,1,0]]}"
    for (i = 1; i < many; ++i)
        printf ",{\"key\": \"B%d\", \"copy_of\": \"Box\", \"placement\": [[1,0,0,%d],[0,1,0,0],[0,0,1,0]]}", i, i
    printf "]}"
}' >"$folder/copies.json"
run 2 check "$folder/copies.json" --memory 17MB
expect "not enough memory" "$err"
expect "within the budget of 0.017 GB (--memory)" "$err"
silent "the standard output" "$out"
run 0 check "$folder/copies.json"
expect "8000 parts, 32000 triangles" "$out"
expect "Pairs: 7999 touches" "$out"
bad nonsense
bad bench nonsense
run 2 check "$folder/parts.obj" --distance Plate Nobody
expect 'no part "Nobody"' "$err"
printf 'o %%s%%n\xff\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >"$folder/names.obj"
cat "$folder/names.obj" >"$folder/twice.obj"
cat "$folder/names.obj" >>"$folder/twice.obj"
run 1 check "$folder/twice.obj" # the same place twice
case $out in
*$'\xff'*)
    echo "a name from the file reaches the terminal as it is"
    failures=$((failures + 1))
    ;;
esac
expect "%s%n" "$out"
printf 'o Wire\nv 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n' >"$folder/wire.obj"
run 2 check "$folder/wire.obj" --drop-degenerate
expect "all of its triangles are degenerate" "$err"
printf 'o Blade\nv 1 -1 -1\nv 1 1 0\nv 1 -1 1\nf 4 5 6\n' >>"$folder/wire.obj"
run 1 check "$folder/wire.obj"
expect "2 parts, 2 triangles" "$out"
expect "1 degenerate triangles are kept" "$err"
run 0 check "$folder/wire.obj" --drop-degenerate
expect "1 part, 1 triangle," "$out"
expect "part 'Wire' had no other triangles" "$err"
if "$snug" check "$folder/parts.obj" >/dev/full 2>/dev/null || [ $? != 2 ]; then
    echo "a full disk goes unnoticed"
    failures=$((failures + 1))
fi
run 0 --version
run 0 --help
run 0 check --help
run 0 bench --list

[ "$failures" = 0 ] && echo "check: all as expected"
exit "$failures"
