// Where a free path is tightest.
#ifndef SNUG_CORE_MOTION_PATH_TIGHT_H
#define SNUG_CORE_MOTION_PATH_TIGHT_H

#include "core/motion/path_check.h"

// Fills tight_* of a path that is free.
bool path_find_tightest(const PathTrack *tracks, const PathPair *pairs, int32_t pair_count,
                        const PathCheckDesc *desc, PathCheck *out, Error *err);

// The next time at which one of them has a key, at most `end`; and the bodies between two such times.
double path_next_time(const PathTrack *a, const PathTrack *b, double time, double end);
void path_bodies(const PathTrack *a, const PathTrack *b, double from, double to, MotionBody out[2]);
bool path_far_apart(const MotionBody body[2], double gap); // all the way, by their balls

#endif
