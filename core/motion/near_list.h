// All pairs of triangles that are nearer than a radius, each with a direction in which they are apart
// (a Verlet list): as long as the bodies have moved by less than that, nothing else can meet.
#ifndef SNUG_CORE_MOTION_NEAR_LIST_H
#define SNUG_CORE_MOTION_NEAR_LIST_H

#include "core/base/budget.h"
#include "core/base/error.h"
#include "core/motion/near_front.h"

// What two triangles show each other where they are nearest.
enum NearShape {
    NEAR_UNKNOWN,
    NEAR_PLAIN,    // no edges cross there: corners say all there is to say
    NEAR_CROSSING, // two edges do
    NEAR_CONVEX    // and the surface turns away at both
};

typedef struct NearPair {
    int32_t pair; // of bodies
    int32_t triangle[2];
    Vec3d normal;           // of length 1, towards the first body; zero: none is known
    bool hot;               // a step was tried in which its plane would not have lasted
    bool forced;            // it ended one: it counts as a contact, whatever its shape
    bool fresh;             // it became hot or forced since constraints were gathered
    bool stale;             // not told yet by a search that began at the roots
    uint8_t shape, edge[2]; // enum NearShape, and which edges cross
    uint64_t stance;        // in which the plane's gap was taken; 0: it was not
    double offset;          // the gap then, less what the shift adds to it
} NearPair;

// Two bodies of which neither turns: what a plane shows follows from how far they have shifted. A gap
// that was taken once is off by less than what is allowed for rounding (body_rounding): a corner by
// some 52 u of the size, the shift, of four pivots, by 4 u, its product with a normal by 8 u.
typedef struct NearStance {
    RigidPose from[2];
    uint64_t number; // another one as soon as one of them turns
    Vec3d shift;     // of the first against the second since
} NearStance;

typedef struct NearList {
    NearPair *items; // by pair of bodies, first and second triangle
    double
        *until; // per item: they are this far apart, less what their bodies have gone (near_gone)
    size_t count, capacity, until_capacity;
    size_t near;     // so many of them were nearer than the radius
    double radius;   // all nearer than this are listed, and some that are not
    double odometer; // what the bodies may have come nearer since
    double hint;     // a radius that may suit the next list; 0: none is known
    bool made;
    NearFront *fronts; // per pair of bodies
    size_t front_count, front_capacity;
    NearStance *stances; // likewise
    size_t stance_capacity;
    uint64_t last_stance;
    uint64_t version; // counts changes of what stands in the list
    // While it is made: what was told, the list as it will be, and what is new in it.
    NearKeys found;
    size_t *fresh;
    size_t fresh_count, fresh_capacity;
    NearPair *next;
    double *next_until;
    size_t next_capacity, next_until_capacity;
} NearList;

enum NearStatus { NEAR_WHOLE, NEAR_TOO_MANY, NEAR_CANCELLED, NEAR_FAILED };

// At the committed poses. Searches go on where those for the last list ended, and what was listed stays
// so until the search begins at the roots again: the less the bodies have moved, the less there is to do.
// Too many: more than `most` are nearer (0: any number). Then, or when the budget is used up, the list
// reaches no farther than before, and the next one goes on. Failed: memory ran short or a tree cannot
// tell distances, err says which, and there is no list.
enum NearStatus near_list_make(NearList *list, MotionScene *scene, double radius, size_t most,
                               const Budget *budget, Error *err);
void near_list_free(NearList *list);
void near_list_forget(NearList *list); // the meshes of a pair are others now

static inline double least_of_three(const double x[3])
{
    double least = x[0] < x[1] ? x[0] : x[1];
    return least < x[2] ? least : x[2];
}

static inline double most_of_three(const double x[3])
{
    double most = x[0] > x[1] ? x[0] : x[1];
    return most > x[2] ? most : x[2];
}

static inline void near_heights(Vec3d normal, const Triangle *t, double height[3])
{
    for (int k = 0; k < 3; ++k)
        height[k] = vec3d_dot(normal, t->p[k]);
}

// By how much the plane with this normal separates two triangles.
static inline double near_plane_gap(Vec3d normal, const Triangle *a, const Triangle *b)
{
    double of_a[3], of_b[3];
    near_heights(normal, a, of_a);
    near_heights(normal, b, of_b);
    return least_of_three(of_a) - most_of_three(of_b);
}

// As it is at the committed poses.
NearStance near_stance(NearList *list, const MotionScene *scene, int32_t pair);

static inline bool near_gap_is_known(const NearPair *near, const NearStance *stance)
{
    return near->stance == stance->number;
}

static inline double near_known_gap(const NearPair *near, const NearStance *stance)
{
    return near->offset + vec3d_dot(near->normal, stance->shift);
}

// gap: that of the plane with the pair's normal.
static inline void near_keep_gap(NearPair *near, const NearStance *stance, double gap)
{
    near->offset = gap - vec3d_dot(near->normal, stance->shift);
    near->stance = stance->number;
}

static inline void near_note_shape(NearPair *near, const TriClosest *found)
{
    bool cross = found->feature_a.part == TRI_EDGE && found->feature_b.part == TRI_EDGE;
    near->shape = cross ? NEAR_CROSSING : NEAR_PLAIN;
    near->edge[0] = found->feature_a.index;
    near->edge[1] = found->feature_b.index;
}

// How much nearer two points of these may have come since the list was made.
static inline double near_gone(const NearList *list, const MotionPair *pair)
{
    return pair_share(pair, list->odometer);
}

// How far the bodies may still come nearer before a pair that is not listed could meet.
static inline double near_list_left(const NearList *list)
{
    return list->made ? list->radius - list->odometer : 0;
}

#endif
