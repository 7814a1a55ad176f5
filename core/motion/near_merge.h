// What a list of near triangles becomes when a search has found more. Between near_list.c and
// near_merge.c.
#ifndef SNUG_CORE_MOTION_NEAR_MERGE_H
#define SNUG_CORE_MOTION_NEAR_MERGE_H

#include "core/motion/near_list.h"

// What was listed, less what is not told any more, and what was found, in the order of their numbers.
// What is new is measured, as long as the work of the scene and its budget last, on the scene's threads;
// the rest of it is taken to meet. False: memory ran short, and the list is as it was.
bool near_merge(NearList *list, MotionScene *scene, double radius);

#endif
