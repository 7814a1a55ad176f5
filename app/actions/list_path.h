// Actions about paths: how parts move. One line each, in the order of the command palette; they are
// defined in actions_path.c and action_cage.c.
#ifndef SNUG_APP_ACTIONS_LIST_PATH_H
#define SNUG_APP_ACTIONS_LIST_PATH_H

#include "app/document/action.h"

#define PATH_ACTIONS(X)                                                                            \
    X(path_record)                                                                                 \
    X(path_play)                                                                                   \
    X(path_seek)                                                                                   \
    X(path_check)                                                                                  \
    X(path_leave)                                                                                  \
    X(path_load)                                                                                   \
    X(path_save)                                                                                   \
    X(path_adopt)                                                                                  \
    X(path_clear)                                                                                  \
    X(path_cage)

PATH_ACTIONS(ACTION_DECLARE)

#endif
