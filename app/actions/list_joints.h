// Actions about joints between parts. One line each, in the order of the command palette; they are
// defined in actions_joints.c and actions_tool.c. A joint is named by the part that hangs on it.
#ifndef SNUG_APP_ACTIONS_LIST_JOINTS_H
#define SNUG_APP_ACTIONS_LIST_JOINTS_H

#include "app/document/action.h"

#define JOINT_ACTIONS(X)                                                                           \
    X(joint_add)                                                                                   \
    X(joint_set)                                                                                   \
    X(joint_limits)                                                                                \
    X(joint_pitch)                                                                                 \
    X(joint_kind)                                                                                  \
    X(joint_rename)                                                                                \
    X(joint_couple)                                                                                \
    X(joint_uncouple)                                                                              \
    X(joint_delete)                                                                                \
    X(tool_engage)                                                                                 \
    X(tool_back)                                                                                   \
    X(tool_off)

JOINT_ACTIONS(ACTION_DECLARE)

#endif
