#include "app/window/panels/lab_widgets.h"

#include "app/window/look.h"

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
