// The parts: visibility, colour, name, whether they meet another one, triangles.
#include "app/selection.h"
#include "app/view/look.h"
#include "core/array.h"
#include "widgets.h"

#include <stdio.h>

static void describe(const PanelContext *context, int32_t i)
{
    const App *app = context->app;
    const Part *part = &app->assembly.parts[i];
    const Bvh *tree = app->part_trees ? app->part_trees[i] : NULL;
    char number[64], line[192];
    if (!widget_begin_aside())
        return;
    igTextUnformatted(part->name, NULL);
    snprintf(line, sizeof line, "%s triangles",
             format_count(number, sizeof number, part->mesh->triangle_count));
    widget_text(COLOUR_FAINT, line);
    if (tree) {
        char bytes[32], ms[32];
        snprintf(line, sizeof line, "hierarchy: %s nodes, %u levels, %s, built in %s",
                 format_count(number, sizeof number, tree->node_count), tree->depth,
                 format_bytes(bytes, sizeof bytes, (double)bvh_bytes(tree)),
                 format_ms(ms, sizeof ms, tree->build_ms));
        widget_text(COLOUR_FAINT, line);
    }
    widget_end_aside();
}

static void badge(const PanelContext *context, int32_t i)
{
    if (i >= context->contacts->part_count || context->contacts->parts[i].pairs == 0)
        return;
    const PartContacts *contacts = &context->contacts->parts[i];
    char note[128];
    snprintf(note, sizeof note, "%s %d other part%s, %d polygon%s marked",
             contacts->crossing ? "runs into" : "touches", contacts->pairs,
             contacts->pairs == 1 ? "" : "s",
             contacts->polygons[MARK_CROSSING] + contacts->polygons[MARK_TOUCHING],
             contacts->polygons[MARK_CROSSING] + contacts->polygons[MARK_TOUCHING] == 1 ? "" : "s");
    widget_dot(contacts->crossing ? COLOUR_ALERT : COLOUR_WARN, note);
}

static void menu_item(const PanelContext *context, enum ActionId id, int32_t part, bool flag,
                      const char *title)
{
    if (igMenuItem_Bool(title, actions[id]->shortcut, false, true))
        action_submit(context->out, id, &(ActionArgs){.part = part, .flag = flag});
}

// What the right button offers.
static void menu(const PanelContext *context, int32_t i, bool first)
{
    const PartState *state = &context->app->document.parts[i];
    if (!igBeginPopupContextItem("menu", ImGuiPopupFlags_MouseButtonRight))
        return;
    menu_item(context, ACTION_part_show, i, !state->visible, state->visible ? "Hide" : "Show");
    menu_item(context, ACTION_part_ghost, i, !state->ghost, state->ghost ? "Make solid" : "Ghost");
    if (first)
        ui_note_rect(context->ui, "menu_ghost");
    menu_item(context, ACTION_part_isolate, i, false, "Isolate");
    menu_item(context, ACTION_part_lock, i, !state->locked, state->locked ? "Unlock" : "Lock");
    menu_item(context, ACTION_part_reset, i, false, "Back to where it was");
    igEndPopup();
}

// Shift: all rows from the primary part on that the search lets through; Ctrl: along with others.
static void clicked(const PanelContext *context, int32_t i)
{
    const UiState *ui = context->ui;
    const ImGuiIO *io = igGetIO();
    int32_t from = context->app->document.selected;
    if (io->KeyCtrl && !io->KeyShift) {
        submit_part(context, ACTION_part_select_toggle, i);
        return;
    }
    if (!io->KeyShift || from == NO_PART) {
        submit_part(context, ACTION_part_select, i);
        return;
    }
    if (!io->KeyCtrl)
        action_submit(context->out, ACTION_parts_select_none, NULL);
    int32_t low = i < from ? i : from, high = i < from ? from : i;
    for (size_t k = 0; k < ui->found_count; ++k)
        if (ui->found[k] >= low && ui->found[k] <= high)
            action_submit(context->out, ACTION_part_select_range,
                          &(ActionArgs){.part = ui->found[k], .index = ui->found[k]});
    // The range still hangs on the part it began with.
    action_submit(context->out, ACTION_part_select_range,
                  &(ActionArgs){.part = from, .index = from});
}

static void row(const PanelContext *context, int32_t i, bool first)
{
    const App *app = context->app;
    const Part *part = &app->assembly.parts[i];
    const PartState *state = &app->document.parts[i];
    char number[32];
    igTableNextRow(0, 0);
    igPushID_Int(i);
    igTableNextColumn();
    if (widget_eye("eye", state->visible))
        action_submit(context->out, ACTION_part_show,
                      &(ActionArgs){.part = i, .flag = !state->visible});
    if (first)
        ui_note_rect(context->ui, "first_eye");
    bool over_eye = igIsItemHovered(0); // the row lies over it; one tooltip at a time
    widget_tooltip(state->visible ? "Hide this part: it then takes no part in collisions"
                                  : "Show this part");
    igTableNextColumn();
    widget_swatch(part->colour);
    igTableNextColumn();
    if (igSelectable_Bool("##row", selection_has(&app->document, i),
                          ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowOverlap,
                          (ImVec2){0, 0}))
        clicked(context, i);
    if (first)
        ui_note_rect(context->ui, "first_part");
    menu(context, i, first);
    if (!over_eye)
        describe(context, i);
    igSameLine(0, 0);
    widget_ellipsis(!state->visible ? COLOUR_DIM
                    : state->ghost  ? COLOUR_FAINT
                                    : COLOUR_TEXT,
                    part->name);
    igTableNextColumn();
    badge(context, i);
    igTableNextColumn();
    widget_right(format_count(number, sizeof number, part->mesh->triangle_count));
    igPopID();
}

// Thousands of names are compared in less than a millisecond, so no index is kept.
static void find_parts(UiState *ui, const App *app)
{
    ui->found_count = 0;
    for (size_t k = 0; k < ui->live_count; ++k) {
        int32_t i = ui->live[k];
        if (!words_match(app->assembly.parts[i].name, ui->part_filter))
            continue;
        if (!array_reserve(&ui->found, &ui->found_capacity, ui->found_count + 1, sizeof *ui->found))
            return;
        ui->found[ui->found_count++] = i;
    }
}

static void table(const PanelContext *context)
{
    const App *app = context->app;
    const UiState *ui = context->ui;
    ImGuiTableFlags flags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg;
    if (!igBeginTable("parts", 5, flags, (ImVec2){0, 0}, 0))
        return;
    float em = igGetFontSize();
    igTableSetupScrollFreeze(0, 1);
    igTableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, em * 1.3f, 0);
    igTableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, em * 0.8f, 0);
    igTableSetupColumn("Name", ImGuiTableColumnFlags_WidthStretch, 1, 0);
    igTableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, em * 0.8f, 0);
    igTableSetupColumn("Triangles", ImGuiTableColumnFlags_WidthFixed, em * 4.4f, 0);
    igTableHeadersRow();
    // Thousands of parts stay fluid: only the rows in sight are made.
    ImGuiListClipper *clipper = ImGuiListClipper_ImGuiListClipper();
    ImGuiListClipper_Begin(clipper, (int)ui->found_count, -1);
    // What was selected elsewhere is brought into sight.
    int32_t selected = app->document.selected;
    bool reveal = selected != ui->listed_selection && selected != NO_PART;
    context->ui->listed_selection = selected;
    for (size_t k = 0; k < ui->found_count && reveal; ++k)
        if (ui->found[k] == selected)
            ImGuiListClipper_IncludeItemByIndex(clipper, (int)k);
    while (ImGuiListClipper_Step(clipper))
        for (int k = clipper->DisplayStart; k < clipper->DisplayEnd; ++k) {
            row(context, ui->found[k], k == 0);
            if (reveal && ui->found[k] == selected)
                igScrollToItem(ImGuiScrollFlags_KeepVisibleEdgeY);
        }
    ImGuiListClipper_destroy(clipper);
    igEndTable();
}

static void draw(const PanelContext *context)
{
    const App *app = context->app;
    int32_t count = app->document.part_count;
    if (count == 0) {
        igPushTextWrapPos(0);
        widget_text(COLOUR_FAINT, "Nothing is open. Choose File > Open, or drop a file here.");
        igPopTextWrapPos();
        return;
    }
    UiState *ui = context->ui;
    igSetNextItemWidth(-1);
    igInputTextWithHint("##filter", "Search parts", ui->part_filter, sizeof ui->part_filter, 0,
                        NULL, NULL);
    ui_note_rect(ui, "part_filter");
    find_parts(ui, app);
    if (ui->found_count == 0) {
        widget_text(COLOUR_FAINT, "No part of that name.");
        return;
    }
    table(context);
}

const Panel panel_parts = {
    .title = "Parts",
    .note = "All parts: show, hide, select",
    .place = PLACE_TOP,
    .open = true,
    .draw = draw,
};
