// A whole path checked: bodies with poses at times, between which each pivot moves straight and the
// body turns evenly about it. Every pair is certified over the whole time, not at samples.
#ifndef SNUG_CORE_MOTION_PATH_CHECK_H
#define SNUG_CORE_MOTION_PATH_CHECK_H

#include "core/motion/way.h"

// A body that stands still has one key.
typedef struct PathTrack {
    const Bvh *tree;
    Affine rest; // of the mesh about the pivot
    double reach;
    const double *times; // ascending
    const RigidPose *poses;
    size_t count;
} PathTrack;

typedef struct PathPair {
    int32_t track[2];
    double clearance; // wanted: what is tightest is judged by how much there is beyond it
    double limit;     // and meshes that prove it: see WayPair
    const Bvh *shrunk[2];
    Affine shrunk_rest[2];
} PathPair;

// A time in which a pair is not proven to be apart.
typedef struct PathStretch {
    double from, to;
    enum WayState state;
    int32_t pair;
} PathStretch;

typedef struct PathCheck {
    enum WayState verdict; // it collides, else something is undecided, else all of it is free
    double start, end;
    PathStretch *stretches; // by time, then by pair
    size_t count, capacity;
    // Where pairs come nearest to their clearances. Only for paths that are free: the pair is nowhere
    // nearer than tight_low, and as near as tight_high at tight_time. Pair -1: none comes near.
    bool clearances_proven; // no pair comes nearer than its clearance
    int32_t tight_pair;
    double tight_low, tight_high, tight_time;
    double resolution; // the largest of all pairs'
    MotionWork work;
} PathCheck;
void path_check_free(PathCheck *check);

typedef struct PathCheckDesc {
    double resolution; // of WayDesc
    bool verdict_only; // where a free path is tightest is not looked for
    bool first_only;   // of each pair up to its first collision, behind which nothing is said
    Job *job;
} PathCheckDesc;

// False: cancelled (err stays ""), or memory ran short.
bool path_check(const PathTrack *tracks, int32_t track_count, const PathPair *pairs,
                int32_t pair_count, const PathCheckDesc *desc, PathCheck *out, Error *err);

// Where a track is at a time; before its first key and after its last one it rests.
RigidPose path_track_pose(const PathTrack *track, double time);

#endif
