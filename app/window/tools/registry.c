#include "app/io/must.h"
#include "app/window/marks.h"
#include "app/window/tools/tool_legend.h"
#include "app/window/tools/tools.h"

#include <cimgui.h>

#include <stdlib.h>

const Tool *const tools[] = {
#define X(name) &tool_##name,
    TOOL_LIST(X)
#undef X
};
const int tool_count = sizeof tools / sizeof *tools;

int tool_number(const Tool *tool)
{
    int i = tool_count;
    while (--i >= 0 && tools[i] != tool)
        ;
    return i;
}

void *tool_state(const View *view, const Tool *tool)
{
    return view->tool_states[tool_number(tool)];
}

void tools_init(View *view)
{
    view->held_tool = view->active_mode = NO_TOOL;
    view->tool_states = must(calloc((size_t)tool_count, sizeof *view->tool_states));
    view->labels = must(calloc(1, sizeof *view->labels));
    for (int i = 0; i < tool_count; ++i)
        if (tools[i]->state_size > 0)
            view->tool_states[i] = must(calloc(1, tools[i]->state_size));
}

void tools_free(View *view)
{
    for (int i = 0; i < tool_count && view->tool_states; ++i) {
        if (tools[i]->free && view->tool_states[i])
            tools[i]->free(view->tool_states[i]);
        free(view->tool_states[i]);
    }
    free(view->tool_states);
    view->tool_states = NULL;
    free(view->labels);
    view->labels = NULL;
}

bool tools_dragging(const View *view)
{
    return view->held_tool != NO_TOOL;
}

static void let_go(View *view, double x, double y, bool cancelled)
{
    int held = view->held_tool;
    view->held_tool = NO_TOOL;
    if (held != NO_TOOL && tools[held]->release)
        tools[held]->release(view, view->tool_states[held], x, y, cancelled);
}

void tools_cancel(View *view)
{
    let_go(view, 0, 0, true);
}

void tools_let_go(View *view)
{
    let_go(view, 0, 0, false);
}

static bool in_use(const View *view, int i)
{
    return (!tools[i]->mode_hint || view->active_mode == i) &&
           !(view->split && tools[i]->half > 0 && tools[i]->half != 1 + view->side);
}

// Panels, menus and keys choose the mode; here it is ended properly.
static void follow_mode(View *view)
{
    int mode = tool_number(view->ui.mode);
    if (view->active_mode == mode)
        return;
    int before = view->active_mode;
    if (view->held_tool == before)
        tools_cancel(view);
    if (before != NO_TOOL && tools[before]->mode_ended)
        tools[before]->mode_ended(view, view->tool_states[before]);
    view->active_mode = mode;
}

static void go_on(View *view, double x, double y)
{
    const Tool *tool = tools[view->held_tool];
    void *state = view->tool_states[view->held_tool];
    if (igIsKeyPressed_Bool(ImGuiKey_Escape, false)) {
        view->chord_count = 0; // the key has done its work
        let_go(view, x, y, true);
        return;
    }
    if (tool->drag && igIsMousePosValid(&igGetIO()->MousePos))
        tool->drag(view, state, x, y);
    if (!igIsMouseDown_Nil(view->held_button))
        let_go(view, x, y, false);
}

static bool offer_press(View *view, int i, double x, double y)
{
    for (int button = 0; button < 3; ++button) {
        if (!igIsMouseClicked_Bool(button, false))
            continue;
        view->held_button = button;
        if (tools[i]->press(view, view->tool_states[i], button, x, y)) {
            view->held_tool = i;
            return true;
        }
    }
    return false;
}

// The mode comes first, then the others in the order of their list.
static int tool_in_turn(const View *view, int turn)
{
    int mode = view->active_mode;
    if (mode == NO_TOOL)
        return turn;
    if (turn == 0)
        return mode;
    return turn <= mode ? turn - 1 : turn;
}

bool tools_apply(View *view, bool inside, double x, double y)
{
    follow_mode(view);
    if (view->held_tool != NO_TOOL) {
        go_on(view, x, y);
        return true;
    }
    if (view->drag.kind != DRAG_NONE)
        inside = false; // the camera or a part has the mouse
    else if (view->active_mode != NO_TOOL && igIsKeyPressed_Bool(ImGuiKey_Escape, false) &&
             !igGetIO()->WantCaptureKeyboard) {
        view->ui.mode = NULL;
        view->chord_count = 0;
        follow_mode(view);
    }
    bool taken = false;
    for (int turn = 0; turn < tool_count; ++turn) {
        int i = tool_in_turn(view, turn);
        if (!in_use(view, i) || !tools[i]->hover)
            continue;
        bool here = tools[i]->hover(view, view->tool_states[i], inside && !taken, x, y);
        if (here && inside && !taken) {
            taken = true;
            if (tools[i]->press)
                offer_press(view, i, x, y);
        }
    }
    return taken;
}

float tools_mode_hint_height(const View *view)
{
    return view->active_mode == NO_TOOL ? 0 : igGetFontSize() + 24 * view->ui_scale;
}

static void draw_mode_hint(const View *view)
{
    if (view->active_mode == NO_TOOL || view->side == SIDE_B)
        return;
    const char *text = tools[view->active_mode]->mode_hint;
    ImVec2 size;
    igCalcTextSize(&size, text, NULL, false, -1);
    float pad = 8 * view->ui_scale;
    ImVec2 at = {(float)(view->viewport.x + view->viewport.width / 2) - size.x / 2,
                 (float)view->viewport.y + view->ui.question_height + 2 * pad};
    mark_plate(at, pad, pad / 2, 0.95f, text);
}

// Labels go out of the way of the legend and of what the first start teaches.
static void keep_room(const View *view)
{
    const ViewRect *v = &view->viewport;
    const float *hints = view->ui.hints;
    LabelRect legend;
    if (in_use(view, tool_number(&tool_legend)) && tool_legend_place(view, &legend))
        label_room_keep(view->labels, legend);
    if (hints[0] > (float)v->x) // and not in the other half
        label_room_keep(view->labels, (LabelRect){(float)v->x, (float)v->y, hints[0], hints[1]});
}

void tools_draw(const View *view)
{
    const ViewRect *v = &view->viewport;
    ImDrawList *list = igGetBackgroundDrawList_Nil();
    ImDrawList_PushClipRect(list, (ImVec2){(float)v->x, (float)v->y},
                            (ImVec2){(float)(v->x + v->width), (float)(v->y + v->height)}, false);
    label_room_begin(view->labels, (LabelRect){(float)v->x, (float)v->y, (float)(v->x + v->width),
                                               (float)(v->y + v->height)});
    keep_room(view);
    ImDrawList_ChannelsSplit(list, 2); // labels, see mark_label, over all the rest
    for (int i = tool_count - 1; i >= 0; --i) {
        if (in_use(view, i) && tools[i]->settle)
            tools[i]->settle(view, view->tool_states[i]);
        if (in_use(view, i) && tools[i]->draw)
            tools[i]->draw(view, view->tool_states[i]);
    }
    ImDrawList_ChannelsMerge(list);
    draw_mode_hint(view);
    ImDrawList_PopClipRect(list);
}
