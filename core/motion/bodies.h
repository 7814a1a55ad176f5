// What moves against what: bodies with their committed poses, and the pairs of meshes that must not
// meet. Everything that decides about motion works on this.
#ifndef SNUG_CORE_MOTION_BODIES_H
#define SNUG_CORE_MOTION_BODIES_H

#include "core/base/budget.h"
#include "core/motion/rigid.h"
#include "core/tree/bvh.h"

#include <float.h>

typedef struct MotionBody {
    RigidPose pose; // committed: proven on the whole way up to here
    RigidStep step; // what is tried next; zero for a body that stands still
    double reach;   // of all its meshes about the pivot
    // On a joint it turns about this axis alone, from which nothing of it is farther than arm: a long
    // shaft is no wheel. Zero: about any.
    Vec3d axis;
    double arm;
} MotionBody;

// A body may stand in different pairs with different meshes: as it is, or shrunk by a hair.
typedef struct MotionPair {
    int32_t body[2];
    const Bvh *tree[2];
    Affine rest[2]; // of the mesh about the body's pivot
    // On a joint all ways keep their ratios: in every step of the scene this pair comes nearer by no
    // more than this share of what the scene_bound says. So less has to be listed of it: see
    // pair_radius. 0: all of it.
    double share, margin;
    bool waits; // nothing holds it until it has come out
    bool apart; // and will be, wherever its joint leads: nothing has to be listed
} MotionPair;

// Counted, not timed: the same on every machine.
typedef struct MotionWork {
    uint64_t lists, listed; // lists made, and pairs of triangles in them
    uint64_t tests;         // volumes compared for them
    uint64_t closest;       // closest points of two triangles
    uint64_t planes;        // times that a separating plane holds
    uint64_t looks;         // pairs of triangles looked at for constraints
    uint64_t rows;          // rows of constraints compared
    uint64_t steps;         // poses committed
} MotionWork;

// times: 1 or -1.
static inline void motion_work_add(MotionWork *sum, const MotionWork *more, int times)
{
    uint64_t sign = (uint64_t)(int64_t)times;
    sum->lists += sign * more->lists;
    sum->listed += sign * more->listed;
    sum->tests += sign * more->tests;
    sum->closest += sign * more->closest;
    sum->planes += sign * more->planes;
    sum->looks += sign * more->looks;
    sum->rows += sign * more->rows;
    sum->steps += sign * more->steps;
}

// All of it in one: a unit is about what the closest points of two triangles cost, some 0.3 us.
static inline uint64_t motion_work_units(const MotionWork *work)
{
    return work->closest + work->looks / 2 + work->tests / 8 + (work->planes + work->rows) / 16;
}

typedef struct MotionScene {
    MotionBody *bodies;
    int32_t body_count;
    MotionPair *pairs;
    int32_t pair_count;
    MotionWork work;
    struct Pool *pool;    // whose threads help with long lists; NULL: none
    const Budget *budget; // that is asked now and then; NULL: no limit
    uint64_t work_end;    // at so many units work is to end; 0: any number
    uint64_t next_look;   // at the budget
} MotionScene;

enum { SCENE_LOOK = 256 }; // units between two looks at the budget

// Is it cancelled, or too late? To be asked in every loop that can be long.
static inline bool scene_over(MotionScene *scene)
{
    uint64_t units = motion_work_units(&scene->work);
    if (units < scene->next_look)
        return false;
    scene->next_look = units + SCENE_LOOK;
    return budget_over(scene->budget);
}

// Is the work used up?
static inline bool scene_work_over(const MotionScene *scene)
{
    return scene->work_end > 0 && motion_work_units(&scene->work) >= scene->work_end;
}

static inline void scene_begin_work(MotionScene *scene, uint64_t units, const Budget *budget)
{
    uint64_t now = motion_work_units(&scene->work);
    scene->budget = budget;
    scene->work_end = units > 0 ? now + units : 0;
    scene->next_look = now;
}

// The budget is the caller's, who may let it go.
static inline void scene_end_work(MotionScene *scene)
{
    scene->budget = NULL;
    scene->work_end = 0;
}

// How far from what it turns about anything of it is.
static inline double body_arm(const MotionBody *body)
{
    return vec3d_dot(body->axis, body->axis) > 0 ? body->arm : body->reach;
}

static inline double body_bound(const MotionBody *body)
{
    return rigid_step_bound(&body->step, body_arm(body));
}

// How much nearer two points of the pair can come during the steps.
static inline double pair_bound(const MotionScene *scene, int32_t pair)
{
    const MotionPair *p = &scene->pairs[pair];
    return body_bound(&scene->bodies[p->body[0]]) + body_bound(&scene->bodies[p->body[1]]);
}

// A placed corner is off by at most some 40 u (reach + |rest|) for the turn, which is rounded itself,
// and 8 u |pivot|; its product with a normal by 4 u of all that; u is half of DBL_EPSILON. Twice as much
// is allowed.
static inline double body_rounding(const MotionBody *body, const Affine *rest)
{
    double size = vec3d_length(body->pose.pivot) + vec3d_length(body->step.shift) + body->reach +
                  vec3d_length(rest->p);
    return 64 * DBL_EPSILON * size;
}

// What rounding can make of the distance of two corners, wherever the steps lead.
static inline double pair_rounding(const MotionScene *scene, int32_t pair)
{
    const MotionPair *p = &scene->pairs[pair];
    return body_rounding(&scene->bodies[p->body[0]], &p->rest[0]) +
           body_rounding(&scene->bodies[p->body[1]], &p->rest[1]);
}

static inline double scene_bound(const MotionScene *scene)
{
    double most = 0;
    for (int32_t i = 0; i < scene->pair_count; ++i)
        most = fmax(most, pair_bound(scene, i));
    return most;
}

// By how much a pair comes nearer while what moves most does by so much.
static inline double pair_share(const MotionPair *pair, double most)
{
    return pair->share > 0 ? pair->share * most : most;
}

// What of a radius is needed for a pair: while others use up that, it uses up its share.
static inline double pair_radius(const MotionPair *pair, double radius)
{
    return pair->share > 0 ? fmin(radius, pair->share * radius + pair->margin) : radius;
}

static inline Affine pair_placement(const MotionScene *scene, const MotionPair *pair, int side)
{
    return rigid_placement(&scene->bodies[pair->body[side]].pose, &pair->rest[side]);
}

#endif
