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
    contest_free(found->results, found->kinds.count);
    free(found->command);
    free(found);
}

LabTable best_table(const BestFound *found)
{
    return (LabTable){.subject = &found->subject,
                      .kinds = &found->kinds,
                      .results = found->results,
                      .count = found->kinds.count,
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
        rests->mesh = part->mesh ? mesh_hash(part->mesh) : 0;
        rests->scale = path_scale_of(&part->rest);
        PathKey key = path_key_of(rests, motion_path_start(&app->path.path), &part->rest);
        if (!motion_path_add_key(&out->path, rests, &key, NULL))
            return false;
    }
    return true;
}

// Those that were fitted to the part, in its frame. None: nothing is added.
static bool add_primitives(const App *app, int32_t part, LabSubject *out, Error *err)
{
    const PrimitiveList *list = app->document.primitives.list;
    const Affine *rest = &app->document.parts[part].placement;
    PrimitiveSet set = {0};
    Affine back;
    bool ok = affine_invert(rest, &back) || error_set(err, "a part is scaled to nothing");
    for (int32_t i = 0; ok && i < primitive_list_count(list); ++i) {
        const Coverage *covers = list->covers[i];
        if (!covers || covers->count == 0 || covers->items[0].part != part)
            continue;
        HybridVolume volume = hybrid_volume_moved(&list->set.items[i].volume, &back);
        ok = primitive_set_add(&set, &volume, list->set.items[i].name, err);
    }
    if (ok && set.count > 0)
        ok = lab_subject_add_set(out, app->assembly.parts[part].key, &set, rest) ||
             error_set(err, "not enough memory for the primitives");
    primitive_set_free(&set);
    return ok;
}

static bool take_path(const App *app, bool primitives, LabSubject *out, Error *err)
{
    if (app->path.path.part_count == 0)
        return error_set(err, "there is no path: record one, or take a standard motion");
    if (app->path.recording)
        return error_set(err, "stop recording first");
    if (!path_state_ready(app, err))
        return false;
    error_set(err, "not enough memory for the parts");
    bool ok = motion_path_copy(&out->path, &app->path.path);
    for (int32_t i = 0; ok && i < app->document.part_count; ++i) {
        const PartState *part = &app->document.parts[i];
        if (part->removed || !part->visible || app_part_mesh(app, i)->triangle_count == 0)
            continue;
        ok = primitives ? add_primitives(app, i, out, err) : add_part(app, i, out);
    }
    if (ok && primitives && out->part_count < 2)
        return error_set(err, "primitives must be fitted to two parts or more");
    if (ok)
        convert(&out->path, app->assembly.unit);
    return ok && (add_resting(app, out) || error_set(err, "not enough memory for the parts"));
}

static bool take_two(const App *app, LabSubject *out, Error *err)
{
    int32_t pair[2];
    const char *why = NULL;
    if (!trace_pair(app, pair, &why))
        return error_set(err, "%s", why);
    return (add_part(app, pair[0], out) && add_part(app, pair[1], out)) ||
           error_set(err, "not enough memory for the parts");
}

bool best_subject_take(const App *app, const BestWish *wish, LabSubject *out, Error *err)
{
    const PrimitiveList *list = app->document.primitives.list;
    *out = (LabSubject){.seed = 1, .frames = wish->frames};
    if (wish->primitives && primitive_list_count(list) == 0)
        return error_set(err, "there are no primitives");
    bool ok;
    if (wish->motion == 0) {
        out->frames = wish->frames > 0 ? wish->frames : LAB_PATH_FRAMES;
        ok = take_path(app, wish->primitives, out, err);
    } else {
        Affine same = affine_identity();
        out->motion = standard_motions[wish->motion - 1];
        out->frames = wish->frames > 0 ? wish->frames : out->motion->frames;
        ok = wish->primitives ? lab_subject_add_set(out, "primitives", &list->set, &same) ||
                                    error_set(err, "not enough memory for the primitives")
                              : take_two(app, out, err);
    }
    if (!ok)
        lab_subject_free(out);
    return ok;
}
