// The front of a search for near triangles of two meshes: the pairs of nodes at which it ended, and how
// far apart they are. While the meshes move little against each other, the next search goes on there.
#ifndef SNUG_CORE_MOTION_NEAR_FRONT_H
#define SNUG_CORE_MOTION_NEAR_FRONT_H

#include "core/motion/near_share.h"

// Start with all zero.
typedef struct NearFront {
    struct Bvh
        *tree[2]; // kept alive, so that a new tree cannot stand at the old address; NULL: none
    uint32_t version[2];
    Affine rest[2], place[2]; // where they were when it was searched last
    Front front;              // in the unit of the first mesh
    NearSpare spare;          // of the present search
    size_t entry_size;
    size_t first_count; // what a search from the roots had left; 0: it is not through yet
    bool started;
    bool anew; // it began at the roots, and is not through yet
    // Pairs of triangles in the list, now and when a search from the roots was through at last; and
    // whether the next one is to begin there, as too many of them have been left behind.
    size_t listed, first_listed;
    double since; // how far they have moved in the meantime
    bool too_long;
    // Of the list that is being made: how far they have moved since the last search, and how much nearer
    // what is listed may have come;
    double moved, gone;
    bool others;     // whether it is about other meshes than what is listed,
    bool from_roots; // whether the search began at the roots,
    bool renewed;    // and whether one that did so is through: all that is near has been told since
} NearFront;

typedef struct NearSearch {
    double radius;
    NearSink *sink; // is told once each pair of triangles that may be nearer
    const Budget *budget;
    struct Pool *pool; // NULL: none
    // Found: the search began at the roots, so that it told of all pairs and not only of new ones, ...
    bool from_roots;
    uint64_t tests; // ... and compared so many volumes
} NearSearch;

// Is the front about these two meshes as they are?
bool near_front_fits(const NearFront *front, const MotionPair *pair);
// By how much two points of the meshes can have come nearer since the last search, in the world. Only if
// it fits.
double near_front_moved(const NearFront *front, const Affine place[2]);

// front->moved says how far the meshes have moved. Whatever stays untold is at least the radius apart, at these placements. When it ends before its time
// the next search goes on. QUERY_FAILED: err says why.
enum QueryStatus near_front_search(NearFront *front, const MotionPair *pair, const Affine place[2],
                                   NearSearch *search, Error *err);
void near_front_forget(NearFront *front); // it is about no meshes any more
void near_front_free(NearFront *front);

#endif
