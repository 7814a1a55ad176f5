// How far the bodies may go along their steps before a listed pair comes nearer than allowed. Nothing
// here is a sample: a plane that separates two triangles now separates them for a time that can be
// computed, then a new plane is taken, and on.
#ifndef SNUG_CORE_MOTION_SAFE_H
#define SNUG_CORE_MOTION_SAFE_H

#include "core/motion/near_list.h"

typedef struct Safe {
    double time;    // up to here every listed pair is apart on the whole way
    size_t blocker; // the listed pair that ends it, SIZE_MAX where none does
    size_t fresh;   // pairs that became hot or forced
    bool stopped;   // by the scene's budget; the time is 0 then
} Safe;

// At most `most` of the steps, which must not be longer than what is left of the list. stand_off: pairs
// end so far apart, or no nearer than they are if they are nearer already.
Safe safe_time(MotionScene *scene, NearList *list, double most, double stand_off);

// Moves the bodies so far, and shortens their steps by that. There is no other way on: at most a body
// goes back to a pose that was committed.
void safe_commit(MotionScene *scene, NearList *list, const Safe *safe);

#endif
