#include "app/window/panels/strip.h"

#include "app/window/look.h"
#include "app/window/panels/widgets.h"

#include <stdio.h>

static const float STRIP_EMS = 23, MOST_SHARE = 0.45f; // of the width that there is

void strip_gap(float ems)
{
    igDummy((ImVec2){0, igGetFontSize() * ems});
}

bool strip_title(const PanelContext *context, const char *text, const char *rect, const char *note)
{
    ImVec2 space;
    igGetContentRegionAvail(&space);
    float cross = igGetFontSize() * 1.4f;
    igPushFont(look_font(FONT_TITLE));
    widget_paragraph(COLOUR_TEXT, space.x - cross, text);
    igPopFont();
    igSameLine(igGetStyle()->WindowPadding.x + space.x - igGetFontSize(), 0);
    bool closed = widget_close(rect);
    widget_explain(context, rect, note);
    return closed;
}

void strip_progress(int count, uint32_t (*colour)(const void *user, int step), const void *user)
{
    ImVec2 at, space;
    igGetCursorScreenPos(&at);
    igGetContentRegionAvail(&space);
    float high = igGetFontSize() * 0.25f, em = igGetFontSize() * 0.2f;
    float each = (space.x + em) / (float)count;
    for (int i = 0; i < count; ++i) {
        ImVec2 low = {at.x + each * (float)i, at.y}, end = {low.x + each - em, at.y + high};
        ImDrawList_AddRectFilled(igGetWindowDrawList(), low, end, look_colour(colour(user, i), 1),
                                 high / 2, 0);
    }
    igDummy((ImVec2){0, high});
}

bool strip_button(const PanelContext *context, const Action *action, const char *label,
                  const char *rect, float width)
{
    const char *why = NULL;
    bool can = app_can(context->app, action, &why);
    char note[200];
    if (action->shortcut)
        snprintf(note, sizeof note, "%s (%s)", can ? action->title : why, action->shortcut);
    else
        snprintf(note, sizeof note, "%s", can ? widget_action_note(action) : why);
    bool pressed = widget_button(context, label, rect, can ? note : NULL, can ? NULL : why, width);
    if (pressed)
        action_submit(context->out, action, NULL);
    return pressed;
}

void strip_more_below(void)
{
    if (!(igGetScrollMaxY() - igGetScrollY() > igGetFontSize() * 0.5f))
        return;
    static const char words[] = "More below";
    ImVec2 low, high, size;
    igGetWindowPos(&low);
    igGetWindowSize(&size);
    high = (ImVec2){low.x + size.x, low.y + size.y};
    igCalcTextSize(&size, words, NULL, false, -1);
    float em = igGetFontSize(), pad = em * 0.35f, arrow = em * 0.3f;
    float wide = size.x + 2 * pad + 3.4f * arrow, right = high.x - em * 1.2f;
    ImVec2 from = {right - wide, high.y - size.y - 2 * pad}, to = {right, high.y};
    ImDrawList *list = igGetWindowDrawList();
    if (from.x < low.x || from.y < low.y)
        return;
    ImDrawList_AddRectFilled(list, from, to, look_colour(COLOUR_HOVER, 1), em * 0.3f, 0);
    ImDrawList_AddText_Vec2(list, (ImVec2){from.x + pad, from.y + pad}, look_colour(COLOUR_TEXT, 1),
                            words, NULL);
    ImVec2 tip = {to.x - pad - arrow, to.y - pad - size.y * 0.3f};
    ImDrawList_AddTriangleFilled(list, (ImVec2){tip.x - arrow, tip.y - 1.3f * arrow},
                                 (ImVec2){tip.x + arrow, tip.y - 1.3f * arrow}, tip,
                                 look_colour(COLOUR_TEXT, 1));
}

float strip_draw(const PanelContext *context, const StripPlace *place, const Panel *known,
                 void (*draw)(const PanelContext *context))
{
    float wide = igGetFontSize() * STRIP_EMS, least = igGetFontSize() * 8;
    wide = wide < place->width * MOST_SHARE ? wide : place->width * MOST_SHARE;
    if (!(wide > least) || !(place->height > least))
        return 0;
    igSetNextWindowPos((ImVec2){place->x, place->y}, ImGuiCond_Always, (ImVec2){0, 0});
    igSetNextWindowSize((ImVec2){wide, place->height}, ImGuiCond_Always);
    if (igBegin("##strip", NULL,
                ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                    ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoSavedSettings |
                    ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus))
        draw(context);
    if (igIsWindowHovered(ImGuiHoveredFlags_RootAndChildWindows |
                          ImGuiHoveredFlags_AllowWhenBlockedByActiveItem))
        context->ui->panel_hovered = known;
    igEnd();
    return wide;
}
