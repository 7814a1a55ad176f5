// Actions that change what is looked at. One line each, in the order of the
// command palette; they are defined in actions_<family>.c, or in action_<name>.c.
#ifndef SNUG_APP_ACTIONS_LIST_VIEW_H
#define SNUG_APP_ACTIONS_LIST_VIEW_H

#include "app/document/action.h"

#define VIEW_ACTIONS(X)                                                                            \
    X(overlay_level)                                                                               \
    X(build_preset)                                                                                \
    X(build_param)                                                                                 \
    X(compare_preset)                                                                              \
    X(compare_param)                                                                               \
    X(compare_use)                                                                                 \
    X(view_section)                                                                                \
    X(section_set)                                                                                 \
    X(section_flip)                                                                                \
    X(camera_set)                                                                                  \
    X(camera_standard_view)                                                                        \
    X(camera_projection)                                                                           \
    X(camera_fit)                                                                                  \
    X(pair_show)                                                                                   \
    X(pair_leave)                                                                                  \
    X(settings_reset)

VIEW_ACTIONS(ACTION_DECLARE)

#endif
