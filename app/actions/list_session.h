// Actions that go back and forth, and end. One line each; the file is action_<name>.c. The order is that of the
// command palette.
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
