#!/usr/bin/env bash
# Installs what is missing, builds, and opens the viewer. See --help.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$root/third_party/setup.sh"
snug="$root/build/release/snug"

usage() {
    cat <<'TEXT'
usage: ./run.sh [FILE] [options of `snug view`]    open the viewer (default: the gear unit)
       ./run.sh check|bench|tour ...                  run another command of snug
       ./run.sh --help | --version

The first run installs Debian packages (it says which), fetches pinned sources from the Debian archive
and compiles; later runs need no network. Without a display the tour of the scene is drawn off-screen
into build/tour.png.

  SNUG_ARCHIVE=...          take the pinned sources from this folder, or from this address (http://...)
                            of a Debian archive or of a snapshot of one, not from apt's archive
  SNUG_CAD=off              do not install what opens STEP and IGES files (190 MB)
  SNUG_DEPS_DIR=DIR         keep fetched and compiled third-party code there, not in build/third_party
TEXT
}

case ${1:-} in
-h | --help)
    usage
    exit 0
    ;;
--version)
    sed -n 's/^project(snug VERSION \([0-9.]*\).*/snug \1/p' "$root/CMakeLists.txt"
    exit 0
    ;;
esac

install_packages "${build_packages[@]}"
install_cad_packages
"$root/third_party/build.sh"
# Anew where the importer of CAD files can be built since the last time.
[ -f "$root/build/release/build.ninja" ] &&
    { [ -x "$root/build/release/snug-import-step" ] || ! has dpkg-query ||
        [ -n "$(missing_packages "${cad_packages[@]}")" ]; } || configure release
[ -x "$snug" ] || note "compiling snug"
build release snug installable

case ${1:-} in
check | bench | tour) exec "$snug" "$@" ;;
view) shift ;;
esac
if [ -z "${DISPLAY:-}" ]; then
    case ${1:-} in
    '' | -*) ;;
    *) die "no display (DISPLAY is not set) to show $1 in; './run.sh check $1' reports its contacts without one" ;;
    esac
    note "no display (DISPLAY is not set): drawing the tour off-screen into build/tour.png"
    exec "$snug" tour --output "$root/build/tour.png" "$@"
fi
[ $# -gt 0 ] || set -- --scene 'Gear unit'
exec "$snug" view "$@"
