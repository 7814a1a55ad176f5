#include "app/window/panels/lab_widgets.h"

#include "app/window/look.h"

#include <math.h>
#include <stdio.h>

const char *lab_obstacle(const App *app, const Action *action)
{
    const char *why = NULL;
    return app_can(app, action, &why) ? NULL : why ? why : "not possible now";
}

void lab_action_button(const PanelContext *context, const char *label, const char *rect,
                       const Action *action, float width)
{
    char note[192];
    snprintf(note, sizeof note, "%s%s%s%s", action->title, action->shortcut ? " (" : "",
             action->shortcut ? action->shortcut : "", action->shortcut ? ")" : "");
    if (widget_button(context, label, rect, note, lab_obstacle(context->app, action), width))
        action_submit(context->out, action, NULL);
}

void lab_transport(const PanelContext *context, const LabTransport *transport)
{
    double first = 1, at = transport->at, last = transport->last;
    float width = widget_share(5);
    char format[48];
    snprintf(format, sizeof format, "step %%.0f of %.0f", last);
    igSetNextItemWidth(-1);
    if (igSliderScalar("##step", ImGuiDataType_Double, &at, &first, &last, format,
                       ImGuiSliderFlags_AlwaysClamp))
        action_submit_merged(context->out, transport->go,
                             &(ActionArgs){.part = NO_PART, .number = round(at)},
                             transport->merge_key);
    widget_explain(context, transport->name, transport->note);
    lab_action_button(context, transport->back.label, transport->back.name, transport->back.action,
                      width);
    igSameLine(0, -1);
    if (widget_button(context, transport->playing ? "Pause" : "Play", transport->play_name,
                      transport->play_note, NULL, width))
        submit_flag(context, transport->play, !transport->playing);
    igSameLine(0, -1);
    lab_action_button(context, transport->forward.label, transport->forward.name,
                      transport->forward.action, width);
    for (int i = 0; i < 2; ++i) {
        igSameLine(0, -1);
        lab_action_button(context, transport->runs[i].label, transport->runs[i].name,
                          transport->runs[i].action, width);
    }
}

void lab_legend(const uint32_t *colours, const char *const *words, int count)
{
    ImVec2 space, word;
    igGetContentRegionAvail(&space);
    float used = 0, swatch = 1.6f * igGetFontSize();
    for (int i = 0; i < count; ++i) {
        igCalcTextSize(&word, words[i], NULL, false, -1);
        float width = word.x + swatch + 2 * igGetStyle()->ItemSpacing.x;
        if (i > 0 && used + width <= space.x)
            igSameLine(0, -1);
        else
            used = 0;
        used += width;
        widget_swatch(colours[i]);
        igSameLine(0, -1);
        widget_text(COLOUR_FAINT, words[i]);
    }
}

int lab_whole_numbers(double value, char *text, int size, void *user)
{
    (void)user;
    const bool whole = fabs(value - round(value)) < 1e-6;
    return whole ? snprintf(text, (size_t)size, "%.0f", value) : snprintf(text, (size_t)size, " ");
}
