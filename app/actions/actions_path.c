// How parts move: recorded, replayed, kept in files.
#include "app/actions/action_tools.h"
#include "app/document/history.h"
#include "app/session/save.h"

static const char *without_path(const App *app)
{
    return app->path.path.part_count > 0 ? NULL : "there is no path: record one, or open a file";
}

static bool path_record(App *app, const ActionArgs *args, Error *err)
{
    if (args->flag == app->path.recording)
        return true;
    if (args->flag)
        return path_record_start(app, err);
    path_record_stop(app);
    return true;
}

static bool is_recording(const App *app, int32_t part)
{
    (void)part;
    return app->path.recording;
}

const Action action_path_record = {
    .name = "path.record",
    .title = "Record path",
    .shortcut = "Shift+R",
    .note = "flag: from now on every place that a part is moved to is recorded, until it is off",
    .args = {{.type = ARG_FLAG}},
    .obstacle = action_needs_parts,
    .apply = path_record,
    .is_on = is_recording,
};

static const char *play_obstacle(const App *app)
{
    return !app->wake ? "there is no window" : without_path(app);
}

static bool path_play(App *app, const ActionArgs *args, Error *err)
{
    PathState *state = &app->path;
    if (args->flag && (state->recording || !path_state_ready(app, err)))
        return state->recording ? error_set(err, "stop recording first") : false;
    if (args->flag && !state->playing && state->time >= motion_path_end(&state->path))
        state->time = motion_path_start(&state->path);
    state->playing = args->flag;
    return true;
}

static bool is_playing(const App *app, int32_t part)
{
    (void)part;
    return app->path.playing;
}

const Action action_path_play = {
    .name = "path.play",
    .title = "Play path",
    .shortcut = "Shift+P",
    .note = "flag: moves the parts along the path, or pauses; from the start if it has ended",
    .args = {{.type = ARG_FLAG}},
    .obstacle = play_obstacle,
    .apply = path_play,
    .is_on = is_playing,
};

// Back to where its parts were when the replay began: the step is none then.
static void put_back(App *app)
{
    PathState *state = &app->path;
    for (size_t i = 0; state->matches && i < state->path.part_count; ++i) {
        int32_t part = state->matches[i].part;
        if (part >= 0 && part < app->step_start->part_count) {
            app->document.parts[part].placement = app->step_start->parts[part].placement;
            app->document.parts[part].joint = app->step_start->parts[part].joint;
        }
    }
    state->playing = false;
    ++state->replay;
}

static bool path_seek(App *app, const ActionArgs *args, Error *err)
{
    const MotionPath *path = &app->path.path;
    if (app->path.recording)
        return error_set(err, "stop recording first");
    if (args->flag) {
        put_back(app);
        return true;
    }
    double time = fmax(motion_path_start(path), fmin(args->number, motion_path_end(path)));
    return path_state_place(app, time, err);
}

const Action action_path_seek = {
    .name = "path.seek",
    .title = "Go to a time of the path",
    .note = "number: seconds; flag: instead of it, back to where the parts were before the replay",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .args = {{.type = ARG_NUMBER, .what = "the time"}, {.type = ARG_FLAG, .optional = true}},
    .obstacle = without_path,
    .apply = path_seek,
    .example = "number=0.5",
};

static void path_leave(App *app, const ActionArgs *args)
{
    (void)args;
    app->path.playing = false;
    ++app->path.replay;
}

const Action action_path_leave = {
    .name = "path.leave",
    .title = "Leave the parts where the path has them",
    .note = "ends the replay: what follows is another step of the history",
    .obstacle = without_path,
    .act = path_leave,
};

static bool path_load(App *app, const ActionArgs *args, Error *err)
{
    MotionPath path;
    if (app->path.recording)
        return error_set(err, "stop recording first");
    if (!motion_path_read(&path, args->text, err))
        return false;
    size_t parts = path.part_count, keys = path.key_count;
    double length = motion_path_end(&path) - motion_path_start(&path);
    path_state_set(app, &path, args->text);
    app_notify(app, NOTICE_INFO, "Opened a path of %zu part%s, %zu key%s and %.3g seconds.", parts,
               parts == 1 ? "" : "s", keys, keys == 1 ? "" : "s", length);
    return true;
}

const Action action_path_load = {
    .name = "path.load",
    .title = "Open path",
    .note = "text: the file; the path that was there goes",
    .args = {{.type = ARG_PATH}},
    .apply = path_load,
    .example = "text=assets/path-example.path",
};

static bool path_save(App *app, const ActionArgs *args, Error *err)
{
    char *text = motion_path_text(&app->path.path);
    if (!text)
        return error_set(err, "not enough memory for the path");
    save_motion_path(app, args->text, text);
    return true;
}

const Action action_path_save = {
    .name = "path.save",
    .title = "Save path",
    .note = "text: the file",
    .args = {{.type = ARG_PATH}},
    .obstacle = without_path,
    .apply = path_save,
    .example = "text=/nonexistent/a.path",
};

static const char *check_obstacle(const App *app)
{
    const char *why = without_path(app);
    return why                       ? why
           : app->path.recording     ? "stop recording first"
           : app->path.trouble_count ? "the path does not fit what is open"
                                     : NULL;
}

static void path_check_all(App *app, const ActionArgs *args)
{
    (void)args;
    app->path.check_wanted = true;
}

const Action action_path_check = {
    .name = "path.check",
    .title = "Check path",
    .note = "proves whether the path is free over the whole way, not at samples",
    .obstacle = check_obstacle,
    .act = path_check_all,
};

static bool path_adopt(App *app, const ActionArgs *args, Error *err)
{
    (void)args;
    return path_state_adopt(app, err);
}

static const char *adopt_obstacle(const App *app)
{
    const char *why = without_path(app);
    return why                    ? why
           : app->path.can_adopt  ? NULL
           : app->path.trouble[0] ? "a part of the path is not here, or locked"
                                  : "the path fits what is open";
}

const Action action_path_adopt = {
    .name = "path.adopt",
    .title = "Adopt path",
    .note = "the path is meant for the meshes and scales of its parts as they are now",
    .obstacle = adopt_obstacle,
    .apply = path_adopt,
};

static const char *clear_obstacle(const App *app)
{
    return app->path.recording ? "stop recording first" : without_path(app);
}

static void path_clear(App *app, const ActionArgs *args)
{
    (void)args;
    MotionPath none = {0};
    path_state_set(app, &none, "");
}

const Action action_path_clear = {
    .name = "path.clear",
    .title = "Clear path",
    .note = "forgets the path; parts stay where they are",
    .obstacle = clear_obstacle,
    .act = path_clear,
};
