#include "app/window/panels/length_input.h"

#include "app/window/panels/widgets.h"

#include <stdio.h>

void length_input(const PanelContext *context, const char *id, const char *zero, double value,
                  const Action *action)
{
    char format[128];
    double edited = value;
    if (value > 0)
        snprintf(format, sizeof format, "%%.4g %s",
                 length_unit_info(context->app->assembly.unit)->suffix);
    else
        snprintf(format, sizeof format, "%s", zero);
    igSetNextItemWidth(-1);
    igPushID_Str(id);
    if (igInputDouble("##length", &edited, 0, 0, format,
                      ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll) ||
        igIsItemDeactivatedAfterEdit())
        if (edited < value || edited > value)
            action_submit(context->out, action, &(ActionArgs){.number = edited});
    widget_label_tooltip();
    igPopID();
    ui_note_rect(context->ui, id);
}
