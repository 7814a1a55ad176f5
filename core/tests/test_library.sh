#!/usr/bin/env bash
# The library as others meet it: installed into a fresh prefix, found by pkg-config and find_package, with
# its examples and the program at the top of snug.h built and run, and the header read by C++.
# Called with the build folder and the compilers for C and C++ (the latter may be missing).
set -u
build=$1 cc=${2:-cc} cxx=${3:-}
root=$(cd "$(dirname "$0")/../.." && pwd) || exit 1
prefix=$(mktemp -d) || exit 1
trap 'rm -rf "$prefix"' EXIT
failures=0
strict=(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror)

fail() {
    echo "$*"
    failures=$((failures + 1))
}

cmake --install "$build" --component library --prefix "$prefix" >"$prefix/log" 2>&1 || {
    cat "$prefix/log"
    exit 1
}
lib=$(dirname "$(find "$prefix" -name libsnug.a)")
export PKG_CONFIG_PATH=$lib/pkgconfig LD_LIBRARY_PATH=$lib
version=$(sed -n 's/^project(snug VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")

# Names: all of them begin with snug_, in the one and in the other.
for names in "$(nm -D --defined-only "$lib/libsnug.so.0")" "$(nm -g --defined-only "$lib/libsnug.a")"; do
    others=$(awk 'NF == 3 && $3 !~ /^snug_/ { print $3 }' <<<"$names")
    [ -z "$others" ] || fail "external symbols without the prefix: $others"
    count=$(awk 'NF == 3' <<<"$names" | wc -l)
    declared=$(cat "$root"/core/include/snug/*.h | grep -c '^SNUG_API')
    [ "$count" = "$declared" ] || fail "$count symbols, but the headers declare $declared functions"
done
readelf -d "$lib/libsnug.so" | grep -q 'SONAME.*\[libsnug\.so\.0\]' || fail "the soname is not libsnug.so.0"
# It prints nothing and ends no program: the functions to do so are not even linked. Asserts are.
if nm -D --undefined-only "$lib/libsnug.so" | grep -wE 'printf|puts|putchar|fprintf|fputs|fwrite|perror|exit|_exit|abort'; then
    fail "the library could print or exit"
fi

[ "$(pkg-config --modversion snug)" = "$version" ] || fail "pkg-config knows another version than $version"
read -ra flags <<<"$(pkg-config --cflags --libs snug)"

# The program at the top of the header: its block of indented comment lines.
sed -n 's,^//     ,,p' "$prefix/include/snug/snug.h" | sed '/^cc /d' >"$prefix/top.c"
{ "$cc" -std=c17 "${strict[@]}" "$prefix/top.c" "${flags[@]}" -o "$prefix/top" && "$prefix/top"; } >"$prefix/log" 2>&1 &&
    grep -qx '[1-9][0-9]* pairs of triangles meet' "$prefix/log" || fail "the program in snug.h: $(cat "$prefix/log")"

ran=0
# Each part of the header stands for itself, and snug.h has them all.
for header in "$root"/core/include/snug/*.h; do
    name=$(basename "$header")
    "$cc" -std=c17 "${strict[@]}" -fsyntax-only -x c "$prefix/include/snug/$name" >"$prefix/log" 2>&1 ||
        fail "$name: $(cat "$prefix/log")"
    [ "$name" = snug.h ] || grep -q "^#include \"$name\"" "$prefix/include/snug/snug.h" || fail "snug.h lacks $name"
done
for file in "$root"/core/examples/*.c; do
    name=$(basename "$file" .c)
    { "$cc" -std=c17 "${strict[@]}" "$file" "${flags[@]}" -lm -o "$prefix/$name" && "$prefix/$name"; } >"$prefix/log" 2>&1 ||
        fail "$name: $(cat "$prefix/log")"
    grep -q "IN ITEMS.* $name[ )]" "$root/core/examples/CMakeLists.txt" || fail "$name is not in CMakeLists.txt"
    ran=$((ran + 1))
done

# By find_package, both libraries; and without the other's compiler flags.
{ CC=$cc cmake -S "$root/core/examples" -B "$prefix/by-cmake" -DCMAKE_PREFIX_PATH="$prefix" &&
    cmake --build "$prefix/by-cmake" && ctest --test-dir "$prefix/by-cmake"; } >"$prefix/log" 2>&1 ||
    fail "by find_package: $(tail -n 20 "$prefix/log")"

if [ -n "$cxx" ]; then
    cat >"$prefix/use.cpp" <<'CODE'
#include <snug/snug.h>
int main()
{
    snug_job_desc desc{};
    desc.struct_size = sizeof desc;
    snug_job *job = nullptr;
    snug_error error{};
    if (snug_job_create(&desc, &job, &error) != SNUG_OK)
        return 1;
    snug_job_release(job);
    return snug_version() == SNUG_VERSION ? 0 : 1;
}
CODE
    { "$cxx" -std=c++17 "${strict[@]}" "$prefix/use.cpp" "${flags[@]}" -o "$prefix/use" && "$prefix/use"; } >"$prefix/log" 2>&1 ||
        fail "in C++: $(cat "$prefix/log")"
    ran=$((ran + 1))
fi
# The Python module finds the library that was installed with it.
if /usr/bin/python3 -c 'import cffi, numpy' 2>/dev/null; then
    python_version=$(cd / && env -u LD_LIBRARY_PATH PYTHONPATH="$prefix/share/snug/python" PYTHONDONTWRITEBYTECODE=1 \
        /usr/bin/python3 -c 'import snug; v = snug.version(); print(f"{v // 10000}.{v // 100 % 100}.{v % 100}")')
    [ "$python_version" = "$version" ] || fail "the Python module says version '$python_version'"
else
    echo "skipped: the installed Python module (packages python3-cffi, python3-numpy)"
fi
echo "RAN: the installed library with $((ran + 1)) programs, $failures failures"
[ "$failures" -eq 0 ]
