// What several actions share: checks of their arguments, reasons why one is not possible.
#ifndef SNUG_APP_ACTIONS_ACTION_TOOLS_H
#define SNUG_APP_ACTIONS_ACTION_TOOLS_H

#include "app/stages/app.h"

#include <stdio.h>

bool action_needs_parts(const App *app, const char **why); // something is open
bool action_needs_selection(const App *app, const char **why);

bool action_check_part(const App *app, const ActionArgs *args, Error *err);
// That it is not locked. Whatever moves a part begins with this.
bool action_check_movable(const App *app, const ActionArgs *args, Error *err);
// A part can be placed there: finite, near enough, not flattened.
bool action_check_placement(const App *app, int32_t part, const Affine *to, Error *err);
// Sets a field of PartState, by its offset, for the part and what is selected with it; a flag to
// the one of the arguments.
bool action_set_part_field(App *app, const ActionArgs *args, size_t offset, const void *value,
                           size_t size);
bool action_set_part_flag(App *app, const ActionArgs *args, size_t offset);
void action_notify_locked(App *app, int32_t count); // so many of several stayed; 0: nothing is said
bool action_check_index(int32_t index, int count, const char *what, Error *err);

const char *action_part_name(const App *app, const ActionArgs *args); // "" without a part

enum { ACTION_NAME_SIZE = 128 };
// The text as a name: clean, of bounded length, not empty.
bool action_clean_name(const ActionArgs *args, char name[ACTION_NAME_SIZE], Error *err);
// The group that is meant, interned: the part's own, or with an index its first so many levels.
// NULL with err filled: there is none.
const char *action_group(const App *app, const ActionArgs *args, Error *err);
const char *action_group_name(const App *app, const ActionArgs *args); // the same; "" without

// A copy of the document's rules, to be changed and then set; NULL: memory ran short.
RuleSet *action_copy_rules(const App *app, Error *err);
// Takes the set over when it is good, drops it otherwise; returns good.
bool action_set_rules(App *app, RuleSet *set, bool good);

// Primitives: the same.
bool action_needs_primitives(const App *app, const char **why);
const char *action_primitive_name(const App *app, const ActionArgs *args);
PrimitiveList *action_copy_primitives(const App *app, Error *err);
bool action_set_primitives(App *app, PrimitiveList *list, bool good);

#endif
