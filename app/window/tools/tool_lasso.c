// A line drawn around triangles; a volume is fitted to them.
#include "app/actions/list_primitives.h"
#include "app/window/look.h"
#include "app/window/marks.h"
#include "app/window/tool.h"

#include <cimgui.h>

#include <math.h>

enum { MOST_POINTS = 4096 };
static const double LEAST_STEP = 3; // pixels between two points

typedef struct State {
    double points[MOST_POINTS][2];
    int count; // 0: nothing is being drawn
} State;

// Other buttons and the wheel still move the camera.
static bool hover(View *view, void *state, bool inside, double x, double y)
{
    (void)view, (void)state, (void)x, (void)y;
    const ImGuiIO *io = igGetIO();
    bool camera = igIsMouseDown_Nil(ImGuiMouseButton_Right) ||
                  igIsMouseDown_Nil(ImGuiMouseButton_Middle) || io->MouseWheel > 0 ||
                  io->MouseWheel < 0;
    return inside && !camera;
}

static void add(State *s, double x, double y)
{
    const double *last = s->count > 0 ? s->points[s->count - 1] : NULL;
    if (s->count == MOST_POINTS || (last && hypot(x - last[0], y - last[1]) < LEAST_STEP))
        return;
    s->points[s->count][0] = x;
    s->points[s->count++][1] = y;
}

static bool press(View *view, void *state, int button, double x, double y)
{
    (void)view;
    State *s = state;
    if (button != ImGuiMouseButton_Left)
        return false;
    s->count = 0;
    add(s, x, y);
    return true;
}

static void drag(View *view, void *state, double x, double y)
{
    (void)view;
    add(state, x, y);
}

static void release(View *view, void *state, double x, double y, bool cancelled)
{
    State *s = state;
    const ViewRect *v = &view->viewport;
    add(s, x, y);
    if (!cancelled && s->count >= 3 && v->width > 0 && v->height > 0) {
        Lasso lasso = {.count = s->count < LASSO_MAX_POINTS ? s->count : LASSO_MAX_POINTS};
        for (int i = 0; i < lasso.count; ++i) {
            const double *p = s->points[i * s->count / lasso.count];
            lasso.points[i][0] = p[0] / v->width;
            lasso.points[i][1] = p[1] / v->height;
        }
        ActionArgs args = {.part = NO_PART,
                           .index = view->ui.settings.primitive_type,
                           .flag = view->ui.settings.lasso_through,
                           .number = v->width / v->height,
                           .camera = view->app->document.view.camera};
        lasso_to_text(&lasso, args.text, sizeof args.text);
        action_submit(&view->app->queue, &action_primitive_lasso, &args);
        view->ui.mode = NULL; // one line, one volume
    }
    s->count = 0;
}

static void draw(const View *view, const void *state)
{
    const State *s = state;
    MarkStyle line = {COLOUR_ACCENT, 1, 2}, back = {COLOUR_ACCENT, 0.4f, 1.5f};
    for (int i = 1; i < s->count; ++i)
        mark_screen_line(view, s->points[i - 1][0], s->points[i - 1][1], s->points[i][0],
                         s->points[i][1], line);
    if (s->count > 2)
        mark_screen_line(view, s->points[s->count - 1][0], s->points[s->count - 1][1],
                         s->points[0][0], s->points[0][1], back);
}

static void mode_ended(View *view, void *state)
{
    (void)view;
    ((State *)state)->count = 0;
}

const Tool tool_lasso = {.name = "lasso",
                         .mode_hint = "Draw a line around triangles: a volume is fitted to them. "
                                      "Esc ends.",
                         .state_size = sizeof(State),
                         .hover = hover,
                         .press = press,
                         .drag = drag,
                         .release = release,
                         .draw = draw,
                         .mode_ended = mode_ended};
