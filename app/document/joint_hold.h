// Joints hold whatever an action did to the parts: what was moved goes as far that way as its joint
// lets it, what hangs on it or is one body with it comes along, what is coupled with it follows, and
// limits are kept. Free
// motion and commands obey this as well as parts in the hand.
#ifndef SNUG_APP_DOCUMENT_JOINT_HOLD_H
#define SNUG_APP_DOCUMENT_JOINT_HOLD_H

#include "app/document/joint_guard.h"

// What came of it. Joints, or NO_JOINT; parts, or NO_PART.
typedef struct JointOutcome {
    int32_t stopped; // is at a limit, and farther was wanted: ...
    int coordinate;  // ... JOINT_TURN or JOINT_SHIFT
    bool high;
    int32_t still;  // does not let its part go that way at all
    int32_t locked; // a part that would have to come along
    int32_t lost;   // a part that would go where nobody can say, or farther than files keep
    int32_t torn;   // a part of a rigid group, whose joint does not let it go along with the others
} JointOutcome;

// The middle of a part, in its own coordinates: by it a part follows that turns where a shift is wanted.
typedef Vec3d PartMiddleFn(void *user, int32_t part);

// After the action. start: where its step of the history began; how the parts of a rigid group stand to each
// other counts from there, so that nothing drifts. False: a part is locked, lost or torn off, or else memory
// ran short; then it is to be put back.
bool joints_hold(Document *document, const JointGuard *before, const Document *start,
                 PartMiddleFn *middle, void *user, JointOutcome *out);

// The part that a joint moves when this one is pulled: what is fixed to another, or one body with it, goes
// with it. NO_JOINT:
// no joint holds it; else the joint, which is fixed only where it is nailed to the ground.
int32_t joint_that_moves(const Document *document, int32_t part, int32_t *moved);
// A hand that has a point of the part, in its own coordinates, and wants it there in the world: where
// the part goes. steps: by JOINT_TURN and JOINT_SHIFT, coordinates are multiples of these; 0, or NULL:
// any. False: no joint holds it.
bool joint_pull(const Document *document, int32_t part, Vec3d grip, Vec3d to, const double *steps,
                Affine *placement);

#endif
