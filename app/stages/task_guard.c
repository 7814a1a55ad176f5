#include "app/stages/task_guard.h"

#include "core/base/array.h"

#include <stdlib.h>
#include <string.h>

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

static bool is_moved(const PartState *a, const PartState *b)
{
    return !affine_equal(&a->placement, &b->placement) ||
           !same_number(a->joint.turn, b->joint.turn) ||
           !same_number(a->joint.shift, b->joint.shift) || a->shape.rule != b->shape.rule ||
           !same_number(a->shape.amount, b->shape.amount);
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
        if (why && is_moved(was, is))
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
        const char *why = task_holds(&app->task, i);
        if (why && !affine_equal(&after[i], &app->document.parts[i].placement))
            return refuse(app, i, why, err);
    }
    return true;
}
