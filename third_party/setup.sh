# shellcheck shell=bash disable=SC2016,SC2034
# Shell functions shared by run.sh, test.sh and the scripts of this folder. Source it, do not run it.
# Expects `root` (the top of the source tree) to be set.

# One place for everything fetched and compiled that is not ours, shared by all build directories.
deps_dir=${SNUG_DEPS_DIR:-$root/build/third_party}

# Packages needed to build and run, without recommends.
build_packages=(build-essential cmake ninja-build pkg-config curl ca-certificates xz-utils
    python3-glad libglfw3-dev libcglm-dev libegl-dev libgl1 libgl1-mesa-dri libegl-mesa0 libstb-dev
    libtinyobjloader-dev libassimp-dev libxml2-dev zlib1g-dev fonts-dejavu-core)

# What reads STEP and IGES files, in a program of its own. All else works without it.
cad_packages=(libocct-data-exchange-dev)

# What the tests need besides.
test_packages=(libcmocka-dev libgmp-dev clang lld libclang-rt-14-dev clang-format xvfb xauth x11-utils
    xdotool imagemagick libx11-dev libxtst-dev libcjson-dev python3-cffi python3-numpy abigail-tools valgrind)

# Every error path ends here: one line that says what is wrong, then exit 1.
die() {
    echo "snug: $*" >&2
    exit 1
}

note() {
    echo "snug: $*"
}

# need_directory PATH: makes it, or says that it cannot be written to.
need_directory() {
    if ! mkdir -p "$1" 2>/dev/null || [ ! -w "$1" ]; then
        die "cannot write to $1 (made by another user?)"
    fi
}

is_root() {
    [ "$(id -u)" -eq 0 ]
}

has() {
    command -v "$1" >/dev/null 2>&1
}

# Runs a command as root: directly, or through sudo.
as_root() {
    if is_root; then "$@"; else sudo "$@"; fi
}

# Prints which of the given packages are not installed.
missing_packages() {
    local installed
    installed=$(dpkg-query -W -f '${Package} ${db:Status-Abbrev}\n' "$@" 2>/dev/null |
        awk '$2 == "ii" { print $1 }') || true
    comm -13 <(sort -u <<<"$installed") <(printf '%s\n' "$@" | sort -u)
}

# install_packages PACKAGE...: installs what is missing, after saying what that is. Asking dpkg takes
# some 20 ms, so every run asks.
install_packages() {
    local missing log="$deps_dir/apt.log"
    if ! has dpkg-query || ! has apt-get; then
        note "no apt here, so taking for granted what these Debian packages hold: $*"
        return 0
    fi
    mapfile -t missing < <(missing_packages "$@")
    [ ${#missing[@]} -gt 0 ] || return 0
    note "installing Debian packages (output in $log): ${missing[*]}"
    is_root || has sudo ||
        die "missing packages and neither root nor sudo here; as root: apt-get install ${missing[*]}"
    need_directory "$deps_dir"
    as_root apt-get update >"$log" 2>&1 ||
        die "apt-get update failed, see $log; is the package archive reachable?"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        "${missing[@]}" </dev/null >>"$log" 2>&1 ||
        die "cannot install ${missing[*]}: $(grep -m 1 '^E:' "$log" || echo "see $log")"
}

# install_cad_packages: says how large they are; without them the rest is built all the same.
install_cad_packages() {
    [ "${SNUG_CAD:-on}" != off ] && has dpkg-query && has apt-get &&
        [ -n "$(missing_packages "${cad_packages[@]}")" ] || return 0
    note "to open STEP and IGES files: about 40 MB to download, 190 MB on the disk (SNUG_CAD=off does without)"
    (install_packages "${cad_packages[@]}") ||
        note "going on without: STEP and IGES files cannot be opened until ${cad_packages[*]} is installed"
}

# Where the pinned files come from, with a slash at the end: the folder or address that the user names,
# or the Debian archive this machine uses already, from apt's own configuration.
archive_address() {
    local address=${SNUG_ARCHIVE:-}
    [ -n "$address" ] || address=$(apt_archive)
    # Images without package lists name no archive until the lists are there.
    if [ -z "$address" ] && has apt-get && { is_root || has sudo; }; then
        as_root apt-get update >/dev/null 2>&1 || true
        address=$(apt_archive)
    fi
    case $address in
    http://* | https://*) echo "${address%/}/" ;;
    '') die "apt names no package archive; name one by SNUG_ARCHIVE=FOLDER or SNUG_ARCHIVE=http://..." ;;
    *)
        address=${address#file://}
        [ -d "$address" ] || die "SNUG_ARCHIVE must be a folder that is there, or http or https, not '$address'"
        echo "${address%/}/"
        ;;
    esac
}

# Debian's own archive among the configured ones: not its security updates, nor someone else's packages.
apt_archive() {
    apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Component: main' \
        'Origin: Debian' 'Label: Debian' 2>/dev/null | grep -E '^https?://' | head -n 1 || true
}

# The pinned files: one "PATH<tab>SHA256" per line.
pinned_archives() {
    awk -F '\t' '$4 ~ /^archive:/ { sub(/^archive:/, "", $4); print $4 "\t" $5 }' \
        "$root/third_party/dependencies.tsv" | sort -u
}

# configure PRESET: makes build/PRESET. Quiet unless it fails.
configure() {
    local log="$root/build/$1-configure.log"
    need_directory "$root/build"
    (cd "$root" && cmake --preset "$1" -DSNUG_DEPS_DIR="$deps_dir") >"$log" 2>&1 || {
        tail -n 20 "$log" >&2
        die "configuring the $1 build failed; the whole output is in $log"
    }
}

# build PRESET ARGUMENT...: ninja with these targets and options. Quiet unless it fails.
build() {
    local preset=$1 log="$root/build/$1-build.log"
    shift
    ninja -C "$root/build/$preset" "$@" >"$log" 2>&1 || {
        grep -A 12 -E '^FAILED|error:' "$log" | head -n 60 >&2 || tail -n 20 "$log" >&2
        die "the $preset build failed; the whole output is in $log"
    }
}
