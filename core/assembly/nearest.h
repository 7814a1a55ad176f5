// Which part comes nearest to the parts in the hand, and where: exact, over the whole assembly.
#ifndef SNUG_CORE_ASSEMBLY_NEAREST_H
#define SNUG_CORE_ASSEMBLY_NEAREST_H

#include "core/assembly/assembly.h"

typedef struct NearestPart {
    int32_t part, other; // one of those in the hand, and what is nearest to it; -1: there is none
    Distance distance;   // from the one with the lower index (a) to the other; points in the world
} NearestPart;

// Zero is a sensible default.
typedef struct NearestDesc {
    const Box3d *bounds; // of each part's mesh; NULL: looked for here
    PairFn *skip;        // pairs of no interest; may be NULL
    void *skip_user;
    const NearestPart *last; // the answer of a near pose: only speed depends on it. NULL: none
} NearestDesc;

// held: the parts in the hand; distances among them do not count, nor to inactive parts. Pairs are
// looked at in the order of their boxes' distances, so that few of them need a query. False on bad
// placements, cancel or lack of memory.
bool assembly_nearest(const PosedPart *parts, int32_t part_count, const int32_t *held,
                      int32_t held_count, const NearestDesc *desc, Job *job, NearestPart *out,
                      Error *err);

#endif
