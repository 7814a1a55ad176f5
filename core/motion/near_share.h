// A search for near triangles, on as many threads as there are. Once it has gone on for a while, what
// waits is cut into batches; each of them is searched for so many tests, and what is left of all of them
// waits for the next round. Batches and rounds follow from counts alone: what is found, what is left, and
// in which order, is the same on any number of threads.
#ifndef SNUG_CORE_MOTION_NEAR_SHARE_H
#define SNUG_CORE_MOTION_NEAR_SHARE_H

#include "core/motion/bodies.h"
#include "core/query/query.h"
#include "core/shape/triangle/tri_packet.h"

// A pair of triangles that was found: which one it is.
typedef struct NearKey {
    int32_t pair, triangle[2]; // pair: of bodies
} NearKey;

typedef struct NearKeys {
    NearKey *items;
    size_t count, capacity;
} NearKeys;

// What a search tells of; the `user` of its query.
typedef struct NearSink {
    int32_t pair;
    NearKeys *found;  // what is told is added here ...
    size_t most;      // ... and beyond so many the search ends
    bool failed;      // for want of memory
    TriFilter filter; // of leaves with several triangles; made when first asked
} NearSink;
bool near_sink_leaf(Query *query, NodeLinks a, NodeLinks b); // its leaf operation

// Room for what will wait in the next round: it changes places with what the front has for it.
typedef struct NearSpare {
    unsigned char *entries;
    size_t capacity;
} NearSpare;

// Like query_run; what waits in the end stands in the query. The query has a bound, and what it looks at
// once more, if anything, stands in its front.
enum QueryStatus near_share_run(Query *query, NearSpare *spare, const Budget *budget,
                                struct Pool *pool);

#endif
