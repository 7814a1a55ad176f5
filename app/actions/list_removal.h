// Actions about which part comes out next. One line each, in the order of the command palette; they are defined
// in actions_removal.c.
#ifndef SNUG_APP_ACTIONS_LIST_REMOVAL_H
#define SNUG_APP_ACTIONS_LIST_REMOVAL_H

#include "app/document/action.h"

#define REMOVAL_ACTIONS(X)                                                                         \
    X(removal_part)                                                                                \
    X(removal_order)                                                                               \
    X(removal_seek)                                                                                \
    X(removal_play)                                                                                \
    X(removal_path)                                                                                \
    X(removal_save)

REMOVAL_ACTIONS(ACTION_DECLARE)

#endif
