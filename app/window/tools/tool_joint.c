// Chosen as the mode of the view: a click on a hole, a pin or a face of the part that is to move, then
// one of what it hangs on, makes a joint of the two.
#include "app/stages/explode.h"
#include "app/window/marks.h"
#include "app/window/tools/tools.h"
#include "core/feature/feature.h"

#include <math.h>

// Looked at as soon as the mouse is over it: of more triangles, edges and faces say where the axis is.
enum { MOST_TRIANGLES = 60000 };

typedef struct JointTool {
    PickedAxis under; // the cursor
    bool any;
    Mesh *mesh; // retained; NULL: none was looked at
    uint32_t mesh_version;
    Features features;
} JointTool;

static void forget(JointTool *tool)
{
    features_free(&tool->features);
    mesh_release(tool->mesh);
    tool->mesh = NULL;
}

static const Features *features_of(JointTool *tool, Mesh *mesh)
{
    if (mesh->triangle_count > MOST_TRIANGLES)
        return NULL;
    if (tool->mesh == mesh && tool->mesh_version == mesh->version)
        return &tool->features;
    forget(tool);
    Error ignored;
    if (!features_find(mesh, NULL, &tool->features, &ignored))
        return NULL;
    tool->mesh = mesh_retain(mesh);
    tool->mesh_version = mesh->version;
    return &tool->features;
}

// A cylinder has an axis; a part slides along the longest edge of a face.
static bool take_feature(const Features *features, int32_t triangle, PickedAxis *out)
{
    int32_t index = features ? features_at(features, triangle) : -1;
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
    const App *app = view->app;
    Pick pick = view_pick(view, x, y);
    if (pick.part == NO_PART || pick.on_cap)
        return false;
    tool->under = (PickedAxis){.part = pick.part};
    Mesh *mesh = app->assembly.parts[pick.part].mesh;
    if (app_part_mesh(app, pick.part) == mesh && pick.triangle < mesh->triangle_count &&
        take_feature(features_of(tool, mesh), pick.triangle, &tool->under))
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
    for (int k = 0; k < pick->picked; ++k)
        if (pick->of[k].part >= view->app->document.part_count)
            *pick = (JointPick){0};
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
    const JointPick *pick = &view->ui.joint_pick;
    const Theme *theme = &themes[look_theme(view->app->document.view.look)];
    static const char *const labels[2] = {"moves", "it hangs on this"};
    for (int k = 0; k < pick->picked; ++k)
        draw_picked(view, &pick->of[k], (MarkStyle){theme->accent, 1, 2}, labels[k]);
    if (tool->any)
        draw_picked(view, &tool->under, (MarkStyle){theme->accent, 0.6f, 2}, NULL);
}

static void mode_ended(View *view, void *state)
{
    JointTool *tool = state;
    forget(tool);
    tool->any = false;
    if (view->ui.joint_pick.picked < 2) // otherwise the panel still asks
        view->ui.joint_pick = (JointPick){0};
}

static void free_tool(void *state)
{
    forget(state);
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
    .free = free_tool,
};
