// The axes in the lower left corner: their ends are marked, say what they do, and turn the view.
// The renderer draws them.
#include "app/actions/list_view.h"
#include "app/picture/triad.h"
#include "app/window/marks.h"
#include "app/window/tool.h"

#include <cimgui.h>

static int end_at(const View *view, double x, double y)
{
    return triad_hit(&view->app->document.view.camera, view->app->assembly.up, x, y,
                     view->viewport.width, view->viewport.height, (double)view->ui_scale);
}

// For tests from outside.
static void note_ends(View *view)
{
    static const char *const names[3] = {"triad_x", "triad_y", "triad_z"};
    for (int axis = 0; axis < 3; ++axis) {
        double x, y;
        triad_end(&view->app->document.view.camera, view->app->assembly.up, axis, false,
                  view->viewport.height, (double)view->ui_scale, &x, &y);
        mark_note_spot(view, names[axis], x, y);
    }
}

static bool hover(View *view, void *state, bool inside, double x, double y)
{
    (void)state;
    note_ends(view);
    int before = view->triad_marked, found = inside ? end_at(view, x, y) : NO_VIEW;
    view->triad_marked = found + 1;
    mark_hover_changed(view, view->triad_marked != before);
    if (found == NO_VIEW)
        return false;
    igSetMouseCursor(ImGuiMouseCursor_Hand);
    igSetTooltip("%s view", standard_view_names[found]);
    return true;
}

static bool press(View *view, void *state, int button, double x, double y)
{
    (void)state;
    int looked_from = end_at(view, x, y);
    if (looked_from == NO_VIEW || button != ImGuiMouseButton_Left)
        return false;
    action_submit(&view->app->queue, &action_camera_standard_view,
                  &(ActionArgs){.part = NO_PART, .index = looked_from});
    return true;
}

const Tool tool_triad = {.name = "triad", .hover = hover, .press = press};
