// Actions about tasks. One line each, in the order of the command palette; they are defined in
// app/script/actions_tasks.c.
#ifndef SNUG_APP_ACTIONS_LIST_TASKS_H
#define SNUG_APP_ACTIONS_LIST_TASKS_H

#include "app/document/action.h"

#define TASK_ACTIONS(X)                                                                            \
    X(task_open)                                                                                   \
    X(task_hint)                                                                                   \
    X(task_restart)                                                                                \
    X(task_end)                                                                                    \
    X(task_report)

TASK_ACTIONS(ACTION_DECLARE)

#endif
