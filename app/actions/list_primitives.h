// Actions that make primitives and the hierarchy over them. One line each, in the order of the
// command palette; they are defined in actions_<family>.c, or in action_<name>.c.
#ifndef SNUG_APP_ACTIONS_LIST_PRIMITIVES_H
#define SNUG_APP_ACTIONS_LIST_PRIMITIVES_H

#include "app/document/action.h"

#define PRIMITIVE_ACTIONS(X)                                                                       \
    X(primitive_fit)                                                                               \
    X(primitive_lasso)                                                                             \
    X(primitive_add)                                                                               \
    X(primitives_take)                                                                             \
    X(primitive_select)                                                                            \
    X(primitive_set)                                                                               \
    X(primitive_rename)                                                                            \
    X(primitive_delete)                                                                            \
    X(primitives_clear)                                                                            \
    X(primitives_open)                                                                             \
    X(primitives_sample)                                                                           \
    X(primitives_save)                                                                             \
    X(hybrid_param)                                                                                \
    X(hybrid_factor)                                                                               \
    X(hybrid_types)                                                                                \
    X(hybrid_save)

PRIMITIVE_ACTIONS(ACTION_DECLARE)

#endif
