// Chosen as the mode of the view: handles at the variant that is looked at, in use or not, instead of those of
// its part. They shift, turn and scale the variant in the part's frame.
#include "app/actions/list_variants.h"
#include "app/stages/explode.h"
#include "app/stages/move.h"
#include "app/window/marks.h"
#include "app/window/tools/gizmo_draw.h"
#include "app/window/tools/tools.h"
#include "app/window/variant_drag.h"
#include "app/window/variant_marks.h"

#include <cimgui.h>

#include <math.h>
#include <stdio.h>

static const double CLICK_SLACK = 2; // pixels: less is a click, which does nothing
static const double SCALE_STEP = 0.1;
static const uint64_t FIRST_KEY = (uint64_t)1 << 32; // as of the part's handles, by the same count

typedef struct HandlesTool {
    GizmoHandle hot; // under the cursor, or in the hand
    bool held, moving;
    int32_t part;
    int number;
    VariantDrag variant; // as it was at the press
    GizmoDrag drag;
    GizmoMotion motion; // of the last movement
    GizmoSnap snap;
    uint64_t merge_key;
    uint32_t assembly_version; // that it was pressed in
} HandlesTool;

static bool place(const View *view, ShownVariant *shown, VariantDrag *variant, Gizmo *gizmo)
{
    const App *app = view->app;
    enum GizmoSet set = (enum GizmoSet)app->document.move.handles;
    if (!variant_shown(view, shown) || shown->number == VARIANT_LOADED ||
        !variants_find(app->document.parts[shown->part].variants, shown->number, &variant->start))
        return false;
    Box3d box = mesh_bounds(app->assembly.parts[shown->donor].loaded);
    variant->placement = app->document.parts[shown->part].placement;
    variant->middle = vec3d_lerp(box.lo, box.hi, 0.5);
    *gizmo = (Gizmo){.camera = app->document.view.camera,
                     .width = view->viewport.width,
                     .height = view->viewport.height,
                     .point = (double)view->ui_scale,
                     // a part without handles: whoever asked for these wants some
                     .set = set > GIZMO_SET_SCALE ? GIZMO_SET_SCALE : set,
                     .shift = app_shown_shift(app, shown->part)};
    variant_drag_axes(variant, gizmo->set == GIZMO_SET_SCALE, gizmo->axes);
    gizmo->pivot = vec3d_add(variant_drag_pivot(variant), gizmo->shift);
    return gizmo_place(gizmo);
}

static bool hover(View *view, void *state, bool inside, double x, double y)
{
    HandlesTool *tool = state;
    ShownVariant shown;
    VariantDrag variant;
    Gizmo gizmo;
    GizmoHandle before = tool->hot;
    tool->hot = (GizmoHandle){GIZMO_NONE, 0};
    if (!variant_shown(view, &shown) || shown.number == VARIANT_LOADED)
        view->ui.mode = NULL; // its list is gone, or shows the part's own mesh
    if (!place(view, &shown, &variant, &gizmo))
        return false;
    if (view->state_path)
        gizmo_note_grips(view, &gizmo);
    if (inside)
        tool->hot = gizmo_hit(&gizmo, x, y);
    mark_hover_changed(view, tool->hot.kind != before.kind || tool->hot.axis != before.axis);
    if (tool->hot.kind == GIZMO_NONE)
        return false;
    igSetMouseCursor(ImGuiMouseCursor_Hand);
    return true;
}

static bool press(View *view, void *state, int button, double x, double y)
{
    HandlesTool *tool = state;
    ShownVariant shown;
    VariantDrag variant;
    GizmoDrag drag = {.press_x = x, .press_y = y};
    if (button != ImGuiMouseButton_Left || !place(view, &shown, &variant, &drag.gizmo))
        return false;
    drag.handle = gizmo_hit(&drag.gizmo, x, y);
    if (drag.handle.kind == GIZMO_NONE)
        return false;
    Affine map = variant_map(&variant.start);
    drag.start = affine_compose(&variant.placement, &map);
    *tool = (HandlesTool){.hot = drag.handle,
                          .held = true,
                          .part = shown.part,
                          .number = shown.number,
                          .variant = variant,
                          .drag = drag,
                          .merge_key = FIRST_KEY + ++view->gesture,
                          .assembly_version = view->app->assembly_version};
    return true;
}

static bool scales(const HandlesTool *tool)
{
    return tool->drag.handle.kind == GIZMO_SCALE_AXIS || tool->drag.handle.kind == GIZMO_SCALE_ALL;
}

// Only what the handle is about: what was typed of the rest stays to the last digit.
static void submit(View *view, const HandlesTool *tool, const Variant *to)
{
    ActionArgs args = {.part = tool->part, .index = tool->number};
    const Vec3d *p = &to->shift, *s = scales(tool) ? &to->scale : &to->turn;
    snprintf(args.text, sizeof args.text, "position %.17g %.17g %.17g; %s %.17g %.17g %.17g", p->x,
             p->y, p->z, scales(tool) ? "scale" : "angles", s->x, s->y, s->z);
    action_submit_merged(&view->app->queue, &action_variant_place, &args, tool->merge_key);
}

static void drag(View *view, void *state, double x, double y)
{
    HandlesTool *tool = state;
    const App *app = view->app;
    if (!tool->moving && hypot(x - tool->drag.press_x, y - tool->drag.press_y) < CLICK_SLACK)
        return;
    if (tool->assembly_version != app->assembly_version)
        return;
    tool->moving = true;
    tool->snap = (GizmoSnap){0, 0, 0};
    if (igGetIO()->KeyCtrl)
        tool->snap = (GizmoSnap){move_step(app, STEP_GRID), move_step(app, STEP_ANGLE), SCALE_STEP};
    tool->motion = gizmo_drag(&tool->drag, x, y, &tool->snap);
    Variant to;
    if (scales(tool)) {
        int axis = tool->drag.handle.axis;
        bool all = tool->drag.handle.kind == GIZMO_SCALE_ALL;
        to = variant_drag_scaled(&tool->variant, all ? 3 : axis, tool->snap.scale,
                                 &tool->motion.factors[axis]);
    } else {
        to = variant_drag_moved(&tool->variant, &tool->motion);
    }
    submit(view, tool, &to);
    igSetMouseCursor(ImGuiMouseCursor_ResizeAll);
}

static void release(View *view, void *state, double x, double y, bool cancelled)
{
    (void)x;
    (void)y;
    HandlesTool *tool = state;
    if (cancelled && tool->moving && tool->assembly_version == view->app->assembly_version)
        submit(view, tool, &tool->variant.start);
    tool->held = tool->moving = false;
}

static void draw(const View *view, const void *state)
{
    const HandlesTool *tool = state;
    ShownVariant shown;
    VariantDrag variant;
    Gizmo gizmo;
    if (!place(view, &shown, &variant, &gizmo))
        return;
    gizmo_draw(view, &gizmo, tool->hot, tool->held);
    if (tool->held && tool->moving)
        gizmo_draw_motion(view, &tool->drag, &tool->motion, &tool->snap);
}

const Tool tool_variant_handles = {
    .name = "variant_handles",
    .mode_hint = "Drag the handles of the variant; Q: shift, turn or scale. Esc ends.",
    .state_size = sizeof(HandlesTool),
    .hover = hover,
    .press = press,
    .drag = drag,
    .release = release,
    .draw = draw,
};
