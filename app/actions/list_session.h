// Actions that go back and forth, and end. One line each, in the order of the
// command palette; they are defined in actions_<family>.c, or in action_<name>.c.
#ifndef SNUG_APP_ACTIONS_LIST_SESSION_H
#define SNUG_APP_ACTIONS_LIST_SESSION_H

#include "app/document/action.h"

#define SESSION_ACTIONS(X)                                                                         \
    X(edit_undo)                                                                                   \
    X(edit_redo)                                                                                   \
    X(edit_jump)                                                                                   \
    X(app_cancel)                                                                                  \
    X(app_quit)

SESSION_ACTIONS(ACTION_DECLARE)

#endif
