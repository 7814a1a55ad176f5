#!/usr/bin/env bash
# Plants known bugs in a copy of the sources, one at a time, and checks that the tests see each of them.
# usage: .ci/mutate.sh [NAME...]     all of them, or only those whose names contain one of these
#        .ci/mutate.sh --sample N    N of them, drawn by the commit: other ones with every commit
#        .ci/mutate.sh --stale       plants nothing; tells which expressions match nothing any more
# Exit 1 if one survives or is stale.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

mapfile -t mutations < <(grep -v '^#' "$root/.ci/planted-bugs.txt")

cd "$root"
if [ "${1:-}" = --stale ]; then
    stale=0
    for row in "${mutations[@]}"; do
        IFS='|' read -r name file expression target <<<"$row"
        if [ ! -f "$file" ] || sed "$expression" "$file" | cmp -s - "$file"; then
            echo "STALE     $name: the expression matches nothing in $file"
            stale=$((stale + 1))
        fi
    done
    echo "RAN: ${#mutations[@]} planted bugs looked up, $stale stale"
    [ $stale -eq 0 ]
    exit
fi

# Sorting by a checksum of commit and name draws without a generator, and anybody can repeat it.
if [ "${1:-}" = --sample ]; then
    count=${2:?how many}
    commit=$(git rev-parse HEAD)
    mapfile -t mutations < <(for row in "${mutations[@]}"; do
        printf '%s %s\n' "$(cksum <<<"$commit ${row%%|*}" | cut -d ' ' -f 1)" "$row"
    done | sort -n | head -n "$count" | cut -d ' ' -f 2-)
    echo "$count bugs drawn by commit $commit"
    set --
fi

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
wanted() {
    [ $# -gt 1 ] || return 0
    local name=$1 part
    shift
    for part in "$@"; do [[ $name != *"$part"* ]] || return 0; done
    return 1
}

# The viewer is built only for bugs that are planted there.
app=OFF
for row in "${mutations[@]}"; do
    wanted "${row%%|*}" "$@" && [[ ${row##*|} == test_app_* ]] && app=ON
done
git ls-files -z --cached --others --exclude-standard | xargs -0 cp -r --parents -t "$copy"
cmake -G Ninja -S "$copy" -B "$copy/build" -DSNUG_BUILD_APP=$app -DCMAKE_BUILD_TYPE=Release \
    "-DSNUG_DEPS_DIR=${SNUG_DEPS_DIR:-$root/build/third_party}" >/dev/null

build_and_run() {
    local folder=core
    [[ $1 != test_app_* ]] || folder=app
    ninja -C "$copy/build" "$1" >"$copy/log" 2>&1 || { cat "$copy/log"; echo "does not build"; exit 2; }
    # A bug may as well let the test wait for something that never comes.
    timeout -k 5 300 "$copy/build/$folder/tests/$1" >"$copy/log" 2>&1
}

survivors=0 planted=0
declare -A passes
for row in "${mutations[@]}"; do
    IFS='|' read -r name file expression target <<<"$row"
    wanted "$name" "$@" || continue
    # A test that fails anyway proves nothing.
    if [ -z "${passes[$target]:-}" ]; then
        build_and_run "$target" || { echo "$target fails without any mutation"; exit 2; }
        passes[$target]=1
    fi
    cp "$copy/$file" "$copy/original"
    sed -i "$expression" "$copy/$file"
    if cmp -s "$copy/$file" "$copy/original"; then
        echo "STALE     $name: the expression matches nothing in $file"
        survivors=$((survivors + 1))
        continue
    fi
    planted=$((planted + 1))
    if build_and_run "$target"; then
        echo "SURVIVED  $name ($target)"
        survivors=$((survivors + 1))
    else
        echo "caught    $name: $(grep -m1 -oE 'ERROR: .*|[a-z_]+: error: .*|\[  FAILED  \] .*' "$copy/log" || true)"
    fi
    cp "$copy/original" "$copy/$file"
done
echo "RAN: $planted bugs planted, $survivors survived or stale"
[ "$survivors" -eq 0 ]
