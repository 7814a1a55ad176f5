// The rows come from the registries: actions, the lists some of them choose from, keys and panels.
#include "app/view/keys.h"
#include "app/view/look.h"
#include "widgets.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_ROWS = 256, NO_INDEX = -1, NO_PANEL = -1, RESET_LAYOUT = -2 };

typedef struct Row {
    char title[112];
    const char *keys; // or NULL
    const char *why_not;
    const KeyBinding *binding; // or NULL
    enum ActionId action;
    int index; // the entry of the action's list, or NO_INDEX
    int panel; // or NO_PANEL, RESET_LAYOUT
} Row;

typedef struct Rows {
    Row rows[MAX_ROWS];
    int count;
} Rows;

// These want a number or a placement, which no key and no row can give.
static bool needs_more(enum ActionId id)
{
    static const enum ActionId those[] = {
        ACTION_part_select,      ACTION_part_select_toggle, ACTION_part_select_range,
        ACTION_part_colour,      ACTION_part_group,         ACTION_group_rename,
        ACTION_group_show,       ACTION_group_select,       ACTION_edit_jump,
        ACTION_parts_move,       ACTION_part_move,          ACTION_overlay_level,
        ACTION_build_leaf_size,  ACTION_build_param,        ACTION_view_opacity,
        ACTION_section_set,      ACTION_view_explode,       ACTION_camera_set,
        ACTION_check_clearance,  ACTION_check_tolerance,    ACTION_pair_rule,
        ACTION_pair_show,        ACTION_primitive_lasso,    ACTION_primitive_add,
        ACTION_primitives_take,  ACTION_primitive_select,   ACTION_primitive_set,
        ACTION_primitive_rename, ACTION_hybrid_param,       ACTION_hybrid_factor,
        ACTION_hybrid_types,     ACTION_hybrid_level};
    for (size_t i = 0; i < sizeof those / sizeof *those; ++i)
        if (those[i] == id)
            return true;
    return false;
}

static Row *add_row(Rows *rows, enum ActionId id)
{
    if (rows->count >= MAX_ROWS)
        return NULL;
    Row *row = &rows->rows[rows->count++];
    *row = (Row){.action = id, .index = NO_INDEX, .panel = NO_PANEL};
    return row;
}

static const char *why_not(const App *app, enum ActionId id)
{
    const char *why = NULL;
    if (keys_needs_selection(id) && app->document.selected == NO_PART)
        return "select a part first";
    return !actions[id]->enabled || actions[id]->enabled(app, &why) ? NULL : why;
}

static void add_action(Rows *rows, const App *app, enum ActionId id)
{
    const char *entry = action_entry(app, id, 0);
    if (needs_more(id))
        return;
    if (!entry) {
        Row *row = add_row(rows, id);
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
        Row *row = add_row(rows, id);
        if (!row)
            return;
        snprintf(row->title, sizeof row->title, "%s: %s", actions[id]->title, entry);
        row->index = i;
        row->why_not = why_not(app, id);
    }
}

static void fill(Rows *rows, const App *app)
{
    rows->count = 0;
    for (int id = 0; id < ACTION_COUNT; ++id)
        add_action(rows, app, (enum ActionId)id);
    for (int i = 0; i < key_binding_count; ++i) {
        const KeyBinding *binding = &key_bindings[i];
        if (binding->argument != KEY_LEVEL_STEP && binding->argument != KEY_NEXT)
            continue; // the others are there already
        Row *row = add_row(rows, binding->action);
        if (!row)
            return;
        snprintf(row->title, sizeof row->title, "%s", binding->title);
        row->keys = binding->keys;
        row->binding = binding;
    }
    Row *reset = add_row(rows, ACTION_COUNT);
    if (reset) {
        snprintf(reset->title, sizeof reset->title, "Reset layout of the panels");
        reset->panel = RESET_LAYOUT;
    }
    for (int i = 0; i < PANEL_COUNT; ++i) {
        Row *row = add_row(rows, ACTION_COUNT);
        if (!row)
            return;
        snprintf(row->title, sizeof row->title, "Panel: %s", panels[i]->title);
        row->keys = panels[i]->shortcut;
        row->panel = i;
    }
}

static void run(const PanelContext *context, const Row *row)
{
    if (row->panel == RESET_LAYOUT) {
        context->ui->layout_reset = true;
    } else if (row->panel != NO_PANEL) {
        context->ui->open[row->panel] = true;
        context->ui->focus[row->panel] = true;
    } else if (row->action == ACTION_part_rename) {
        ui_rename_part(context->ui, context->app, context->app->document.selected);
    } else if (ui_ask_path(context->ui, context->app, row->action)) {
        // it is done when the path is known
    } else if (row->binding) {
        ActionArgs args;
        if (keys_binding_arguments(context->app, row->binding, context->ui->view_aspect, &args))
            action_submit(context->out, row->action, &args);
    } else {
        ActionArgs args = keys_arguments(context->app, row->action, context->ui->view_aspect);
        if (row->index != NO_INDEX)
            args.index = row->index;
        action_submit(context->out, row->action, &args);
    }
    igCloseCurrentPopup();
}

static bool draw_row(const Row *row, bool chosen)
{
    ImVec2 space, size;
    igBeginDisabled(row->why_not != NULL);
    bool clicked = igSelectable_Bool(row->title, chosen, 0, (ImVec2){0, 0});
    igEndDisabled();
    widget_tooltip(row->why_not);
    if (row->keys) {
        igCalcTextSize(&size, row->keys, NULL, false, -1);
        igGetWindowContentRegionMax(&space);
        igSameLine(space.x - size.x - igGetFontSize() * 0.5f, 0);
        widget_text(COLOUR_FAINT, row->keys);
    }
    return clicked && !row->why_not;
}

static void list(const PanelContext *context, const Rows *rows, bool moved, bool enter)
{
    CommandPalette *palette_state = &context->ui->palette;
    int shown = 0;
    for (int i = 0; i < rows->count; ++i) {
        const Row *row = &rows->rows[i];
        if (!words_match(row->title, palette_state->filter))
            continue;
        bool chosen = shown == palette_state->chosen;
        igPushID_Int(i);
        bool clicked = draw_row(row, chosen);
        if (shown == 0)
            ui_note_rect(context->ui, "palette_first");
        if (chosen && moved)
            igSetScrollHereY(0.5f);
        if (clicked || (chosen && enter && !row->why_not))
            run(context, row);
        igPopID();
        ++shown;
    }
    palette_state->row_count = shown;
    if (palette_state->chosen >= shown)
        palette_state->chosen = shown > 0 ? shown - 1 : 0;
    if (shown == 0)
        widget_text(COLOUR_FAINT, "Nothing of that name.");
}

void palette_draw(const PanelContext *context)
{
    static const char title[] = "Commands";
    CommandPalette *state = &context->ui->palette;
    float scale = context->ui->scale;
    if (state->wanted) {
        igOpenPopup_Str(title, 0);
        state->filter[0] = 0;
        state->chosen = 0;
    }
    bool fresh = state->wanted;
    state->wanted = false;
    const ImGuiViewport *viewport = igGetMainViewport();
    igSetNextWindowPos((ImVec2){viewport->WorkPos.x + viewport->WorkSize.x * 0.36f,
                                viewport->WorkPos.y + 40 * scale},
                       ImGuiCond_Always, (ImVec2){0.5f, 0});
    float rows_high = igGetTextLineHeightWithSpacing() * (float)(state->row_count + 1);
    float height = igGetFrameHeightWithSpacing() + 24 * scale + rows_high;
    igSetNextWindowSize((ImVec2){460 * scale, fminf(height, 440 * scale)}, ImGuiCond_Always);
    state->shown = igBeginPopup(title, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
    if (!state->shown)
        return;
    if (fresh)
        igSetKeyboardFocusHere(0);
    igSetNextItemWidth(-1);
    bool typed = igInputTextWithHint("##filter", "What do you want to do?", state->filter,
                                     sizeof state->filter, 0, NULL, NULL);
    int step =
        igIsKeyPressed_Bool(ImGuiKey_DownArrow, true) - igIsKeyPressed_Bool(ImGuiKey_UpArrow, true);
    state->chosen = typed ? 0 : state->chosen + step;
    state->chosen = state->chosen < 0 ? 0 : state->chosen;
    bool enter = igIsKeyPressed_Bool(ImGuiKey_Enter, false) ||
                 igIsKeyPressed_Bool(ImGuiKey_KeypadEnter, false);
    static Rows rows; // large; the window has one thread
    fill(&rows, context->app);
    if (igBeginChild_Str("rows", (ImVec2){0, 0}, 0, 0))
        list(context, &rows, step != 0 || typed, enter);
    igEndChild();
    if (igIsKeyPressed_Bool(ImGuiKey_Escape, false))
        igCloseCurrentPopup();
    igEndPopup();
}
