// Actions about the hierarchy that is looked at. One line each, in the order of the command palette; they
// are defined in actions_tree.c.
#ifndef SNUG_APP_ACTIONS_LIST_TREE_H
#define SNUG_APP_ACTIONS_LIST_TREE_H

#include "app/document/action.h"

#define TREE_ACTIONS(X)                                                                            \
    X(tree_pick)                                                                                   \
    X(tree_triangle)                                                                               \
    X(tree_parent)                                                                                 \
    X(tree_child)                                                                                  \
    X(tree_previous)                                                                               \
    X(tree_next)                                                                                   \
    X(tree_play)                                                                                   \
    X(tree_save)                                                                                   \
    X(tree_clear)

TREE_ACTIONS(ACTION_DECLARE)

#endif
