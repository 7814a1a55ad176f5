#!/usr/bin/env bash
# Unpacks the folders we compile out of the archives that fetch.sh has obtained.
# Environment: SNUG_DEPS_DIR (where everything goes).
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/third_party/setup.sh"

# Only the folders that ui/CMakeLists.txt compiles: the archives hold much more.
rm -rf "$deps_dir/src.part" "$deps_dir/src"
mkdir -p "$deps_dir/src.part/glfw_backend"
tar -xJf "$deps_dir"/archives/monado_*.orig.tar.xz -C "$deps_dir/src.part" --strip-components=4 \
    --wildcards '*/src/external/imgui/cimgui' '*/src/external/imgui/imgui' \
    '*/src/external/imgui/cimplot' '*/src/external/imgui/implot'
tar -xJf "$deps_dir"/archives/imgui_*.orig.tar.xz -C "$deps_dir/src.part/glfw_backend" \
    --strip-components=2 --wildcards '*/backends/imgui_impl_glfw.*'
mv "$deps_dir/src.part" "$deps_dir/src"
