// The control that a lesson tells to use, in an outline that pulses for a moment. Controls are found by the
// names of their rectangles, which are those of the actions with _ for the dot.
#include "app/window/lesson_run.h"
#include "app/window/look.h"
#include "core/base/clock.h"

#include <cimgui.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double PULSE_SECONDS = 2.4, PULSE_PERIOD = 0.8;

void light_set(UiState *ui, const char *control)
{
    UiLight *light = &ui->light;
    *light = (UiLight){.scroll = control[0] != '\0', .since = clock_seconds()};
    snprintf(light->name, sizeof light->name, "%s", control);
    for (char *c = light->name; *c; ++c)
        *c = *c == '.' ? '_' : *c;
}

// The last widget has this name: called for all of them, see ui_note_rect.
void light_note(UiState *ui, const char *name, float x, float y, float width, float height)
{
    UiLight *light = &ui->light;
    if (!light->name[0] || strcmp(light->name, name) != 0)
        return;
    const ImGuiWindow *window = igGetCurrentWindowRead();
    light->frame = igGetFrameCount();
    light->x = x;
    light->y = y;
    light->width = width;
    light->height = height;
    const ImRect *clip = &window->InnerClipRect;
    bool inside = y >= clip->Min.y && y + height <= clip->Max.y;
    light->visible = window->Active && !window->Hidden && !window->SkipItems && inside;
    if (light->scroll && !inside)
        igSetScrollHereY(0.5f);
    else if (light->visible)
        light->scroll = false; // from now on the student scrolls
}

bool light_moves(const UiState *ui)
{
    return ui->light.name[0] && clock_seconds() - ui->light.since < PULSE_SECONDS;
}

void light_draw(UiState *ui)
{
    const UiLight *light = &ui->light;
    if (!light->name[0] || light->frame != igGetFrameCount() || !light->visible)
        return;
    double age = clock_seconds() - light->since;
    double swing = age < PULSE_SECONDS ? 0.5 + 0.5 * cos(6.283185307 * age / PULSE_PERIOD) : 1;
    float gap = igGetFontSize() * 0.15f, line = fmaxf(igGetFontSize() * 0.14f, 2);
    ImVec2 low = {light->x - gap, light->y - gap},
           high = {light->x + light->width + gap, light->y + light->height + gap};
    ImDrawList *list = igGetForegroundDrawList_Nil();
    ImDrawList_AddRectFilled(list, low, high, look_colour(COLOUR_WARN, 0.10 + 0.10 * swing), gap,
                             0);
    ImDrawList_AddRect(list, low, high, look_colour(COLOUR_WARN, 0.45 + 0.55 * swing), gap * 2, 0,
                       line);
}
