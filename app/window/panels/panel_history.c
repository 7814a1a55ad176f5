// What was done, step by step: a click goes back to just after a step, or forward again.
#include "app/actions/list_session.h"
#include "app/window/look.h"
#include "app/window/panels/widgets.h"

#include <stdio.h>

// Step 0 is the start. Titles hold names from files, so they are drawn beside the label.
static void row(const PanelContext *context, int step)
{
    const History *history = context->app->history;
    int done = history_done(history);
    char number[16];
    igTableNextRow(0, 0);
    igPushID_Int(step);
    igTableNextColumn();
    float x = igGetCursorPosX();
    if (igSelectable_Bool("##step", step == done, ImGuiSelectableFlags_SpanAllColumns,
                          (ImVec2){0, 0}) &&
        step != done)
        submit_index(context, &action_edit_jump, step);
    widget_tooltip(step == done  ? "This is how it is now"
                   : step < done ? "Undo everything that was done after this"
                                 : "Redo everything up to this");
    if (step == 0)
        ui_note_rect(context->ui, "history_start");
    if (step == 1)
        ui_note_rect(context->ui, "history_first");
    if (step == done)
        ui_note_rect(context->ui, "history_now");
    if (step == history_count(history))
        ui_note_rect(context->ui, "history_end");
    igSameLine(0, 0);
    igSetCursorPosX(x);
    snprintf(number, sizeof number, "%d", step);
    widget_text(COLOUR_FAINT, step == 0 ? "" : number);
    igTableNextColumn();
    widget_ellipsis(step > done ? COLOUR_FAINT : COLOUR_TEXT, 0,
                    step == 0 ? "Start" : history_title(history, step - 1));
    igPopID();
}

static const UiPrivate listed_memory = {.size = sizeof(int)}; // the step when it was last drawn

static void draw(const PanelContext *context)
{
    const History *history = context->app->history;
    int *listed = ui_own(context->ui, &listed_memory);
    if (!igBeginTable("steps", 2,
                      ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg | ImGuiTableFlags_PadOuterX,
                      (ImVec2){0, 0}, 0))
        return;
    igTableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, igGetFontSize() * 1.8f, 0);
    igTableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 1, 0);
    // There are at most some hundred steps: all rows are made.
    for (int step = 0; step <= history_count(history); ++step) {
        row(context, step);
        if (step == history_done(history) && step != *listed)
            igScrollToItem(ImGuiScrollFlags_KeepVisibleEdgeY);
    }
    *listed = history_done(history);
    igEndTable();
}

const Panel panel_history = {
    .title = "History",
    .note = "Every step, to go back to or forward again",
    .chapter = "panels#history",
    .shortcut = "Ctrl+H",
    .place = PLACE_TOP,
    .draw = draw,
};
