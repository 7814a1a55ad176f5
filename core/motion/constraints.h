// What keeps a body from going where it wants: places where listed pairs are near, each with a normal.
// They only decide how well it slides; that nothing meets is safe.h's alone.
#ifndef SNUG_CORE_MOTION_CONSTRAINTS_H
#define SNUG_CORE_MOTION_CONSTRAINTS_H

#include "core/motion/near_list.h"

typedef struct Constraint {
    Vec3d at;     // point of the moved body, in the world
    Vec3d foot;   // the point of the other one that it is nearest to
    Vec3d normal; // of length 1, towards the moved body
    double gap;
    int32_t pair; // of bodies
    bool sharp;   // of edges or corners alone
    bool turns;   // the normal is that of a face of the moved body
} Constraint;

typedef struct Constraints {
    Constraint *items;
    size_t count, capacity;
    uint64_t *seen; // corners and triangles that were looked at with each other
} Constraints;

// Of the pairs in which body `hand` is the first: those whose plane shows a gap of no more than `near`,
// hot ones of no more than `hot`. more: only what is fresh in the list is added to what was gathered at
// the same poses. False: memory ran short.
bool constraints_gather(Constraints *set, MotionScene *scene, NearList *list, int32_t hand,
                        double near, double hot, bool more, Error *err);
void constraints_free(Constraints *set);

#endif
