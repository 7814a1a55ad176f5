// The view in two halves while two settings are compared: one camera, one pose, two kinds of hierarchies. Mouse and
// tools work in either; both halves are of one size, so places in one are places in the other.
#include "app/draw/scene_draw.h"
#include "app/window/panels/compare_strip.h"
#include "app/window/tool.h"
#include "app/window/view.h"

#include <cimgui.h>

#include <math.h>

static const double DIVIDER = 2; // between the halves, before scaling

ViewRect view_whole(const View *view)
{
    const ViewRect *a = &view->halves[SIDE_A], *b = &view->halves[SIDE_B];
    return view->split ? (ViewRect){a->x, a->y, b->x + b->width - a->x, a->height} : view->viewport;
}

void split_strip(View *view, const PanelContext *context)
{
    ViewRect *v = &view->viewport;
    float high = compare_on(view->app) && !view->ui.start_page
                     ? compare_strip_draw(context, (float)v->x, (float)v->y, (float)v->width)
                     : 0;
    v->y += (double)high;
    v->height -= (double)high;
}

void split_update(View *view)
{
    const ViewRect v = view->viewport;
    double line = DIVIDER * (double)view->ui_scale, width = floor((v.width - line) / 2);
    view->split = compare_on(view->app) && !view->ui.start_page && width >= 1 && v.height >= 1;
    if (!view->split) {
        view->side = SIDE_A;
        return;
    }
    view->halves[SIDE_A] = (ViewRect){v.x, v.y, width, v.height};
    view->halves[SIDE_B] = (ViewRect){v.x + v.width - width, v.y, width, v.height};
    // Who has hold of something keeps it, wherever the mouse goes.
    if (view->drag.kind == DRAG_NONE && !tools_dragging(view))
        view->side = (double)igGetIO()->MousePos.x >= view->halves[SIDE_B].x ? SIDE_B : SIDE_A;
    view->viewport = view->halves[view->side];
}

static void draw_into(const View *view, Renderer *renderer, const DrawScene *scene, ViewRect v,
                      int pixel_height)
{
    double s = view->pixel_scale;
    int width = (int)(v.width * s), height = (int)(v.height * s);
    if (width > 0 && height > 0)
        renderer_draw(renderer, scene, (int)(v.x * s), pixel_height - (int)((v.y + v.height) * s),
                      width, height);
}

// A renderer of its own keeps its picture, so that nothing is drawn again while nothing changes.
static Renderer *second_renderer(View *view)
{
    Error err = {""};
    if (!view->beside)
        view->beside = renderer_create(&err);
    return view->beside ? view->beside : view->renderer;
}

void split_draw(View *view, DrawScene *scene, int pixel_height)
{
    draw_into(view, view->renderer, scene, view->split ? view->halves[SIDE_A] : view->viewport,
              pixel_height);
    if (!view->split)
        return;
    Renderer *renderer = second_renderer(view);
    renderer_set_samples(renderer, renderer_samples(view->renderer));
    scene_draw_beside(view->scene, view->app, scene);
    draw_into(view, renderer, scene, view->halves[SIDE_B], pixel_height);
}

void split_tools_draw(View *view)
{
    if (!view->split) {
        tools_draw(view);
        return;
    }
    const ViewRect viewport = view->viewport;
    const int side = view->side;
    for (view->side = SIDE_A; view->side <= SIDE_B; ++view->side) {
        view->viewport = view->halves[view->side];
        tools_draw(view);
    }
    view->viewport = viewport;
    view->side = side;
}
