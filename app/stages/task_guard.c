#include "app/stages/task_guard.h"

#include "app/document/rigid.h"
#include "app/document/variants.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double ROUNDING = 1e-9; // of what goes along with something else

bool task_guard_take(TaskGuard *guard, const App *app)
{
    *guard = (TaskGuard){0};
    guard->on = app->task.start && document_copy(&guard->before, &app->document);
    return guard->on || !app->task.start;
}

void task_guard_free(TaskGuard *guard)
{
    if (guard->on)
        document_free(&guard->before);
    *guard = (TaskGuard){0};
}

static bool same_number(double a, double b)
{
    return !(a < b) && !(a > b);
}

static bool same_shape(const PartState *a, const PartState *b)
{
    return a->shape.rule == b->shape.rule && same_number(a->shape.amount, b->shape.amount);
}

static bool is_changed(const PartState *a, const PartState *b)
{
    return !same_number(a->joint.turn, b->joint.turn) ||
           !same_number(a->joint.shift, b->joint.shift) || !same_shape(a, b);
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
    return part == NO_PART ? error_set(err, "%s", why)
                           : error_set(err, "%s: %s", app->assembly.parts[part].name, why);
}

// --- what would make it easier

// The variant in use is what it was; others may come and go.
static bool same_mesh(const PartState *a, const PartState *b)
{
    Variant x = {0}, y = {0};
    if (a->variant != b->variant || a->variant == VARIANT_LOADED || a->variants == b->variants)
        return a->variant == b->variant;
    bool known = variants_find(a->variants, a->variant, &x);
    if (known != variants_find(b->variants, b->variant, &y))
        return false;
    Affine is = variant_map(&x), other = variant_map(&y);
    return !known || (strcmp(x.donor, y.donor) == 0 && affine_equal(&is, &other));
}

// Neither larger, smaller nor mirrored.
static bool same_size(const PartState *a, const PartState *b)
{
    Affine back;
    if (affine_equal(&a->placement, &b->placement) || !affine_invert(&a->placement, &back))
        return true;
    Affine motion = affine_compose(&b->placement, &back);
    return affine_is_rigid(&motion) && affine_determinant(&motion) > 0;
}

static const char *breach_of_part(const PartState *was, const PartState *is, bool bends, bool ruled)
{
    if (!was->removed && is->removed)
        return "parts cannot be deleted while a task is open";
    if (was->visible && !is->visible)
        return "parts cannot be hidden while a task is open, only made ghosts";
    if (was->locked && !is->locked)
        return "what was locked when the task began stays so while it is open";
    if (!same_mesh(was, is))
        return "parts keep their variants while a task is open";
    if (!same_size(was, is))
        return "parts keep their size while a task is open";
    if (!bends && !same_shape(was, is))
        return "no step of the task is about its shape, so it keeps it";
    // Contacts within a body do not count.
    if (was->rigid != is->rigid || (is->rigid > 0 && rigid_body(was) != rigid_body(is)))
        return "rigid groups stay as they are while a task is open";
    if (ruled && was->name != is->name)
        return "parts keep their names while a task is open, because rules may call them by those";
    return NULL;
}

static const char *breach_of_rest(const Document *was, const Document *is)
{
    if (!rule_set_equal(was->rules, is->rules))
        return "rules about pairs stay as they are while a task is open";
    if (!same_number(is->tolerance, was->tolerance)) // 0 is one that depends on the parts
        return "the contact tolerance stays as it is while a task is open";
    if (is->clearance < was->clearance)
        return "the safety distance cannot be made smaller while a task is open";
    if (is->query.mode != was->query.mode || is->query.tri != was->query.tri ||
        is->query.leaf_volumes != was->query.leaf_volumes)
        return "which contacts are found stays as it is while a task is open";
    if (is->effort.budget_us > 0 && !same_number(is->effort.budget_us, was->effort.budget_us))
        return "there is no time budget while a task is open: contacts would go by unseen";
    return NULL;
}

static bool is_fair(App *app, Error *err)
{
    const Document *was = app->task.start, *is = &app->document;
    const char *why = breach_of_rest(was, is);
    bool ruled = !rule_set_equal(was->rules, NULL);
    int32_t part = NO_PART;
    if (why)
        return refuse(app, NO_PART, why, err);
    for (int32_t i = 0; i < was->part_count; ++i) {
        why = breach_of_part(&was->parts[i], &is->parts[i], app->task.bends[i], ruled);
        if (why)
            return refuse(app, i, why, err);
    }
    return joint_list_keeps(was->joints, is->joints, &part) ||
           refuse(app, part, "joints stay as they are while a task is open", err);
}

// --- what an action did

static bool check(const TaskGuard *guard, App *app, Error *err)
{
    for (int32_t i = 0; i < guard->before.part_count && i < app->document.part_count; ++i) {
        const char *why = task_holds(&app->task, i);
        const PartState *was = guard->before.parts, *is = app->document.parts;
        int32_t on = carrier_of(guard->before.joints, i);
        if (why && (is_changed(&was[i], &is[i]) || moves(&was[i].placement, &is[i].placement,
                                                         &was[on].placement, &is[on].placement)))
            return refuse(app, i, why, err);
    }
    return is_fair(app, err);
}

// Parts that it has made stay, as removed ones: the assembly only grows.
static void put_back(TaskGuard *guard, Document *document)
{
    Document *before = &guard->before;
    PartState *parts = document->parts;
    int32_t count = document->part_count;
    memcpy(parts, before->parts, (size_t)before->part_count * sizeof *parts);
    for (int32_t i = before->part_count; i < count; ++i)
        parts[i].removed = true;
    document->parts = NULL;
    free(before->parts);
    before->parts = parts;
    before->part_count = count;
    document_free(document);
    *document = *before;
    guard->on = false;
}

bool task_guard_holds(TaskGuard *guard, App *app, Error *err)
{
    if (!guard->on || check(guard, app, err))
        return true;
    put_back(guard, &app->document);
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
