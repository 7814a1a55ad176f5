// The rows of the command palette come from the registries: actions, the lists some of them choose
// from, keys and panels. Actions that need more than a row can give are typed as a line of a
// script.
#include "app/window/panels/palette_rows.h"
#include "app/script/script.h"
#include "app/window/keys.h"
#include "app/window/panels/widgets.h"

#include <stdio.h>
#include <string.h>

static bool moves_by_numbers(enum ActionId id)
{
    return id == ACTION_move_step || id == ACTION_part_pose || id == ACTION_part_nudge ||
           id == ACTION_part_turn || id == ACTION_part_slide;
}

// These want a number, a name or a placement: their arguments are typed.
static bool needs_more(enum ActionId id)
{
    static const enum ActionId those[] = {
        ACTION_part_select,   ACTION_part_select_toggle, ACTION_part_select_range,
        ACTION_part_colour,   ACTION_part_group,         ACTION_group_rename,
        ACTION_group_move,    ACTION_group_show,         ACTION_group_select,
        ACTION_edit_jump,     ACTION_parts_move,         ACTION_part_move,
        ACTION_overlay_level, ACTION_build_leaf_size,    ACTION_build_param,
        ACTION_view_opacity,  ACTION_section_set,        ACTION_view_explode,
        ACTION_camera_set,    ACTION_check_clearance,    ACTION_check_tolerance,
        ACTION_pair_rule,     ACTION_pair_show,          ACTION_primitive_lasso,
        ACTION_primitive_add, ACTION_primitives_take,    ACTION_primitive_select,
        ACTION_primitive_set, ACTION_primitive_rename,   ACTION_hybrid_param,
        ACTION_hybrid_factor, ACTION_hybrid_types,       ACTION_hybrid_level};
    for (size_t i = 0; i < sizeof those / sizeof *those; ++i)
        if (those[i] == id)
            return true;
    return false;
}

static PaletteRow *add_row(PaletteRows *rows, enum ActionId id)
{
    if (rows->count >= PALETTE_MAX_ROWS)
        return NULL;
    PaletteRow *row = &rows->rows[rows->count++];
    *row = (PaletteRow){.action = id, .index = NO_INDEX, .panel = NO_PANEL};
    return row;
}

static const char *why_not(const App *app, enum ActionId id)
{
    const char *why = NULL;
    if (keys_needs_selection(id) && app->document.selected == NO_PART)
        return "select a part first";
    return !actions[id]->enabled || actions[id]->enabled(app, &why) ? NULL : why;
}

static void add_action(PaletteRows *rows, const App *app, enum ActionId id)
{
    const char *entry = action_entry(app, id, 0);
    if (needs_more(id) || moves_by_numbers(id)) {
        PaletteRow *row = add_row(rows, id);
        if (!row)
            return;
        snprintf(row->title, sizeof row->title, "%s ...", actions[id]->title);
        row->keys = actions[id]->shortcut;
        row->typed = true;
        return;
    }
    if (!entry) {
        PaletteRow *row = add_row(rows, id);
        if (!row)
            return;
        snprintf(row->title, sizeof row->title, "%s%s", actions[id]->title,
                 id == ACTION_file_open || id == ACTION_file_merge ||
                         path_dialog_purpose(id) < PATH_PURPOSE_COUNT
                     ? " ..."
                     : "");
        row->keys = actions[id]->shortcut;
        row->why_not = why_not(app, id);
    }
    for (int i = 0; entry; entry = action_entry(app, id, ++i)) {
        PaletteRow *row = add_row(rows, id);
        if (!row)
            return;
        snprintf(row->title, sizeof row->title, "%s: %s", actions[id]->title, entry);
        row->index = i;
        row->why_not = why_not(app, id);
    }
}

// "part.move Pin by=0,1,0": an action's own name and what it reads, as in scripts.
static void add_line(PaletteRows *rows, const App *app, const char *text)
{
    size_t length = strcspn(text, " ");
    int id = 0;
    while (id < ACTION_COUNT &&
           (strlen(actions[id]->name) != length || strncmp(actions[id]->name, text, length) != 0))
        ++id;
    PaletteRow *row = id < ACTION_COUNT ? add_row(rows, (enum ActionId)id) : NULL;
    if (!row)
        return;
    snprintf(row->title, sizeof row->title, "Do: %.90s", text);
    row->line = true;
    if (!palette_line_arguments(app, text, &row->args, &rows->why))
        row->why_not = rows->why.text;
    else
        row->why_not = why_not(app, (enum ActionId)id);
}

bool palette_line_arguments(const App *app, const char *text, ActionArgs *args, Error *err)
{
    Script script;
    if (!script_parse(&script, "typed", text, strlen(text), NULL, err))
        return false;
    bool good = script.command_count == 1 ? script_arguments(app, &script.commands[0], args, err)
                                          : error_set(err, "one line with one action");
    script_free(&script);
    return good;
}

void palette_fill(PaletteRows *rows, const App *app, const char *typed)
{
    rows->count = 0;
    rows->why = (Error){""};
    add_line(rows, app, typed);
    for (int id = 0; id < ACTION_COUNT; ++id)
        add_action(rows, app, (enum ActionId)id);
    for (int i = 0; i < key_binding_count; ++i) {
        const KeyBinding *binding = &key_bindings[i];
        if (binding->argument != KEY_LEVEL_STEP && binding->argument != KEY_NEXT &&
            binding->argument != KEY_NUDGE && binding->argument != KEY_TOOL)
            continue; // the others are there already
        PaletteRow *row = add_row(rows, binding->action);
        if (!row)
            return;
        snprintf(row->title, sizeof row->title, "%s", binding->title);
        row->keys = binding->keys;
        row->binding = binding;
    }
    PaletteRow *reset = add_row(rows, ACTION_COUNT);
    if (reset) {
        snprintf(reset->title, sizeof reset->title, "Reset layout of the panels");
        reset->panel = RESET_LAYOUT;
    }
    for (int i = 0; i < PANEL_COUNT; ++i) {
        PaletteRow *row = add_row(rows, ACTION_COUNT);
        if (!row)
            return;
        snprintf(row->title, sizeof row->title, "Panel: %s", panels[i]->title);
        row->keys = panels[i]->shortcut;
        row->panel = i;
    }
}
