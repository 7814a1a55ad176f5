// Nothing to grab: what another way to build or search has changed, beside the selected part, for a few seconds
// after it was chosen, also while the part is in the hand. Counts are readings from the roots.
#include "app/window/tools/tool_switch.h"

#include "app/stages/explode.h"
#include "app/window/marks.h"
#include "app/window/tools/tools.h"
#include "core/base/clock.h"
#include "core/tree/build/build.h"

#include <stdio.h>
#include <string.h>

static const double SHOWN_SECONDS = 8;
// Blanks where no line ends.
#define N "\xC2\xA0"
#define TO N "->" N

// What was read last with one setting.
typedef struct Reading {
    RootReading roots;
    uint64_t places; // where all parts were
    double ms;
    uint32_t setting; // of the log
} Reading;

typedef struct SwitchState {
    Reading last;
    bool known;
    uint32_t assembly;
    double since;
    int32_t part;
    char text[512]; // "": nothing is shown
} SwitchState;

static bool same_search(const RootReading *a, const RootReading *b)
{
    return bvh_desc_equal(&a->build, &b->build) && query_desc_equal(&a->query, &b->query);
}

static void say(const App *app, const Reading *was, const Reading *now, char *text, size_t size)
{
    const FrameLog *log = &app->frames;
    const LoggedSetting *from = frame_log_setting(log, was->setting),
                        *to = frame_log_setting(log, now->setting);
    char names[2][160];
    if (!from || !to) {
        *text = 0;
        return;
    }
    frame_log_setting_name(from, names[0], sizeof names[0]);
    frame_log_setting_name(to, names[1], sizeof names[1]);
    const RootWork *a = &was->roots.work, *b = &now->roots.work;
    // A figure is never broken: in a narrow view they stand one below the other.
    snprintf(text, size,
             "%s -> %s\n"
             "N_v" N "%llu" TO "%llu   N_p" N "%llu" TO "%llu   N_u" N "%llu" TO "%llu%s\n"
             "T" N "%.2f" TO "%.2f" N "ms   build" N "%.1f" TO "%.1f" N "ms   %.0f" TO "%.0f" N
             "kB",
             names[0], names[1], (unsigned long long)a->volume_tests,
             (unsigned long long)b->volume_tests, (unsigned long long)a->triangle_tests,
             (unsigned long long)b->triangle_tests, (unsigned long long)a->updates,
             (unsigned long long)b->updates, was->places == now->places ? "" : "   (it moved on)",
             was->ms, now->ms, from->build_ms, to->build_ms, 1e-3 * from->bytes, 1e-3 * to->bytes);
}

static void settle(const View *view, void *argument)
{
    SwitchState *state = argument;
    const App *app = view->app;
    const LoggedFrame *frame = frame_log_at(&app->frames, app->frames.count - 1);
    if (state->assembly != app->assembly_version) {
        *state = (SwitchState){.assembly = app->assembly_version};
        return;
    }
    if (!app->roots.current || app->roots.pairs < 0 || !frame || app->frames.shown != LOG_LIVE)
        return;
    Reading now = {.roots = app->roots,
                   .places = frame->places,
                   .ms = app->last_query_ms,
                   .setting = frame->setting};
    bool same_parts = state->known && state->last.roots.part == now.roots.part &&
                      state->last.roots.other == now.roots.other;
    // What a lesson switches by itself it also tells by itself, when it is time.
    if (same_parts && !app->lesson.busy && !same_search(&state->last.roots, &now.roots)) {
        say(app, &state->last, &now, state->text, sizeof state->text);
        state->since = clock_seconds();
        state->part = now.roots.part;
    }
    state->last = now;
    state->known = true;
}

static bool is_shown(const View *view, const SwitchState *state)
{
    const App *app = view->app;
    int32_t part = state->part;
    return !view->split && // where both are shown
           state->text[0] && state->assembly == app->assembly_version &&
           clock_seconds() - state->since <= SHOWN_SECONDS && part >= 0 &&
           part < app->document.part_count && app->document.parts[part].visible && app->parts &&
           app->parts[part].tree;
}

void switch_said(const View *view, char *text, size_t size)
{
    const SwitchState *state = tool_state(view, &tool_switch);
    size_t used = 0;
    for (const char *from = is_shown(view, state) ? state->text : ""; *from && used + 1 < size;) {
        bool blank = strncmp(from, N, strlen(N)) == 0;
        text[used++] = blank ? ' ' : *from;
        from += blank ? strlen(N) : 1;
    }
    text[used] = 0;
}

static void draw(const View *view, const void *argument)
{
    const SwitchState *state = argument;
    const App *app = view->app;
    if (!is_shown(view, state))
        return;
    Affine placed = app_shown_placement(app, state->part);
    Box3d box = box3d_moved(&app->parts[state->part].tree->box, &placed);
    mark_label(view, vec3d_scale(vec3d_add(box.lo, box.hi), 0.5), 0, -100, state->text);
}

const Tool tool_switch = {
    .name = "switch", .state_size = sizeof(SwitchState), .settle = settle, .draw = draw};
