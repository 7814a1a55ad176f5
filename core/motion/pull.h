// One part pulled straight along a direction, against another that stands: proven to be free until the
// two are beyond each other, proven to be blocked, or neither. What is free once stays so, however far
// it goes on.
#ifndef SNUG_CORE_MOTION_PULL_H
#define SNUG_CORE_MOTION_PULL_H

#include "core/motion/way.h"

enum PullState { PULL_FREE, PULL_BLOCKED, PULL_UNKNOWN };

// What is certain of the two where they stand.
enum PullStart {
    PULL_APART,    // the meshes that prove it are: neither holds the other
    PULL_HELD,     // one is inside the other
    PULL_ENTANGLED // they meet, and nothing says how deep they may: no collision is a proof
};

// The part that is pulled comes first. Trees of boxes along the axes.
typedef struct PullPair {
    const Bvh *tree[2];
    Affine placement[2];
    // Deeper than this is a collision; while the parts that are shrunk for it are apart there is none
    // (WayPair). 0: surfaces that meet are one.
    double limit;
    const Bvh *shrunk[2];
    Affine shrunk_placement[2];
    enum PullStart start;
} PullPair;

enum PullEffort {
    PULL_DECIDE, // free or not: what is not stays unknown, unless it is plain
    PULL_PROVE,  // blocked is proven, too
    PULL_MEASURE // and how far it goes before
};

typedef struct PullDesc {
    enum PullEffort effort;
    SolidCache *solids;
    Job *job;
    MotionWork *work; // counted on
} PullDesc;

typedef struct Pull {
    enum PullState state;
    double length; // after which the two are beyond each other
    double clear;  // so far it is free, for certain; where it was measured, not much farther
    double met;    // blocked: here they collide, for certain
} Pull;

// What lies between two heights along a direction.
typedef struct PullSpan {
    double low, high;
} PullSpan;
PullSpan pull_span(const PosedPart *part, Vec3d direction); // of its box, and so of all of it
// By how much the first must be pulled along the direction to be beyond the second; 0: it is.
double pull_length(PullSpan first, PullSpan second);

// direction: of length 1. False: cancelled (err stays ""), or memory ran short.
bool pull_certify(const PullPair *pair, Vec3d direction, double length, const PullDesc *desc,
                  Pull *out, Error *err);

#endif
