// Pushing: what holds a part that slides gives way, if it is loose. For motion.c.
#ifndef SNUG_CORE_MOTION_PUSH_H
#define SNUG_CORE_MOTION_PUSH_H

#include "core/motion/mover.h"

// One frame of the hand. One body after the other is moved, each by a slide of its own: so whatever is
// done here, nothing is but what lists and SAFE have proven for the body that moves.
enum AdvanceEnd push_frame(Motion *motion, const MotionWish *wish, const FreedomPlace *target,
                           Error *err);

#endif
