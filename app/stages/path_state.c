#include "app/stages/path_state.h"

#include "app/document/history.h"
#include "app/document/path_pose.h"
#include "app/document/pose.h"
#include "app/document/rigid.h"
#include "app/stages/app.h"
#include "app/stages/path_joints.h"
#include "core/base/array.h"
#include "core/mesh/mesh_hash.h"

#include <stdio.h>

void path_state_free(PathState *state)
{
    motion_path_free(&state->path);
    path_record_free(&state->record);
    free(state->matches);
    free(state->known);
    *state = (PathState){0};
}

void path_state_set(App *app, MotionPath *path, const char *file)
{
    PathState *state = &app->path;
    motion_path_free(&state->path);
    state->path = *path;
    *path = (MotionPath){0};
    ++state->version;
    ++state->replay;
    snprintf(state->file, sizeof state->file, "%s", file);
    state->unsaved = file[0] == '\0' && state->path.part_count > 0;
    state->playing = false;
    state->time = motion_path_start(&state->path);
    path_state_match(app);
}

// --- what of it is here

static enum PathTrouble trouble_of(const App *app, const PathPart *part, int32_t number,
                                   uint64_t hash)
{
    if (number < 0 || app->document.parts[number].removed)
        return PATH_MISSING;
    // Of the same form, whatever turn the map in a file has in it.
    Affine scale = path_scale_of(&app->document.parts[number].placement);
    Affine wanted = path_scale_of(&part->scale);
    if (hash != part->mesh)
        return PATH_OTHER_MESH;
    if (!path_scale_equal(&scale, &wanted))
        return PATH_OTHER_SCALE;
    return app->document.parts[number].locked ? PATH_LOCKED : PATH_FITS;
}

static void describe(PathState *state, size_t i)
{
    static const char *const SENTENCES[] = {
        [PATH_MISSING] = "is not here: open the file that it belongs to",
        [PATH_LOCKED] = "is locked: unlock it",
        [PATH_OTHER_MESH] = "has not the mesh that the path was made for: open that file, or adopt "
                            "the path if it is meant for this one",
        [PATH_OTHER_SCALE] = "is not scaled as it was when the path was made: scale it back, or "
                             "adopt the path if it is meant for this size",
        [PATH_TORN] = "is part of a rigid group that the path does not move as a whole: record it "
                      "again",
    };
    snprintf(state->trouble, sizeof state->trouble, "%.120s %s", state->path.parts[i].key,
             SENTENCES[state->matches[i].trouble]);
}

// Meshes are hashed again only when they may be others.
static void find_parts(App *app, PathMatch *matches)
{
    PathState *state = &app->path;
    bool known = state->matches && state->seen_path == state->version &&
                 state->seen_assembly == app->assembly_version &&
                 state->seen_trees == app->trees_version;
    const Mesh *hashed = NULL; // equal parts stand together and share their meshes
    uint64_t hash = 0;
    for (size_t i = 0; i < state->path.part_count; ++i) {
        int32_t number = known ? state->matches[i].part
                               : assembly_find(&app->assembly, state->path.parts[i].key);
        if (number >= app->document.part_count)
            number = NO_PART;
        const Mesh *mesh = number < 0 ? NULL : app_path_mesh(app, number);
        if (mesh && mesh != hashed && !known) {
            hash = mesh_hash(mesh);
            hashed = mesh;
        }
        matches[i] = (PathMatch){.part = number, .hash = known ? state->matches[i].hash : hash};
    }
}

// It is one body with a part that the path leaves where it is.
static bool is_torn(const App *app, const PathMatch *matches, size_t count, int32_t part)
{
    const PartState *parts = app->document.parts;
    for (int32_t i = 0; parts[part].rigid > 0 && i < app->document.part_count; ++i) {
        bool moved = !rigid_same(&parts[part], &parts[i]);
        for (size_t k = 0; !moved && k < count; ++k)
            moved = matches[k].part == i;
        if (!moved)
            return true;
    }
    return false;
}

bool path_state_match(App *app)
{
    PathState *state = &app->path;
    size_t count = state->path.part_count;
    PathMatch *matches = array_alloc(count, sizeof *matches);
    if (matches)
        find_parts(app, matches);
    free(state->matches);
    state->matches = matches;
    state->trouble_count = 0;
    state->trouble[0] = '\0';
    state->can_adopt = true;
    state->seen_path = state->version;
    state->seen_assembly = app->assembly_version;
    state->seen_trees = app->trees_version;
    if (!matches) {
        state->trouble_count = count;
        snprintf(state->trouble, sizeof state->trouble, "there is not enough memory for the path");
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        matches[i].trouble =
            trouble_of(app, &state->path.parts[i], matches[i].part, matches[i].hash);
        if (matches[i].trouble == PATH_FITS && is_torn(app, matches, count, matches[i].part))
            matches[i].trouble = PATH_TORN;
        if (matches[i].trouble == PATH_FITS)
            continue;
        if (state->trouble_count++ == 0)
            describe(state, i);
        state->can_adopt = state->can_adopt && (matches[i].trouble == PATH_OTHER_MESH ||
                                                matches[i].trouble == PATH_OTHER_SCALE);
    }
    state->can_adopt = state->can_adopt && state->trouble_count > 0;
    return true;
}

bool path_state_ready(const App *app, Error *err)
{
    const PathState *state = &app->path;
    if (state->path.part_count == 0)
        return error_set(err, "there is no path: record one, or open a file");
    if (state->trouble_count == 0)
        return true;
    return state->trouble_count == 1 ? error_set(err, "%s", state->trouble)
                                     : error_set(err, "%s (and %zu more parts)", state->trouble,
                                                 state->trouble_count - 1);
}

bool path_state_adopt(App *app, Error *err)
{
    PathState *state = &app->path;
    if (!path_state_match(app) || !state->can_adopt)
        return path_state_ready(app, err);
    for (size_t i = 0; i < state->path.part_count; ++i) {
        PathPart *part = &state->path.parts[i];
        int32_t number = state->matches[i].part;
        Affine scale = path_scale_of(&app->document.parts[number].placement), back;
        // The pivot stays the same point of the part, and the turn that the map may hold stays.
        if (state->matches[i].trouble == PATH_OTHER_SCALE && affine_invert(&part->scale, &back)) {
            Pose turn = pose_from(&part->scale);
            part->scale = affine_compose(&turn.rotation, &scale);
            back = affine_compose(&part->scale, &back);
            part->pivot = affine_apply_vector(&back, part->pivot);
        }
        part->mesh = state->matches[i].hash;
    }
    ++state->version;
    state->unsaved = true;
    path_state_match(app);
    return path_state_ready(app, err);
}

bool path_state_place(App *app, double time, Error *err)
{
    PathState *state = &app->path;
    path_state_match(app); // somebody may have locked or scaled a part meanwhile
    if (!path_state_ready(app, err))
        return false;
    for (size_t i = 0; i < state->path.part_count; ++i) {
        const PathPart *part = &state->path.parts[i];
        Affine to = path_placement_in(&state->path, part, time, app->assembly.unit);
        if (!affine_is_finite(&to) || fabs(to.p.x) > MESH_MAX_COORDINATE ||
            fabs(to.p.y) > MESH_MAX_COORDINATE || fabs(to.p.z) > MESH_MAX_COORDINATE)
            return error_set(err, "%s would be too far away", part->key);
    }
    if (!path_joints_check(app, time, err))
        return false;
    for (size_t i = 0; i < state->path.part_count; ++i)
        app->document.parts[state->matches[i].part].placement =
            path_placement_in(&state->path, &state->path.parts[i], time, app->assembly.unit);
    path_joints_place(app, time);
    state->time = time;
    return true;
}

bool path_state_shows(const App *app)
{
    return app->path.path.part_count > 0 &&
           history_gesture(app->history) == PATH_FIRST_KEY + app->path.replay;
}
