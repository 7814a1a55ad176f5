#include "app/window/nudge.h"

#include "app/actions/list_parts.h"
#include "app/stages/move.h"

#include <math.h>

// The axis nearest to a direction among those that are left; its side goes to *sign.
static int take_axis(const Vec3d axes[3], Vec3d direction, bool taken[3], double *sign)
{
    int best = 0;
    double most = -1;
    for (int i = 0; i < 3; ++i) {
        double along = fabs(vec3d_dot(axes[i], direction));
        if (!taken[i] && along > most) {
            most = along;
            best = i;
        }
    }
    taken[best] = true;
    *sign = vec3d_dot(axes[best], direction) < 0 ? -1 : 1;
    return best;
}

bool nudge_arguments(const App *app, const Action *action, enum NudgeWay way, int times,
                     ActionArgs *args)
{
    const Document *document = &app->document;
    if (document->selected == NO_PART)
        return false;
    Vec3d axes[3], right, up, forward;
    bool taken[3] = {false, false, false};
    double signs[3];
    int of_screen[3]; // axes to the right, up, away
    move_axes(document, document->move.local, axes);
    camera_axes(&document->view.camera, &right, &up, &forward);
    of_screen[0] = take_axis(axes, right, taken, &signs[0]);
    of_screen[1] = take_axis(axes, up, taken, &signs[1]);
    of_screen[2] = take_axis(axes, forward, taken, &signs[2]);
    bool turn = action == &action_part_turn;
    // Left and right turn about what points up, up and down about what points to the right.
    static const int moved_along[6] = {0, 0, 1, 1, 2, 2}, turned_about[6] = {1, 1, 0, 0, 2, 2};
    static const double move_sign[6] = {-1, 1, 1, -1, 1, -1}, turn_sign[6] = {-1, 1, -1, 1, 1, -1};
    int which = turn ? turned_about[way] : moved_along[way];
    double sign = signs[which] * (turn ? turn_sign[way] : move_sign[way]);
    *args = (ActionArgs){.part = document->selected,
                         .axis = of_screen[which],
                         .flag = document->move.local,
                         .number = sign * times * move_step(app, turn ? STEP_TURN : STEP_NUDGE)};
    return true;
}
