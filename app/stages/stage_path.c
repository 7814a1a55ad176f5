// The stage of the path: which parts of what is open belong to it follows the assembly, and a path that
// is being recorded follows what is done.
#include "app/document/history.h"
#include "app/stages/parts.h"
#include "app/stages/path_joints.h"
#include "app/stages/path_state.h"
#include "app/stages/rows.h"
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/mesh/mesh_hash.h"

typedef struct Noted {
    const Action *action; // that is being done
    uint64_t merge_key;
} Noted;

static Noted *mine(const App *app)
{
    return stage_state(app, &stage_path);
}

static void look(App *app)
{
    PathState *state = &app->path;
    if (state->path.part_count == 0 || stages_loading(app))
        return;
    if (state->seen_path != state->version || state->seen_assembly != app->assembly_version ||
        state->seen_trees != app->trees_version)
        path_state_match(app);
    if (state->told_path == state->version && state->told_assembly == app->assembly_version)
        return;
    // Trees come after the parts, and with them the meshes of deformed ones.
    if (stages_busy(app))
        return;
    state->told_path = state->version;
    state->told_assembly = app->assembly_version;
    Error err = {""};
    if (app->document.part_count > 0 && !path_state_ready(app, &err))
        app_notify(app, NOTICE_WARNING, "The path does not fit what is open: %s", err.text);
}

// --- recording

static bool know_placements(App *app)
{
    PathState *state = &app->path;
    int32_t count = app->document.part_count;
    Affine *known = array_alloc((size_t)count, sizeof *known);
    if (!known)
        return false;
    for (int32_t i = 0; i < count; ++i)
        known[i] = i < state->known_count ? state->known[i] : app->document.parts[i].placement;
    free(state->known);
    state->known = known;
    state->known_count = count;
    return true;
}

bool path_record_start(App *app, Error *err)
{
    PathState *state = &app->path;
    path_record_free(&state->record);
    state->known_count = 0;
    if (!know_placements(app))
        return error_set(err, "not enough memory to record a path");
    state->recording = true;
    state->playing = false;
    return true;
}

static bool take_keys(const App *app, MotionPath *path, Error *err)
{
    const PathRecord *record = &app->path.record;
    path->unit = app->assembly.unit;
    for (size_t i = 0; i < record->part_count; ++i) {
        const RecordedPart *part = &record->parts[i];
        const Mesh *mesh = app_part_mesh(app, part->part);
        double radius = mesh_radius(mesh) * affine_stretch(&part->samples[0].at);
        if (part->count > 1 &&
            !path_record_keys(part, app->assembly.parts[part->part].key,
                              mesh_hash(app_path_mesh(app, part->part)), radius, path, err))
            return false;
    }
    return path_joints_record(app, path) || error_set(err, "not enough memory for the path");
}

bool path_record_stop(App *app)
{
    PathState *state = &app->path;
    MotionPath path = {0};
    Error err = {""};
    state->recording = false;
    bool good = take_keys(app, &path, &err);
    bool moved = good && path.part_count > 0;
    if (moved)
        path_state_set(app, &path, "");
    motion_path_free(&path);
    path_record_free(&state->record);
    free(state->known);
    state->known = NULL;
    state->known_count = 0;
    if (!good)
        app_notify(app, NOTICE_ERROR, "The path could not be recorded: %s", err.text);
    else if (!moved)
        app_notify(app, NOTICE_INFO, "Nothing was moved: no path was recorded.");
    else // its parts are at its end
        state->time = motion_path_end(&state->path);
    return moved;
}

static const Affine *placement_now(const void *user, int32_t part)
{
    const App *app = user;
    return &app->document.parts[part].placement;
}

static bool note_moves(App *app, uint64_t merge_key)
{
    PathState *state = &app->path;
    bool begun = false;
    for (int32_t i = 0; i < state->known_count; ++i) {
        const Affine *now = &app->document.parts[i].placement;
        if (affine_equal(now, &state->known[i]))
            continue;
        if (!begun && !path_record_step(&state->record, clock_seconds(), merge_key))
            return false;
        begun = true;
        if (!path_record_part(&state->record, i, &state->known[i], now))
            return false;
    }
    return true;
}

void path_record_note(App *app, const Action *action, uint64_t merge_key)
{
    PathState *state = &app->path;
    bool goes_back = strncmp(action->name, "edit.", 5) == 0;
    if (!goes_back || !path_record_back(&state->record, placement_now, app))
        if (!note_moves(app, merge_key)) {
            app_notify(app, NOTICE_WARNING,
                       "The path is as long as it can be: recording has stopped.");
            path_record_stop(app);
            return;
        }
    for (int32_t i = 0; i < state->known_count; ++i)
        state->known[i] = app->document.parts[i].placement;
    if (state->known_count < app->document.part_count)
        know_placements(app); // new parts begin where they are
}

static void before_action(App *app, const Action *action, const ActionArgs *args,
                          uint64_t merge_key)
{
    (void)args;
    *mine(app) = (Noted){action, merge_key};
    // Whoever takes a part into the hand does not want it to be moved by others.
    if (app->path.playing && strncmp(action->name, "path.", 5) != 0 &&
        ((action->flags & ACTION_UNDOABLE) || strncmp(action->name, "edit.", 5) == 0))
        app->path.playing = false;
}

static void after_action(App *app)
{
    const Noted *noted = mine(app);
    if (app->path.recording && noted->action)
        path_record_note(app, noted->action, noted->merge_key);
}

// Another assembly comes: what was recorded of this one stays, and the path waits for its parts.
static void reset(App *app)
{
    if (app->path.recording)
        path_record_stop(app);
    app->path.playing = false;
    free(app->path.matches);
    app->path.matches = NULL;
    app->path.seen_path = app->path.version - 1;
}

static void end(App *app)
{
    path_state_free(&app->path);
}

const Stage stage_path = {.name = "path",
                          .state_size = sizeof(Noted),
                          .look = look,
                          .before_action = before_action,
                          .after_action = after_action,
                          .reset = reset,
                          .end = end};
