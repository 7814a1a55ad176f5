// The rows of the command palette come from the registries: actions, the lists some of them choose
// from, keys and panels. Actions that need more than a row can give are typed as a line of a
// script.
#include "app/window/panels/palette_rows.h"
#include "app/actions/list_files.h"
#include "app/actions/list_parts.h"
#include "app/actions/list_primitives.h"
#include "app/document/fields.h"
#include "app/script/script.h"
#include "app/window/keys.h"
#include "app/window/panels/path_dialog.h"
#include "app/window/panels/widgets.h"

#include <stdio.h>
#include <string.h>

// Wants a part, a number, a name or a placement: its arguments are typed.
static bool needs_more(const Action *action)
{
    if (action->field)
        return action->args[0].type != ARG_FLAG && !action->field->list;
    if (action == &action_part_rename || action == &action_primitive_delete)
        return false; // asks for it, takes the selected one
    for (const Arg *arg = action->args; arg->type != ARG_END; ++arg)
        if (!arg->optional && arg->type != ARG_SELECTED && arg->type != ARG_FLAG &&
            arg->type != ARG_PATH && !arg->list)
            return true;
    return false;
}

static PaletteRow *add_row(PaletteRows *rows, const Action *action)
{
    if (rows->count >= PALETTE_MAX_ROWS)
        return NULL;
    PaletteRow *row = &rows->rows[rows->count++];
    *row = (PaletteRow){.action = action, .index = NO_INDEX, .panel = NO_PANEL};
    return row;
}

static const char *why_not(const App *app, const Action *action)
{
    const char *why = NULL;
    if (keys_needs_selection(action) && app->document.selected == NO_PART)
        return "select a part first";
    return app_can(app, action, &why) ? NULL : why;
}

static void add_action(PaletteRows *rows, const App *app, const Action *action)
{
    const char *entry = action_entry(app, action, 0);
    if (needs_more(action)) {
        PaletteRow *row = add_row(rows, action);
        if (!row)
            return;
        snprintf(row->title, sizeof row->title, "%s ...", action->title);
        row->keys = action->shortcut;
        row->typed = true;
        return;
    }
    if (!entry) {
        PaletteRow *row = add_row(rows, action);
        if (!row)
            return;
        snprintf(row->title, sizeof row->title, "%s%s", action->title,
                 action == &action_file_open || action == &action_file_merge ||
                         path_dialog_purpose(action) < PATH_PURPOSE_COUNT
                     ? " ..."
                     : "");
        row->keys = action->shortcut;
        row->why_not = why_not(app, action);
    }
    for (int i = 0; entry; entry = action_entry(app, action, ++i)) {
        PaletteRow *row = add_row(rows, action);
        if (!row)
            return;
        snprintf(row->title, sizeof row->title, "%s: %s", action->title, entry);
        row->index = i;
        row->why_not = why_not(app, action);
    }
}

// "part.move Pin by=0,1,0": an action's own name and what it reads, as in scripts.
static void add_line(PaletteRows *rows, const App *app, const char *text)
{
    size_t length = strcspn(text, " ");
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : 0), text);
    const Action *action = action_find(name);
    PaletteRow *row = action ? add_row(rows, action) : NULL;
    if (!row)
        return;
    snprintf(row->title, sizeof row->title, "Do: %.90s", text);
    row->line = true;
    if (!palette_line_arguments(app, text, &row->args, &rows->why))
        row->why_not = rows->why.text;
    else
        row->why_not = why_not(app, action);
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
    for (int i = 0; i < action_count; ++i)
        add_action(rows, app, actions[i]);
    for (int i = 0; i < key_binding_count; ++i) {
        const KeyBinding *binding = &key_bindings[i];
        if (binding->argument != KEY_LEVEL_STEP && binding->argument != KEY_NEXT &&
            binding->argument != KEY_NUDGE)
            continue; // the others are there already
        PaletteRow *row = add_row(rows, binding->action);
        if (!row)
            return;
        snprintf(row->title, sizeof row->title, "%s", binding->title);
        row->keys = binding->keys;
        row->binding = binding;
    }
    for (int i = 0; i < tool_count; ++i) {
        PaletteRow *row = tools[i]->shortcut ? add_row(rows, NULL) : NULL;
        if (!row)
            continue;
        snprintf(row->title, sizeof row->title, "%s", tools[i]->title);
        row->keys = tools[i]->shortcut;
        row->tool = tools[i];
    }
    PaletteRow *reset = add_row(rows, NULL);
    if (reset) {
        snprintf(reset->title, sizeof reset->title, "Reset layout of the panels");
        reset->panel = RESET_LAYOUT;
    }
    for (int i = 0; i < panel_count; ++i) {
        PaletteRow *row = add_row(rows, NULL);
        if (!row)
            return;
        snprintf(row->title, sizeof row->title, "Panel: %s", panels[i]->title);
        row->keys = panels[i]->shortcut;
        row->panel = i;
    }
}
