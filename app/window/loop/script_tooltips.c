// The walk over all panels that finds controls without an explanation: the pointer goes over them
// in steps, and whatever takes it without having asked for a tooltip is told.
#include "app/window/loop/script_player.h"

#include <cimgui.h>

#include <stdio.h>

enum { COLUMNS = 2 };
static const float COLUMN_AT[COLUMNS] = {0.06f, 0.75f}; // of a panel's width
static const float STEP = 12;                           // down, in pixels of a 96 dpi screen

// Tabs, scroll bars and the borders between panels explain themselves.
static bool inside(const ImGuiWindow *window, float x, float y)
{
    const ImRect *r = &window->InnerRect;
    return x >= r->Min.x && x < r->Max.x && y >= r->Min.y && y < r->Max.y;
}

static void tell(TooltipWalk *walk, const char *panel, double x, double y)
{
    ImGuiID id = igGetCurrentContext()->HoveredId;
    for (int i = 0; i < walk->missing && i < WALK_MAX_MISSING; ++i)
        if (walk->ids[i] == id)
            return;
    if (walk->missing < WALK_MAX_MISSING)
        walk->ids[walk->missing] = id;
    ++walk->missing;
    fprintf(stderr, "snug view: no tooltip at %.0f,%.0f of \"%s\"\n", x, y, panel);
}

bool tooltips_step(ScriptPlayer *player, View *view)
{
    TooltipWalk *walk = &player->walk;
    const ImGuiContext *context = igGetCurrentContext();
    if (walk->panel >= panel_count)
        return true;
    const Panel *panel = panels[walk->panel];
    if (panel->place == PLACE_FLOATING) { // text and tables
        ++walk->panel;
        return false;
    }
    ImGuiWindow *window = igFindWindowByName(panel->title);
    if (walk->place < 0) { // to the front first, and let it be laid out
        if (walk->place == -WALK_SETTLE)
            view->ui.open[walk->panel] = view->ui.focus[walk->panel] = true;
        ++walk->place;
        return false;
    }
    if (walk->place > 0 && player->holds_pointer && context->HoveredId != 0 &&
        context->HoverItemDelayId == 0 && window && context->HoveredWindow == window &&
        inside(window, (float)player->pointer_x, (float)player->pointer_y))
        tell(walk, panel->title, player->pointer_x, player->pointer_y);
    int rows =
        window
            ? (int)((window->InnerRect.Max.y - window->InnerRect.Min.y) / (STEP * view->ui_scale))
            : 0;
    if (walk->place >= COLUMNS * rows) {
        ++walk->panel;
        walk->place = -WALK_SETTLE;
        return false;
    }
    float width = window->InnerRect.Max.x - window->InnerRect.Min.x;
    player->holds_pointer = true;
    player->pointer_x = (double)(window->InnerRect.Min.x + width * COLUMN_AT[walk->place / rows]);
    player->pointer_y = (double)(window->InnerRect.Min.y +
                                 (0.5f + (float)(walk->place % rows)) * STEP * view->ui_scale);
    ++walk->place;
    return false;
}
