#include "app/window/panels/number_field.h"

#include <cimgui.h>

#include <math.h>
#include <stdio.h>

static const UiPrivate typed_memory = {.size = sizeof(double)};

double number_field_typed(const UiState *ui)
{
    return *(const double *)ui_own(ui, &typed_memory);
}

bool number_field(const PanelContext *context, const char *id, int digits, double *value)
{
    UiState *ui = context->ui;
    double *number = ui_own(ui, &typed_memory);
    char format[16];
    snprintf(format, sizeof format, "%%.%df", digits);
    igPushID_Str(id);
    igSetNextItemWidth(-1);
    double typed = *value;
    if (igInputDouble("##field", &typed, 0, 0, isfinite(typed) ? format : "none",
                      ImGuiInputTextFlags_AutoSelectAll))
        *number = typed;
    bool done = igIsItemDeactivatedAfterEdit() && !igIsKeyPressed_Bool(ImGuiKey_Escape, false);
    ui_note_rect(ui, id);
    igPopID();
    if (done)
        *value = *number;
    return done && isfinite(*value);
}
