// What keeps a body from going where it wants: places where listed pairs are near, each with a normal.
// They only decide how well it slides; that nothing meets is safe.h's alone.
#ifndef SNUG_CORE_MOTION_CONSTRAINTS_H
#define SNUG_CORE_MOTION_CONSTRAINTS_H

#include "core/motion/freedom.h"
#include "core/motion/near_list.h"

typedef struct Constraint {
    Vec3d at[2];  // points of the two bodies that are nearest to each other, in the world
    Vec3d normal; // of length 1, towards the first body
    double gap;
    int32_t pair; // of bodies
    bool sharp;   // of edges or corners alone
    int8_t face;  // the body whose face has this normal, which turns with it; -1: neither
} Constraint;

typedef struct Constraints {
    Constraint *items;
    size_t count, capacity;
    uint64_t *seen; // corners and triangles that were looked at with each other
} Constraints;

// Of the pairs of which a body is moved, be it the first or the second: those whose plane shows a gap of
// no more than `near`, hot ones of no more than `hot`. more: only what is fresh in the list is added to what was gathered at
// the same poses. False: memory ran short.
bool constraints_gather(Constraints *set, MotionScene *scene, NearList *list,
                        const Freedom *freedom, double near, double hot, bool more, Error *err);
void constraints_free(Constraints *set);

#endif
