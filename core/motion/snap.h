// From where a part is to where two connectors meet, by certified motion: it turns into line, goes
// exactly onto the axis, and slides home until it seats; or it is said what is in the way.
#ifndef SNUG_CORE_MOTION_SNAP_H
#define SNUG_CORE_MOTION_SNAP_H

#include "core/feature/mate.h"
#include "core/motion/motion.h"

enum SnapPhase {
    SNAP_IN_LINE, // on its way to the axis
    SNAP_HOME,    // on the axis, on its way in
    SNAP_SEATED,  // there: held by what it should be held by, or as far as it goes
    SNAP_REFUSED  // something is in the way; it stays where it is
};

typedef struct Snap {
    enum SnapPhase phase;
    RigidPose start;   // of the hand, before it
    RigidPose in_line; // on the axis
    RigidPose home;    // at the end of the travel
    RigidPose goal;    // of the present frames, in small steps
    Mate mate;
    int frames; // done
    int stuck;  // of them, without getting nearer
    double nearest;
    bool exact;            // it stands on the axis, to rounding
    MotionBlocker blocker; // of SNAP_SEATED and SNAP_REFUSED; part -1: none
} Snap;

// The motion has the part in the hand, with `fits` for the pair that is to be put together.
Snap snap_begin(const Motion *motion, const Mate *mate);
// One frame. False: memory ran short. Poses are proven at every end, as motion_step's.
bool snap_step(Snap *snap, Motion *motion, uint64_t work, const Budget *budget, MotionResult *out,
               Error *err);
static inline bool snap_done(const Snap *snap)
{
    return snap->phase >= SNAP_SEATED;
}

#endif
