#include "app/window/keys.h"

#include "app/actions/list_parts.h"
#include "app/actions/list_primitives.h"
#include "app/actions/list_session.h"
#include "app/actions/list_view.h"
#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "app/stages/move.h"
#include "app/window/nudge.h"
#include "core/tree/build/build.h"
#include "core/tree/split/split.h"

const KeyBinding key_bindings[] = {
    {"Home", "Isometric view", &action_camera_standard_view, KEY_INDEX, VIEW_ISO},
    {"Ctrl+Shift+Z", "Redo", &action_edit_redo, KEY_PLAIN, 0},
    {"]", "Hierarchy: one level deeper", &action_overlay_level, KEY_LEVEL_STEP, 1},
    {"[", "Hierarchy: one level up", &action_overlay_level, KEY_LEVEL_STEP, -1},
    {"Up", "Hierarchy: one level deeper", &action_overlay_level, KEY_LEVEL_STEP, 1},
    {"Down", "Hierarchy: one level up", &action_overlay_level, KEY_LEVEL_STEP, -1},
    {"V", "Next kind of volume, also while dragging", &action_build_volume, KEY_NEXT, 1},
    {"Shift+V", "Previous kind of volume", &action_build_volume, KEY_NEXT, -1},
    {"T", "Next overlap test, also while dragging", &action_query_test, KEY_NEXT, 1},
    {"D", "Next descent rule, also while dragging", &action_query_rule, KEY_NEXT, 1},
    {"C", "Next criterion that the volume takes, also while dragging", &action_build_criterion,
     KEY_NEXT_BUILD, 1},
    {"A", "Children per node: 2, 4, 8, also while dragging", &action_build_arity, KEY_NEXT_BUILD,
     1},
    {"Y", "Triangles per leaf: 1, 2, 4, 8, 16, also while dragging", &action_build_leaf_size,
     KEY_NEXT_BUILD, 1},
    {"Q", "Next kind of handles: move, turn, scale, none", &action_move_handles, KEY_NEXT, 1},
    {"X", "Parts in the hand: free, stop at contact, slide along it, push", &action_move_contact,
     KEY_NEXT, 1},
    {"Alt+Left", "Nudge to the left", &action_part_nudge, KEY_NUDGE, NUDGE_LEFT},
    {"Alt+Right", "Nudge to the right", &action_part_nudge, KEY_NUDGE, NUDGE_RIGHT},
    {"Alt+Up", "Nudge up", &action_part_nudge, KEY_NUDGE, NUDGE_UP},
    {"Alt+Down", "Nudge down", &action_part_nudge, KEY_NUDGE, NUDGE_DOWN},
    {"Alt+PgUp", "Nudge away", &action_part_nudge, KEY_NUDGE, NUDGE_AWAY},
    {"Alt+PgDn", "Nudge nearer", &action_part_nudge, KEY_NUDGE, NUDGE_NEAR},
    {"Shift+Alt+Left", "Turn to the left", &action_part_turn, KEY_NUDGE, NUDGE_LEFT},
    {"Shift+Alt+Right", "Turn to the right", &action_part_turn, KEY_NUDGE, NUDGE_RIGHT},
    {"Shift+Alt+Up", "Turn upwards", &action_part_turn, KEY_NUDGE, NUDGE_UP},
    {"Shift+Alt+Down", "Turn downwards", &action_part_turn, KEY_NUDGE, NUDGE_DOWN},
    {"Shift+Alt+PgUp", "Turn clockwise", &action_part_turn, KEY_NUDGE, NUDGE_AWAY},
    {"Shift+Alt+PgDn", "Turn counter-clockwise", &action_part_turn, KEY_NUDGE, NUDGE_NEAR},
    {"Shift+W", "Next way to draw surfaces", &action_view_shading, KEY_NEXT, 1},
    {"Ctrl+P", "All commands", NULL, KEY_PALETTE, 0},
    {"Esc", "Bring the other parts back after a clash was shown", &action_pair_leave, KEY_PLAIN, 0},
};
const int key_binding_count = sizeof key_bindings / sizeof *key_bindings;

ActionArgs keys_arguments(const App *app, const Action *action, double aspect)
{
    const Document *document = &app->document;
    ActionArgs args = {.part = document->selected};
    if (action->field)
        field_to_arguments(action->field, field_next(action->field, document, 1), &args);
    else if (action->is_on)
        args.flag = !keys_is_on(app, action);
    else if (action == &action_move_pivot)
        args.part = NO_PART; // a contact is looked up
    else if (action == &action_primitive_delete)
        args.index = document->primitives.selected;
    else if (action == &action_camera_fit)
        args.number = aspect;
    return args;
}

bool keys_is_on(const App *app, const Action *action)
{
    if (action->field)
        return action->field->stored == STORED_FLAG &&
               field_value(action->field, &app->document) > 0;
    return action->is_on && action->is_on(app, app->document.selected);
}

bool keys_needs_selection(const Action *action)
{
    return action_takes(action, ARG_SELECTED) != NULL;
}

static bool step_level(const App *app, int step, ActionArgs *args)
{
    int32_t part = app->document.selected;
    int level = OVERLAY_OFF, deepest = 0;
    for (int32_t i = 0; i < app->document.part_count; ++i) {
        if (part != NO_PART && part != i)
            continue;
        int shown = app->document.parts[i].overlay_level;
        int levels = app->parts && app->parts[i].tree ? (int)app->parts[i].tree->depth : 0;
        level = shown > level ? shown : level;
        deepest = levels > deepest ? levels : deepest;
    }
    level += step;
    *args = (ActionArgs){.part = part, .level = level};
    return level >= OVERLAY_OFF && level < deepest;
}

static bool choose_next(const Document *document, const KeyBinding *binding, ActionArgs *args)
{
    const Field *field = binding->action->field;
    *args = (ActionArgs){.part = NO_PART};
    field_to_arguments(field, field_next(field, document, binding->index), args);
    return list_count(field->list, document) > 1;
}

// The next of the values, whatever is set now, that the volume can be built with.
static bool choose_next_build(const Document *document, const Action *action, ActionArgs *args)
{
    static const int arities[] = {2, 4, 8}, leaves[] = {1, 2, 4, 8, 16};
    BvhDesc now = bvh_desc_filled(&document->build);
    bool criterion = action == &action_build_criterion, arity = action == &action_build_arity;
    int count = criterion ? split_rule_count : arity ? 3 : 5, at = 0;
    if (criterion)
        at = split_index(now.split);
    while (!criterion && at < count - 1 &&
           (arity ? arities[at] < now.arity : leaves[at] < now.leaf_size))
        ++at;
    *args = (ActionArgs){.part = NO_PART};
    for (int step = 1; step < count; ++step) {
        int next = (at + step) % count;
        BvhDesc one = now;
        const char *why;
        if (criterion)
            one.split = split_rules[next];
        else if (arity)
            one.arity = arities[next];
        else
            one.leaf_size = leaves[next];
        args->index = criterion ? next : arity ? arities[next] : leaves[next];
        if (bvh_desc_allowed(&one, &why))
            return true;
    }
    return false;
}

bool keys_binding_arguments(const App *app, const KeyBinding *binding, double aspect,
                            ActionArgs *args)
{
    if (binding->argument == KEY_LEVEL_STEP)
        return step_level(app, binding->index, args);
    if (binding->argument == KEY_NUDGE)
        return nudge_arguments(app, binding->action, (enum NudgeWay)binding->index, 1, args);
    if (binding->argument == KEY_NEXT_BUILD)
        return choose_next_build(&app->document, binding->action, args);
    if (binding->argument == KEY_NEXT)
        return choose_next(&app->document, binding, args);
    *args = keys_arguments(app, binding->action, aspect);
    if (!binding->action->field)
        args->index = binding->index;
    return true;
}
