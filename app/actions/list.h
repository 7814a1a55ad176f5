// One line per action; the file is action_<name>.c. The order is that of the command palette.
#define ACTION_LIST(X)                                                                             \
    X(part_select)                                                                                 \
    X(part_move)                                                                                   \
    X(part_show)                                                                                   \
    X(part_reset)                                                                                  \
    X(parts_reset_all)                                                                             \
    X(parts_show_all)                                                                              \
    X(overlay_level)                                                                               \
    X(overlay_empty_cells)                                                                         \
    X(build_volume)                                                                                \
    X(build_criterion)                                                                             \
    X(build_builder)                                                                               \
    X(build_leaf_size)                                                                             \
    X(build_param)                                                                                 \
    X(query_test)                                                                                  \
    X(query_rule)                                                                                  \
    X(query_lift)                                                                                  \
    X(query_mode)                                                                                  \
    X(query_triangle_test)                                                                         \
    X(view_edges)                                                                                  \
    X(view_wire)                                                                                   \
    X(view_lines)                                                                                  \
    X(view_opacity)                                                                                \
    X(camera_set)                                                                                  \
    X(camera_standard_view)                                                                        \
    X(camera_fit)                                                                                  \
    X(file_open)                                                                                   \
    X(scene_open)                                                                                  \
    X(edit_undo)                                                                                   \
    X(edit_redo)                                                                                   \
    X(app_cancel)                                                                                  \
    X(app_quit)
