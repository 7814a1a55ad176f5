// Which way an arrow key moves or turns what is selected: along the axis that points most nearly
// that way on the screen.
#ifndef SNUG_APP_WINDOW_NUDGE_H
#define SNUG_APP_WINDOW_NUDGE_H

#include "app/stages/app.h"

enum NudgeWay { NUDGE_LEFT, NUDGE_RIGHT, NUDGE_UP, NUDGE_DOWN, NUDGE_AWAY, NUDGE_NEAR };

// For part_nudge or part_turn. times: so many in a row count from the first one on. A turn to the
// right brings the front to the right. False: nothing is selected.
bool nudge_arguments(const App *app, const Action *action, enum NudgeWay way, int times,
                     ActionArgs *args);

#endif
