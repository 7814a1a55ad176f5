#!/usr/bin/env bash
# What `cmake --install` leaves: it runs from any folder, finds its own files, and a desktop finds it.
# Called with the path of snug and the folder of the tests inside the build.
set -u
build=$(cd "$2/../.." && pwd) || exit 1
sources=$(pwd)
prefix=$(mktemp -d) || exit 1
trap 'rm -rf "$prefix"' EXIT
unset DISPLAY WAYLAND_DISPLAY
failures=0

fail() {
    echo "$*"
    failures=$((failures + 1))
}

cmake --install "$build" --prefix "$prefix" >"$prefix/log" 2>&1 || {
    cat "$prefix/log"
    exit 1
}
for file in bin/snug libexec/snug/snug-view libexec/snug/snug-import-assimp share/mime/packages/snug.xml share/applications/snug.desktop share/icons/hicolor/scalable/apps/snug.svg \
    share/icons/hicolor/48x48/apps/snug.png share/icons/hicolor/256x256/apps/snug.png \
    share/man/man1/snug.1 share/bash-completion/completions/snug share/zsh/site-functions/_snug \
    share/fish/vendor_completions.d/snug.fish share/snug/hybrid/chair.xml share/snug/lessons/01-why-hierarchies.lesson share/snug/tasks/alternator.task share/snug/tasks/pipes.task share/snug/tours/engine-bay.lesson share/snug/pictures/gear-unit.png share/snug/rules-example.txt \
    share/doc/snug/LICENSE share/doc/snug/manual/start.md; do
    [ -s "$prefix/$file" ] || fail "$file was not installed"
done
for file in libsnug.so.0 libsnug.a pkgconfig/snug.pc cmake/snug/snugConfig.cmake; do
    [ -n "$(find "$prefix" -path "*/$file")" ] || fail "$file was not installed"
done
# Nothing else of the build comes along.
count=$(find "$prefix/bin" -type f | wc -l)
[ "$count" = 1 ] || fail "$count programs were installed instead of one"

# The installed program finds the importer of CAD files, where that was built, and opens what it reads.
if [ -x "$build/snug-import-step" ] && [ -x "$build/write_step" ]; then
    mkdir "$prefix/cad"
    "$build/write_step" "$prefix/cad" || fail "no CAD files could be written"
    (cd / && "$prefix/bin/snug" check "$prefix/cad/fit.step" >"$prefix/log" 2>&1)
    [ $? -eq 1 ] && grep -q 'Thick pin penetrates Tight block' "$prefix/log" || {
        cat "$prefix/log"
        fail "the installed program does not check a STEP file"
    }
fi

# It works right after run.sh: whatever is both built and installed belongs to the targets built there.
grep -qx 'build release snug installable' "$sources/run.sh" || fail "run.sh builds other targets than these"
commands=$(ninja -C "$build" -t commands snug installable)
built=0
for file in $(comm -12 <(ninja -C "$build" -t targets all | sed 's/: .*//' | sort -u) \
    <(find "$build" -name cmake_install.cmake -exec grep -ho "\"$build/[^\"]*\"" {} + | tr -d '"' | sed "s#^$build/##" | sort -u)); do
    grep -qE "(^|[ /])$file( |\$)" <<<"$commands" || fail "$file is installed, but run.sh does not build it"
    built=$((built + 1))
done
[ "$built" -ge 9 ] || fail "only $built built files are installed"

# Hardened: what a program jumps through is read-only once it runs, and buffers have guards. Sanitizers do
# that in another way.
for file in "$prefix/bin/snug" "$prefix/libexec/snug/snug-view" "$(find "$prefix" -name 'libsnug.so.0.*')"; do
    readelf -dW "$file" | grep -qE 'BIND_NOW|NOW' || fail "$file binds its functions late"
    readelf -lW "$file" | grep -q GNU_RELRO || fail "$file has relocations that can be written"
    readelf -lW "$file" | grep -q 'GNU_STACK.* RW ' || fail "$file has a stack that can be executed"
    names=$(readelf --dyn-syms -W "$file")
    if ! grep -q __asan <<<"$names"; then
        grep -q __stack_chk_fail <<<"$names" || fail "$file has no guards on its stack"
        grep -qE ' __[a-z]+_chk' <<<"$names" || fail "$file does not check the sizes of buffers"
    fi
done

cd / || exit 1
"$prefix/bin/snug" --version | grep -q '^snug [0-9]' || fail "snug --version does not work from /"
"$prefix/bin/snug" tour --scene "Pin and plate" --output "$prefix/tour.png" >"$prefix/log" 2>&1 ||
    fail "snug tour does not work from /: $(tail -n 3 "$prefix/log")"
# Its own assets: the sets of primitives that this benchmark reads. The first line after the head is enough.
"$prefix/bin/snug" bench hybrid 2>"$prefix/log" | head -n 6 | grep -q '^chair,' ||
    fail "snug bench hybrid does not find its files from /: $(tail -n 3 "$prefix/log")"

# The desktop entry names the program, its icon and the window's class, and only keys of the format.
entry=$prefix/share/applications/snug.desktop
[ "$(head -n 1 "$entry")" = "[Desktop Entry]" ] || fail "the desktop entry has no heading"
for line in Type=Application Name=Snug "Exec=snug view %f" Icon=snug StartupWMClass=snug; do
    grep -qx "$line" "$entry" || fail "the desktop entry lacks $line"
done
if grep -vqE '^(\[Desktop Entry\]|[A-Z][A-Za-z]*=.+)$' "$entry"; then
    fail "the desktop entry has a line that is neither heading nor key"
fi
# Every chapter of the manual is there.
while read -r chapter; do
    [ -s "$prefix/share/doc/snug/manual/$chapter.md" ] || fail "the chapter $chapter was not installed"
done <"$sources/app/manual/list"
# Every option that --help of a command lists is in the manual page.
for command in view check tour bench; do
    for option in $("$prefix/bin/snug" $command --help | grep -oE '^ +--[a-z-]+' | tr -d ' '); do
        grep -q -- "${option//-/\\\\-}" "$prefix/share/man/man1/snug.1" ||
            fail "snug.1 does not know $option of $command"
    done
done
# complete WORD...: what bash proposes for the last of these words, in a folder that has no files to propose.
mkdir "$prefix/empty"
complete_words() {
    cd "$prefix/empty" && bash -c 'complete() { :; }; . "$0"; COMP_WORDS=(snug "$@"); COMP_CWORD=$#; _snug; echo "${COMPREPLY[@]}"' \
        "$prefix/share/bash-completion/completions/snug" "$@" 2>&1
}
proposes() { # WORDS... = PROPOSED
    local proposed=${*: -1}
    set -- "${@:1:$#-2}"
    [ "$(complete_words "$@")" = "$proposed" ] || fail "after $* bash proposes: $(complete_words "$@")"
}
proposes che = check
proposes check --vol = --volume
proposes check --up "" = "y z"
proposes view --scene two = two-tori
proposes bench pap = papers
proposes --sizee = ""
for shell in zsh:zsh/site-functions/_snug fish:fish/vendor_completions.d/snug.fish; do
    command -v "${shell%%:*}" >/dev/null || continue
    "${shell%%:*}" -n "$prefix/share/${shell#*:}" || fail "${shell%%:*} cannot read its completion"
done
echo "RAN: installed to a temporary prefix, $(find "$prefix/share" "$prefix/bin" -type f | wc -l) files, $failures failures"
[ "$failures" -eq 0 ]
