// Pairs of parts with a safety distance, and how far apart they are: those that come near, and those
// that rules call by their names wherever they are.
#ifndef SNUG_CORE_MEANING_WATCH_H
#define SNUG_CORE_MEANING_WATCH_H

#include "core/meaning/fit_report.h"

enum { WATCH_REACH = 4 }; // times its limit: a pair that is farther apart is not near

typedef struct WatchedPair {
    int32_t a, b; // a < b
    double limit;
    Distance distance; // points in the world: on a and on b
    Vec3d local[2];    // the same in the frames of the parts
} WatchedPair;

static inline double watched_beyond(const WatchedPair *pair)
{
    return pair->distance.value - pair->limit; // less than 0: too near
}

typedef struct WatchList {
    WatchedPair *items; // the least beyond its limit first
    size_t count, capacity;
    BroadPhase boxes;
} WatchList;

// A pair that counts, should it come too near: not ignored, intentional or as in a baseline.
bool watch_counts(const FitDesc *desc, int32_t a, int32_t b);
// Only pairs with a part that has changed are measured; all have at first, and where rules are others.
// False: cancelled, a placement is singular, or memory ran short; then all have changed.
bool watch_list_update(WatchList *list, const PosedPart *parts, int32_t part_count,
                       const FitDesc *desc, Job *job, Error *err);
void watch_list_free(WatchList *list);

#endif
