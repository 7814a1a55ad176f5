// From where a part is to where two connectors meet, by certified motion: it gets into line, goes exactly
// onto the axis, and home until it seats; or it is said what is in the way.
#ifndef SNUG_CORE_MOTION_SNAP_H
#define SNUG_CORE_MOTION_SNAP_H

#include "core/feature/mate.h"
#include "core/motion/motion.h"

enum SnapPhase {
    SNAP_OUT,     // away from what is around the mouth
    SNAP_IN_LINE, // on its way to the axis
    SNAP_HOME,    // on the axis, on its way in
    SNAP_FEEL,    // whether something holds it at the end of its way
    SNAP_BACK,    // from there
    SNAP_SEATED,  // there
    SNAP_REFUSED  // something is in the way; it stays where it is
};

typedef struct SnapDesc {
    Mate mate;            // of the connectors as they are placed now
    enum MotionMode mode; // MOTION_STOP: straight ways only
    double step;          // most that a point of the hand moves in one frame; 0: any way
    uint64_t work;        // of MotionWish, for each frame
} SnapDesc;

typedef struct Snap {
    SnapDesc desc;
    enum SnapPhase phase;
    RigidPose out, in_line, home; // where the phases end
    RigidPose felt;               // how far it may go on to find what holds it
    RigidPose rest;               // where it goes back to from there
    double size;                  // reach of the hand: poses are compared to a share of it
    int frames, stuck;            // done in this phase; without getting nearer
    double left;                  // to go in this phase; least so far
    bool exact;                   // it stands where the mate says, to rounding: seated ones
    bool touches;                 // what it seats on was felt
    double missing;               // held on the way home: so much of the travel is left
    MotionBlocker blocker;        // what holds it; part -1: nothing
} Snap;

// The motion has the part in the hand, with `fits` for what it is to be put together with.
Snap snap_begin(const Motion *motion, const SnapDesc *desc);

// One frame. False: memory ran short. The poses are proven at every end, as motion_step's are.
bool snap_step(Snap *snap, Motion *motion, const Budget *budget, MotionResult *out, Error *err);

static inline bool snap_done(const Snap *snap)
{
    return snap->phase >= SNAP_SEATED;
}

#endif
