// Rigid groups as joints: the parts of a body are fixed to one of them, by which all of it moves, and so
// whatever obeys joints keeps a body whole. That one hangs on the first joint of the body that leads
// out of it and not round a circle; joints of its other parts do not move them by themselves.
#ifndef SNUG_APP_DOCUMENT_RIGID_JOINTS_H
#define SNUG_APP_DOCUMENT_RIGID_JOINTS_H

#include "app/document/joint_guard.h"

typedef struct RigidJoints {
    JointList *list; // the document's joints under their numbers, and then those of bodies
    int32_t own;     // so many are the document's
} RigidJoints;
// stand: per part, how those of a body are to stand to each other. apart: per part, true where nobody need
// hold its body together; NULL: nowhere. Where there are no bodies it is the document's own list. False:
// memory ran short.
bool rigid_joints_make(const Document *document, const Affine *stand, const bool *apart,
                       RigidJoints *out);
void rigid_joints_free(RigidJoints *joints);
// This joint of the document does not move its part: the part's body does.
bool rigid_joints_overrule(const RigidJoints *joints, const Document *document, int32_t joint);
// A part whose joint is overruled and does not let it be where it would be now; NO_PART: there is none, and
// `at`, per joint, says where those are. placements: per part of the guard.
int32_t rigid_joints_torn(const RigidJoints *joints, const Document *document,
                          const JointGuard *before, const Affine *placements, JointCoordinates *at);

#endif
