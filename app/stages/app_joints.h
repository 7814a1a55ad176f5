// Joints hold after every action (document/joint_hold.h), and people are told what they did to it.
#ifndef SNUG_APP_STAGES_APP_JOINTS_H
#define SNUG_APP_STAGES_APP_JOINTS_H

#include "app/document/joint_hold.h"
#include "app/stages/app.h"

// False: refused with err filled, and parts are where they were.
bool app_joints_hold(App *app, const JointGuard *guard, Error *err);

// "12.5 mm" or "90\xC2\xB0", by what the coordinate is.
void joint_value_text(const App *app, int coordinate, double value, char *text, size_t size);

#endif
