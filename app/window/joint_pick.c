#include "app/window/joint_pick.h"

#include "app/actions/list_joints.h"
#include "app/actions/list_parts.h"
#include "app/document/rotation.h"

#include <math.h>
#include <stdio.h>

// Nearer than this two axes are one: of the size of the part, and degrees.
#define SAME_PLACE 1e-6
#define SAME_ANGLE 1e-4

void picked_axis_at(const App *app, const PickedAxis *axis, Vec3d *point, Vec3d *direction)
{
    *point = axis->point;
    *direction = axis->axis;
    if (axis->part == NO_PART || axis->part >= app->document.part_count)
        return;
    const Affine *placement = &app->document.parts[axis->part].placement;
    *point = affine_apply(placement, axis->point);
    *direction = vec3d_normalised(affine_apply_vector(placement, axis->axis));
}

void joint_pick_follow(const App *app, JointPick *pick)
{
    bool stale = pick->assembly != app->assembly_version;
    for (int k = 0; k < pick->picked && !stale; ++k) {
        int32_t part = pick->of[k].part;
        stale = part != NO_PART &&
                (part >= app->document.part_count || app->document.parts[part].removed);
    }
    if (stale)
        *pick = (JointPick){.assembly = app->assembly_version};
}

static bool is_in_line(const App *app, JointPick *pick)
{
    Vec3d point[2], axis[2];
    for (int k = 0; k < 2; ++k)
        picked_axis_at(app, &pick->of[k], &point[k], &axis[k]);
    double sine = vec3d_length(vec3d_cross(axis[0], axis[1]));
    pick->angle = asin(fmin(sine, 1)) * DEGREES_PER_RADIAN;
    Vec3d apart = vec3d_sub(point[0], point[1]);
    apart = vec3d_add_scaled(apart, axis[1], -vec3d_dot(apart, axis[1]));
    pick->distance = vec3d_length(apart);
    const Mesh *mesh = app->assembly.parts[pick->of[0].part].mesh;
    Box3d box = part_world_bounds(mesh, &app->document.parts[pick->of[0].part].placement);
    return pick->angle < SAME_ANGLE && pick->distance < SAME_PLACE * vec3d_distance(box.lo, box.hi);
}

bool joint_pick_next(App *app, JointPick *pick, const PickedAxis *axis)
{
    joint_pick_follow(app, pick);
    if (pick->picked == 1 && axis->part == pick->of[0].part) {
        app_notify(app, NOTICE_INFO, "That is the same part: click the other one, or the ground.");
        return false;
    }
    if (pick->picked >= 2)
        pick->picked = 0;
    pick->of[pick->picked++] = *axis;
    if (pick->picked == 1)
        return false;
    if (axis->part == NO_PART) { // the ground has no axis of its own
        picked_axis_at(app, &pick->of[0], &pick->of[1].point, &pick->of[1].axis);
        pick->of[1].round = pick->of[0].round;
    }
    // What slides has a direction, and no place that it would have to go to.
    if (is_in_line(app, pick) || !pick->of[0].round || !pick->of[1].round) {
        joint_pick_make(app, &app->queue, pick, false);
        return true;
    }
    return false;
}

void joint_pick_make(const App *app, ActionQueue *queue, JointPick *pick, bool aligns)
{
    Vec3d p[2], d[2];
    for (int k = 0; k < 2; ++k)
        picked_axis_at(app, &pick->of[k], &p[k], &d[k]);
    ActionArgs args = {.part = pick->of[0].part,
                       .other = pick->of[1].part,
                       .index = pick->of[0].round || pick->of[1].round ? JOINT_HINGE : JOINT_SLIDE};
    // A face says which way, but a cylinder says about what.
    int k = pick->of[1].round || !pick->of[0].round ? 1 : 0;
    int used = snprintf(args.text, sizeof args.text, "at %.17g %.17g %.17g along %.17g %.17g %.17g",
                        p[k].x, p[k].y, p[k].z, d[k].x, d[k].y, d[k].z);
    if (aligns)
        snprintf(args.text + used, sizeof args.text - (size_t)used,
                 " from %.17g %.17g %.17g along %.17g %.17g %.17g", p[0].x, p[0].y, p[0].z, d[0].x,
                 d[0].y, d[0].z);
    *pick = (JointPick){0};
    action_submit(queue, &action_joint_add, &args);
    action_submit(queue, &action_part_select, &(ActionArgs){.part = args.part});
}
