#include "app/window/panels/number_field.h"

#include <cimgui.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Typed {
    double number;
    char text[64];  // of the field that is being typed into
    unsigned field; // its id
} Typed;
static const UiPrivate typed_memory = {.size = sizeof(Typed)};

double number_field_typed(const UiState *ui)
{
    return ((const Typed *)ui_own(ui, &typed_memory))->number;
}

bool number_field_read(const char *text, double *out)
{
    char *end;
    while (*text == ' ')
        ++text;
    double value = strtod(text, &end);
    if (end == text || !isfinite(value))
        return false;
    while (*end == ' ')
        ++end;
    if (*end)
        return false;
    *out = value;
    return true;
}

bool number_field(const PanelContext *context, const char *id, int digits, double *value)
{
    UiState *ui = context->ui;
    Typed *typed = ui_own(ui, &typed_memory);
    char shown[64];
    if (isfinite(*value))
        snprintf(shown, sizeof shown, "%.*f", digits, *value);
    else
        snprintf(shown, sizeof shown, "none");
    igPushID_Str(id);
    igSetNextItemWidth(-1);
    ImGuiID field = igGetID_Str("##field");
    bool here = typed->field == field && igGetActiveID() == field;
    char *text = here ? typed->text : shown;
    bool edited = igInputText(
        "##field", text, sizeof shown,
        ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_CharsScientific, NULL, NULL);
    if (igIsItemActive() && !here) {
        typed->field = field;
        memcpy(typed->text, shown, sizeof shown);
    }
    double number;
    bool good = number_field_read(text, &number);
    if (edited && good)
        typed->number = number;
    bool done = igIsItemDeactivatedAfterEdit() && !igIsKeyPressed_Bool(ImGuiKey_Escape, false);
    ui_note_rect(ui, id);
    igPopID();
    if (done && good) // what is no number is not taken, and the old one comes back
        *value = number;
    return done && good;
}
