#include "app/stages/app_joints.h"

#include "app/document/rotation.h"
#include "core/base/utf8.h"

#include <stdio.h>

static Vec3d middle_of(void *user, int32_t part)
{
    const App *app = user;
    const Bvh *tree = app->parts ? app->parts[part].tree : NULL;
    Box3d box = tree ? tree->box : mesh_bounds(app->assembly.parts[part].mesh);
    return vec3d_lerp(box.lo, box.hi, 0.5);
}

void joint_value_text(const App *app, int coordinate, double value, char *text, size_t size)
{
    if (coordinate == JOINT_TURN)
        snprintf(text, size, "%.6g\xC2\xB0", value * DEGREES_PER_RADIAN);
    else
        length_format(value, app->assembly.unit, text, size);
}

static void say(App *app, const JointOutcome *outcome)
{
    const JointList *list = app->document.joints;
    char limit[48];
    if (outcome->stopped != NO_JOINT) {
        const Joint *joint = &list->joints[outcome->stopped];
        const JointCoordinates *end = outcome->high ? &joint->high : &joint->low;
        joint_value_text(app, outcome->coordinate, end->v[outcome->coordinate], limit,
                         sizeof limit);
        snprintf(app->joint_text, sizeof app->joint_text, "%.80s is at its limit, %s",
                 app->assembly.parts[joint->child].name, limit);
    } else if (outcome->still != NO_JOINT) {
        const Joint *joint = &list->joints[outcome->still];
        snprintf(app->joint_text, sizeof app->joint_text, "%.80s only %s",
                 app->assembly.parts[joint->child].name,
                 joint->kind == JOINT_FIXED   ? "stands: it is fixed to the ground"
                 : joint->kind == JOINT_SLIDE ? "slides along its axis"
                                              : "turns about its axis");
    }
    utf8_sanitise(app->joint_text); // a long name may have been cut inside a character
}

// A gesture that is taken back: whoever it moved is exactly where it was when it began. Then so is what
// came along, and turns are counted as they were.
static bool is_back(const App *app, const JointGuard *guard)
{
    const Document *document = &app->document, *start = app->step_start;
    bool any = false;
    for (int32_t i = 0; i < guard->count; ++i) {
        if (affine_equal(&document->parts[i].placement, &guard->placements[i]))
            continue;
        if (i >= start->part_count ||
            !affine_equal(&document->parts[i].placement, &start->parts[i].placement))
            return false;
        any = true;
    }
    return any && joint_list_equal(document->joints, start->joints);
}

static void go_back(App *app)
{
    for (int32_t i = 0; i < app->step_start->part_count; ++i) {
        app->document.parts[i].placement = app->step_start->parts[i].placement;
        app->document.parts[i].joint = app->step_start->parts[i].joint;
    }
}

bool app_joints_hold(App *app, const JointGuard *guard, Error *err)
{
    JointOutcome outcome;
    if (is_back(app, guard)) {
        go_back(app);
        return true;
    }
    if (joints_hold(&app->document, guard, app->step_start, middle_of, app, &outcome)) {
        say(app, &outcome);
        return true;
    }
    joint_guard_put_back(guard, &app->document);
    if (outcome.lost != NO_PART)
        return error_set(err, "its joint would take %s too far away",
                         app->assembly.parts[outcome.lost].name);
    if (outcome.torn != NO_PART)
        return error_set(
            err, "%s is part of a rigid group, and its joint does not let all of it go there",
            app->assembly.parts[outcome.torn].name);
    if (outcome.locked == NO_PART)
        return error_set(err, "not enough memory");
    if (app->document.parts[outcome.locked].rigid > 0)
        return error_set(err, "%s is locked, and with it the rigid group that it is part of",
                         app->assembly.parts[outcome.locked].name);
    return error_set(err, "%s is locked, and would have to come along by its joint",
                     app->assembly.parts[outcome.locked].name);
}
