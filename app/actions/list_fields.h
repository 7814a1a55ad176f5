// Actions that set one field of the document. One line each; the file is action_<name>.c. The order is that of the
// command palette.
#ifndef SNUG_APP_ACTIONS_LIST_FIELDS_H
#define SNUG_APP_ACTIONS_LIST_FIELDS_H

#include "app/document/action.h"

#define FIELD_ACTIONS(X)                                                                           \
    X(move_handles)                                                                                \
    X(move_axes)                                                                                   \
    X(overlay_empty_cells)                                                                         \
    X(build_volume)                                                                                \
    X(build_criterion)                                                                             \
    X(build_builder)                                                                               \
    X(build_leaf_size)                                                                             \
    X(build_arity)                                                                                 \
    X(query_test)                                                                                  \
    X(query_rule)                                                                                  \
    X(query_lift)                                                                                  \
    X(query_leaf_volumes)                                                                          \
    X(query_mode)                                                                                  \
    X(query_triangle_test)                                                                         \
    X(query_fronts)                                                                                \
    X(query_threads)                                                                               \
    X(query_budget)                                                                                \
    X(view_edges)                                                                                  \
    X(view_wire)                                                                                   \
    X(view_lines)                                                                                  \
    X(contact_through)                                                                             \
    X(contact_marks)                                                                               \
    X(contact_dimension)                                                                           \
    X(contact_bands)                                                                               \
    X(contact_band_limit)                                                                          \
    X(contact_legend)                                                                              \
    X(view_opacity)                                                                                \
    X(view_grid)                                                                                   \
    X(view_look)                                                                                   \
    X(view_shading)                                                                                \
    X(view_explode)                                                                                \
    X(view_occlusion)                                                                              \
    X(camera_trackball)                                                                            \
    X(check_clearance)                                                                             \
    X(check_tolerance)                                                                             \
    X(primitives_show)                                                                             \
    X(hybrid_build)                                                                                \
    X(hybrid_builder)                                                                              \
    X(hybrid_area)                                                                                 \
    X(hybrid_level)                                                                                \
    X(hybrid_triangles)

FIELD_ACTIONS(ACTION_DECLARE)

#endif
