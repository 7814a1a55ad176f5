#include "app/actions/move_tools.h"
#include "app/document/lists.h"
#include "app/document/rotation.h"

enum { ALL_AXES = 3 };

static Vec3d column(const Affine *t, int k)
{
    return vec3d(t->m[0][k], t->m[1][k], t->m[2][k]);
}

// The part's axis that is nearest to the world's axis, or to its opposite.
static int nearest_axis(const Affine *at, int axis, const bool taken[3])
{
    int best = -1;
    double most = -1;
    for (int k = 0; k < 3; ++k) {
        double along = fabs(vec3d_normalised(column(at, k)).v[axis]);
        if (!taken[k] && along > most) {
            most = along;
            best = k;
        }
    }
    return best;
}

static double side(const Affine *at, int axis, int k)
{
    return at->m[axis][k] < 0 ? -1 : 1;
}

// The shortest turn that lays that axis on the world's; it then lies there to the last bit.
static Affine aligned_axis(const Affine *at, int axis)
{
    int k = nearest_axis(at, axis, (const bool[3]){false, false, false});
    Vec3d from = vec3d_normalised(column(at, k)), to = {{0, 0, 0}};
    to.v[axis] = side(at, axis, k);
    Vec3d about = vec3d_cross(from, to);
    double sine = vec3d_length(about), angle = atan2(sine, vec3d_dot(from, to));
    Affine turn = affine_rotation(vec3d_normalised(about), sine > 0 ? angle : 0);
    Affine out = affine_compose(&turn, at);
    double scale = affine_axis_scale(at, k);
    out.p = at->p;
    for (int i = 0; i < 3; ++i) {
        out.m[i][k] = to.v[i] * scale;
        if (i != k)
            out.m[axis][i] = 0; // the others stand upright on it
    }
    return out;
}

// All axes on those of the world, the best first.
static Affine aligned_all(const Affine *at)
{
    bool taken[3] = {false, false, false}, placed[3] = {false, false, false};
    Affine out = *at;
    for (int round = 0; round < 3; ++round) {
        int best = -1, best_k = -1;
        double most = -1;
        for (int axis = 0; axis < 3; ++axis) {
            int k = placed[axis] ? -1 : nearest_axis(at, axis, taken);
            double along = k < 0 ? -1 : fabs(vec3d_normalised(column(at, k)).v[axis]);
            if (k >= 0 && along > most) {
                most = along;
                best = axis;
                best_k = k;
            }
        }
        for (int i = 0; i < 3; ++i)
            out.m[i][best_k] =
                i == best ? side(at, best, best_k) * affine_axis_scale(at, best_k) : 0;
        taken[best_k] = placed[best] = true;
    }
    // The last one has no choice: mirrored parts stay mirrored, others do not become so.
    if ((affine_determinant(&out) < 0) != (affine_determinant(at) < 0)) {
        double least = 2;
        int weakest = 0;
        for (int k = 0; k < 3; ++k) {
            double along =
                fabs(vec3d_dot(vec3d_normalised(column(at, k)), vec3d_normalised(column(&out, k))));
            if (along < least) {
                least = along;
                weakest = k;
            }
        }
        for (int i = 0; i < 3; ++i)
            out.m[i][weakest] = -out.m[i][weakest];
    }
    return out;
}

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    const Affine *start = move_lead(app);
    Affine to = args->axis == ALL_AXES ? aligned_all(start) : aligned_axis(start, args->axis), back;
    Vec3d pivot;
    // About the pivot, which is a point of the part.
    if (!affine_equal(&to, start) && app->document.move.pivot != PIVOT_ORIGIN &&
        move_pivot(app, app->step_start, &pivot) && affine_invert(start, &back)) {
        Vec3d local = affine_apply(&back, pivot);
        to.p = vec3d_sub(pivot, affine_apply_vector(&to, local));
    }
    return move_selection(app, &to, err);
}

const Action action_part_align = {
    .name = "part.align",
    .title = "Align",
    .note = "turns the selection until the primary part's nearest axis lies along the world's; "
            "index of the axis, 3: all three",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_INDEX, .list = &list_align_axes}},
    .obstacle = action_needs_selection,
    .apply = apply,
    .subject = move_subject,
    .example = "index=\"x axis\"",
};
