// What several actions share: checks of their arguments, reasons why one is not possible.
#ifndef SNUG_APP_ACTIONS_ACTION_TOOLS_H
#define SNUG_APP_ACTIONS_ACTION_TOOLS_H

#include "app/stages/app.h"

#include <stdio.h>

const char *action_needs_parts(const App *app); // something is open
const char *action_needs_selection(const App *app);

bool action_check_part(const App *app, const ActionArgs *args, Error *err);
// That it is not locked. Whatever moves a part begins with this.
bool action_check_movable(const App *app, const ActionArgs *args, Error *err);
// A part can be placed there: finite, near enough, not flattened.
bool action_check_placement(const App *app, int32_t part, const Affine *to, Error *err);
// Sets a field of PartState, by its offset, for the part and what is selected with it.
void action_set_part_field(App *app, const ActionArgs *args, size_t offset, const void *value,
                           size_t size);
// Takes the number for a parameter of a volume or builder, if it may have it.
bool action_take_param(const Param *param, double number, double *out, Error *err);
void action_notify_locked(App *app, int32_t count); // so many of several stayed; 0: nothing is said

// Pictures are written as SVG or PNG: whether the path ends so, and what it is without its ending.
bool action_names_picture(const char *path, int *stem);
bool action_check_picture(const char *path, Error *err);

const char *action_part_name(const App *app, const ActionArgs *args); // "" without a part

#endif
