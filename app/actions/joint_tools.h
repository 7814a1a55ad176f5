// What actions about joints share.
#ifndef SNUG_APP_ACTIONS_JOINT_TOOLS_H
#define SNUG_APP_ACTIONS_JOINT_TOOLS_H

#include "app/stages/app.h"

// The list with this change is taken, or nothing is changed.
bool joint_list_take(App *app, JointList *changed, Error *err);
// Where the part is once its own axis lies on the other one, turned and shifted by the shortest way.
Affine joint_laid_onto(const Affine *placement, Vec3d from, Vec3d own, Vec3d at, Vec3d axis);
// Both frames where the parts are now, so that the coordinates begin at 0.
bool joint_frame_here(const Document *document, Joint *joint, const JointFrame *world, Error *err);
// Hangs the child there, where it stands; parent: or JOINT_GROUND. False: nothing is changed.
bool joint_hang(App *app, enum JointKind kind, int32_t child, int32_t parent,
                const JointFrame *world, Error *err);

#endif
