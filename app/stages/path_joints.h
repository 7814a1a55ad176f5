// Joint coordinates of a path: recorded with the keys of parts that hang on joints, so that a replay
// counts turns as they were made, wherever it begins.
#ifndef SNUG_APP_STAGES_PATH_JOINTS_H
#define SNUG_APP_STAGES_PATH_JOINTS_H

#include "app/stages/app.h"

// Turn in radians and shift, in the path's unit: as many as a part on a joint has.
enum { PATH_JOINT_COORDINATES = 2 };

// Adds them to a path whose parts are at its end. False: memory ran short.
bool path_joints_record(const App *app, MotionPath *path);
// False: those of this time are beyond what a joint counts; err names the part.
bool path_joints_check(const App *app, double time, Error *err);
// The parts of the path that is open have those of this time; where a part stands decides all but the
// number of turns.
void path_joints_place(App *app, double time);

#endif
