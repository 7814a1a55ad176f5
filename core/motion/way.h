// What is certain about two bodies on their way, between samples as well as at them: intervals in which
// they are proven to be apart, intervals in which they are proven to collide, and what is left.
#ifndef SNUG_CORE_MOTION_WAY_H
#define SNUG_CORE_MOTION_WAY_H

#include "core/meaning/contact.h"
#include "core/motion/bodies.h"

enum WayState { WAY_FREE, WAY_COLLIDES, WAY_UNDECIDED };

typedef struct WayInterval {
    double from, to; // of the steps, 0..1
    enum WayState state;
} WayInterval;

typedef struct WayIntervals {
    WayInterval *items; // without gaps, states of neighbours differ
    size_t count, capacity;
} WayIntervals;
void way_intervals_free(WayIntervals *intervals);

// Two bodies, whose steps lead from their poses.
typedef struct WayPair {
    const MotionBody *body[2];
    const Bvh *tree[2];
    Affine rest[2];
    // Surfaces that meet are no collision while neither part is deeper in the other than this; it is
    // proven by other meshes being apart, which the parts are shrunk to. 0 and NULL: there is none.
    double limit;
    const Bvh *shrunk[2];
    Affine shrunk_rest[2];
} WayPair;

typedef struct WayDesc {
    // In an undecided interval the bodies come nearer by no more than this, unless they touch all the
    // while. 0: WAY_RESOLUTION of the larger body.
    double resolution;
    size_t most_probes; // poses looked at; 0: WAY_PROBES. What is left then is undecided
    bool first_only;    // once they are proven to collide, the rest stays undecided
    SolidCache *solids; // of the meshes
    Job *job;
} WayDesc;
#define WAY_RESOLUTION 1e-5
#define WAY_PROBES 2000

double way_resolution(const WayPair *pair, const WayDesc *desc);

// False: cancelled (err stays ""), or memory ran short.
bool way_certify(const WayPair *pair, const WayDesc *desc, WayIntervals *out, MotionWork *work,
                 Error *err);

#endif
