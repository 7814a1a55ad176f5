#!/usr/bin/env bash
# Fetches and compiles what we do not get ready-made from packages (see dependencies.tsv), once for
# all presets and build directories. Does nothing when the result is there and its recipe unchanged.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/third_party/setup.sh"

# What it is made of and how; not where the files come from.
recipe=$({ pinned_archives && cat "$root/third_party/unpack.sh" "$root/third_party/ui/CMakeLists.txt"; } | sha256sum)
stamp="$deps_dir/built-from"
need_directory "$deps_dir"

# Two builds started at once must not unpack over each other.
exec 9>"$deps_dir/lock"
flock 9
[ -f "$stamp" ] && [ "$(cat "$stamp")" = "$recipe" ] && exit 0

"$root/third_party/fetch.sh" 9>&-
"$root/third_party/unpack.sh" 9>&-
log="$deps_dir/build.log"
note "compiling cimgui and glad, once (a minute or two)"
{
    # Another tree may have been here.
    cmake --fresh -G Ninja -S "$root/third_party/ui" -B "$deps_dir/work" -DSNUG_DEPS_DIR="$deps_dir" &&
        cmake --build "$deps_dir/work" &&
        rm -rf "$deps_dir/prefix.part" &&
        cmake --install "$deps_dir/work" --prefix "$deps_dir/prefix.part" &&
        rm -rf "$deps_dir/prefix" &&
        mv "$deps_dir/prefix.part" "$deps_dir/prefix"
} >"$log" 2>&1 9>&- || {
    tail -n 20 "$log" >&2
    die "compiling the third-party sources failed; the whole output is in $log"
}
echo "$recipe" >"$stamp"
