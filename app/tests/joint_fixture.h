// Joints between the parts of the fixture, and whether they hold.
#ifndef SNUG_APP_TESTS_JOINT_FIXTURE_H
#define SNUG_APP_TESTS_JOINT_FIXTURE_H

#include "app/actions/list.h"
#include "app/document/rotation.h"
#include "app/tests/scene_fixture.h"

#include <math.h>

enum { PLATE, LID, BALL, RING }; // as in the fixture

static inline void add(App *app, int32_t child, int32_t parent, enum JointKind kind,
                       const char *axis)
{
    ActionArgs args = {.part = child, .other = parent, .index = (int32_t)kind};
    snprintf(args.text, sizeof args.text, "%s", axis);
    if (!app_do(app, &action_joint_add, &args, 0))
        fail_msg("%s", last_notice(app));
}

static inline bool limit(App *app, int32_t child, int coordinate, const char *text)
{
    ActionArgs args = {.part = child, .index = coordinate};
    snprintf(args.text, sizeof args.text, "%s", text);
    return app_do(app, &action_joint_limits, &args, 0);
}

static inline bool set(App *app, int32_t child, int coordinate, double value)
{
    ActionArgs args = {.part = child, .index = coordinate, .number = value};
    return app_do(app, &action_joint_set, &args, 0);
}

static inline double turn_of(const App *app, int32_t part)
{
    return app->document.parts[part].joint.turn * DEGREES_PER_RADIAN;
}

// Whatever was done: each child is where its coordinates put it, and coupled ones agree.
static inline void check_joints(const App *app)
{
    const JointList *list = app->document.joints;
    for (int32_t i = 0; i < joint_list_count(list); ++i) {
        const Joint *joint = &list->joints[i];
        const PartState *child = &app->document.parts[joint->child];
        const Affine *parent =
            joint->parent == JOINT_GROUND ? NULL : &app->document.parts[joint->parent].placement;
        Affine there;
        assert_true(joint_placement(joint, parent, &child->placement, child->joint, &there));
        for (int k = 0; k < 3; ++k)
            for (int m = 0; m < 4; ++m) {
                double is = m < 3 ? child->placement.m[k][m] : child->placement.p.v[k];
                double should = m < 3 ? there.m[k][m] : there.p.v[k];
                if (!(fabs(is - should) < 1e-9))
                    fail_msg("%s is off by %g", list->names[i].text, is - should);
            }
        JointCoordinates inside = joint_clamped(joint, child->joint);
        assert_true(fabs(inside.turn - child->joint.turn) < 1e-12 &&
                    fabs(inside.shift - child->joint.shift) < 1e-12);
    }
    for (int32_t i = 0; list && i < list->coupling_count; ++i) {
        const JointCoupling *c = &list->couplings[i];
        double value[2];
        for (int k = 0; k < 2; ++k) {
            const Joint *joint = &list->joints[c->joint[k]];
            value[k] = app->document.parts[joint->child].joint.v[joint_main(joint->kind)];
        }
        assert_true(fabs(value[1] - c->ratio * value[0] - c->offset) < 1e-9);
    }
}

#endif
