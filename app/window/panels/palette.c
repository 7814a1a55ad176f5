#include "app/actions/list_parts.h"
#include "app/window/look.h"
#include "app/window/panels/furniture.h"
#include "app/window/panels/palette_rows.h"
#include "app/window/panels/parts_panel.h"
#include "app/window/panels/widgets.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef struct CommandPalette {
    bool wanted; // open it in the next frame
    bool shown;
    char filter[256];
    char fill[64]; // to be put into the field; "": nothing
    bool refocus;
    int row_count; // in the last frame
    int chosen;    // row of the filtered list
} CommandPalette;
static const UiPrivate palette_memory = {.size = sizeof(CommandPalette)};

void palette_open(const UiState *ui)
{
    ((CommandPalette *)ui_own(ui, &palette_memory))->wanted = true;
}

const char *palette_typed(const UiState *ui)
{
    return ((const CommandPalette *)ui_own(ui, &palette_memory))->filter;
}

// The field gets the action's own name; its arguments follow by hand.
static void begin_line(CommandPalette *state, const Action *action)
{
    snprintf(state->fill, sizeof state->fill, "%s ", action->name);
    state->refocus = true;
    state->chosen = 0;
}

// While the field is active its text is ImGui's.
static int take_text(ImGuiInputTextCallbackData *data)
{
    CommandPalette *state = data->UserData;
    if (!state->fill[0])
        return 0;
    ImGuiInputTextCallbackData_DeleteChars(data, 0, data->BufTextLen);
    ImGuiInputTextCallbackData_InsertChars(data, 0, state->fill, NULL);
    ImGuiInputTextCallbackData_ClearSelection(data);
    state->fill[0] = '\0';
    return 0;
}

// Under a line that is being typed: what the action reads, and what is still wrong.
static void line_help(const PaletteRow *row)
{
    igSpacing();
    widget_paragraph(COLOUR_FAINT, 0, row->action->note);
    if (row->why_not)
        widget_paragraph(COLOUR_WARN, 0, row->why_not);
    if (row->action->example && row->action->example[0]) {
        char text[256];
        snprintf(text, sizeof text, "For example: %s %s", row->action->name, row->action->example);
        widget_paragraph(COLOUR_FAINT, 0, text);
    }
}

static void run(const PanelContext *context, const PaletteRow *row)
{
    if (row->typed) {
        begin_line(ui_own(context->ui, &palette_memory), row->action);
        return; // the palette stays open
    }
    if (row->line) {
        action_submit(context->out, row->action, &row->args);
    } else if (row->tool) {
        context->ui->mode = row->tool;
    } else if (row->panel == RESET_LAYOUT) {
        context->ui->layout_reset = true;
    } else if (row->panel != NO_PANEL) {
        context->ui->open[row->panel] = true;
        context->ui->focus[row->panel] = true;
    } else if (row->action == &action_part_rename) {
        parts_panel_rename(context->ui, context->app, context->app->document.selected);
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

static bool draw_row(const PaletteRow *row, bool chosen)
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

// First what begins so, then what has words that do: who types "move" does not mean "remove".
enum { MATCH_TITLE, MATCH_WORDS, MATCH_ANYWHERE, MATCHES };
static int match_of(const PaletteRow *row, const char *filter)
{
    if (row->line || strncasecmp(row->title, filter, strlen(filter)) == 0)
        return MATCH_TITLE;
    return words_begin(row->title, filter)   ? MATCH_WORDS
           : words_match(row->title, filter) ? MATCH_ANYWHERE
                                             : MATCHES;
}

static void list(const PanelContext *context, const PaletteRows *rows, bool moved, bool enter)
{
    CommandPalette *palette_state = ui_own(context->ui, &palette_memory);
    const char *filter = palette_state->filter;
    int shown = 0;
    for (int k = 0; k < MATCHES * rows->count; ++k) {
        int i = k % rows->count;
        const PaletteRow *row = &rows->rows[i];
        if (match_of(row, filter) != k / rows->count)
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
    else if (rows->count > 0 && rows->rows[0].line)
        line_help(&rows->rows[0]);
}

void palette_draw(const PanelContext *context)
{
    static const char title[] = "Commands";
    CommandPalette *state = ui_own(context->ui, &palette_memory);
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
    // Under a line of a script there is help.
    float more = strchr(state->filter, '.') ? 3.0f : 0.3f;
    float rows_high = igGetTextLineHeightWithSpacing() * ((float)state->row_count + more);
    float height = igGetFrameHeightWithSpacing() + 24 * scale + rows_high;
    igSetNextWindowSize((ImVec2){460 * scale, fminf(height, 440 * scale)}, ImGuiCond_Always);
    state->shown = igBeginPopup(title, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
    if (!state->shown)
        return;
    if (fresh || state->refocus)
        igSetKeyboardFocusHere(0);
    state->refocus = false;
    igSetNextItemWidth(-1);
    bool typed = igInputTextWithHint("##filter", "What do you want to do?", state->filter,
                                     sizeof state->filter, ImGuiInputTextFlags_CallbackAlways,
                                     take_text, state);
    int step =
        igIsKeyPressed_Bool(ImGuiKey_DownArrow, true) - igIsKeyPressed_Bool(ImGuiKey_UpArrow, true);
    state->chosen = typed ? 0 : state->chosen + step;
    state->chosen = state->chosen < 0 ? 0 : state->chosen;
    bool enter = igIsKeyPressed_Bool(ImGuiKey_Enter, false) ||
                 igIsKeyPressed_Bool(ImGuiKey_KeypadEnter, false);
    static PaletteRows rows; // large; the window has one thread
    palette_fill(&rows, context->app, state->filter);
    if (igBeginChild_Str("rows", (ImVec2){0, 0}, 0, 0))
        list(context, &rows, step != 0 || typed, enter);
    igEndChild();
    if (igIsKeyPressed_Bool(ImGuiKey_Escape, false))
        igCloseCurrentPopup();
    igEndPopup();
}
