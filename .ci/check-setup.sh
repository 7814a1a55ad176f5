#!/usr/bin/env bash
# shellcheck disable=SC2016,SC2317
# The error paths of the set-up: each must fail, and say why in exactly one line.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

# expect TEXT COMMAND...: the command fails, and its only line of errors contains TEXT.
expect() {
    local text=$1
    shift
    rm -rf "$work/deps"
    mkdir -p "$work/deps/archives"
    if SNUG_DEPS_DIR="$work/deps" "$@" >"$work/out" 2>"$work/err"; then
        echo "should have failed: $*"
        status=1
    elif [ "$(wc -l <"$work/err")" -ne 1 ] || ! grep -qF -- "$text" "$work/err"; then
        echo "should have said '$text' in one line: $*"
        sed 's/^/    /' "$work/err"
        status=1
    fi
}

# in_setup COMMANDS: runs them with the functions of setup.sh at hand.
in_setup() {
    bash -euo pipefail -c "root='$root'; . '$root/third_party/setup.sh'; $1"
}

corrupt_archive() {
    echo garbage >"$SNUG_DEPS_DIR/archives/imgui_1.90.1+ds.orig.tar.xz"
    "$fetch"
}

export -n SNUG_ARCHIVE
fetch=$root/third_party/fetch.sh
mkdir "$work/empty"
expect "by SNUG_ARCHIVE=FOLDER with the file in it or SNUG_ARCHIVE=http://" \
    env SNUG_ARCHIVE=http://127.0.0.1:9/debian "$fetch"
expect "$work/empty/ has neither pool/main/i/imgui/imgui_1.90.1+ds.orig.tar.xz nor imgui_1.90.1+ds.orig.tar.xz; archives drop old versions: name one that has it (sha256 ecce377d" \
    env SNUG_ARCHIVE="$work/empty" "$fetch"
expect "must be a folder that is there, or http or https" env SNUG_ARCHIVE=ftp://127.0.0.1 "$fetch"

# Without any network, from a folder: the files side by side, or as they lie in an archive.
. "$root/third_party/setup.sh"
mkdir "$work/flat"
while IFS=$'\t' read -r path _; do
    mkdir -p "$work/tree/${path%/*}"
    ln -s "$deps_dir/archives/${path##*/}" "$work/flat/"
    ln -s "$deps_dir/archives/${path##*/}" "$work/tree/$path"
done < <(pinned_archives)
for folder in "$work/flat" "file://$work/tree/"; do
    rm -rf "$work/deps"
    SNUG_DEPS_DIR="$work/deps" SNUG_ARCHIVE=$folder "$fetch" >"$work/out" 2>&1 || {
        echo "cannot take the sources from $folder"
        sed 's/^/    /' "$work/out"
        status=1
    }
done
expect "wrong checksum of imgui_1.90.1+ds.orig.tar.xz: expected sha256 ecce377d" corrupt_archive
grep -q "got $(echo garbage | sha256sum | cut -d ' ' -f 1)" "$work/err" || {
    echo "a wrong checksum must be shown"
    status=1
}
expect "neither root nor sudo" \
    in_setup 'is_root() { false; }; has() { [ "$1" != sudo ]; }; install_packages snug-no-such-package'
expect "cannot install snug-no-such-package" \
    in_setup 'as_root() { echo "E: Unable to locate package $*"; [ "$2" = update ]; }; install_packages snug-no-such-package'
expect "is the package archive reachable" \
    in_setup 'as_root() { false; }; install_packages snug-no-such-package'

# What is going to be installed is said before it is installed.
grep -q 'installing Debian packages.*snug-no-such-package' "$work/out" || {
    echo "the list of packages must be printed first"
    status=1
}

# What opens CAD files is wanted, not needed.
in_setup 'cad_packages=(snug-no-such-package); as_root() { false; }; install_cad_packages' \
    >"$work/out" 2>"$work/err" && grep -q '190 MB on the disk' "$work/out" &&
    grep -q 'cannot be opened until snug-no-such-package is installed' "$work/out" || {
    echo "without the packages for CAD files the set-up must go on, and say so"
    status=1
}
expect "cannot write to" in_setup 'need_directory /proc/snug'
exit $status
