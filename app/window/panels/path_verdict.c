#include "app/window/panels/path_verdict.h"

#include "app/actions/list_path.h"
#include "app/stages/rows.h"
#include "app/window/look.h"
#include "app/window/panels/widgets.h"
#include "core/base/utf8.h"

#include <stdio.h>

enum { MOST_ROWS = 200, LINE = 512 };

void path_seek(const PanelContext *context, double time, bool back)
{
    ActionArgs args = {.part = NO_PART, .number = time, .flag = back};
    action_submit_merged(context->out, &action_path_seek, &args,
                         PATH_FIRST_KEY + context->app->path.replay);
}

static uint32_t colour_of(enum PathVerdict verdict)
{
    return verdict == PATH_FREE        ? COLOUR_GOOD
           : verdict == PATH_UNDECIDED ? COLOUR_WARN
                                       : COLOUR_ALERT;
}

// Green where it is free, red where it collides; what is thinner than a pixel is a pixel.
void path_verdict_strip(const PanelContext *context)
{
    const PathState *state = &context->app->path;
    if (!state->proof_known)
        return;
    const PathCheck *check = &state->proof.check;
    float height = 4 * context->ui->scale;
    ImVec2 at, space;
    igGetCursorScreenPos(&at);
    igGetContentRegionAvail(&space);
    ImDrawList *list = igGetWindowDrawList();
    ImDrawList_AddRectFilled(list, at, (ImVec2){at.x + space.x, at.y + height},
                             look_colour(COLOUR_GOOD, 0.8), 0, 0);
    double length = check->end > check->start ? check->end - check->start : 1;
    for (int pass = 0; pass < 2; ++pass) { // what collides is drawn over what is undecided
        enum WayState shown = pass == 0 ? WAY_UNDECIDED : WAY_COLLIDES;
        for (size_t i = 0; i < check->count; ++i) {
            const PathStretch *stretch = &check->stretches[i];
            if (stretch->state != shown)
                continue;
            float from = at.x + space.x * (float)((stretch->from - check->start) / length);
            float to = at.x + space.x * (float)((stretch->to - check->start) / length);
            ImDrawList_AddRectFilled(list, (ImVec2){from, at.y},
                                     (ImVec2){to > from + 1 ? to : from + 1, at.y + height},
                                     look_colour(pass == 0 ? COLOUR_WARN : COLOUR_ALERT, 1), 0, 0);
        }
    }
    igDummy((ImVec2){space.x, height});
    widget_explain(context, "path_strip",
                   "Green: proven to be free. Red: proven to collide. "
                   "Yellow: undecided");
}

static void go_to(const PanelContext *context, const char *label, const char *rect,
                  const char *note, double time)
{
    if (widget_button(context, label, rect, note, NULL, -1))
        path_seek(context, time, false);
}

// Names come from files: the row's label is its number, and the text is drawn over it.
static void rows(const PanelContext *context)
{
    const App *app = context->app;
    const PathProof *proof = &app->path.proof;
    char line[LINE];
    for (size_t i = 0; i < proof->check.count && i < MOST_ROWS; ++i) {
        const PathStretch *stretch = &proof->check.stretches[i];
        if (path_stretch_is_border(proof, i))
            continue;
        path_stretch_sentence(proof, stretch, &app->assembly, line, sizeof line);
        utf8_sanitise(line);
        igPushID_Int((int)i);
        float x = igGetCursorPosX();
        if (igSelectable_Bool("##stretch", false, 0, (ImVec2){0, 0}))
            path_seek(context, stretch->from, false);
        widget_explain(context, "path_stretch", "Goes to the beginning of this time");
        igSameLine(0, 0);
        igSetCursorPosX(x);
        widget_ellipsis(stretch->state == WAY_COLLIDES ? COLOUR_TEXT : COLOUR_FAINT, 0, line);
        igPopID();
    }
}

static void found(const PanelContext *context)
{
    const App *app = context->app;
    const PathProof *proof = &app->path.proof;
    const PathStretch *first = path_proof_first_contact(proof);
    char line[LINE], more[160];
    path_proof_sentence(proof, &app->assembly, line, sizeof line);
    utf8_sanitise(line);
    widget_paragraph(colour_of(proof->verdict), 0, line);
    if (proof->intentional + proof->ignored + proof->hidden > 0) {
        snprintf(more, sizeof more,
                 "Left out: %d intentional and %d ignored pairs, %d hidden parts",
                 (int)proof->intentional, (int)proof->ignored, (int)proof->hidden);
        widget_paragraph(COLOUR_FAINT, 0, more);
    }
    if (first)
        go_to(context, "Go to the first contact", "path_first",
              "The parts go to where they first collide for certain", first->from);
    else if (proof->check.verdict == WAY_FREE && proof->check.tight_pair >= 0)
        go_to(context, "Go to the tightest place", "path_tightest",
              "The parts go to where they are nearest to each other", proof->check.tight_time);
    rows(context);
}

void path_verdict(const PanelContext *context)
{
    const App *app = context->app;
    const char *why = NULL;
    bool busy = app->path.check_wanted || stage_task(app, &stage_path_check) != NULL;
    if (app->path.proof_known) {
        found(context);
        return;
    }
    app_can(app, &action_path_check, &why);
    if (widget_button(context, busy ? "Checking ..." : "Check the whole way", "path_check",
                      "Proves whether the parts are free all along, between the keys as well as "
                      "at them",
                      busy ? "It is being checked" : why, -1))
        action_submit(context->out, &action_path_check, NULL);
}
