#!/usr/bin/env bash
# Obtains the pinned source archives named in dependencies.tsv and unpacks the folders we compile.
# Environment: SNUG_DEPS_DIR (where everything goes), SNUG_ARCHIVE (address of a Debian archive).
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/third_party/setup.sh"

# fetch_file PATH SHA256: downloads PATH from the archive unless a good copy is there already.
fetch_file() {
    local path=$1 expected=$2 name=${1##*/} got
    local file="$deps_dir/archives/$name"
    if [ ! -f "$file" ]; then
        local address reason
        address=$(archive_address)
        note "fetching $name"
        reason=$(curl -fsSL --proto '=http,https' --connect-timeout 20 --retry 2 \
            -o "$file.part" "$address$path" 2>&1) ||
            die "cannot fetch $path; is the archive reachable? (${reason##*$'\n'}; SNUG_ARCHIVE=http://... names another)"
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

# Only the folders that ui/CMakeLists.txt compiles: the archives hold much more.
rm -rf "$deps_dir/src.part" "$deps_dir/src"
mkdir -p "$deps_dir/src.part/glfw_backend"
tar -xJf "$deps_dir"/archives/monado_*.orig.tar.xz -C "$deps_dir/src.part" --strip-components=4 \
    --wildcards '*/src/external/imgui/cimgui' '*/src/external/imgui/imgui'
tar -xJf "$deps_dir"/archives/imgui_*.orig.tar.xz -C "$deps_dir/src.part/glfw_backend" \
    --strip-components=2 --wildcards '*/backends/imgui_impl_glfw.*'
mv "$deps_dir/src.part" "$deps_dir/src"
