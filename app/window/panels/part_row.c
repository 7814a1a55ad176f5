#include "app/window/panels/part_row.h"

#include "app/actions/list_parts.h"
#include "app/document/selection.h"
#include "app/io/group_path.h"
#include "app/window/panels/part_menu.h"
#include "app/window/panels/parts_panel.h"
#include "app/window/panels/widgets.h"

#include <stdio.h>
#include <string.h>

static const char PAYLOAD[] = "snug part";

static void select_row(const PanelContext *context, const PartRow *row, bool add)
{
    if (row->header)
        action_submit(context->out, &action_group_select,
                      &(ActionArgs){.part = row->part, .level = row->depth + 1, .flag = add});
    else if (add)
        action_submit(context->out, &action_part_select_range,
                      &(ActionArgs){.part = row->part, .other = row->part});
    else
        submit_part(context, &action_part_select, row->part);
}

// Shift: all rows from the primary part's to this one; Ctrl: along with others.
void part_row_clicked(const PanelContext *context, const PartRow *row)
{
    const PartList *list = parts_panel_list(context->ui);
    const ImGuiIO *io = igGetIO();
    int32_t from = context->app->document.selected;
    size_t start = 0, end = (size_t)(row - list->rows);
    while (start < list->count && (list->rows[start].header || list->rows[start].part != from))
        ++start;
    if (!io->KeyShift || from == NO_PART || start == list->count) {
        if (io->KeyCtrl && !row->header)
            submit_part(context, &action_part_select_toggle, row->part);
        else
            select_row(context, row, io->KeyCtrl);
        return;
    }
    if (!io->KeyCtrl)
        action_submit(context->out, &action_parts_select_none, NULL);
    for (size_t k = start < end ? start : end; k <= (start < end ? end : start); ++k)
        if (!list->rows[k].header || k == end)
            select_row(context, &list->rows[k], true);
    select_row(context, &list->rows[start], true); // the range still hangs on it
}

static void finish_rename(const PanelContext *context, bool keep)
{
    PartList *list = parts_panel_list(context->ui);
    if (keep) {
        const char *group = list->renamed_group;
        ActionArgs args = {.part = list->renamed, .index = group ? group_path_depth(group) : 0};
        snprintf(args.text, sizeof args.text, "%s", list->rename_text);
        action_submit(context->out, group ? &action_group_rename : &action_part_rename, &args);
    }
    list->renamed = NO_PART;
}

// In the place of the name. Enter and a click elsewhere keep what was typed, Escape does not.
void part_row_rename_field(const PanelContext *context)
{
    PartList *list = parts_panel_list(context->ui);
    bool begins = list->rename_begins;
    if (begins)
        igSetKeyboardFocusHere(0);
    list->rename_begins = false;
    igSetNextItemWidth(-1);
    igPushStyleVar_Vec2(ImGuiStyleVar_FramePadding, (ImVec2){2, 0});
    bool enter = igInputText(
        "##rename", list->rename_text, sizeof list->rename_text,
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll, NULL, NULL);
    igPopStyleVar(1);
    ui_note_rect(context->ui, "rename");
    if (enter || igIsItemDeactivatedAfterEdit())
        finish_rename(context, !igIsKeyPressed_Bool(ImGuiKey_Escape, false));
    else if (igIsItemDeactivated())
        finish_rename(context, false);
}

bool part_row_is_renamed(const PanelContext *context, const PartRow *row)
{
    const PartList *list = parts_panel_list(context->ui);
    if (list->renamed == NO_PART || row->header != (list->renamed_group != NULL))
        return false;
    return row->header ? row->group == list->renamed_group : row->part == list->renamed;
}

typedef struct Dragged {
    int32_t part, level; // level 0: the part itself
} Dragged;

// Rows are dragged into groups, or out of them onto a part in none; groups as well.
void part_row_drag(const PanelContext *context, const PartRow *row)
{
    const App *app = context->app;
    if (igBeginDragDropSource(0)) {
        Dragged dragged = {row->part, row->header ? row->depth + 1 : 0};
        igSetDragDropPayload(PAYLOAD, &dragged, sizeof dragged, 0);
        igTextUnformatted(
            row->header ? group_path_name(row->group) : app->assembly.parts[row->part].name, NULL);
        igEndDragDropSource();
    }
    if (!igBeginDragDropTarget())
        return;
    const ImGuiPayload *payload = igAcceptDragDropPayload(PAYLOAD, 0);
    const char *group = row->header ? row->group : app->document.parts[row->part].group;
    Dragged dragged;
    if (payload && payload->DataSize == (int)sizeof dragged) {
        memcpy(&dragged, payload->Data, sizeof dragged);
        ActionArgs args = {.part = dragged.part, .index = dragged.level};
        snprintf(args.text, sizeof args.text, "%s", group ? group : "");
        action_submit(context->out,
                      dragged.level > 0 ? &action_group_move
                      : group           ? &action_part_group
                                        : &action_part_ungroup,
                      &args);
    }
    igEndDragDropTarget();
}

void part_row_menu(const PanelContext *context, const PartRow *row)
{
    bool selected = row->header ? row->selected == row->count
                                : selection_has(&context->app->document, row->part);
    if (igIsItemClicked(ImGuiMouseButton_Right) && !selected)
        select_row(context, row, false); // what the menu is about is seen
    if (!igBeginPopupContextItem("menu", ImGuiPopupFlags_MouseButtonRight))
        return;
    if (row->header) {
        PartList *list = parts_panel_list(context->ui);
        if (igMenuItem_Bool("Rename group", NULL, false, true))
            part_list_rename(list, context->app, row->part, row->group);
        widget_tooltip("Changes its name in the list; that of a group beside it joins the two");
        if (igMenuItem_Bool("Fold all groups", NULL, false, true))
            part_list_fold_all(list, true);
        widget_tooltip("Only the outermost groups stay in the list");
        if (igMenuItem_Bool("Unfold all groups", NULL, false, list->folded_count > 0))
            part_list_fold_all(list, false);
        widget_tooltip("Every part is in the list again");
        igSeparator();
    }
    part_menu_items(context, row->part);
    igEndPopup();
}
