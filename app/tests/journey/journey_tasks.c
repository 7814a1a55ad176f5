// Tasks by the mouse alone, in a window: the alternator of the engine bay is refused before its turn, and
// comes out once the hood is open, the fan off, the filter tilted, the hose pushed aside and the wheel off.
// That is proven motion among many parts, so the fast tier ends after the refusal. The valve of the pipe line snaps
// to its end; in the long tier the reducer, too.
#include "app/tests/journey/handles.h"

#include <X11/keysym.h>
#include <math.h>
#include <string.h>

enum { STEP = 12, TRIAD = 92 }; // pixels

static int select_step(Journey *j, const char *row, const char *part)
{
    int number = state_part(&j->now, part);
    journey_settle(j);
    journey_click_widget(j, row);
    AWAIT(j, j->now.selected == number);
    return number;
}

static void check_refusal(Journey *j)
{
    int x, y;
    journey_step(j, "the alternator is not to be taken before its turn");
    int part = select_step(j, "task_step_6", "Alternator");
    State before = j->now;
    take_handle(j, "gizmo_y", &x, &y);
    journey_glide(j, x, y - 4 * STEP);
    AWAIT(j, strstr(j->now.last_notice, "its turn is later; first: Open the hood"));
    EXPECT(j, journey_find(j, "notice").x >= j->now.viewport.x + TRIAD); // which stays in sight
    journey_let_go(j, BUTTON_LEFT);
    journey_settle(j);
    EXPECT(j, state_same_placements(&before, &j->now) && part != NO_PART);
}

// Along x by so many pixels, in which it comes so far; then up and out.
static void take_out(Journey *j, const char *row, const char *name, int pixels, double way)
{
    int x, y, part = select_step(j, row, name);
    double from = at(j, part, X);
    take_handle(j, "gizmo_x", &x, &y);
    lead(j, x + pixels, y + pixels / 2);
    UNTIL(j, fabs(at(j, part, X) - from) > way && j->now.busy == 0);
    take_handle(j, "gizmo_y", &x, &y);
    lead(j, x, y - 250);
}

// Round the middle of the handles, as seen: above 0 against the clock.
static void turn_by_handle(Journey *j, const char *row, const char *name, const char *handle,
                           int degrees)
{
    enum { PIECES = 8 };
    int x, y, part = select_step(j, row, name);
    take_handle(j, handle, &x, &y);
    double cx = j->now.parts[part].x, cy = j->now.parts[part].y, dx = x - cx, dy = y - cy;
    for (int i = 1; i <= PIECES; ++i) {
        double angle = -degrees / 57.29577951308232 * i / PIECES; // y goes down
        x = (int)lround(cx + dx * cos(angle) - dy * sin(angle));
        y = (int)lround(cy + dx * sin(angle) + dy * cos(angle));
        if (i < PIECES)
            journey_glide(j, x, y);
    }
    lead(j, x, y);
}

static void push_hose(Journey *j)
{
    journey_step(j, "the hose is pushed aside in the Shape panel");
    select_step(j, "task_step_4", "Cooling hose");
    journey_palette(j, "panel shape");
    AWAIT(j, strcmp(j->now.palette, "panel shape") == 0);
    journey_settle(j);
    journey_chord(j, NoSymbol, XK_Return);
    AWAIT(j, state_widget(&j->now, "deform_amount") != NULL);
    journey_settle(j);
    journey_slide(j, "deform_amount", 0.5, 0.83);
    UNTIL(j, strstr(j->now.last_notice, "Done: Push the hose aside"));
    journey_let_go_slider(j);
    journey_settle(j);
}

// In four pulls, each as far as a hand goes.
static void unscrew_wheel(Journey *j)
{
    enum { PULLS = 4, EACH = 95 };
    const double pitch = 28, slack = 1;
    int wheel = state_part(&j->now, "Fixing wheel");
    double from = at(j, wheel, X);
    journey_step(j, "the wheel is unscrewed");
    for (int i = 1; i <= PULLS; ++i) {
        double way = fmin(pitch, pitch * i * EACH / 360);
        turn_by_handle(j, "task_step_5", "Fixing wheel", "gizmo_turn_x", EACH);
        UNTIL(j, at(j, wheel, X) - from > way - slack);
    }
    UNTIL(j, strstr(j->now.last_notice, "Done: Unscrew the fixing wheel"));
}

// By an arrow, in great steps and then in small ones, until it is there.
typedef struct Pull {
    const char *handle;
    int dx, dy;       // of a small step
    int number, sign; // of the placement; whether it grows
    double near, there;
} Pull;

static bool is_beyond(const Journey *j, int part, const Pull *pull, double where)
{
    return pull->sign * (at(j, part, pull->number) - where) > 0;
}

static void pull_along(Journey *j, int part, const Pull *pull)
{
    enum { GREAT = 2 };
    int x, y;
    take_handle(j, pull->handle, &x, &y);
    GLIDE_UNTIL(j, x, y, GREAT * pull->dx, GREAT * pull->dy, is_beyond(j, part, pull, pull->near));
    GLIDE_UNTIL(j, x, y, pull->dx, pull->dy, is_beyond(j, part, pull, pull->there));
    journey_let_go(j, BUTTON_LEFT);
    UNTIL(j, j->now.busy == 0 && j->now.dragging == 0);
}

// Off the bench, to the bulkhead, and before the end that it belongs to, until it is offered to go there.
static void mount(Journey *j, const char *row, const char *name, const char *end, double to_x)
{
    int x, y, part = select_step(j, row, name);
    const Pull up = {"gizmo_y", 0, -STEP, Y, 1, 600, 715},
               along = {"gizmo_x", -STEP, -STEP / 2, X, -1, to_x + 300, to_x};
    pull_along(j, part, &up);
    pull_along(j, part, &along);
    take_handle(j, "gizmo_z", &x, &y);
    GLIDE_UNTIL(j, x, y, 2 * STEP, -STEP, strstr(j->now.snap, end));
    journey_let_go(j, BUTTON_LEFT);
    UNTIL(j, strstr(j->now.hand, "seated"));
}

// Deep enough first, and then to its end from the side: the valve stands where the short way would be.
static void mount_behind(Journey *j, const char *row, const char *name, const char *end)
{
    int x, y, part = select_step(j, row, name);
    const Pull up = {"gizmo_y", 0, -STEP, Y, 1, 600, 715},
               along = {"gizmo_x", -STEP, -STEP / 2, X, -1, 900, 620},
               deep = {"gizmo_z", 2 * STEP, -STEP, Z, -1, 560, 450};
    pull_along(j, part, &up);
    pull_along(j, part, &along);
    pull_along(j, part, &deep);
    take_handle(j, "gizmo_x", &x, &y);
    GLIDE_UNTIL(j, x, y, -STEP, -STEP / 2, strstr(j->now.snap, end));
    journey_let_go(j, BUTTON_LEFT);
    UNTIL(j, strstr(j->now.hand, "seated"));
}

static void put_pipes_together(Journey *j)
{
    int x, y;
    journey_step(j, "the task about pipes is begun on the start page");
    journey_start_empty(j);
    journey_click_widget(j, "start_second_task");
    AWAIT(j, strcmp(j->now.title, "Ship pipes") == 0 && j->now.busy == 0);
    journey_find(j, "task_step_6");
    journey_settle(j);
    journey_step(j, "the straight pipe has to wait for the valve");
    select_step(j, "task_step_2", "Straight pipe");
    take_handle(j, "gizmo_y", &x, &y);
    journey_glide(j, x, y - 4 * STEP);
    AWAIT(j, strstr(j->now.last_notice, "its turn is later; first: Mount the valve"));
    journey_let_go(j, BUTTON_LEFT);
    journey_step(j, "the valve snaps to its end, and its step is done");
    mount(j, "task_step_1", "Valve", "of Fixed end 1", 430);
    UNTIL(j, strstr(j->now.last_notice, "Done: Mount the valve"));
    if (journey_is_long()) {
        journey_step(j, "the reducer snaps to the wider end");
        mount_behind(j, "task_step_3", "Reducer", "of Fixed end 2");
        UNTIL(j, strstr(j->now.last_notice, "Done: Mount the reducer"));
    }
    journey_quit(j);
}

void journey_tasks(Journey *j)
{
    journey_step(j, "the task is begun on the start page");
    journey_start_empty(j);
    journey_click_widget(j, "start_first_task");
    AWAIT(j, strcmp(j->now.title, "Engine bay") == 0 && j->now.busy == 0);
    journey_find(j, "task_step_6");
    journey_settle(j);
    check_refusal(j);
    if (journey_is_long()) {
        journey_step(j, "the hood is opened");
        turn_by_handle(j, "task_step_1", "Hood", "gizmo_turn_z", 75);
        UNTIL(j, strstr(j->now.last_notice, "Done: Open the hood"));
        journey_step(j, "the fan comes forward off its hub, and out");
        take_out(j, "task_step_2", "Fan", 16, 20);
        UNTIL(j, strstr(j->now.last_notice, "Done: Remove the fan"));
        journey_step(j, "the filter is tilted up");
        turn_by_handle(j, "task_step_3", "Oil filter", "gizmo_turn_x", -100);
        UNTIL(j, strstr(j->now.last_notice, "Done: Tilt the oil filter"));
        push_hose(j);
        unscrew_wheel(j);
        journey_step(j, "the alternator comes off its pins, and out");
        take_out(j, "task_step_6", "Alternator", -28, 38);
        UNTIL(j, strstr(j->now.last_notice, "The task is done, without a forbidden contact"));
        journey_find(j, "task_report");
    }
    journey_quit(j);
    put_pipes_together(j);
}
