#include "app/stages/screw_found.h"
#include "app/scenes/kit.h"
#include "core/feature/screw.h"
#include "core/feature/thread.h"
#include "core/shape/box.h"

#include <math.h>
#include <stdio.h>

#define SAME_RADIUS 1e-3 // of the screw's: the thread that was found is its own

static double in_millimetres(const App *app)
{
    return 1e3 * length_unit_info(app->assembly.unit)->metres;
}

// Those that are known, or found now into *own, which is to be freed. NULL: memory is short.
static const Features *features_of(const App *app, int32_t part, Features *own, Error *err)
{
    const MeshFeatures *known = app_features(app, part);
    *own = (Features){0};
    if (known && !known->refused)
        return &known->found;
    return features_find(app_part_mesh(app, part), NULL, own, err) ? own : NULL;
}

static bool advise(const App *app, int32_t screw, const char *why, Error *err)
{
    return error_set(err, "%s is no screw: %s; give it a joint that turns first (J)",
                     app->assembly.parts[screw].name, why);
}

static bool look_at_screw(const App *app, int32_t screw, const Features *features, ScrewFound *out,
                          double *radius, Error *err)
{
    const Affine *place = &app->document.parts[screw].placement;
    double scale = thread_scale(place);
    Screw found;
    if (!(scale > 0))
        return advise(app, screw, "it is scaled differently along its axes", err);
    if (!screw_find(app_part_mesh(app, screw), features, &found))
        return advise(app, screw, "it has no round shank", err);
    *radius = scale * found.radius;
    out->axis = joint_frame_along(affine_apply(place, found.origin),
                                  affine_apply_vector(place, found.axis));
    out->hexagon = found.hexagon;
    out->into = JOINT_GROUND;
    double diameter = 2 * *radius * in_millimetres(app);
    out->nominal = thread_nominal(diameter);
    out->pitch = thread_coarse_pitch(out->nominal) / in_millimetres(app);
    if (out->nominal > 0)
        return true;
    char why[96];
    snprintf(why, sizeof why, "its shank of %.4g mm has no thread of ISO 261", diameter);
    return advise(app, screw, why, err);
}

// As a nut that is on it already: that cannot carry it as well.
static bool hangs_on(const App *app, int32_t part, int32_t on)
{
    const JointList *list = app->document.joints;
    for (int32_t joint; part != on; part = list->joints[joint].parent) {
        joint = joint_list_find(list, part);
        if (joint == NO_JOINT || list->joints[joint].parent == JOINT_GROUND)
            return false;
    }
    return true;
}

// The one that holds it over the longest way.
static bool look_for_hole(const App *app, int32_t screw, int32_t tool, const Features *features,
                          double radius, ScrewFound *out, Error *err)
{
    const Affine *place = &app->document.parts[screw].placement;
    Box3d box = part_world_bounds(app_part_mesh(app, screw), place);
    double engaged = 0, mm = in_millimetres(app);
    for (int32_t i = 0; i < app->document.part_count; ++i) {
        const PartState *part = &app->document.parts[i];
        if (i == tool || part->removed || !part->visible || hangs_on(app, i, screw)) // itself, too
            continue;
        Box3d other = part_world_bounds(app_part_mesh(app, i), &part->placement);
        if (!box3d_meet(&box, &other))
            continue;
        Features own;
        const Features *found = features_of(app, i, &own, err);
        Thread thread;
        if (!found)
            return false;
        bool is = thread_between(features, place, found, &part->placement, mm, &thread) &&
                  fabs(thread.pin - radius) <= SAME_RADIUS * radius && thread.engaged > engaged;
        features_free(&own);
        if (!is)
            continue;
        // As the nominal crests would be in this hole, which may have been cut smaller.
        double less = 0.5 * (out->nominal - 2 * thread.pin * mm) / thread_depth(1);
        out->pitch = thread_iso_pitch(out->nominal, thread.pitch * mm + less) / mm;
        out->into = i;
        engaged = thread.engaged;
    }
    return true;
}

bool screw_recognise(const App *app, int32_t screw, int32_t tool, ScrewFound *out, Error *err)
{
    Features own;
    double radius;
    *out = (ScrewFound){0};
    const Features *features = features_of(app, screw, &own, err);
    bool good = features && look_at_screw(app, screw, features, out, &radius, err) &&
                look_for_hole(app, screw, tool, features, radius, out, err);
    features_free(&own);
    return good;
}

bool screw_known(const App *app, int32_t screw, ScrewFound *out)
{
    const MeshFeatures *known = app_features(app, screw);
    double radius;
    Error ignored;
    *out = (ScrewFound){0};
    return known && look_at_screw(app, screw, &known->found, out, &radius, &ignored);
}

bool tool_is_free(const App *app, int32_t part)
{
    const KitPiece *piece;
    double size;
    Error ignored;
    if (part < 0 || part >= app->sources.part_count || part >= app->document.part_count ||
        joint_list_find(app->document.joints, part) != NO_JOINT)
        return false;
    int32_t source = app->sources.parts[part].source;
    return source >= 0 && source < app->sources.count && app->sources.files[source].kit &&
           kit_parse(app->sources.files[source].kit, &piece, &size, &ignored) && piece->turns;
}
