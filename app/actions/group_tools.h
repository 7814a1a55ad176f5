// What the actions that change groups share.
#ifndef SNUG_APP_ACTIONS_GROUP_TOOLS_H
#define SNUG_APP_ACTIONS_GROUP_TOOLS_H

#include "app/actions/action_tools.h"
#include "app/io/group_path.h"

// Puts everything of a group, groups in it included, under another path. False with err filled: a
// path gets too long, nothing is changed.
bool group_tools_move(App *app, const char *from, const char *to, Error *err);

// above/below, either of which may be empty; interned. NULL with err filled: too long.
const char *group_tools_join(const char *above, const char *below, Error *err);

#endif
