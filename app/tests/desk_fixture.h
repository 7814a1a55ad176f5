// A view of the small assembly without a window: tools and panels draw into lists, and their shapes are
// looked at there.
#ifndef SNUG_APP_TESTS_DESK_FIXTURE_H
#define SNUG_APP_TESTS_DESK_FIXTURE_H

#include "app/document/field_actions.h"
#include "app/tests/app_fixture.h"
#include "app/window/look.h"
#include "app/window/tools/tools.h"
#include "core/tree/bv/variants.h"

#include <cimgui.h>

#include <math.h>

enum { DESK_WIDTH = 900, DESK_HEIGHT = 700 };

typedef struct Desk {
    App app;
    View view;
    PanelContext context;
} Desk;

static inline Desk *open_desk(Assembly *assembly)
{
    Desk *desk = calloc(1, sizeof *desk);
    assert_non_null(desk);
    if (assembly)
        fixture_open_this(&desk->app, assembly);
    else
        fixture_open(&desk->app);
    desk->view =
        (View){.app = &desk->app, .viewport = {0, 0, DESK_WIDTH, DESK_HEIGHT}, .ui_scale = 1};
    tools_init(&desk->view);
    desk->context =
        (PanelContext){.app = &desk->app, .out = &desk->app.queue, .ui = &desk->view.ui};
    ui_state_init(&desk->view.ui);
    igCreateContext(NULL);
    igGetIO()->IniFilename = NULL;
    unsigned char *pixels;
    int width, height;
    ImFontAtlas_GetTexDataAsRGBA32(igGetIO()->Fonts, &pixels, &width, &height, NULL);
    look_apply(1, LOOK_LIGHT);
    igGetStyle()->AntiAliasedFill = igGetStyle()->AntiAliasedLines = false; // shapes as they are
    return desk;
}

static inline void close_desk(Desk *desk)
{
    ui_state_free(&desk->view.ui);
    tools_free(&desk->view);
    igDestroyContext(NULL);
    app_free(&desk->app);
    free(desk);
}

static inline void open_panel(Desk *desk, const char *title)
{
    desk->view.ui.open[panel_find(title)] = true;
    desk->app.panels = (PanelsShown){.open = {title}, .open_count = 1};
}

static inline void do_action(Desk *desk, const Action *action, ActionArgs args)
{
    if (!app_do(&desk->app, action, &args, 0))
        fail_msg("%s: %s", action->name, last_notice(&desk->app));
    stages_wait(&desk->app);
}

static inline void choose_volume(Desk *desk, const BvType *type)
{
    do_action(desk, &action_build_volume, (ActionArgs){.index = bv_index(type)});
}

static inline void look_at(Desk *desk, Vec3d target, double distance)
{
    desk->app.document.view.camera = (Camera){
        .target = target, .yaw = 0.6, .pitch = 0.4, .distance = distance, .fov_y = CAMERA_FOV};
}

static inline void new_frame(void)
{
    igGetIO()->DisplaySize = (ImVec2){DESK_WIDTH, DESK_HEIGHT};
    igGetIO()->DeltaTime = 0.02f;
    igNewFrame();
}

// What a tool draws, to be looked at until the frame is ended.
static inline const ImDrawList *drawn_by(Desk *desk, const Tool *tool)
{
    new_frame();
    ImDrawList *list = igGetBackgroundDrawList_Nil();
    label_room_begin(desk->view.labels, (LabelRect){0, 0, DESK_WIDTH, DESK_HEIGHT});
    ImDrawList_ChannelsSplit(list, 2);
    tool->draw(&desk->view, tool_state(&desk->view, tool));
    ImDrawList_ChannelsMerge(list);
    return list;
}

// Shapes of one colour: how many, their area, and whether any covers a place.
typedef struct Shapes {
    int count;
    double area;
    bool covers;
} Shapes;

static inline double twice_area(ImVec2 a, ImVec2 b, ImVec2 c)
{
    return (double)(b.x - a.x) * (double)(c.y - a.y) - (double)(b.y - a.y) * (double)(c.x - a.x);
}

static inline Shapes shapes_at(const ImDrawList *list, uint32_t rgb, double opacity, double x,
                               double y)
{
    Shapes found = {0};
    ImDrawIdx first = 0;
    ImVec2 at = {(float)x, (float)y};
    for (int i = 0; i + 2 < list->IdxBuffer.Size; i += 3) {
        const ImDrawIdx *corner = &list->IdxBuffer.Data[i];
        const ImDrawVert *v[3];
        bool same = true;
        for (int k = 0; k < 3; ++k) {
            v[k] = &list->VtxBuffer.Data[corner[k]];
            same &= v[k]->col == look_colour(rgb, opacity);
        }
        if (!same)
            continue;
        found.count += found.count == 0 || corner[0] != first; // a fan about its first corner
        first = corner[0];
        double sides[3], area = twice_area(v[0]->pos, v[1]->pos, v[2]->pos);
        for (int k = 0; k < 3; ++k)
            sides[k] = twice_area(v[k]->pos, v[(k + 1) % 3]->pos, at);
        found.area += fabs(area) / 2;
        found.covers |= (sides[0] >= 0 && sides[1] >= 0 && sides[2] >= 0) ||
                        (sides[0] <= 0 && sides[1] <= 0 && sides[2] <= 0);
    }
    return found;
}

static inline Shapes shapes(const ImDrawList *list, uint32_t rgb, double opacity)
{
    return shapes_at(list, rgb, opacity, -1e6, -1e6);
}

#endif
