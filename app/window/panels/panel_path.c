// How parts move: recording a path, replaying it with live contacts, and its file.
#include "app/actions/list_path.h"
#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "app/io/file.h"
#include "app/window/look.h"
#include "app/window/panels/path_dialog.h"
#include "app/window/panels/path_verdict.h"
#include "app/window/panels/widgets.h"
#include "core/base/utf8.h"

#include <stdio.h>

static const char *obstacle(const App *app, const Action *action)
{
    const char *why = NULL;
    return app_can(app, action, &why) ? NULL : why ? why : "not possible now";
}

// Recording and files in one row.
static void buttons(const PanelContext *context)
{
    const App *app = context->app;
    bool recording = app->path.recording;
    const char *busy = recording ? "Stop recording first" : NULL;
    float width = widget_share(4);
    if (widget_button(context, recording ? "Stop" : "Record", "path_record",
                      recording ? "Makes a path of what was moved since (Shift+R)"
                                : "From now on, everything that is moved becomes a path (Shift+R)",
                      obstacle(app, &action_path_record), width))
        submit_flag(context, &action_path_record, !recording);
    igSameLine(0, -1);
    if (widget_button(context, "Open...", "path_open", "A path from a file", busy, width))
        path_dialog_open(context->ui, PATH_OPEN_PATH, app);
    igSameLine(0, -1);
    if (widget_button(context, "Save...", "path_save", "The path as a text file",
                      obstacle(app, &action_path_save), width))
        path_dialog_open(context->ui, PATH_SAVE_PATH, app);
    igSameLine(0, -1);
    if (widget_button(context, "Clear", "path_clear", "Forgets the path; parts stay where they are",
                      obstacle(app, &action_path_clear), width))
        action_submit(context->out, &action_path_clear, NULL);
}

static void recorded(const PathState *state)
{
    char line[160];
    size_t parts = state->record.part_count;
    if (parts == 0)
        snprintf(line, sizeof line, "Recording: move a part.");
    else
        snprintf(line, sizeof line, "Recording: %zu part%s, %.1f s. Pauses are cut short.", parts,
                 parts == 1 ? "" : "s", state->record.time);
    widget_paragraph(COLOUR_ALERT, 0, line);
}

static void summary(const PathState *state)
{
    char line[256], name[128];
    const MotionPath *path = &state->path;
    snprintf(name, sizeof name, "%s",
             state->unsaved   ? "not saved"
             : state->file[0] ? file_base_name(state->file)
                              : "");
    utf8_sanitise(name);
    snprintf(line, sizeof line, "%zu part%s, %zu key%s, %.3g s%s%s", path->part_count,
             path->part_count == 1 ? "" : "s", path->key_count, path->key_count == 1 ? "" : "s",
             motion_path_end(path) - motion_path_start(path), name[0] ? ": " : "", name);
    widget_paragraph(state->unsaved ? COLOUR_WARN : COLOUR_FAINT, 0, line);
}

static void trouble(const PanelContext *context)
{
    const App *app = context->app;
    Error err = {""};
    if (path_state_ready(app, &err))
        return;
    widget_paragraph(COLOUR_WARN, 0, err.text);
    if (app->path.can_adopt &&
        widget_button(context, "Adopt path", "path_adopt",
                      "The path is meant for these meshes and scales from now on", NULL, -1))
        action_submit(context->out, &action_path_adopt, NULL);
}

static void scrubber(const PanelContext *context, const char *why_not)
{
    const PathState *state = &context->app->path;
    double start = motion_path_start(&state->path), end = motion_path_end(&state->path);
    double time = state->time;
    char format[48];
    snprintf(format, sizeof format, "%%.2f of %.2f s", end);
    igBeginDisabled(why_not != NULL);
    igSetNextItemWidth(-1);
    if (igSliderScalar("##time", ImGuiDataType_Double, &time, &start, &end, format,
                       ImGuiSliderFlags_AlwaysClamp))
        path_seek(context, time, false);
    if (igIsItemActivated() && state->playing)
        submit_flag(context, &action_path_play, false);
    igEndDisabled();
    widget_explain(context, "path_time",
                   why_not ? why_not : "Drag to move the parts along their path");
    path_verdict_strip(context);
}

static void replay(const PanelContext *context)
{
    const App *app = context->app;
    const PathState *state = &app->path;
    Error err = {""};
    const char *why_not = state->recording              ? "Stop recording first"
                          : path_state_ready(app, &err) ? NULL
                                                        : "The path does not fit what is open";
    scrubber(context, why_not);
    float third = widget_share(3);
    if (widget_button(context, state->playing ? "Pause" : "Play", "path_play",
                      "Moves the parts along the path, and stops (Shift+P)", why_not, third))
        submit_flag(context, &action_path_play, !state->playing);
    igSameLine(0, -1);
    const char *no_replay = why_not ? why_not : path_state_shows(app) ? NULL : "Nothing was played";
    if (widget_button(context, "Put back", "path_back",
                      "The parts go back to where they were before the replay", no_replay, third))
        path_seek(context, 0, true);
    igSameLine(0, -1);
    if (widget_button(context, "Leave here", "path_leave",
                      "The parts stay where they are now: one step that can be undone", no_replay,
                      third))
        action_submit(context->out, &action_path_leave, NULL);
    ActionArgs args = {.part = NO_PART, .number = field_number(&app->document, &action_path_speed)};
    widget_slider(context, "path_speed", "Speed", "Times as fast as it was recorded",
                  &action_path_speed, &args, 0.01, 100, "%.2f times", ImGuiSliderFlags_Logarithmic);
    widget_switch(context, "path_loop", "In a loop", &action_path_loop, NULL);
}

static void draw(const PanelContext *context)
{
    const PathState *state = &context->app->path;
    buttons(context);
    if (state->recording)
        recorded(state);
    if (state->path.part_count > 0) {
        igSeparatorText("Path");
        summary(state);
        trouble(context);
        replay(context);
        path_verdict(context);
    } else if (!state->recording) {
        widget_paragraph(COLOUR_FAINT, 0,
                         "Press Record, drag parts, and stop: their way can then be replayed, "
                         "saved and checked.");
        if (widget_button(context, "Bounce two parts in a cage", "path_cage",
                          "The selected two, or the first two that nothing holds, move and turn in "
                          "a cage and exchange velocities where they meet",
                          obstacle(context->app, &action_path_cage), -1))
            action_submit(context->out, &action_path_cage,
                          &(ActionArgs){.part = NO_PART, .number = 1});
    }
}

const Panel panel_path = {
    .title = "Path",
    .note = "Record how parts move, and replay it",
    .chapter = "paths#the-path-panel",
    .place = PLACE_BOTTOM,
    .open = true,
    .draw = draw,
};
