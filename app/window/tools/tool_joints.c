// Nothing to grab: the axis of the joint that the selected part moves on, how far it may go on it, and
// where it is.
#include "app/document/joint_hold.h"
#include "app/stages/explode.h"
#include "app/window/marks.h"
#include "app/window/tool.h"
#include "core/base/angle.h"

#include <math.h>

enum { ARC_POINTS = 73 };
static const double RADIUS = 56; // points of the screen

// A point of the circle about the axis, by the angle that the joint counts.
static Vec3d on_circle(const JointFrame *frame, Vec3d centre, double radius, double angle)
{
    Vec3d third = vec3d_cross(frame->axis, frame->side);
    Vec3d out = vec3d_add(vec3d_scale(frame->side, cos(angle)), vec3d_scale(third, sin(angle)));
    return vec3d_add_scaled(centre, out, radius);
}

// From limit to limit, or all the way round; where it stands is a spoke.
static void draw_turn(const View *view, const Joint *joint, const JointFrame *frame,
                      JointCoordinates at, Vec3d centre, double radius, MarkStyle style)
{
    bool limited = joint->high.turn - joint->low.turn < 2 * PI;
    double low = limited ? joint->low.turn : at.turn - PI;
    double high = limited ? joint->high.turn : at.turn + PI;
    Vec3d points[ARC_POINTS];
    for (int i = 0; i < ARC_POINTS; ++i)
        points[i] =
            on_circle(frame, centre, radius, low + (high - low) * i / (double)(ARC_POINTS - 1));
    mark_path(view, points, ARC_POINTS, style);
    for (int k = 0; limited && k < 2; ++k)
        mark_line(view, on_circle(frame, centre, 0.9 * radius, k ? high : low),
                  on_circle(frame, centre, 1.1 * radius, k ? high : low), style);
    Vec3d now = on_circle(frame, centre, radius, at.turn);
    mark_line(view, centre, now, style);
    mark_dot(view, now, (MarkStyle){style.colour, style.opacity, 4});
}

// The way from limit to limit as a rail beside the axis, with a mark where it stands.
static void draw_shift(const View *view, const Joint *joint, const JointFrame *frame,
                       JointCoordinates at, double radius, MarkStyle style)
{
    double ends[2] = {joint->low.shift, joint->high.shift};
    for (int k = 0; k < 2; ++k)
        if (!isfinite(ends[k]))
            ends[k] = at.shift + (k ? 1.6 : -1.6) * radius;
    Vec3d from = vec3d_add_scaled(frame->origin, frame->axis, ends[0]);
    Vec3d to = vec3d_add_scaled(frame->origin, frame->axis, ends[1]);
    style.width += 1;
    mark_line(view, from, to, style);
    for (int k = 0; k < 2; ++k)
        if (isfinite(k ? joint->high.shift : joint->low.shift))
            mark_line(view, vec3d_add_scaled(k ? to : from, frame->side, -0.15 * radius),
                      vec3d_add_scaled(k ? to : from, frame->side, 0.15 * radius), style);
    mark_dot(view, vec3d_add_scaled(frame->origin, frame->axis, at.shift),
             (MarkStyle){style.colour, style.opacity, 5});
}

// The picture is about the part: the spoke points to its middle, wherever the joint counts from.
static void turn_towards_part(const App *app, int32_t part, double turn, JointFrame *frame)
{
    const Bvh *tree = app->parts ? app->parts[part].tree : NULL;
    if (!tree)
        return;
    Vec3d middle = vec3d_lerp(tree->box.lo, tree->box.hi, 0.5);
    Affine placement = app_shown_placement(app, part);
    Vec3d out = vec3d_sub(affine_apply(&placement, middle), frame->origin);
    out = vec3d_add_scaled(out, frame->axis, -vec3d_dot(out, frame->axis));
    if (!(vec3d_length(out) > 1e-6 * vec3d_distance(tree->box.lo, tree->box.hi)))
        return; // it is a shaft
    Affine back = affine_rotation(frame->axis, -turn);
    frame->side = affine_apply_vector(&back, vec3d_normalised(out));
}

static void draw(const View *view, const void *state)
{
    (void)state;
    const App *app = view->app;
    const Document *document = &app->document;
    int32_t moved, index = document->selected == NO_PART
                               ? NO_JOINT
                               : joint_that_moves(document, document->selected, &moved);
    if (index == NO_JOINT)
        return;
    const Joint *joint = &document->joints->joints[index];
    const Affine *parent =
        joint->parent == JOINT_GROUND ? NULL : &document->parts[joint->parent].placement;
    JointFrame frame;
    if (!joint_frame_at(&joint->frame[0], parent, &frame))
        return;
    frame.origin = vec3d_add(frame.origin, app_shown_shift(app, moved));
    const Theme *theme = &themes[look_theme(document->view.look)];
    MarkStyle style = {theme->accent, 0.9f, 2};
    JointCoordinates at = document->parts[moved].joint;
    turn_towards_part(app, moved, at.turn, &frame);
    Vec3d centre = vec3d_add_scaled(frame.origin, frame.axis, at.shift);
    double radius = RADIUS * (double)view->ui_scale *
                    camera_world_per_pixel(&document->view.camera, centre, view->viewport.height);
    mark_axis(view, centre, frame.axis, style);
    if (joint_turns(joint->kind))
        draw_turn(view, joint, &frame, at, centre, radius, style);
    if (joint_shifts(joint->kind))
        draw_shift(view, joint, &frame, at, radius, style);
}

const Tool tool_joints = {.name = "joints", .draw = draw};
