// Actions about the log of the last searches. One line each, in the order of the command palette; they are
// defined in actions_frames.c.
#ifndef SNUG_APP_ACTIONS_LIST_FRAMES_H
#define SNUG_APP_ACTIONS_LIST_FRAMES_H

#include "app/document/action.h"

#define FRAME_ACTIONS(X)                                                                           \
    X(frames_go)                                                                                   \
    X(frames_save)                                                                                 \
    X(frames_clear)

FRAME_ACTIONS(ACTION_DECLARE)

#endif
