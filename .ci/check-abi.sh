#!/usr/bin/env bash
# Programs compiled against the library of the last release still run with the one of today: abidiff
# compares the dump of that release with one of build/release. Functions may be added; any other change is
# refused here. Structs that begin with their size may grow at the end: look at the report, raise the
# version and renew the dump.
# usage: .ci/check-abi.sh           compare
#        .ci/check-abi.sh --renew   write the dump of this version
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/third_party/setup.sh"
cd "$root"
has abidiff || die "abidiff is missing (package abigail-tools)"
[ -f build/release/build.ninja ] || configure release
build release installable

# dump FILE: functions and public types; no private ones, places or paths.
dump() {
    abidw --headers-dir core/include/snug --drop-private-types --exported-interfaces-only --no-show-locs \
        --no-corpus-path --no-comp-dir-path --no-elf-needed --drop-undefined-syms --no-parameter-names \
        --out-file "$1" build/release/core/door/libsnug.so.0
    sed -E -i "s#path='[^']*/core/door/#path='core/door/#" "$1" # wherever the tree lies
}

if [ "${1:-}" = --renew ]; then
    version=$(sed -n 's/^project(snug VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
    rm -f core/door/libsnug-*.abi
    dump "core/door/libsnug-$version.abi"
    note "wrote core/door/libsnug-$version.abi"
    exit 0
fi
dump build/libsnug.abi
abidiff --no-added-syms core/door/libsnug-*.abi build/libsnug.abi ||
    die "the library has changed since its last release: see above"
note "$(grep -c '<elf-symbol ' core/door/libsnug-*.abi) functions are as they were in $(basename core/door/libsnug-*.abi .abi)"
