// Many poses of the parts, each of them checked at rest as a check of its own: --poses.
#ifndef SNUG_APP_COMMANDS_CHECK_POSES_H
#define SNUG_APP_COMMANDS_CHECK_POSES_H

#include "app/commands/check_work.h"

// The exit code: the worst of all poses.
int check_poses(Check *check);

#endif
