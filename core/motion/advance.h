// Straight on: along the steps as far as it is proven that nothing meets, with lists of near pairs made
// as they are needed.
#ifndef SNUG_CORE_MOTION_ADVANCE_H
#define SNUG_CORE_MOTION_ADVANCE_H

#include "core/motion/safe.h"

enum AdvanceEnd {
    ADVANCE_ARRIVED,
    ADVANCE_BLOCKED,   // by the pair of bodies that is named
    ADVANCE_STOPPED,   // cancelled, or the budget is used up; poses are committed as far as it came
    ADVANCE_NO_MEMORY, // as well; err says more
};

typedef struct Advance {
    enum AdvanceEnd end;
    double fraction;     // of the steps: what was gone and is proven
    int32_t blocker;     // pair of bodies, or -1
    int32_t triangle[2]; // its triangles that would meet
    Vec3d place;         // between them
} Advance;

typedef struct AdvanceDesc {
    double stand_off; // pairs end so far apart
    uint64_t work;    // most units of work (bodies.h); 0: any number
    const Budget *budget;
} AdvanceDesc;

// Moves each body by its step and commits the poses. At every end the poses are proven.
Advance advance(MotionScene *scene, NearList *list, const AdvanceDesc *desc, Error *err);

// A list for steps of length `wanted`: with a larger radius while it holds few pairs, with a smaller
// one where it would hold too many.
enum NearStatus advance_list(MotionScene *scene, NearList *list, double wanted,
                             const AdvanceDesc *desc, Error *err);

#endif
