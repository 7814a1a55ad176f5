// The grab: what a session of motion is about, taken from the document and from what is known of it, so
// that its worker need not ask.
#ifndef SNUG_APP_STAGES_MOTION_GRAB_H
#define SNUG_APP_STAGES_MOTION_GRAB_H

#include "app/stages/motion_task.h"

// Of pairs that others have put elsewhere nothing is kept. seen: the parts as motion has left them.
void motion_grab_forget(const App *app, const QueryTarget *seen, MotionMemory *memory);
// What is in the hand, what stands in its way, and the point that it turns about; the session has its
// target, rules and posed parts. False: memory ran short.
bool motion_grab_take(App *app, MotionSession *session);
// What the hand turns about, to where it is wanted, from where it is: a point in the world.
Vec3d motion_grab_pivot(const App *app);
// Where the hand is wanted, if its leading part is wanted there.
RigidPose motion_grab_target(const MotionSession *session, const Affine *lead);
// The session is about the parts in the hand, and turns them about the right point.
bool motion_grab_serves(const App *app, const MotionSession *session);
// What was within facets and has come out may go back: but not in a session that took it for deep. NULL:
// there is none.
bool motion_grab_outgrown(const App *app, const MotionSession *session, const FitPairs *fits);

#endif
