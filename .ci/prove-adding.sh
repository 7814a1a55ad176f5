#!/usr/bin/env bash
# Proves the table "Where do I add ..." of app/manual/extending.md: adds a dummy of every row to a copy of
# the sources, in exactly the files that the row names, builds, and looks for each dummy in what the
# program prints or shows.
# usage: .ci/prove-adding.sh [FOLDER]     FOLDER: where the copy is made, and kept; otherwise it goes
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
table="$root/app/manual/extending.md"
if [ $# -gt 0 ]; then
    copy=$1
    mkdir -p "$copy"
else
    copy=$(mktemp -d)
    trap 'rm -rf "$copy"' EXIT
fi
cd "$root"
git ls-files -z --cached --others --exclude-standard | xargs -0 cp -r --parents -t "$copy"
cd "$copy"
git init -q . && git add -A && git -c user.name=x -c user.email=x@x commit -qm base

status=0
rows=0
offence() {
    echo "$*"
    status=1
}

# row NAME FILE...: what was just added is a row of the table, and these are the files it names. A file of
# the dummy's own is called x in the table.
row() {
    local name=$1 line file changed
    shift
    rows=$((rows + 1))
    line=$(grep -iE "^\| *$name *\|" "$table" | head -n 1) || true
    [ -n "$line" ] || offence "$name: no row of this name in app/manual/extending.md"
    for file in "$@"; do
        file=${file//dummy/x}
        [[ $line == *"\`$file\`"* ]] || offence "$name: the table does not name $file"
    done
    changed=$(git status --porcelain -uall | cut -c 4- | sort)
    [ "$changed" = "$(printf '%s\n' "$@" | sort)" ] ||
        offence "$name: touched $(tr '\n' ' ' <<<"$changed")instead of $*"
    git add -A && git -c user.name=x -c user.email=x@x commit -qm "$name"
}

# list_in FILE LINE: one more line at the end of a list of X(...) rows, whichever way it is laid out.
list_in() {
    awk -v line="$2" '
        goes_on || /#define [A-Z_]*\(X\) X\(/ { last = NR }
        { text[NR] = $0; goes_on = /\\$/ }
        END {
            for (i = 1; i <= NR; ++i) {
                if (i != last) { print text[i]; continue }
                sub(/[[:space:]]*\\?$/, "", text[i])
                print text[i] " \\"
                print "    " line
            }
        }' "$1" >"$1.new"
    mv "$1.new" "$1"
}

# alike FROM TO SED...: the file of another variant under another name.
alike() {
    local from=$1 to=$2
    shift 2
    mkdir -p "$(dirname "$to")"
    sed "$@" "$from" >"$to"
}

bv=core/tree/bv/dummy/bv_dummy.c
alike core/tree/bv/ball/bv_sphere.c $bv -e 's/bv_sphere/bv_dummy/' -e 's/\.name = "sphere"/.name = "dummy volume"/'
list_in core/tree/bv/list.h 'X(dummy)'
row "bounding volume" $bv core/tree/bv/list.h

sed -i 's/^static const OverlapTest tests\[\] = {$/&\n    {\n        .name = "dummy test",\n        .note = "SAT lite again",\n        .exit_names = box_sat_exits,\n        .exit_count = BOX_SAT_FACE_AXES,\n        .can = TEST_SCALE,\n        .run = run_sat_lite,\n    },/' \
    core/tree/bv/aabb/bv_aabb.c
row "overlap test" core/tree/bv/aabb/bv_aabb.c

alike core/tree/split/split_spatial_median.c core/tree/split/split_dummy.c \
    -e 's/split_spatial_median/split_dummy/' -e 's/"spatial median"/"dummy criterion"/'
list_in core/tree/split/list.h 'X(dummy)'
row "construction criterion" core/tree/split/split_dummy.c core/tree/split/list.h

cat >core/tree/build/build_dummy.c <<'TEXT'
#include "core/tree/build/variants.h"

static bool build(Bvh *bvh, Job *job, Error *err)
{
    return build_top_down.build(bvh, job, err);
}

const Builder build_dummy = {.name = "dummy builder", .note = "top-down again", .build = build};
TEXT
list_in core/tree/build/list.h 'X(dummy)'
row "builder" core/tree/build/build_dummy.c core/tree/build/list.h

alike core/hybrid/hybrid_two_level.c core/hybrid/hybrid_dummy.c \
    -e 's/hybrid_two_level/hybrid_dummy/' -e 's/\.name = "[^"]*"/.name = "dummy hybrid builder"/'
list_in core/hybrid/list.h 'X(dummy)'
row "builder of hybrid hierarchies" core/hybrid/hybrid_dummy.c core/hybrid/list.h

list_in core/tree/pair/list.h 'X(dummy, "dummy rule", "larger area again", .size = DESCENT_AREA)'
row "descent rule" core/tree/pair/list.h

alike core/mesh/deform/deform_twist.c core/mesh/deform/deform_dummy.c \
    -e 's/deform_twist/deform_dummy/' -e 's/"twist"/"dummy deformation"/'
list_in core/mesh/deform/list.h 'X(dummy)'
row "deformation" core/mesh/deform/deform_dummy.c core/mesh/deform/list.h

cat >core/shape/triangle/tri_dummy.c <<'TEXT'
#include "core/shape/triangle/variants.h"

static enum TriContact contact(const Triangle *a, const Triangle *b, TriWitness *witness)
{
    return tri_exact.contact(a, b, witness);
}

const TriTest tri_dummy = {
    .name = "Dummy triangles", .note = "Exact again.", .exact = true, .contact = contact};
TEXT
list_in core/shape/triangle/list.h 'X(dummy)'
row "triangle test" core/shape/triangle/tri_dummy.c core/shape/triangle/list.h

alike app/scenes/scene_two_tori.c app/scenes/scene_dummy.c \
    -e 's/scene_two_tori/scene_dummy/' -e 's/"Two tori"/"Dummy scene"/'
list_in app/scenes/list.h 'X(dummy)'
row "scene" app/scenes/scene_dummy.c app/scenes/list.h

cat >app/window/panels/panel_dummy.c <<'TEXT'
#include "app/window/panels/widgets.h"

static void draw(const PanelContext *context)
{
    (void)context;
    igTextUnformatted("A dummy.", NULL);
}

const Panel panel_dummy = {.title = "Dummy panel",
                           .note = "For a proof",
                           .place = PLACE_FLOATING,
                           .width = 300,
                           .height = 200,
                           .draw = draw};
TEXT
list_in app/window/panels/list.h 'X(dummy)'
row "panel" app/window/panels/panel_dummy.c app/window/panels/list.h

cat >app/window/tools/tool_dummy.c <<'TEXT'
#include "app/window/tool.h"

static bool hover(View *view, void *state, bool inside, double x, double y)
{
    (void)state, (void)inside, (void)x, (void)y;
    app_notify(view->app, NOTICE_INFO, "dummy tool at work");
    return false;
}

const Tool tool_dummy = {.name = "dummy",
                         .title = "Dummy tool",
                         .shortcut = "F9",
                         .mode_hint = "Does nothing. Esc ends.",
                         .hover = hover};
TEXT
list_in app/window/tools/list.h 'X(dummy)'
row "tool" app/window/tools/tool_dummy.c app/window/tools/list.h

cat >>app/document/fields_list.inl <<'TEXT'
FIELD(view, dummy, OWN_FLAG(view, dummy), ACTION_UNDOABLE, "Dummy field", NULL, "flag: nothing",
      IN("view", "dummy"))
TEXT
row "field" app/document/fields_list.inl

cat >app/actions/action_dummy.c <<'TEXT'
#include "app/actions/action_tools.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)args, (void)err;
    app_notify(app, NOTICE_INFO, "dummy action done");
    return true;
}

const Action action_dummy = {
    .name = "dummy.greet", .title = "Dummy action", .note = "says so", .apply = apply};
TEXT
list_in app/actions/list_view.h 'X(dummy)'
row "action" app/actions/action_dummy.c app/actions/list_view.h

cat >app/stages/stage_dummy.c <<'TEXT'
#include "app/stages/stage.h"

static void look(App *app)
{
    if (app->document.part_count > 0)
        app_notify(app, NOTICE_INFO, "dummy stage looked");
}

const Stage stage_dummy = {.name = "dummy", .look = look};
TEXT
list_in app/stages/list.h 'X(dummy)'
row "stage" app/stages/stage_dummy.c app/stages/list.h

cat >app/gfx/pass_dummy.c <<'TEXT'
#include "app/gfx/pass.h"

static bool create(void *state, Error *err)
{
    (void)state, (void)err;
    return true;
}

static void draw(const void *state, const Frame *frame)
{
    (void)state, (void)frame;
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 0, 8, 8);
    glClearColor(1, 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
}

static void destroy(void *state)
{
    (void)state;
}

const PassType pass_dummy = {"dummy", 0, create, draw, destroy};
TEXT
list_in app/gfx/pass_list.h 'X(dummy)'
row "pass" app/gfx/pass_dummy.c app/gfx/pass_list.h

cat >app/io/dummy_import.c <<'TEXT'
#include "app/io/format.h"

static bool read(ImportFile *file)
{
    return error_set(file->err, "%s: the dummy format was asked", file->name);
}

const ImportFormat format_dummy = {
    .name = "Dummy", .endings = {".dummy"}, .most_bytes = 100, .read = read};
TEXT
list_in app/io/format_list.h 'X(dummy)'
row "format" app/io/dummy_import.c app/io/format_list.h

cat >app/report/report_dummy.c <<'TEXT'
#include "app/report/report_file.h"

void report_dummy(const ReportInput *in, TextBuffer *out)
{
    (void)in;
    text_add(out, "the dummy report\n");
}
TEXT
list_in app/report/list.h 'X(dummy, "dummy", "nothing, for a proof")'
row "report" app/report/report_dummy.c app/report/list.h

list_in app/commands/options_list.h 'X(DUMMY, "--dummy", "", VALUES_NONE, "a switch for a proof")'
row "option of a command" app/commands/options_list.h

cat >app/commands/command_dummy.c <<'TEXT'
#include "app/commands/command.h"

#include <stdio.h>

int command_dummy(int argc, char **argv)
{
    (void)argc, (void)argv;
    puts("the dummy command");
    return 0;
}
TEXT
list_in app/commands/list.h 'X(dummy, "does nothing")'
row "command" app/commands/command_dummy.c app/commands/list.h

cat >core/bench/bench_dummy.c <<'TEXT'
#include "core/bench/bench.h"

bool bench_dummy(FILE *out)
{
    return fputs("dummy\n1\n", out) >= 0;
}
TEXT
list_in core/bench/list.h 'X(dummy, TAKES_NOTHING, "it is a dummy", "Dummy benchmark")'
row "benchmark" core/bench/bench_dummy.c core/bench/list.h

list_in core/query/preset_list.h 'X(.name = "dummy preset", .note = "for a proof", .build = {.type = &bv_aabb})'
row "preset" core/query/preset_list.h

list_in core/motion/joint.h 'X(DUMMY, "dummy", true, false)'
row "kind of joint about an axis" core/motion/joint.h

cat >assets/lessons/dummy.lesson <<'TEXT'
title "Dummy lesson"
about "For a proof"
step "The only one"
text "Nothing to learn."
TEXT
row "lesson" assets/lessons/dummy.lesson
cp assets/lessons/dummy.lesson assets/tours/dummy.lesson
row "tour of a scene in the window" assets/tours/dummy.lesson
cat >assets/tasks/dummy.task <<'TEXT'
title "Dummy task"
about "Nothing"
scene.open "Box and lid"
step "Open it"
part "Lid"
goal turn >= 60
TEXT
row "task" assets/tasks/dummy.task

alike app/figures/zachmann1997_pictures.c app/figures/dummy.c \
    -e 's/figure_zachmann1997/figure_dummy/' -e 's/"zachmann1997-/"dummy-/' -e 's/"Figure 2"/"Dummy figure"/'
sed 's/zachmann1997-2/dummy-2/' assets/figures/zachmann1997-2.lesson >assets/figures/dummy.lesson
list_in app/figures/list.h 'X(dummy_2)'
row "figure of a paper" app/figures/dummy.c assets/figures/dummy.lesson app/figures/list.h

# Every row of the table has a dummy above.
proved=$(git log --format=%s)
while read -r name; do
    grep -qixF "$name" <<<"$proved" || offence "the table has a row '$name' that is not proved"
done < <(awk -F '|' '/^\| to add/ { on = 1; next } on && /^\|-/ { next } on && /^\|/ { gsub(/^ +| +$/, "", $2); print $2; next } { on = 0 }' "$table")

cmake -G Ninja -S . -B build -DSNUG_BUILD_TESTS=OFF \
    "-DSNUG_DEPS_DIR=${SNUG_DEPS_DIR:-$root/build/third_party}" >build.log 2>&1 &&
    ninja -C build all >build.log 2>&1 || {
    grep -A 8 -E 'FAILED|error:' build.log | head -n 60
    echo "the dummies do not build"
    exit 1
}
snug=build/snug

# sees WHAT TEXT COMMAND...: the output has this text; the exit code is not asked.
sees() {
    local what=$1 text=$2 output
    shift 2
    output=$("$@" 2>&1) || true
    grep -qF -- "$text" <<<"$output" || offence "$what: '$text' is not in the output of $*"
}

for text in "dummy volume" "dummy test" "dummy criterion" "dummy builder" "dummy rule" \
    "Dummy triangles" "Dummy scene" dummy; do
    sees "$text" "$text" $snug check --help
done
sees "option of a command" "a switch for a proof" $snug bench --help
sees "command" "does nothing" $snug --help
sees "lesson" "a lesson of 1 step" $snug view --lesson dummy --check
sees "tour" "a lesson of 1 step" $snug view --lesson assets/tours/dummy.lesson --check
sees "task" "a task of 1 step" $snug view --task dummy --check
sees "command" "the dummy command" $snug dummy
sees "benchmark" "Dummy benchmark" $snug bench --list
sees "figure of a paper" "Dummy figure" $snug bench figures --quick --filter "dummy-2"
sees "report" "the dummy report" $snug check --scene "Dummy scene" --format dummy
echo nothing >nothing.dummy
sees "format" "the dummy format was asked" $snug check nothing.dummy
sees "hierarchy of dummies" "Result: fits" $snug check --scene "Dummy scene" --volume "dummy volume" --rule "dummy rule" \
    --criterion "dummy criterion" --builder "dummy builder" --triangle-test "Dummy triangles"

sees "preset" "Result: fits" $snug check --scene "Dummy scene" --preset "dummy preset"

cat >script <<'TEXT'
scene.open "Dummy scene"
wait notice "dummy stage looked"
part.deform "Flat ring" index="dummy deformation" number=0.5
view.dummy on
hybrid.builder "dummy hybrid builder"
joint.add "Flat ring" index="dummy" text="at 0 0 0 along 0 0 1"
dummy.greet
expect notice "dummy action done"
panel "Dummy panel" on
expect panel "Dummy panel" on
key F9
wait notice "dummy tool at work"
screenshot picture.png
app.quit
TEXT
timeout 120 xvfb-run -a -s "-screen 0 1280x800x24" $snug view --script script --state state.json >view.log 2>&1 ||
    offence "view: $(tail -n 2 view.log)"
grep -q '"view.dummy": *1' state.json || offence "field: view.dummy is not in the state"
[[ $(convert picture.png -crop 1x1+2+770 -format '%[hex:p{0,0}]' info:) == FF00FF* ]] ||
    offence "pass: the corner is not magenta"
echo "RAN: $rows rows of the table proved by dummies"
exit $status
