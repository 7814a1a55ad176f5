// Actions about segments of pipes; see action_pipe_add.c.
#ifndef SNUG_APP_ACTIONS_LIST_PIPES_H
#define SNUG_APP_ACTIONS_LIST_PIPES_H

#include "app/document/action.h"

#define PIPE_ACTIONS(X) X(pipe_add)

PIPE_ACTIONS(ACTION_DECLARE)

#endif
