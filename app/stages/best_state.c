#include "app/stages/best_state.h"

#include "app/document/path_pose.h"
#include "app/stages/stage.h"
#include "core/mesh/mesh_hash.h"

#include <stdlib.h>

void best_found_free(BestFound *found)
{
    if (!found)
        return;
    lab_subject_free(&found->subject);
    contest_free(found->results, found->count);
    free(found->command);
    free(found);
}

LabTable best_table(const BestFound *found)
{
    return (LabTable){.subject = &found->subject,
                      .kinds = found->kinds,
                      .results = found->results,
                      .count = found->count,
                      .command = found->command};
}

static bool add_part(const App *app, int32_t part, LabSubject *out)
{
    Mesh *mesh = app->parts && app->parts[part].tree ? app->parts[part].tree->mesh
                                                     : app->assembly.parts[part].mesh;
    return lab_subject_add(out, app->assembly.parts[part].key, mesh,
                           &app->document.parts[part].placement);
}

// In the unit of what is open, so that files of these numbers and the path go together.
static void convert(MotionPath *path, enum LengthUnit unit)
{
    double factor = length_unit_info(path->unit)->metres / length_unit_info(unit)->metres;
    for (size_t i = 0; path->unit != unit && i < path->part_count; ++i) {
        PathPart *part = &path->parts[i];
        part->pivot = vec3d_scale(part->pivot, factor);
        for (size_t k = 0; k < part->key_count; ++k)
            part->keys[k].pose.pivot = vec3d_scale(part->keys[k].pose.pivot, factor);
    }
    path->unit = unit;
}

// Parts that rest are parts of the path, too: then they stand at the same place, to the last digit, for who
// reads all of it from files.
static bool add_resting(const App *app, LabSubject *out)
{
    for (int32_t i = 0; i < out->part_count; ++i) {
        const LabPart *part = &out->parts[i];
        if (motion_path_find(&out->path, part->key))
            continue;
        PathPart *rests = motion_path_add(&out->path, part->key);
        if (!rests)
            return false;
        rests->mesh = mesh_hash(part->mesh);
        rests->scale = path_scale_of(&part->rest);
        PathKey key = path_key_of(rests, motion_path_start(&app->path.path), &part->rest);
        if (!motion_path_add_key(&out->path, rests, &key, NULL))
            return false;
    }
    return true;
}

static bool take_path(const App *app, LabSubject *out, Error *err)
{
    if (app->path.path.part_count == 0)
        return error_set(err, "there is no path: record one, or take a standard motion");
    if (app->path.recording)
        return error_set(err, "stop recording first");
    if (!path_state_ready(app, err))
        return false;
    bool ok = motion_path_copy(&out->path, &app->path.path);
    for (int32_t i = 0; ok && i < app->document.part_count; ++i) {
        const PartState *part = &app->document.parts[i];
        if (!part->removed && part->visible && app_part_mesh(app, i)->triangle_count > 0)
            ok = add_part(app, i, out);
    }
    if (ok)
        convert(&out->path, app->assembly.unit);
    return (ok && add_resting(app, out)) || error_set(err, "not enough memory for the parts");
}

bool best_subject_take(const App *app, const BestWish *wish, LabSubject *out, Error *err)
{
    int32_t pair[2];
    const char *why = NULL;
    *out = (LabSubject){.seed = 1, .frames = wish->frames};
    if (wish->motion == 0) {
        out->frames = wish->frames > 0 ? wish->frames : LAB_PATH_FRAMES;
        return take_path(app, out, err);
    }
    out->motion = standard_motions[wish->motion - 1];
    out->frames = wish->frames > 0 ? wish->frames : out->motion->frames;
    if (!trace_pair(app, pair, &why))
        return error_set(err, "%s", why);
    return (add_part(app, pair[0], out) && add_part(app, pair[1], out)) ||
           error_set(err, "not enough memory for the parts");
}
