// Actions that change parts, groups of them and how they are moved. One line each, in the order of the
// command palette; they are defined in actions_<family>.c, or in action_<name>.c.
#ifndef SNUG_APP_ACTIONS_LIST_PARTS_H
#define SNUG_APP_ACTIONS_LIST_PARTS_H

#include "app/document/action.h"

#define PART_ACTIONS(X)                                                                            \
    X(part_select)                                                                                 \
    X(part_select_toggle)                                                                          \
    X(part_select_range)                                                                           \
    X(parts_select_all)                                                                            \
    X(parts_select_none)                                                                           \
    X(parts_select_invert)                                                                         \
    X(part_move)                                                                                   \
    X(parts_move)                                                                                  \
    X(part_deform)                                                                                 \
    X(part_scale)                                                                                  \
    X(part_show)                                                                                   \
    X(part_ghost)                                                                                  \
    X(part_isolate)                                                                                \
    X(part_lock)                                                                                   \
    X(part_rename)                                                                                 \
    X(part_colour)                                                                                 \
    X(part_duplicate)                                                                              \
    X(part_delete)                                                                                 \
    X(part_group)                                                                                  \
    X(part_ungroup)                                                                                \
    X(parts_group)                                                                                 \
    X(group_rename)                                                                                \
    X(group_move)                                                                                  \
    X(group_show)                                                                                  \
    X(group_rigid)                                                                                 \
    X(group_select)                                                                                \
    X(part_reset)                                                                                  \
    X(parts_reset_all)                                                                             \
    X(parts_show_all)                                                                              \
    X(part_pose)                                                                                   \
    X(part_nudge)                                                                                  \
    X(part_turn)                                                                                   \
    X(part_move_along)                                                                             \
    X(part_go_through)                                                                             \
    X(part_align)                                                                                  \
    X(move_pivot)                                                                                  \
    X(move_step)                                                                                   \
    X(connector_add)                                                                               \
    X(connector_rename)                                                                            \
    X(connector_delete)                                                                            \
    X(part_snap)

PART_ACTIONS(ACTION_DECLARE)

#endif
