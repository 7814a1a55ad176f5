#include "app/window/panels/verdict_line.h"

#include "app/window/look.h"
#include "app/window/panels/widgets.h"

static uint32_t tone_colour(enum VerdictTone tone)
{
    switch (tone) {
    case VERDICT_GOOD:
        return COLOUR_GOOD;
    case VERDICT_OPEN:
        return COLOUR_WARN;
    case VERDICT_BAD:
        return COLOUR_ALERT;
    default:
        return COLOUR_FAINT;
    }
}

void verdict_line(const PanelContext *context, float right, FitVerdict *said)
{
    fit_verdict_now(context->app, said);
    uint32_t colour = tone_colour(said->tone);
    if (right < 0) {
        widget_verdict(colour, said->text);
        return;
    }
    widget_dot(colour, NULL);
    igSameLine(0, 4);
    ImVec2 room;
    igGetContentRegionAvail(&room);
    widget_paragraph(colour, room.x - right, said->text); // numbers stay with what they count
}
