#include "app/stages/task_guard.h"

#include "core/base/array.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double ROUNDING = 1e-9; // of what goes along with something else

bool task_guard_take(TaskGuard *guard, const App *app)
{
    const Document *document = &app->document;
    *guard = (TaskGuard){0};
    if (app->task.held_count == 0)
        return true;
    guard->parts = array_alloc((size_t)document->part_count, sizeof *guard->parts);
    if (!guard->parts)
        return false;
    guard->count = document->part_count;
    memcpy(guard->parts, document->parts, (size_t)guard->count * sizeof *guard->parts);
    guard->joints = joint_list_retain(document->joints);
    return true;
}

void task_guard_free(TaskGuard *guard)
{
    free(guard->parts);
    joint_list_release(guard->joints);
    *guard = (TaskGuard){0};
}

static bool same_number(double a, double b)
{
    return !(a < b) && !(a > b);
}

static bool is_changed(const PartState *a, const PartState *b)
{
    return !same_number(a->joint.turn, b->joint.turn) ||
           !same_number(a->joint.shift, b->joint.shift) || a->shape.rule != b->shape.rule ||
           !same_number(a->shape.amount, b->shape.amount);
}

// Up to rounding.
static bool same_place(const Affine *a, const Affine *b)
{
    double most = vec3d_distance(a->p, b->p) / (1 + vec3d_length(a->p));
    for (int i = 0; i < 9; ++i)
        most = fmax(most, fabs(a->m[i / 3][i % 3] - b->m[i / 3][i % 3]));
    return most <= ROUNDING;
}

static Affine in_frame(const Affine *frame, const Affine *of)
{
    Affine back = affine_identity();
    affine_invert(frame, &back); // parts are not squashed
    return affine_compose(&back, of);
}

// What it hangs on; itself: on the ground, or on nothing.
static int32_t carrier_of(const JointList *joints, int32_t part)
{
    int32_t joint = joint_list_find(joints, part);
    int32_t parent = joint == NO_JOINT ? JOINT_GROUND : joints->joints[joint].parent;
    return parent == JOINT_GROUND ? part : parent;
}

// By itself: what is carried by a part that goes, and stays where it is on that one, does not.
static bool moves(const Affine *was, const Affine *is, const Affine *carrier_was,
                  const Affine *carrier_is)
{
    if (affine_equal(was, is))
        return false;
    if (carrier_was == was || affine_equal(carrier_was, carrier_is))
        return true;
    Affine before = in_frame(carrier_was, was), after = in_frame(carrier_is, is);
    return !same_place(&before, &after);
}

static bool refuse(App *app, int32_t part, const char *why, Error *err)
{
    app->task.refused = part;
    ++app->task.refusals;
    return error_set(err, "%s: %s", app->assembly.parts[part].name, why);
}

static bool check(const TaskGuard *guard, App *app, Error *err)
{
    for (int32_t i = 0; i < guard->count && i < app->document.part_count; ++i) {
        const PartState *was = &guard->parts[i], *is = &app->document.parts[i];
        const char *why = task_holds(&app->task, i);
        int32_t on = carrier_of(guard->joints, i);
        if (why && (is_changed(was, is) ||
                    moves(&was->placement, &is->placement, &guard->parts[on].placement,
                          &app->document.parts[on].placement)))
            return refuse(app, i, why, err);
        // Else nothing would be in anybody's way.
        if (!was->removed && is->removed)
            return refuse(app, i, "parts cannot be deleted while a task is open", err);
        if (was->visible && !is->visible)
            return refuse(app, i, "parts cannot be hidden while a task is open, only made ghosts",
                          err);
    }
    return true;
}

bool task_guard_holds(const TaskGuard *guard, App *app, Error *err)
{
    if (check(guard, app, err))
        return true;
    Document *document = &app->document;
    memcpy(document->parts, guard->parts, (size_t)guard->count * sizeof *guard->parts);
    for (int32_t i = guard->count; i < document->part_count; ++i)
        document->parts[i].removed = true;
    joint_list_release(document->joints);
    document->joints = joint_list_retain(guard->joints);
    return false;
}

bool task_guard_lets(App *app, const Affine *after, Error *err)
{
    for (int32_t i = 0; i < app->document.part_count; ++i) {
        const PartState *parts = app->document.parts;
        const char *why = task_holds(&app->task, i);
        int32_t on = carrier_of(app->document.joints, i);
        if (why && moves(&parts[i].placement, &after[i], &parts[on].placement, &after[on]))
            return refuse(app, i, why, err);
    }
    return true;
}
