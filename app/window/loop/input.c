// Mouse in the 3-D view. Panels come first: what ImGui wants, the view does not get. Then tools;
// the rest moves parts and the camera.
#include "app/actions/list_parts.h"
#include "app/actions/list_view.h"
#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "app/document/joint_hold.h"
#include "app/document/rotation.h"
#include "app/document/selection.h"
#include "app/draw/scene_draw.h"
#include "app/stages/explode.h"
#include "app/stages/move.h"
#include "app/window/panels/part_menu.h"
#include "app/window/tool.h"
#include "app/window/tools/coaxial.h"
#include "app/window/view.h"

#include <cimgui.h>

#include <math.h>

static const double CLICK_SLACK = 4; // a click may slip by this many pixels
static const double AIM_REACH = 9;   // points of the screen
static const double ZOOM_PER_NOTCH = 1.15;

Pick view_pick(const View *view, double x, double y)
{
    Vec3d origin, direction;
    camera_ray(&view->app->document.view.camera, x, y, view->viewport.width, view->viewport.height,
               &origin, &direction);
    return pick_ray(view->app, origin, direction);
}

Anchor view_aim(const View *view, double x, double y)
{
    return aim_at(view->app, &view->app->document.view.camera, x, y, view->viewport.width,
                  view->viewport.height, AIM_REACH * (double)view->ui_scale);
}

static enum DragKind kind_for_part(const ImGuiIO *io)
{
    return io->KeyAlt ? DRAG_ROTATE : io->KeyShift ? DRAG_PUSH : DRAG_MOVE;
}

static void press(View *view, int button, double x, double y)
{
    const ImGuiIO *io = igGetIO();
    Drag drag = {.button = button,
                 .part = NO_PART,
                 .camera = view->app->document.view.camera,
                 .trackball = view->app->document.view.trackball,
                 .press_x = x,
                 .press_y = y,
                 .width = view->viewport.width,
                 .height = view->viewport.height,
                 .ctrl = io->KeyCtrl,
                 .merge_key = ++view->gesture};
    if (button == ImGuiMouseButton_Middle)
        drag.kind = DRAG_PAN;
    else if (button == ImGuiMouseButton_Right)
        drag.kind = io->KeyShift ? DRAG_PAN : DRAG_ORBIT;
    else {
        Pick pick = view_pick(view, x, y);
        drag.kind = pick.part == NO_PART ? DRAG_ORBIT : kind_for_part(io);
        drag.part = pick.part;
        drag.grab = pick.point;
        drag.shift = app_shown_shift(view->app, pick.part);
        if (pick.part != NO_PART)
            drag.start = view->app->document.parts[pick.part].placement;
    }
    view->drag = drag;
}

// A motion of the world that takes the grabbed part along.
static Affine motion_to(const Drag *drag, const Affine *to)
{
    Affine back;
    if (!affine_invert(&drag->start, &back))
        return affine_identity();
    return affine_compose(to, &back);
}

static void move_parts(View *view, const Affine *to)
{
    const Drag *drag = &view->drag;
    ActionArgs args = {.part = drag->part, .placement = *to};
    if (drag->together)
        args.placement = motion_to(drag, to);
    action_submit_merged(&view->app->queue, drag->together ? &action_parts_move : &action_part_move,
                         &args, drag->merge_key);
}

// A part on a joint goes where that lets it: the point that was grabbed stays as near to the cursor as it
// can. Ctrl: in steps.
static bool along_joint(const View *view, Affine *to)
{
    const Drag *drag = &view->drag;
    const App *app = view->app;
    Affine back;
    if (drag->together || drag->kind == DRAG_ROTATE || drag->part >= app->document.part_count ||
        !affine_invert(&drag->start, &back))
        return false;
    Vec3d grab = vec3d_sub(drag->grab, drag->shift);
    Vec3d target = vec3d_add(grab, vec3d_sub(to->p, drag->start.p));
    const double steps[2] = {move_step(app, STEP_ANGLE) / DEGREES_PER_RADIAN,
                             move_step(app, STEP_GRID)};
    return joint_pull(&app->document, drag->part, affine_apply(&back, grab), target,
                      igGetIO()->KeyCtrl ? steps : NULL, to);
}

// The cursor has left the spot.
static void begin(View *view)
{
    Drag *drag = &view->drag;
    App *app = view->app;
    drag->moving = true;
    if (!drag_moves_part(drag))
        return;
    coaxial_want(view);
    bool selected = selection_has(&app->document, drag->part);
    drag->together = selected && selection_count(&app->document) > 1;
    if (!selected)
        action_submit(&app->queue, &action_part_select, &(ActionArgs){.part = drag->part});
}

static void go_on(View *view, double x, double y)
{
    Drag *drag = &view->drag;
    App *app = view->app;
    if (!drag->moving && hypot(x - drag->press_x, y - drag->press_y) < CLICK_SLACK)
        return;
    if (!drag->moving)
        begin(view);
    if (drag_moves_part(drag)) {
        Affine to = drag_placement(drag, x, y);
        if (along_joint(view, &to))
            ; // nothing else has a say in it
        else if (igGetIO()->KeyCtrl &&
                 !(drag->kind == DRAG_MOVE && coaxial_snap(view, drag->part, &to)))
            to = drag_placement_in_steps(drag, x, y, move_step(app, STEP_GRID),
                                         move_step(app, STEP_ANGLE));
        else if (drag->kind == DRAG_MOVE && !igGetIO()->KeyCtrl &&
                 !field_flag(&app->document, &action_move_snap)) // which offers as much, and more
            coaxial_offer(view, drag->part, &to);
        move_parts(view, &to);
    } else {
        ActionArgs args = {.camera = drag_camera(drag, x, y)};
        action_submit(&app->queue, &action_camera_set, &args);
    }
}

// A right click that did not turn into a look around.
static void open_menu(View *view)
{
    int32_t part = view_pick(view, view->drag.press_x, view->drag.press_y).part;
    if (part == NO_PART)
        return;
    if (!selection_has(&view->app->document, part))
        action_submit(&view->app->queue, &action_part_select, &(ActionArgs){.part = part});
    part_menu_open(&view->ui, part);
    view->frames_wanted = view->frames_wanted < 2 ? 2 : view->frames_wanted;
}

static void release(View *view)
{
    Drag *drag = &view->drag;
    ActionQueue *queue = &view->app->queue;
    bool click = !drag->moving && drag->button == ImGuiMouseButton_Left;
    if (!drag->moving && drag->button == ImGuiMouseButton_Right)
        open_menu(view);
    if (click && drag->ctrl && drag->part != NO_PART)
        action_submit(queue, &action_part_select_toggle, &(ActionArgs){.part = drag->part});
    else if (click && !drag->ctrl) // a slip beside a part must not lose what was gathered
        action_submit(queue, &action_part_select, &(ActionArgs){.part = drag->part});
    drag->kind = DRAG_NONE;
}

// Escape: the part, or the camera, goes back to where it was pressed.
static void cancel(View *view)
{
    Drag *drag = &view->drag;
    if (drag->moving && drag_moves_part(drag)) {
        // The identity itself, not what rounding makes of it: all parts go back exactly.
        ActionArgs args = {.part = drag->part,
                           .placement = drag->together ? affine_identity() : drag->start};
        action_submit_back(&view->app->queue,
                           drag->together ? &action_parts_move : &action_part_move, &args,
                           drag->merge_key);
    } else if (drag->moving) {
        action_submit(&view->app->queue, &action_camera_set, &(ActionArgs){.camera = drag->camera});
    }
    view->chord_count = 0; // the key has done its work: it must not cancel the query as well
    drag->kind = DRAG_NONE;
}

static void fit_part(View *view, double x, double y)
{
    Pick pick = view_pick(view, x, y);
    Box3d box = pick.part == NO_PART ? scene_visible_bounds(view->app)
                                     : scene_world_bounds(view->app, pick.part);
    if (!(box.lo.x <= box.hi.x))
        return;
    ActionArgs args = {.part = pick.part};
    args.camera = camera_fitted(&view->app->document.view.camera, box,
                                view->viewport.width / view->viewport.height);
    action_submit(&view->app->queue, &action_camera_set, &args);
}

static void zoom(View *view, double notches, double x, double y)
{
    Camera camera = view->app->document.view.camera;
    Pick pick = view_pick(view, x, y);
    if (pick.part != NO_PART && notches > 0)
        camera = camera_anchored(&camera, pick.point); // never through what is under the cursor
    ActionArgs args = {.camera = camera_zoomed(&camera, pow(ZOOM_PER_NOTCH, notches), x, y,
                                               view->viewport.width, view->viewport.height)};
    action_submit(&view->app->queue, &action_camera_set, &args);
}

static void hover(View *view, bool inside, double x, double y)
{
    int32_t before = view->hovered;
    if (view->drag.kind != DRAG_NONE)
        view->hovered = drag_moves_part(&view->drag) ? view->drag.part : NO_PART;
    else if (inside)
        view->hovered = view_pick(view, x, y).part;
    else
        view->hovered = view->ui.list_hovered; // pointed at in the list
    view->app->hovered = view->hovered;
    if (view->hovered != before && view->frames_wanted < 1)
        view->frames_wanted = 1;
}

void input_apply(View *view)
{
    const ImGuiIO *io = igGetIO();
    double x = (double)io->MousePos.x - view->viewport.x;
    double y = (double)io->MousePos.y - view->viewport.y;
    bool inside = !io->WantCaptureMouse && x >= 0 && y >= 0 && x < view->viewport.width &&
                  y < view->viewport.height;

    bool taken = tools_apply(view, inside, x, y);
    // What a tool would take with the left button, the others still look around with.
    bool looks = inside && !tools_dragging(view);
    inside = inside && !taken;
    if (view->drag.kind != DRAG_NONE) {
        if (igIsMousePosValid(&io->MousePos))
            go_on(view, x, y);
        if (igIsKeyPressed_Bool(ImGuiKey_Escape, false))
            cancel(view);
        else if (!igIsMouseDown_Nil(view->drag.button))
            release(view);
    } else if (looks) {
        for (int button = 0; button < 3 && view->drag.kind == DRAG_NONE; ++button)
            if (igIsMouseClicked_Bool(button, false) && (inside || button != ImGuiMouseButton_Left))
                press(view, button, x, y);
        if (inside && igIsMouseDoubleClicked_Nil(ImGuiMouseButton_Left))
            fit_part(view, x, y);
        if (io->MouseWheel > 0 || io->MouseWheel < 0)
            zoom(view, (double)io->MouseWheel, x, y);
    }
    hover(view, inside, x, y);
    if (view->drag.kind == DRAG_ORBIT || view->drag.kind == DRAG_PAN ||
        (drag_moves_part(&view->drag) && view->drag.moving))
        igSetMouseCursor(ImGuiMouseCursor_ResizeAll);
    else if (view->hovered != NO_PART)
        igSetMouseCursor(ImGuiMouseCursor_Hand);
}
