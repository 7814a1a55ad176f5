// The tree of parts: groups, visibility, colour, name, lock, whether they meet another one,
// triangles.
#include "app/actions/list_parts.h"
#include "app/document/selection.h"
#include "app/draw/contact_colours.h"
#include "app/io/group_path.h"
#include "app/window/look.h"
#include "app/window/panels/part_menu.h"
#include "app/window/panels/part_row.h"
#include "app/window/panels/parts_panel.h"
#include "app/window/panels/widgets.h"

#include <stdio.h>
#include <string.h>

typedef struct PartsPanel {
    PartList list;
    char filter[64];
    int32_t listed_selection; // the selected part when the list was last drawn
} PartsPanel;

static void begin_panel(void *state)
{
    PartsPanel *panel = state;
    panel->listed_selection = panel->list.renamed = NO_PART;
}

static void end_panel(void *state)
{
    part_list_free(&((PartsPanel *)state)->list);
}

static const UiPrivate panel_memory = {sizeof(PartsPanel), begin_panel, end_panel};

PartList *parts_panel_list(const UiState *ui)
{
    return &((PartsPanel *)ui_own(ui, &panel_memory))->list;
}

const char *parts_panel_filter(const UiState *ui)
{
    return ((const PartsPanel *)ui_own(ui, &panel_memory))->filter;
}

void parts_panel_rename(UiState *ui, const App *app, int32_t part)
{
    if (part < 0)
        return;
    PartsPanel *panel = ui_own(ui, &panel_memory);
    panel_show(ui, &panel_parts);
    panel->filter[0] = 0;
    const char *group = app->document.parts[part].group;
    if (group)
        part_list_reveal(&panel->list, group);
    part_list_rename(&panel->list, app, part, NULL);
}

enum { MOST_STEPS = 8 }; // to the right: deeper groups stand below each other

static void describe(const PanelContext *context, int32_t i)
{
    const App *app = context->app;
    const Part *part = &app->assembly.parts[i];
    const Bvh *tree = app->parts ? app->parts[i].tree : NULL;
    char number[64], line[192];
    if (!widget_begin_aside())
        return;
    igTextUnformatted(part->name, NULL);
    if (strcmp(part->name, part->key) != 0) {
        igPushTextWrapPos(igGetFontSize() * 24);
        snprintf(line, sizeof line, "in the file, in rules and in scripts: %.120s", part->key);
        widget_text(COLOUR_FAINT, line);
        igPopTextWrapPos();
    }
    snprintf(line, sizeof line, "%s triangles",
             format_count(number, sizeof number, part->mesh->triangle_count));
    widget_text(COLOUR_FAINT, line);
    if (tree) {
        char bytes[32], ms[32];
        snprintf(line, sizeof line, "hierarchy: %s nodes, %u levels",
                 format_count(number, sizeof number, tree->node_count), tree->depth);
        widget_text(COLOUR_FAINT, line);
        snprintf(line, sizeof line, "%s, built in %s by the wall clock",
                 format_bytes(bytes, sizeof bytes, (double)bvh_bytes(tree)),
                 format_wall_ms(ms, sizeof ms, tree->build_ms));
        widget_text(COLOUR_FAINT, line);
    }
    widget_end_aside();
}

static void badge(const PanelContext *context, int32_t i)
{
    const PartContacts *contacts =
        i < context->contacts->part_count ? &context->contacts->parts[i] : NULL;
    if (!contacts || contacts->worst == FIT_NONE)
        return;
    char note[160];
    int32_t marked = 0;
    for (int kind = FIT_NONE + 1; kind < FIT_KIND_COUNT; ++kind)
        marked += contacts->polygons[kind];
    snprintf(note, sizeof note, "%s. Meets %d other part%s, %d polygon%s marked",
             fit_kind_info(contacts->worst)->title, (int)contacts->pairs,
             contacts->pairs == 1 ? "" : "s", (int)marked, marked == 1 ? "" : "s");
    widget_dot(contact_colour(context->app, contacts->worst), note);
}

// Returns whether the mouse is over one of the small things, which have tooltips of their own.
static bool eye(const PanelContext *context, const PartRow *row, bool first)
{
    const PartState *state = &context->app->document.parts[row->part];
    bool visible = row->header ? row->visible > 0 : state->visible;
    if (widget_eye("eye", visible))
        action_submit(context->out, row->header ? &action_group_show : &action_part_show,
                      &(ActionArgs){.part = row->part,
                                    .index = row->header ? row->depth + 1 : 0,
                                    .flag = !visible});
    if (first)
        ui_note_rect(context->ui, "first_eye");
    widget_tooltip(visible ? "Hide: hidden parts do not collide" : "Show");
    return igIsItemHovered(0);
}

static bool swatch(const PanelContext *context, const PartRow *row)
{
    ImVec2 at;
    igGetCursorScreenPos(&at);
    if (igInvisibleButton("swatch", (ImVec2){igGetFontSize() * 0.8f, igGetTextLineHeight()}, 0))
        igOpenPopup_Str("colour", 0);
    bool over = igIsItemHovered(0);
    widget_tooltip("Choose another colour");
    igSetCursorScreenPos(at);
    widget_swatch(context->app->assembly.parts[row->part].colour);
    if (igBeginPopup("colour", 0)) {
        part_colour_choice(context, row->part);
        igEndPopup();
    }
    return over;
}

static bool name_cell(const PanelContext *context, const PartRow *row)
{
    PartList *list = parts_panel_list(context->ui);
    const App *app = context->app;
    const PartState *state = &app->document.parts[row->part];
    float em = igGetFontSize();
    bool over = false;
    int steps = row->depth < MOST_STEPS ? row->depth : MOST_STEPS;
    igSetCursorPosX(igGetCursorPosX() + em * 0.9f * (float)steps);
    if (row->header) {
        bool folded = part_list_folded(list, row->group);
        if (widget_arrow("fold", !folded))
            part_list_fold(list, row->group, !folded);
        over = igIsItemHovered(0);
        widget_tooltip(folded ? "Unfold the group" : "Fold the group");
        igSameLine(0, em * 0.3f);
    }
    if (part_row_is_renamed(context, row)) {
        part_row_rename_field(context);
        return true;
    }
    bool all_locked = row->header ? row->locked == row->count : state->locked;
    if (all_locked) {
        widget_lock();
        igSameLine(0, em * 0.3f);
    }
    bool dim = row->header ? row->visible == 0 : !state->visible;
    bool ghost = !row->header && state->ghost;
    widget_ellipsis(dim     ? COLOUR_DIM
                    : ghost ? COLOUR_FAINT
                            : COLOUR_TEXT,
                    0, row->header ? group_path_name(row->group) : part_list_name(app, row));
    return over;
}

static void row(const PanelContext *context, const PartRow *r, bool first)
{
    UiState *ui = context->ui;
    const App *app = context->app;
    char number[32];
    igTableNextRow(0, 0);
    if (r->header)
        igPushID_Ptr(r->group); // several groups may begin with one part
    else
        igPushID_Int(r->part);
    if (!r->header && ui->view_hovered == r->part)
        igTableSetBgColor(ImGuiTableBgTarget_RowBg1, look_colour(COLOUR_HOVER, 0.7), -1);
    igTableNextColumn();
    bool over_small = eye(context, r, first);
    igTableNextColumn();
    if (!r->header)
        over_small |= swatch(context, r);
    igTableNextColumn();
    float x = igGetCursorPosX(), y = igGetCursorPosY();
    bool selected = r->header ? r->selected == r->count : selection_has(&app->document, r->part);
    if (igSelectable_Bool("##row", selected,
                          ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowOverlap |
                              ImGuiSelectableFlags_AllowDoubleClick,
                          (ImVec2){0, 0})) {
        if (igIsMouseDoubleClicked_Nil(ImGuiMouseButton_Left) && !over_small)
            part_list_rename(parts_panel_list(ui), app, r->part, r->group);
        else
            part_row_clicked(context, r);
    }
    if (first)
        ui_note_rect(ui, "first_part");
    if (r->header)
        ui_note_rect(ui, "group");
    if (igIsItemHovered(0) && !r->header)
        ui->list_hovered = r->part;
    part_row_drag(context, r);
    part_row_menu(context, r);
    if (!over_small && !r->header)
        describe(context, r->part);
    igSetCursorPosX(x);
    igSetCursorPosY(y);
    name_cell(context, r);
    igTableNextColumn();
    if (!r->header)
        badge(context, r->part);
    igTableNextColumn();
    widget_right(
        format_count(number, sizeof number,
                     r->header ? r->triangles : app->assembly.parts[r->part].mesh->triangle_count));
    igPopID();
}

// The row that has to be made although it may be out of sight: what was selected elsewhere, has
// come to stand elsewhere, or is being renamed.
static size_t wanted_row(PartsPanel *panel, const App *app)
{
    PartList *list = &panel->list;
    int32_t selected = app->document.selected;
    int32_t wanted = list->rename_begins ? list->renamed : selected;
    const char *group = list->rename_begins ? list->renamed_group : NULL;
    size_t before = list->revealed;
    list->revealed = SIZE_MAX;
    for (size_t k = 0; k < list->count && wanted != NO_PART; ++k) {
        const PartRow *r = &list->rows[k];
        if (group ? r->group == group : !r->header && r->part == wanted) {
            list->revealed = k;
            return k == before && selected == panel->listed_selection ? list->count : k;
        }
    }
    return list->count;
}

static void table(const PanelContext *context)
{
    PartsPanel *panel = ui_own(context->ui, &panel_memory);
    ImGuiTableFlags flags =
        ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg | ImGuiTableFlags_PadOuterX;
    if (!igBeginTable("parts", 5, flags, (ImVec2){0, 0}, 0))
        return;
    float em = igGetFontSize();
    igTableSetupScrollFreeze(0, 1);
    igTableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, em * 1.3f, 0);
    igTableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, em * 0.8f, 0);
    igTableSetupColumn("Name", ImGuiTableColumnFlags_WidthStretch, 1, 0);
    igTableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, em * 0.8f, 0);
    igTableSetupColumn("Triangles", ImGuiTableColumnFlags_WidthFixed, em * 4.4f, 0);
    static const char *const notes[] = {
        "Shown or hidden", "Colour", "A click selects, a double click renames",
        "Red: it runs into another part; yellow: it only touches", "Of the part's mesh"};
    widget_headers(1 << 4, notes);
    // Thousands of parts stay fluid: only the rows in sight are made.
    ImGuiListClipper *clipper = ImGuiListClipper_ImGuiListClipper();
    ImGuiListClipper_Begin(clipper, (int)panel->list.count, -1);
    size_t wanted = wanted_row(panel, context->app);
    panel->listed_selection = context->app->document.selected;
    if (wanted < panel->list.count)
        ImGuiListClipper_IncludeItemByIndex(clipper, (int)wanted);
    while (ImGuiListClipper_Step(clipper))
        for (int k = clipper->DisplayStart; k < clipper->DisplayEnd; ++k) {
            row(context, &panel->list.rows[k], k == 0);
            if ((size_t)k == wanted)
                igScrollToItem(ImGuiScrollFlags_KeepVisibleEdgeY);
        }
    ImGuiListClipper_destroy(clipper);
    igEndTable();
}

static void draw(const PanelContext *context)
{
    const App *app = context->app;
    UiState *ui = context->ui;
    PartsPanel *panel = ui_own(ui, &panel_memory);
    if (ui->live_count == 0) {
        widget_paragraph(COLOUR_FAINT, 0,
                         app->document.part_count > 0
                             ? "All parts were deleted. Ctrl+Z brings them back."
                             : "Nothing is open. Choose File > Open, or drop a file here.");
        return;
    }
    igSetNextItemWidth(-1);
    igInputTextWithHint("##filter", "Search parts", panel->filter, sizeof panel->filter, 0, NULL,
                        NULL);
    widget_tooltip("Words of names of parts or groups, in any order");
    ui_note_rect(ui, "part_filter");
    part_list_fill(&panel->list, app, ui->live, ui->live_count, panel->filter);
    if (panel->list.renamed >= app->document.part_count)
        panel->list.renamed = NO_PART; // another assembly
    if (panel->list.count == 0) {
        widget_text(COLOUR_FAINT, "No part of that name.");
        return;
    }
    table(context);
}

const Panel panel_parts = {
    .title = "Parts",
    .note = "All parts: show, hide, select, group, rename",
    .chapter = "parts#the-parts-panel",
    .place = PLACE_TOP,
    .open = true,
    .in_front = true,
    .draw = draw,
};
