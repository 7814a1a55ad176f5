// All pairs of triangles that are nearer than a radius, each with a direction in which they are apart
// (a Verlet list): as long as the bodies have moved by less than that, nothing else can meet.
#ifndef SNUG_CORE_MOTION_NEAR_LIST_H
#define SNUG_CORE_MOTION_NEAR_LIST_H

#include "core/base/budget.h"
#include "core/base/error.h"
#include "core/motion/bodies.h"

typedef struct NearPair {
    int32_t pair; // of bodies
    int32_t triangle[2];
    Vec3d normal; // of length 1, towards the first body; zero: they met when they were listed
    // They are apart until the list's odometer shows this, whatever the bodies do.
    double until;
    bool hot;    // a step was tried in which its plane would not have lasted
    bool plain;  // no edges cross there: corners say all there is to say
    bool forced; // it ended one: it counts as a contact, whatever its shape
    bool fresh;  // it became hot or forced since constraints were gathered
} NearPair;

typedef struct NearList {
    NearPair *items; // by pair of bodies, first and second triangle
    size_t count, capacity;
    NearPair *last; // those of the list before, whose planes are used again
    size_t last_count, last_capacity;
    double radius;   // all nearer than this were listed
    double odometer; // what the bodies may have come nearer since
    double hint;     // a radius that may suit the next list; 0: none is known
    bool made;
} NearList;

enum NearStatus { NEAR_WHOLE, NEAR_TOO_MANY, NEAR_CANCELLED, NEAR_FAILED };

// At the committed poses. What the last list held is not measured again: a pair whose old plane shows a
// gap below the radius is taken over, so that the list may hold some that are farther. Too many: more than `most` (0: any number), and the list is not made.
// Failed: memory ran short or a tree cannot tell distances, and err says which.
enum NearStatus near_list_make(NearList *list, MotionScene *scene, double radius, size_t most,
                               const Budget *budget, Error *err);
void near_list_free(NearList *list);
void near_list_forget(NearList *list); // the meshes of a pair are others now

// By how much the plane with this normal separates two triangles.
double near_plane_gap(Vec3d normal, const Triangle *a, const Triangle *b);

// How far the bodies may still come nearer before a pair that is not listed could meet.
static inline double near_list_left(const NearList *list)
{
    return list->made ? list->radius - list->odometer : 0;
}

#endif
