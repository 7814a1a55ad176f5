#!/usr/bin/env bash
# Rules about our sources that no compiler checks. Prints every offence; exit 1 if there is one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
status=0

offence() {
    echo "$*"
    status=1
}

# No file over 500 lines: past that there is a second idea in it.
while read -r lines file; do
    [ "$file" = total ] || [ "$lines" -le 500 ] || offence "$file: $lines lines, at most 500 are allowed"
done < <(find core app shaders third_party .ci run.sh test.sh CMakeLists.txt -type f \
    \( -name '*.c' -o -name '*.h' -o -name '*.inl' -o -name '*.cpp' -o -name '*.sh' -o -name '*.vert' \
    -o -name '*.frag' -o -name '*.glsl' -o -name '*.cmake' -o -name CMakeLists.txt \) -exec wc -l {} +)

# The core knows neither window nor GL nor file formats, and nothing of the app.
if grep -rniE '^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"](GL/|GLES|EGL|glad|GLFW|c?imgui|c?implot|cglm|libxml|c?json|cjson/|tinyobj|stb|app/|\.\./app)' core; then
    offence "core/ includes what belongs to the app"
fi

# All memory of core comes through core/base/memory.h, where a program that embeds it can replace it.
if grep -rnE --include='*.[ch]' --include='*.inl' '(^|[^[:alnum:]_.>])(malloc|calloc|realloc|free|strdup|aligned_alloc)\(' core |
    grep -vE '^core/(base/memory\.c|tests/|bench/peers/|examples/)'; then
    offence "core/ allocates past core/base/memory.h"
fi

# Everything globbed by CMake is compiled; a variant that is not in its list would be dead code.
while read -r list prefix folder; do
    while IFS= read -r file; do
        name=$(basename "$file" .c)
        name=${name#"${prefix}"_}
        grep -qwE "X\(\s*${name}\b.*\)" "$list"/list*.h || offence "$file: no X($name) in $list/list*.h"
    done < <(find "$folder" -name "${prefix}_*.c" ! -name tri_distance.c ! -path '*/tests/*')
done <<'END'
core/tree/bv bv core/tree/bv
core/tree/split split core/tree
core/tree/build build core/tree/build
core/mesh/deform deform core/mesh/deform
core/hybrid hybrid core/hybrid
core/shape/triangle tri core/shape/triangle
app/window/panels panel app/window/panels
app/scenes scene app/scenes
app/stages stage app/stages
END
while IFS= read -r name; do
    grep -qwE "X\(${name}\)" app/actions/list_*.h || offence "action_$name: no X($name) in app/actions/list_*.h"
done < <(grep -rhoP '^const Action action_\K\w+(?= = \{)' app/actions app/script)

# A list of core is expanded beside it only, so that a new line recompiles those who name variants and nobody else.
if grep -rnE --include='*.[ch]' --include='*.inl' '#include "core/(tree|shape|mesh|hybrid).*/list\.h"' core app | grep -v -E '/(variants\.h|registry\.c):'; then
    offence "lists are expanded in their variants.h and registry.c only"
fi
# Includes go down, from room to room.
.ci/check-arrows.sh || status=1

# A new action or field recompiles those who name one of its group: at most 40 product files.
for list in app/document/field_actions.h app/document/study_actions.h app/actions/list_*.h; do
    users=$(grep -rl --include='*.[ch]' "#include \"$list\"" app | grep -vE '^app/(tests/|actions/list\.h)' || true)
    [ "$(grep -c . <<<"$users")" -lt 40 ] || offence "$list is included by more than 40 product files"
    ! grep '\.h$' <<<"$users" || offence "$list is included by headers"
done
exit $status
