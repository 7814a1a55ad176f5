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
    int32_t pair;   // of bodies
    bool sharp;     // of edges or corners alone
    int8_t face;    // the body whose face has this normal, which turns with it; -1: neither
    bool forced;    // it counts only as long as the pair of triangles is forced
    size_t item;    // of the list
    Vec3d first[2]; // at and gap where all were gathered
    double first_gap;
} Constraint;

// A pair of bodies when constraints were gathered.
typedef struct ConstraintStance {
    bool moved;      // one of them may be
    uint64_t stance; // of near_list.h
    Vec3d pivot[2];
} ConstraintStance;

typedef struct Constraints {
    Constraint *items;
    size_t count, capacity;
    uint64_t *seen; // corners and triangles that were looked at with each other
    // For whom they were gathered, and where; version: of the list. Not whole: they are of no use.
    bool whole;
    double near, hot;
    uint64_t version;
    double grain; // a body that has shifted by more may be held by others; 0: any shift may do that
    ConstraintStance *stances; // per pair
    size_t stance_count, stance_capacity;
} Constraints;

// Of the pairs of which a body is moved, be it the first or the second: those whose plane shows a gap of
// no more than `near`, hot ones of no more than `hot`. more: only what is fresh in the list is added to
// what was gathered at the same poses. Where nothing has turned since the last time and shifts were
// no more than the grain, what was gathered then is shifted along and nothing is gathered again. Not
// whole: the scene's budget ended it. False: memory ran short.
bool constraints_gather(Constraints *set, MotionScene *scene, NearList *list,
                        const Freedom *freedom, double near, double hot, bool more, Error *err);
void constraints_free(Constraints *set);

#endif
