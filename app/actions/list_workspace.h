// Actions about room for parts, tools and hands. One line each, in the order of the
// command palette; they are defined in actions_<family>.c, or in action_<name>.c.
#ifndef SNUG_APP_ACTIONS_LIST_WORKSPACE_H
#define SNUG_APP_ACTIONS_LIST_WORKSPACE_H

#include "app/document/action.h"

#define WORKSPACE_ACTIONS(X)                                                                       \
    X(kit_add)                                                                                     \
    X(sweep_make)                                                                                  \
    X(sweep_export)                                                                                \
    X(sweep_clear)                                                                                 \
    X(access_try)                                                                                  \
    X(access_place)                                                                                \
    X(access_clear)

WORKSPACE_ACTIONS(ACTION_DECLARE)

#endif
