// Room for parts and tools: what a part sweeps along the path.
#include "app/actions/list_workspace.h"
#include "app/document/fields.h"
#include "app/document/study_actions.h"
#include "app/scenes/kit.h"
#include "app/stages/access_state.h"
#include "app/stages/rows.h"
#include "app/stages/sweep_state.h"
#include "app/window/look.h"
#include "app/window/panels/length_input.h"
#include "app/window/panels/number_field.h"
#include "app/window/panels/path_dialog.h"
#include "app/window/panels/path_verdict.h"
#include "app/window/panels/widgets.h"
#include "core/base/utf8.h"

#include <stdio.h>

enum { MOST_ROWS = 200, LINE = 512 };

// --- what a part sweeps

static void settings(const PanelContext *context)
{
    const Document *document = &context->app->document;
    widget_label("Cells",
                 "Side of the cells; finer ones are nearer to what is swept, and take longer");
    length_input(context, "sweep_cell", "by the part's size",
                 field_number(document, &action_sweep_cell), &action_sweep_cell);
    ActionArgs args = {.part = NO_PART, .number = field_number(document, &action_sweep_ghosts)};
    widget_slider(context, "sweep_ghosts", "Ghosts", "So many pictures of the part along the path",
                  &action_sweep_ghosts, &args, 0, 60, "%.0f", 0);
    widget_switch(context, "sweep_surface", "Surface of the cells", &action_sweep_surface, NULL);
}

static void make_button(const PanelContext *context)
{
    const App *app = context->app;
    char label[200], name[120] = "a part";
    int32_t part = app->document.selected;
    if (part >= 0)
        snprintf(name, sizeof name, "%.100s", app->assembly.parts[part].name);
    utf8_sanitise(name);
    bool busy = sweep_busy(app);
    snprintf(label, sizeof label, "Sweep of %s##sweep", name);
    const char *why = busy ? "It is being made" : sweep_obstacle(app, part);
    if (widget_button(context, label, "sweep_make",
                      "Finds the space that the selected part comes into along the whole path, and "
                      "what it runs into there",
                      why, -1))
        submit_part(context, &action_sweep_make, part);
}

static void rows(const PanelContext *context)
{
    const App *app = context->app;
    const SweepShown *shown = sweep_shown(app);
    const uint32_t colours[] = {[SWEEP_CERTAIN] = COLOUR_ALERT,
                                [SWEEP_POSSIBLE] = COLOUR_WARN,
                                [SWEEP_MARGIN] = COLOUR_GOOD,
                                [SWEEP_UNCHECKED] = COLOUR_FAINT};
    SweepRow all[MOST_ROWS];
    size_t count = sweep_rows(app, all, MOST_ROWS);
    for (size_t i = 0; i < count; ++i) {
        const SweepRow *row = &all[i];
        char line[LINE];
        sweep_row_sentence(app, row, line, sizeof line);
        utf8_sanitise(line);
        igPushID_Int((int)i);
        float x = igGetCursorPosX();
        bool goes = (row->meets == SWEEP_CERTAIN || row->meets == SWEEP_POSSIBLE) && !shown->old;
        if (igSelectable_Bool("##row", false, goes ? 0 : ImGuiSelectableFlags_Disabled,
                              (ImVec2){0, 0}))
            path_seek(context, row->from, false);
        widget_explain(context, "sweep_row", goes ? "Goes to this time of the path" : line);
        igSameLine(0, 0);
        igSetCursorPosX(x);
        widget_dot(colours[row->meets], NULL);
        igSameLine(0, -1);
        widget_ellipsis(COLOUR_TEXT, 0, line);
        igPopID();
    }
}

static void found(const PanelContext *context)
{
    const App *app = context->app;
    const SweepShown *shown = sweep_shown(app);
    char line[LINE];
    snprintf(line, sizeof line, "%.200s%s", app->assembly.parts[shown->part].name,
             shown->old ? ": parts, rules or the path have changed since" : "");
    utf8_sanitise(line);
    widget_paragraph(shown->old ? COLOUR_WARN : COLOUR_TEXT, 0, line);
    sweep_sentence(app, line, sizeof line);
    widget_paragraph(COLOUR_TEXT, 0, line);
    rows(context);
    snprintf(line, sizeof line,
             "%d other part%s proven apart by the cells alone%s; left out: %d pair%s by rules, %d "
             "hidden part%s",
             (int)shown->apart, shown->apart == 1 ? " is" : "s are", "", (int)shown->intentional,
             shown->intentional == 1 ? "" : "s", (int)shown->hidden, shown->hidden == 1 ? "" : "s");
    widget_paragraph(COLOUR_FAINT, 0, line);
    float half = widget_share(2);
    if (widget_button(context, "Export...", "sweep_export",
                      "The surface of the cells as OBJ or STL", NULL, half))
        path_dialog_open(context->ui, PATH_SAVE_SWEEP, app);
    igSameLine(0, -1);
    if (widget_button(context, "Clear", "sweep_clear", "Surface and ghosts go", NULL, half))
        action_submit(context->out, &action_sweep_clear, NULL);
}

// --- can a tool work this screw

// What the next try is made with.
typedef struct ToolChoice {
    int piece;
    double size; // mm; 0: as it fits
} ToolChoice;
static const UiPrivate tool_memory = {.size = sizeof(ToolChoice)};

static void choose_tool(const PanelContext *context, ToolChoice *tool)
{
    Choice choices[KIT_COUNT];
    char note[160];
    CHOICES_OF(choices, kit_pieces, KIT_COUNT);
    for (int i = 0; i < KIT_COUNT; ++i)
        choices[i].why_not = access_can_try(i) ? NULL : "It turns no screw";
    int chosen = widget_choice(context, "access_tool", "Tool", "What the screw is turned with",
                               choices, KIT_COUNT, tool->piece);
    if (chosen >= 0)
        *tool = (ToolChoice){chosen, 0};
    snprintf(note, sizeof note, "Its %s in mm; 0: %s", kit_pieces[tool->piece]->size_is,
             tool->piece == KIT_wrench || tool->piece == KIT_ring_wrench ? "as the head needs it"
                                                                         : "the usual one");
    widget_label("Size in mm", note);
    double size = tool->size;
    if (number_field(context, "access_size", 3, &size))
        tool->size = size;
    widget_label_tooltip();
}

static void access(const PanelContext *context)
{
    const App *app = context->app;
    const AccessShown *shown = access_shown(app);
    int32_t part = app->document.selected;
    char line[2 * LINE], name[120] = "a screw";
    ToolChoice *tool = ui_own(context->ui, &tool_memory);
    choose_tool(context, tool);
    if (part >= 0)
        snprintf(name, sizeof name, "%.100s", app->assembly.parts[part].name);
    utf8_sanitise(name);
    snprintf(line, sizeof line, "Try it on %s##access", name);
    if (widget_button(
            context, line, "access_try",
            "How far the tool turns about the axis of the selected screw or nut, proven on "
            "the whole way",
            access_busy(app) ? "It is being tried"
            : part < 0       ? "Select a screw or a nut"
                             : NULL,
            -1))
        action_submit(context->out, &action_access_try,
                      &(ActionArgs){.part = part, .index = tool->piece, .number = tool->size});
    if (!shown->known)
        return;
    access_sentence(app, line, sizeof line);
    utf8_sanitise(line);
    widget_paragraph(shown->blocked ? COLOUR_ALERT : COLOUR_TEXT, 0, line);
    if (shown->old)
        widget_paragraph(COLOUR_WARN, 0, "Parts have changed since: try it again");
    float half = widget_share(2);
    if (widget_button(context, "Put it there", "access_place",
                      "Adds the tool as a part, where it turns farthest", NULL, half))
        action_submit(context->out, &action_access_place, NULL);
    igSameLine(0, -1);
    if (widget_button(context, "Clear##access", "access_clear", "The tool is no longer drawn", NULL,
                      half))
        action_submit(context->out, &action_access_clear, NULL);
}

static void draw(const PanelContext *context)
{
    bool wide = widget_halves_begin();
    igSeparatorText("Access of tools");
    access(context);
    widget_halves_next(wide);
    igSeparatorText("Space swept along the path");
    make_button(context);
    settings(context);
    if (sweep_shown(context->app)->known)
        found(context);
    widget_halves_end(wide);
}

const Panel panel_workspace = {
    .title = "Workspace",
    .note = "How far a tool turns on a screw, and what a part sweeps along the path",
    .chapter = "workspace#the-workspace-panel",
    .place = PLACE_STRIP,
    .draw = draw,
};
