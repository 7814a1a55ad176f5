// How much room there is: a body turns about an axis or goes straight until something that stands is in its way.
// What is said to be free is proven on the whole way.
#ifndef SNUG_CORE_MOTION_ROOM_H
#define SNUG_CORE_MOTION_ROOM_H

#include "core/base/job.h"
#include "core/motion/rigid.h"
#include "core/tree/bvh.h"

typedef struct RoomBody {
    const Bvh *tree; // of AABBs where the placement scales
    Affine placement;
} RoomBody;

typedef struct RoomDesc {
    RoomBody body;
    const RoomBody *others;
    int32_t other_count;
    Vec3d pivot;    // a point of the axis
    RigidStep step; // all that is asked for
    double stand_off;
    Job *job;
} RoomDesc;

typedef struct Room {
    double share; // of the step that is proven to be free
    int32_t
        blocker; // among the others: there the body is as near to it as the stand-off. -1: nothing stops it
    Vec3d place; // where
} Room;

// False: cancelled (err stays ""), or memory ran short.
bool room_find(const RoomDesc *desc, Room *out, Error *err);

#endif
