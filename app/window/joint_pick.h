// Two axes that a joint is made of, while they are being picked in the 3-D view: what the tool and the
// Joints panel share.
#ifndef SNUG_APP_WINDOW_JOINT_PICK_H
#define SNUG_APP_WINDOW_JOINT_PICK_H

#include "app/stages/app.h"

typedef struct PickedAxis {
    int32_t part;      // NO_PART: the ground
    Vec3d point, axis; // in the part's own coordinates, of the ground in the world
    bool round; // of a hole or a cylinder; false: of a face or an edge, which a part slides along
} PickedAxis;

typedef struct JointPick {
    int picked;        // how many
    PickedAxis of[2];  // of the part that hangs, of what it hangs on
    double distance;   // when both are there and do not lie in line: how far they are apart ...
    double angle;      // ... in degrees
    uint32_t assembly; // assembly_version: the parts are of this one
} JointPick;

// In the world.
void picked_axis_at(const App *app, const PickedAxis *axis, Vec3d *point, Vec3d *direction);

// Forgets them once one of their parts is gone, or another assembly is open.
void joint_pick_follow(const App *app, JointPick *pick);
// The next one. True: the joint is made, or refused with a notice. False: one more is wanted, or both are
// there and somebody has to say whether the part is to be moved onto the axis.
bool joint_pick_next(App *app, JointPick *pick, const PickedAxis *axis);
// Both are there. aligns: the part is first laid onto the axis of the other; otherwise it stays where it
// is, and the other's axis counts.
void joint_pick_make(const App *app, ActionQueue *queue, JointPick *pick, bool aligns);

#endif
