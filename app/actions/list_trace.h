// Actions about the recorded search of two parts. One line each, in the order of the command palette;
// they are defined in actions_trace.c.
#ifndef SNUG_APP_ACTIONS_LIST_TRACE_H
#define SNUG_APP_ACTIONS_LIST_TRACE_H

#include "app/document/action.h"

#define TRACE_ACTIONS(X)                                                                           \
    X(trace_record)                                                                                \
    X(trace_play)                                                                                  \
    X(trace_forward)                                                                               \
    X(trace_back)                                                                                  \
    X(trace_next_leaves)                                                                           \
    X(trace_next_prune)                                                                            \
    X(trace_go)                                                                                    \
    X(trace_triangles)                                                                             \
    X(trace_clear)

TRACE_ACTIONS(ACTION_DECLARE)

#endif
