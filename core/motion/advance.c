#include "core/motion/advance.h"

#include "core/shape/triangle/tri.h"

#include <assert.h>

enum {
    FEW_PAIRS = 5000,   // while a list is shorter, a larger radius costs less than the next list
    MANY_PAIRS = 30000, // a longer one costs more than the lists it saves
    GOOD_FROM = 12000,  // between these two the next list is as large
    GOOD_TO = 24000,
    MOST_TRIES = 12,
};

#define NO_PROGRESS 1e-3 // of the stand-off

// The least radius that makes sense: what the stand-off needs, and a step that is not lost in rounding.
static double least_radius(const MotionScene *scene, double stand_off)
{
    double reach = 0;
    for (int32_t i = 0; i < scene->body_count; ++i)
        if (body_bound(&scene->bodies[i]) > 0)
            reach = fmax(reach, scene->bodies[i].reach);
    return fmax(8 * stand_off, 1e-3 * reach);
}

static enum NearStatus fit_list(MotionScene *scene, NearList *list, double wanted,
                                const AdvanceDesc *desc, Error *err)
{
    double least = least_radius(scene, desc->stand_off);
    double most = fmax(least, wanted * 1.05 + 4 * desc->stand_off), fits = 0;
    double radius = fmin(most, fmax(least, list->hint));
    enum NearStatus status = NEAR_FAILED;
    for (int i = 0; i < MOST_TRIES; ++i) {
        bool any_number = radius <= least * 1.01 || radius == fits;
        status =
            near_list_make(list, scene, radius, any_number ? 0 : MANY_PAIRS, desc->budget, err);
        if (status == NEAR_TOO_MANY) {
            // Also for the next frame, if this one has no more time: or each would spend it anew on a
            // list that gets too long.
            list->hint = radius = fits > 0 ? fits : fmax(least, 0.4 * radius);
        } else if (status != NEAR_WHOLE || list->near > FEW_PAIRS || radius >= most ||
                   radius == fits) {
            return status;
        } else {
            fits = radius;
            radius = fmin(most, radius * (list->near == 0 ? 8 : list->near < 1000 ? 3 : 2));
        }
    }
    return status == NEAR_TOO_MANY ? near_list_make(list, scene, least, 0, desc->budget, err)
                                   : status;
}

enum NearStatus advance_list(MotionScene *scene, NearList *list, double wanted,
                             const AdvanceDesc *desc, Error *err)
{
    enum NearStatus status = fit_list(scene, list, wanted, desc, err);
    if (status == NEAR_WHOLE)
        list->hint = list->radius * (list->near > GOOD_TO ? 0.8 : list->near < GOOD_FROM ? 1.5 : 1);
    return status;
}

static void name_blocker(const MotionScene *scene, const NearPair *near, Advance *out)
{
    const MotionPair *pair = &scene->pairs[near->pair];
    Affine placement = pair_placement(scene, pair, 0), other = pair_placement(scene, pair, 1);
    Triangle a = mesh_triangle(pair->tree[0]->mesh, near->triangle[0]);
    Triangle b = mesh_triangle(pair->tree[1]->mesh, near->triangle[1]);
    a = triangle_transformed(&a, &placement);
    b = triangle_transformed(&b, &other);
    TriClosest found;
    tri_closest(&a, &b, INFINITY, &found);
    out->blocker = near->pair;
    out->triangle[0] = near->triangle[0];
    out->triangle[1] = near->triangle[1];
    out->place = vec3d_lerp(found.on_a, found.on_b, 0.5);
}

static Advance go(MotionScene *scene, NearList *list, const AdvanceDesc *desc, Error *err)
{
    Advance out = {.end = ADVANCE_ARRIVED, .blocker = -1, .triangle = {-1, -1}};
    if (scene->pair_count == 0) { // nothing is in the way
        safe_commit(scene, list, &(Safe){.time = 1, .blocker = SIZE_MAX});
        out.fraction = 1;
    }
    while (out.fraction < 1) {
        double bound = scene_bound(scene);
        if (!(bound > 0))
            break;
        double left = near_list_left(list) - 2 * desc->stand_off;
        if (left < fmin(bound, 2 * desc->stand_off)) {
            if (budget_over(desc->budget) || scene_work_over(scene))
                return out.end = ADVANCE_STOPPED, out;
            enum NearStatus status = advance_list(scene, list, bound, desc, err);
            if (status != NEAR_WHOLE)
                return out.end = status == NEAR_CANCELLED ? ADVANCE_STOPPED : ADVANCE_NO_MEMORY,
                       out;
            left = near_list_left(list) - 2 * desc->stand_off;
        }
        // Along the first part of the steps, which the list covers.
        double part = left < bound ? left / bound : 1;
        Safe safe = safe_time(scene, list, part, desc->stand_off);
        if (safe.stopped)
            return out.end = ADVANCE_STOPPED, out;
        // Pressed against something it stays where it is, bit for bit, instead of creeping by rounding.
        if (safe.blocker != SIZE_MAX && safe.time * bound < desc->stand_off * NO_PROGRESS)
            safe.time = 0;
        safe_commit(scene, list, &safe);
        out.fraction += (1 - out.fraction) * safe.time;
        if (safe.blocker != SIZE_MAX) {
            name_blocker(scene, &list->items[safe.blocker], &out);
            return out.end = ADVANCE_BLOCKED, out;
        }
        if (part == 1)
            out.fraction = 1;
    }
    return out;
}

Advance advance(MotionScene *scene, NearList *list, const AdvanceDesc *desc, Error *err)
{
    assert(scene && list && desc && desc->stand_off > 0);
    scene_begin_work(scene, desc->work, desc->budget);
    Advance gone = go(scene, list, desc, err);
    scene_end_work(scene);
    return gone;
}
