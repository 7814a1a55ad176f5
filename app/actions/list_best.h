// Actions about which kind of hierarchy is best. One line each, in the order of the command palette; they are
// defined in actions_best.c.
#ifndef SNUG_APP_ACTIONS_LIST_BEST_H
#define SNUG_APP_ACTIONS_LIST_BEST_H

#include "app/document/action.h"

#define BEST_ACTIONS(X)                                                                            \
    X(best_run)                                                                                    \
    X(best_primitives)                                                                             \
    X(best_apply)                                                                                  \
    X(best_save)                                                                                   \
    X(best_clear)

BEST_ACTIONS(ACTION_DECLARE)

#endif
