// When two bodies on their ways first come nearer to each other than a limit: exact to a tolerance, and
// nothing between two looks is missed, since no point moves faster than its body's step says.
#ifndef SNUG_CORE_MOTION_CROSSING_H
#define SNUG_CORE_MOTION_CROSSING_H

#include "core/assembly/assembly.h"
#include "core/motion/rigid.h"

enum CrossingWay {
    CROSSING_RIGID, // by `step`
    CROSSING_STRAIGHT, // every point goes straight from one placement to the other, as where it is scaled
    CROSSING_JUMP // nobody knows how: only the two ends are looked at
};

typedef struct CrossingBody {
    const Bvh *tree;
    Affine rest; // of the mesh about the pivot
    double reach;
    RigidPose pose;
    RigidStep step; // zero: it stands still
    enum CrossingWay way;
    // Of the other ways:
    const Bvh *end_tree; // after a jump; often the same
    Affine from, to;     // placements; on a straight way none between them is singular
} CrossingBody;

// No point goes farther than this; of a jump, no corner of the box.
double crossing_bound(const CrossingBody *body);

enum CrossingState {
    CROSSING_NONE,   // never nearer than the limit, but for the tolerance; or from the beginning on
    CROSSING_FOUND,  // at `to`, and not before `from`
    CROSSING_UNKNOWN // somewhere: more looks would be needed, or a body jumped
};

typedef struct Crossing {
    enum CrossingState state;
    double from, to;     // parts of the steps: never nearer up to the first, nearer at the second
    Affine placement[2]; // at `from`, where the distance is the limit, or more by the tolerance
    Distance distance;   // there; points in the world
    double first, last;  // distances at the beginning and at the end
    int32_t looks;       // distances that were measured
} Crossing;

typedef struct CrossingDesc {
    double limit;     // more than 0
    double tolerance; // of a distance; 0: a millionth of the limit
    int32_t looks;    // most of them; 0: 4000
    Job *job;
} CrossingDesc;

// False: a placement is singular, or cancelled.
bool crossing_find(const CrossingBody body[2], const CrossingDesc *desc, Crossing *out, Error *err);

#endif
