// Actions that open and save. One line each, in the order of the
// command palette; they are defined in actions_<family>.c, or in action_<name>.c.
#ifndef SNUG_APP_ACTIONS_LIST_FILES_H
#define SNUG_APP_ACTIONS_LIST_FILES_H

#include "app/document/action.h"

#define FILE_ACTIONS(X)                                                                            \
    X(file_open)                                                                                   \
    X(file_merge)                                                                                  \
    X(file_reload)                                                                                 \
    X(file_deflection)                                                                             \
    X(file_unit)                                                                                   \
    X(file_up)                                                                                     \
    X(file_recover)                                                                                \
    X(file_save)                                                                                   \
    X(picture_save)                                                                                \
    X(poses_save)                                                                                  \
    X(poses_open)                                                                                  \
    X(scene_open)                                                                                  \
    X(script_save)

FILE_ACTIONS(ACTION_DECLARE)

#endif
