// Actions about the recorded construction of a hierarchy. One line each, in the order of the command
// palette; they are defined in actions_construction.c.
#ifndef SNUG_APP_ACTIONS_LIST_CONSTRUCTION_H
#define SNUG_APP_ACTIONS_LIST_CONSTRUCTION_H

#include "app/document/action.h"

#define CONSTRUCTION_ACTIONS(X)                                                                    \
    X(construction_record)                                                                         \
    X(construction_primitives)                                                                     \
    X(construction_play)                                                                           \
    X(construction_forward)                                                                        \
    X(construction_back)                                                                           \
    X(construction_next_leaf)                                                                      \
    X(construction_next_odd)                                                                       \
    X(construction_go)                                                                             \
    X(construction_speed)                                                                          \
    X(construction_save)                                                                           \
    X(construction_clear)

CONSTRUCTION_ACTIONS(ACTION_DECLARE)

#endif
