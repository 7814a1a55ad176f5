#!/usr/bin/env bash
# Obtains the pinned source archives named in dependencies.tsv.
# Environment: SNUG_DEPS_DIR (where everything goes), SNUG_ARCHIVE (a folder that holds
# the files, or the address of a Debian archive or of a snapshot of one).
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/third_party/setup.sh"

# take_file PATH TARGET: PATH as it lies in a Debian archive, or its name alone, from the folder or the
# address that archive_address names. Prints why not.
take_file() {
    local path=$1 target=$2 name=${1##*/} archive reason
    archive=$(archive_address)
    case $archive in
    http://* | https://*)
        for place in "$path" "$name"; do
            ! reason=$(curl -fsSL --proto '=http,https' --connect-timeout 20 --retry 2 \
                -o "$target" "$archive$place" 2>&1) || return 0
        done
        echo "${reason##*$'\n'}"
        ;;
    *)
        for place in "$path" "$name"; do
            [ ! -f "$archive$place" ] || ! reason=$(cp "$archive$place" "$target" 2>&1) || return 0
        done
        echo "${reason:-$archive has neither $path nor $name}"
        ;;
    esac
    return 1
}

# fetch_file PATH SHA256: takes PATH from the archive unless a good copy is there already.
fetch_file() {
    local path=$1 expected=$2 name=${1##*/} got reason
    local file="$deps_dir/archives/$name"
    if [ ! -f "$file" ]; then
        archive_address >/dev/null
        note "fetching $name"
        reason=$(take_file "$path" "$file.part") ||
            die "cannot fetch $name: $reason; archives drop old versions: name one that has it (sha256 $expected), by SNUG_ARCHIVE=FOLDER with the file in it or SNUG_ARCHIVE=http://... of an archive or of a snapshot's root"
        mv "$file.part" "$file"
    fi
    got=$(sha256sum "$file" | cut -d ' ' -f 1)
    if [ "$got" != "$expected" ]; then
        rm -f "$file"
        die "wrong checksum of $name: expected sha256 $expected, got $got"
    fi
}

mkdir -p "$deps_dir/archives"
while IFS=$'\t' read -r path sha256; do
    fetch_file "$path" "$sha256"
done < <(pinned_archives)
