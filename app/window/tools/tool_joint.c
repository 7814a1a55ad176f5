// Chosen as the mode of the view: a click on a hole, a pin or a face of the part that is to move, then
// one of what it hangs on, makes a joint of the two.
#include "app/stages/explode.h"
#include "app/window/marks.h"
#include "app/window/tools/tools.h"

#include <math.h>

typedef struct JointTool {
    PickedAxis under; // the cursor
    bool any;
} JointTool;

// A cylinder has an axis; a part slides along the longest edge of a face.
static bool take_feature(const Features *features, int32_t triangle, PickedAxis *out)
{
    int32_t index =
        triangle >= 0 && triangle < features->triangle_count ? features_at(features, triangle) : -1;
    if (index < 0)
        return false;
    const Feature *feature = &features->items[index];
    out->point = feature->origin;
    out->round = feature->kind != FEATURE_PLANE;
    out->axis = out->round ? feature->axis : feature->side;
    return true;
}

static bool find(View *view, JointTool *tool, double x, double y)
{
    App *app = view->app;
    Pick pick = view_pick(view, x, y);
    if (pick.part == NO_PART || pick.on_cap)
        return false;
    features_ask(&app->features, pick.part); // found on a worker if they are not known yet
    const MeshFeatures *features = app_features(app, pick.part);
    tool->under = (PickedAxis){.part = pick.part};
    if (!features)
        return false;
    if (!features->refused && take_feature(&features->found, pick.triangle, &tool->under))
        return true;
    Anchor aim = view_aim(view, x, y);
    Affine back;
    if (aim.kind == ANCHOR_NONE || !affine_invert(&app->document.parts[aim.part].placement, &back))
        return false;
    tool->under = (PickedAxis){
        .part = aim.part,
        .point = aim.point,
        .axis = vec3d_normalised(affine_apply_vector(&back, anchor_direction(app, &aim)))};
    return true;
}

static bool hover(View *view, void *state, bool inside, double x, double y)
{
    JointTool *tool = state;
    JointPick *pick = &view->ui.joint_pick;
    bool before = tool->any;
    tool->any = inside && pick->picked < 2 && find(view, tool, x, y);
    mark_hover_changed(view, before != tool->any);
    // Beside all parts is the ground, once it is asked for; before that the camera has the mouse.
    return tool->any || (inside && pick->picked == 1);
}

static bool press(View *view, void *state, int button, double x, double y)
{
    (void)x;
    (void)y;
    const JointTool *tool = state;
    JointPick *pick = &view->ui.joint_pick;
    if (button != ImGuiMouseButton_Left || (!tool->any && pick->picked != 1))
        return false;
    PickedAxis ground = {.part = NO_PART};
    if (joint_pick_next(view->app, pick, tool->any ? &tool->under : &ground))
        view->ui.mode = NULL;
    else if (pick->picked == 2) // the panel asks whether to align
        panel_show(&view->ui, panels[panel_find("Joints")]);
    return true;
}

static void draw_picked(const View *view, const PickedAxis *axis, MarkStyle style,
                        const char *label)
{
    Vec3d point, direction;
    picked_axis_at(view->app, axis, &point, &direction);
    point = vec3d_add(point, app_shown_shift(view->app, axis->part));
    mark_axis(view, point, direction, style);
    mark_dot(view, point, (MarkStyle){style.colour, style.opacity, 4});
    if (label)
        mark_label(view, point, 0, -30, label);
}

static void draw(const View *view, const void *state)
{
    const JointTool *tool = state;
    JointPick pick = view->ui.joint_pick;
    joint_pick_follow(view->app, &pick); // something else may have been opened since
    const Theme *theme = &themes[look_theme(view->app->document.view.look)];
    static const char *const labels[2] = {"moves", "it hangs on this"};
    for (int k = 0; k < pick.picked; ++k)
        draw_picked(view, &pick.of[k], (MarkStyle){theme->accent, 1, 2}, labels[k]);
    if (tool->any && tool->under.part < view->app->document.part_count)
        draw_picked(view, &tool->under, (MarkStyle){theme->accent, 0.6f, 2}, NULL);
}

static void mode_ended(View *view, void *state)
{
    features_ask(&view->app->features, NO_PART);
    *(JointTool *)state = (JointTool){0};
    view->ui.joint_pick = (JointPick){0};
}

const Tool tool_joint = {
    .name = "joint",
    .title = "Make a joint",
    .shortcut = "J",
    .mode_hint = "Click a hole, a pin or a face of the part that moves, then one of what it hangs "
                 "on, or the ground beside all parts. Esc ends.",
    .state_size = sizeof(JointTool),
    .hover = hover,
    .press = press,
    .draw = draw,
    .mode_ended = mode_ended,
};
