// What several actions share: checks of their arguments, reasons why one is not possible.
#ifndef SNUG_APP_ACTIONS_ACTION_TOOLS_H
#define SNUG_APP_ACTIONS_ACTION_TOOLS_H

#include "app/app.h"

bool action_needs_parts(const App *app, const char **why); // something is open
bool action_needs_selection(const App *app, const char **why);

bool action_check_part(const App *app, const ActionArgs *args, Error *err);
bool action_check_index(int32_t index, int count, const char *what, Error *err);

const char *action_part_name(const App *app, const ActionArgs *args); // "" without a part

// Examples for the tests over the registry.
void action_example_part(const App *app, ActionArgs *args); // the last part
void action_example_flag_off(const App *app, ActionArgs *args);

#endif
