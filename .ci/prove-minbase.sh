#!/usr/bin/env bash
# Proves the two commands on a bare Debian 12: a fresh minbase root, a clean clone, ./run.sh (without a
# display, so it draws the tour), ./test.sh, and ./run.sh again with the network cut; then `snug check`
# alone in a second root that has seen no package but minbase's. Needs root, debootstrap and git on this
# machine. Without the part run, check takes the program that was built here.
# usage: .ci/prove-minbase.sh [DIRECTORY]     a directory not there yet; kept if given, else removed
#   SNUG_SUITE=bookworm   SNUG_ARCHIVE=http://...   SNUG_PROVE="run test offline check" (which parts)
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/third_party/setup.sh"

is_root || die "a chroot can only be made by root"
has debootstrap || die "debootstrap is needed here: apt-get install debootstrap"
has git || die "git is needed here: apt-get install git"
parts=${SNUG_PROVE:-run test offline check}
base=${1:-$(mktemp -d -p "${TMPDIR:-/tmp}" snug-minbase.XXXXXX)}
[ $# -eq 0 ] || [ ! -e "$base" ] || die "$base is there already"
mkdir -p "$base"
base=$(cd "$base" && pwd)
mounted=()

clean_up() {
    local i
    for ((i = ${#mounted[@]} - 1; i >= 0; --i)); do
        umount "${mounted[i]}" || umount -l "${mounted[i]}"
    done
    # Never delete through a mount that would not go away.
    if [ "$keep" = no ] && ! grep -qF " $base/" /proc/mounts; then
        rm -rf --one-file-system "$base" "$base.bare"
    fi
}
keep=$([ $# -gt 0 ] && echo yes || echo no)
trap clean_up EXIT

mount_into() {
    mount "${@:1:$#-1}" "$base/${*: -1}"
    mounted+=("$base/${*: -1}")
}

# A clean environment, as after a login on a machine without a screen.
inside() {
    "${wrap[@]}" chroot "$base" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
        ${SNUG_ARCHIVE:+SNUG_ARCHIVE="$SNUG_ARCHIVE"} bash -c "cd /root/snug && $1" </dev/null
}
wrap=()

# part NAME COMMAND: runs it inside and says how long it took.
part() {
    local started=$SECONDS status=0
    echo "== $1: $2"
    inside "$2" || status=$?
    echo "== $1: exit $status after $((SECONDS - started)) s"
    [ $status -eq 0 ] || failed+=("$1")
}
failed=()

# The program and those libraries that the bare root has not, as ldd names them where it was built. There
# is no driver, no GL, no X: an HTML report says so and is a report all the same.
check_alone() {
    local from=$base tree=$base/root/snug library
    [[ " $parts " == *" run "* ]] || from= tree=$root
    local home=$base.bare/opt/snug
    mkdir -p "$home"
    cp "$tree/build/release/snug" "$home"
    while read -r library; do
        [ -e "$base.bare$library" ] || cp -L "$from$library" "$home"
    done < <(chroot "${from:-/}" ldd "${tree#"$from"}/build/release/snug" | awk '$3 ~ /^\// { print $3 }')
    printf 'o Plate\nv 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nf 1 2 3 4\no Pin\nv 1 2 -1\nv 1 2 1\nv 3 2 1\nf 5 6 7\n' \
        >"$home/parts.obj"
    # The pin is bent, so that it hits the plate.
    printf '%s\n' '{"snug": 1, "unit": "mm", "files": [{"scene": "Pin and plate"}], "parts": [' \
        '{"key": "Plate", "file": 0, "placement": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]},' \
        '{"key": "Pin", "file": 0, "deformation": "bend", "deformed_by": 0.6,' \
        '"placement": [[1, 0, 0, 0], [0, 1, 0, 14], [0, 0, 1, 0]]}]}' >"$home/scene.json"
    chroot "$base.bare" env -i PATH=/usr/bin:/bin LD_LIBRARY_PATH=/opt/snug bash -euc '
        cd /opt/snug
        ! find / -xdev -name "lib*" | grep -E "/lib(GL|EGL|OpenGL|X11|xcb|glfw)" || exit 3
        ! ldd snug | grep -E "not found|lib(GL|EGL|OpenGL|X11|xcb|glfw)" || exit 4
        ./snug check --scene two-tori
        ./snug check scene.json >report || [ $? = 1 ]
        grep "Pin penetrates Plate by 5.32 mm" report
        ./snug check parts.obj --format html | grep -o "No pictures: [^<]*"
        ./snug view 2>&1 | grep "cannot be started"'
}

started=$SECONDS
debootstrap --variant=minbase "${SNUG_SUITE:-bookworm}" "$base" "$(archive_address)" >"$base.log" 2>&1 ||
    die "debootstrap failed, see $base.log"
rm -f "$base.log"
echo "== debootstrap: $((SECONDS - started)) s, $(chroot "$base" dpkg-query -W | wc -l) packages"
[[ " $parts " != *" check "* ]] || cp -a "$base" "$base.bare"
mount_into -t proc proc proc
mount_into -t sysfs -o ro sysfs sys
mount_into -t tmpfs tmpfs dev
for node in null zero full random urandom tty; do
    : >"$base/dev/$node"
    mount_into --bind "/dev/$node" "dev/$node"
done
mkdir -p "$base/dev/shm" "$base/dev/pts"
ln -s /proc/self/fd "$base/dev/fd"
mount_into -t tmpfs -o mode=1777 tmpfs dev/shm
cp /etc/resolv.conf "$base/etc/resolv.conf"
# Mirrors and proxies of this machine are its own business: apt inside must reach what apt here reaches.
if [ -d /etc/apt/apt.conf.d ]; then
    apt-config dump | grep -E '^Acquire::https?::Proxy ' >"$base/etc/apt/apt.conf.d/90proxy" || true
fi
git clone -q --no-hardlinks "$root" "$base/root/snug"

for part in $parts; do
    case $part in
    run)
        part "first run" "./run.sh"
        part "the picture" "test -s build/tour.png && ls -l build/tour.png"
        ;;
    test) part "tests" "./test.sh" ;;
    offline)
        wrap=(unshare -n)
        part "second run, no network" "./run.sh"
        part "nothing rebuilt" "grep -q 'no work to do' build/release-build.log"
        wrap=()
        ;;
    check)
        echo "== check alone: $(chroot "$base.bare" dpkg-query -W | wc -l) packages"
        if check_alone; then echo "== check alone: done"; else failed+=("check alone"); fi
        ;;
    *) die "no part '$part'" ;;
    esac
done
[ ${#failed[@]} -eq 0 ] || die "failed: ${failed[*]}"
echo "== proved on $(cat "$base/etc/debian_version")"
