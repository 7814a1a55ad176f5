// All actions, by groups: whoever names one includes its group alone, so that a new action is
// compiled with few others. The order is that of the command palette.
#ifndef SNUG_APP_ACTIONS_LIST_H
#define SNUG_APP_ACTIONS_LIST_H

#include "app/actions/list_fields.h"
#include "app/actions/list_files.h"
#include "app/actions/list_parts.h"
#include "app/actions/list_primitives.h"
#include "app/actions/list_rules.h"
#include "app/actions/list_session.h"
#include "app/actions/list_view.h"

#define ACTION_LIST(X)                                                                             \
    PART_ACTIONS(X)                                                                                \
    FIELD_ACTIONS(X)                                                                               \
    VIEW_ACTIONS(X)                                                                                \
    RULE_ACTIONS(X)                                                                                \
    PRIMITIVE_ACTIONS(X)                                                                           \
    FILE_ACTIONS(X)                                                                                \
    SESSION_ACTIONS(X)

#endif
