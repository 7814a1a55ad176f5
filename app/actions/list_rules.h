// Actions that say what may touch, and report. One line each, in the order of the
// command palette; they are defined in actions_<family>.c, or in action_<name>.c.
#ifndef SNUG_APP_ACTIONS_LIST_RULES_H
#define SNUG_APP_ACTIONS_LIST_RULES_H

#include "app/document/action.h"

#define RULE_ACTIONS(X)                                                                            \
    X(pair_rule)                                                                                   \
    X(pair_clearance)                                                                              \
    X(clearance_return)                                                                            \
    X(rules_baseline)                                                                              \
    X(rules_clear)                                                                                 \
    X(rules_add)                                                                                   \
    X(rules_put)                                                                                   \
    X(rules_group)                                                                                 \
    X(rules_remove)                                                                                \
    X(rules_open)                                                                                  \
    X(rules_save)                                                                                  \
    X(threads_find)                                                                                \
    X(threads_accept)                                                                              \
    X(threads_settle)                                                                              \
    X(clash_status)                                                                                \
    X(clash_assign)                                                                                \
    X(clash_comment)                                                                               \
    X(report_export)

RULE_ACTIONS(ACTION_DECLARE)

#endif
