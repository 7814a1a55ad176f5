#!/usr/bin/env bash
# `snug check --poses`: each pose is told as a check of a file is in which the parts stand like that, in
# every format; bad input is named by file and line. Called with the path of snug.
set -u
snug=$1
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
unset DISPLAY WAYLAND_DISPLAY
cd "$folder" || exit 1
failures=0
fail() {
    echo "$*"
    failures=$((failures + 1))
}
run() { # CODE ARGUMENTS...: leaves $out and $err
    local wanted=$1 code
    shift
    out=$("$snug" check --no-cache "$@" 2>err)
    code=$?
    err=$(cat err)
    [ "$code" = "$wanted" ] || fail "snug check $*: exit code $code instead of $wanted: $err"
}
expect() { # TEXT in OUTPUT
    case $2 in
    *"$1"*) ;;
    *) fail "expected \"$1\" in: $2" ;;
    esac
}

# boxes SHIFT: two boxes of 10 mm, the second one shifted along x
boxes() {
    local first=0 part
    for part in "Base 0" "Slider $1"; do
        echo "o ${part% *}"
        awk -v s="${part#* }" 'BEGIN {
            for (z = 0; z <= 10; z += 10) printf "v %s 0 %d\nv %s 0 %d\nv %s 10 %d\nv %s 10 %d\n",
                s, z, s + 10, z, s + 10, z, s, z }'
        for face in "1 4 3 2" "5 6 7 8" "1 2 6 5" "2 3 7 6" "3 4 8 7" "4 1 5 8"; do
            printf f
            for corner in $face; do printf ' %d' $((corner + first)); done
            echo
        done
        first=8
    done
}
boxes 20 >boxes.obj

# The same sentences as a check of a file that has the boxes there.
shifts="20 10 9 4 0 -30"
printf 'snug-poses 1\nunit cm\npart "Slider"\npivot 0.1 0 0\n' >many.poses
for shift in $shifts; do
    printf 'pose "shift %d"\n' "$shift"
    if [ $((shift % 4)) = 0 ]; then
        printf 'at "Slider" %de-1 0.5 0.5 1 0 0 0\n' $((shift + 6)) # where its pivot comes to
    else
        printf 'move "Slider" %de-1 0 0\n' $((shift - 20))
    fi
done >>many.poses
run 1 boxes.obj --poses many.poses --clearance 1mm
many=$out
for shift in $shifts; do
    boxes "$shift" >one.obj
    "$snug" check --no-cache one.obj --clearance 1mm | tail -n +2 >wanted
    printf '%s\n' "$many" | sed -n "/^Pose \"shift $shift\"/,/^Result/p" | tail -n +2 >got
    cmp -s wanted got || fail "shift $shift: $(diff wanted got)"
done
expect 'Pose "shift 9", 3 of 6' "$many"
expect "All poses: 2 of 6 poses fit, 4 do not" "$many"

# Every format names the pose.
printf 'snug-poses 1\nunit mm\npose "as it is"\npose "<in> \\"1\\""\nmove "Slider" -11 0 0\n' >two.poses
run 1 boxes.obj --poses two.poses --format csv
expect 'pose,id,part_a' "$out"
expect '"<in> ""1""",' "$out"
[ "$(printf '%s\n' "$out" | wc -l)" = 2 ] || fail "one head and one row: $out"
run 1 boxes.obj --poses two.poses --format json
expect '"format": "snug poses report 1"' "$out"
expect '{"pose": "<in> \"1\"", "report": {' "$out"
expect '"summary": "1 of 2 poses fit, 1 does not"' "$out"
run 1 boxes.obj --poses two.poses --format html --no-pictures
expect '<a href="#pose2">&lt;in&gt; &quot;1&quot;</a>: <b class="bad-text">1 interference</b>' "$out"
[ "$(printf '%s\n' "$out" | grep -c '</html>')" = 1 ] || fail "one page"
run 1 boxes.obj --poses two.poses --format junit
expect 'name="boxes.obj, pose &lt;in&gt; &quot;1&quot;" tests="1" failures="1"' "$out"
[ "$(printf '%s\n' "$out" | grep -c '<testsuite ')" = 2 ] || fail "two suites: $out"
run 1 boxes.obj --poses two.poses --format sarif
expect '"automationDetails": {"id": "pose <in> \"1\"/"}' "$out"
expect 'Pose \"<in> \"1\"\": Base penetrates Slider' "$out"
run 1 boxes.obj --poses two.poses --output two.bcf --no-pictures
grep -aq '<Title>Pose &lt;in&gt;' two.bcf || fail "no title in the archive"

# A path's keys are poses, too; exit codes are the worst of all.
run 0 --scene "Pin and plate" --poses "$OLDPWD/assets/path-example.path"
expect 'Pose "1 s", 2 of 3' "$out"
printf 'snug-poses 1\nunit mm\npose "apart"\nmove "Slider" 1 0 0\n' >apart.poses
run 0 boxes.obj --poses apart.poses
expect "All poses: 1 of 1 poses fit" "$out"

# What is wrong.
printf 'snug-poses 1\nunit mm\npose "a"\nmove "Slide" 1 0 0\n' >bad.poses
run 2 boxes.obj --poses bad.poses
expect "bad.poses:4: Slide is no part of what is open" "$err"
[ -z "$out" ] || fail "bad input and a report: $out"
printf 'snug-poses 1\nunit mm\npart "Slider"\nmesh 0123456789abcdef\npose "a"\n' >bad.poses
run 2 boxes.obj --poses bad.poses
expect "bad.poses:3: Slider has not the mesh" "$err"
printf 'snug-poses 1\nunit m\npose "a"\nmove "Slider" 1e15 0 0\n' >bad.poses
run 2 boxes.obj --poses bad.poses
expect "bad.poses:4:" "$err"
printf 'snug-poses 1\nunit mm\npose "a"\nmove "Slider" 1 0\n' >bad.poses
run 2 boxes.obj --poses bad.poses
expect "bad.poses:4: a number expected" "$err"
run 2 boxes.obj --poses missing.poses
expect "missing.poses" "$err"
run 2 boxes.obj --poses two.poses --path two.poses
expect "--path: not with --poses" "$err"
run 2 boxes.obj --poses two.poses --since report.json
expect "--since: not with --poses" "$err"
exit $((failures > 0))
