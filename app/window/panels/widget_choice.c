// Lists of which one entry is chosen.
#include "app/document/fields.h"
#include "app/window/panels/widgets.h"

#include <stdio.h>

// Names of an open list's rectangles.
static const char *const choice_rects[] = {
    "choice_0",  "choice_1",  "choice_2",  "choice_3",  "choice_4",  "choice_5",
    "choice_6",  "choice_7",  "choice_8",  "choice_9",  "choice_10", "choice_11",
    "choice_12", "choice_13", "choice_14", "choice_15", "choice_16", "choice_17"};

int widget_choice(const PanelContext *context, const char *id, const char *label, const char *note,
                  const Choice *choices, int count, int current)
{
    widget_label(label, note);
    return widget_combo(context, id, NULL, choices, count, current, -1);
}

int widget_combo(const PanelContext *context, const char *id, const char *note,
                 const Choice *choices, int count, int current, float width)
{
    int chosen = -1;
    bool known = current >= 0 && current < count;
    char both[320];
    igPushID_Str(id);
    igSetNextItemWidth(width);
    bool open =
        igBeginCombo("##choice", known ? choices[current].name : "", ImGuiComboFlags_HeightLargest);
    if (!open) // otherwise the last item is another one
        ui_note_rect(context->ui, id);
    if (!open && known && note) {
        snprintf(both, sizeof both, "%s: %s", note, choices[current].note);
        widget_tooltip(both);
    } else if (!open && known) {
        widget_tooltip(choices[current].note);
    }
    if (open) {
        if (igIsKeyPressed_Bool(ImGuiKey_Escape, false))
            igCloseCurrentPopup();
        for (int i = 0; i < count; ++i) {
            igPushID_Int(i);
            igBeginDisabled(choices[i].why_not != NULL);
            if (igSelectable_Bool(choices[i].name, i == current, 0, (ImVec2){0, 0}) && i != current)
                chosen = i;
            igEndDisabled();
            if (i < (int)(sizeof choice_rects / sizeof *choice_rects))
                ui_note_rect(context->ui, choice_rects[i]);
            widget_tooltip(choices[i].why_not ? choices[i].why_not : choices[i].note);
            if (i == current)
                igSetItemDefaultFocus();
            igPopID();
        }
        igEndCombo();
    }
    igPopID();
    return chosen;
}

void widget_field_choice(const PanelContext *context, const char *id, const char *label,
                         const char *note, const Choice *choices, int count, const Action *action)
{
    int now = (int)field_value(action->field, &context->app->document);
    int chosen = widget_choice(context, id, label, note, choices, count, now);
    ActionArgs args = {.part = NO_PART};
    field_to_arguments(action->field, chosen, &args);
    if (chosen >= 0)
        action_submit(context->out, action, &args);
}
