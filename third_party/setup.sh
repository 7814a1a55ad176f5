# Shell functions shared by run.sh, test.sh and the scripts of this folder. Source it, do not run it.
# Expects `root` (the top of the source tree) to be set.

# One place for everything fetched and compiled for us by others, shared by all build directories.
deps_dir=${SNUG_DEPS_DIR:-$root/build/third_party}

# Every error path ends here: one line that says what is wrong, then exit 1.
die() {
    echo "snug: $*" >&2
    exit 1
}

note() {
    echo "snug: $*"
}

# Packages a user needs to build and run, without recommends.
build_packages=(build-essential cmake ninja-build pkg-config curl ca-certificates xz-utils
    python3-glad libglfw3-dev libcglm-dev libegl-dev libgl1 libgl1-mesa-dri libegl-mesa0 libstb-dev
    libtinyobjloader-dev libxml2-dev libcjson-dev fonts-dejavu-core)

# What the tests need besides.
test_packages=(libcmocka-dev libgmp-dev clang clang-format xvfb xauth x11-utils xdotool imagemagick
    libx11-dev)

# Runs a command as root: directly, or through sudo.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

# install_packages NAME PACKAGE...: installs what is missing. A stamp named NAME remembers the answer
# for this list of packages, so that later runs ask nobody.
install_packages() {
    local stamp="$deps_dir/stamps/packages-$1" wanted missing=() package
    shift
    wanted="$*"
    [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && return 0
    command -v dpkg-query >/dev/null && command -v apt-get >/dev/null ||
        die "no apt here; install by hand the equivalents of: $wanted"
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
            missing+=("$package")
    done
    if [ ${#missing[@]} -gt 0 ]; then
        note "installing Debian packages: ${missing[*]}"
        [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null ||
            die "missing packages and neither root nor sudo; as root: apt-get install ${missing[*]}"
        as_root apt-get update -qq ||
            die "cannot refresh the package lists (apt-get update); is the package archive reachable?"
        as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
            "${missing[@]}" >/dev/null || die "cannot install: ${missing[*]}"
    fi
    mkdir -p "${stamp%/*}"
    echo "$wanted" >"$stamp"
}

# The address of the Debian archive this machine uses already, from apt's own configuration.
archive_address() {
    local address=${SNUG_ARCHIVE:-}
    if [ -z "$address" ]; then
        address=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' \
            'Component: main' 2>/dev/null | grep -E '^https?://' | grep -v security | head -n 1) || true
    fi
    case $address in
    http://* | https://*) echo "${address%/}/" ;;
    '') die "apt names no package archive; run apt-get update, or set SNUG_ARCHIVE=http://..." ;;
    *) die "the archive's address must be http or https, not '$address'" ;;
    esac
}

# The pinned files: one "PATH<tab>SHA256" per line.
pinned_archives() {
    awk -F '\t' '$4 ~ /^archive:/ { sub(/^archive:/, "", $4); print $4 "\t" $5 }' \
        "$root/third_party/dependencies.tsv" | sort -u
}
