#include "app/window/variant_drag.h"

#include "app/document/pose.h"

#include <math.h>

static Affine turn_of(const Variant *variant)
{
    Pose pose = {.scale = vec3d(1, 1, 1)};
    pose_set_angles(&pose, variant->turn);
    return pose.rotation;
}

static Affine turn_of_part(const VariantDrag *drag)
{
    return pose_from(&drag->placement).rotation;
}

void variant_drag_axes(const VariantDrag *drag, bool of_mesh, Vec3d axes[3])
{
    Affine axes_of = turn_of_part(drag), turn = turn_of(&drag->start);
    if (of_mesh)
        axes_of = affine_compose(&axes_of, &turn);
    for (int i = 0; i < 3; ++i)
        axes[i] = vec3d(axes_of.m[0][i], axes_of.m[1][i], axes_of.m[2][i]);
}

Vec3d variant_drag_pivot(const VariantDrag *drag)
{
    Affine map = variant_map(&drag->start);
    return affine_apply(&drag->placement, affine_apply(&map, drag->middle));
}

// Shifted so that the middle comes to where it was, and then by so much.
static void keep_middle(const VariantDrag *drag, Variant *variant, Vec3d by)
{
    Affine before = variant_map(&drag->start), after = variant_map(variant);
    Vec3d back = vec3d_sub(affine_apply(&before, drag->middle), affine_apply(&after, drag->middle));
    variant->shift = vec3d_add(variant->shift, vec3d_add(back, by));
}

Variant variant_drag_moved(const VariantDrag *drag, const GizmoMotion *motion)
{
    Variant out = drag->start;
    Affine back, part = turn_of_part(drag), unturned = affine_identity();
    if (!affine_invert(&drag->placement, &back) || !affine_invert(&part, &unturned))
        return out;
    Vec3d pivot = variant_drag_pivot(drag);
    Vec3d by = vec3d_sub(affine_apply(&motion->motion, pivot), pivot);
    if (motion->degrees < 0 || motion->degrees > 0) {
        Affine turn = motion->motion, own = turn_of(&drag->start);
        turn.p = vec3d(0, 0, 0);
        turn = affine_compose(&turn, &part);
        turn = affine_compose(&unturned, &turn);
        out.turn = pose_angles(&(Pose){.rotation = affine_compose(&turn, &own)});
        keep_middle(drag, &out, vec3d(0, 0, 0));
    } else {
        out.shift = vec3d_add(out.shift, affine_apply_vector(&back, by));
    }
    return out;
}

Variant variant_drag_scaled(const VariantDrag *drag, int axis, double step, double *factor)
{
    Variant out = drag->start;
    double f = isfinite(*factor) && *factor > 0 ? *factor : 1, least = 0, most = INFINITY;
    int first = axis < 3 ? axis : 0;
    if (step > 0) {
        double size = fabs(out.scale.v[first]);
        f = fmax(snap_to(size * f, step), step) / size;
    }
    for (int i = 0; i < 3; ++i) {
        if (axis < 3 && i != axis)
            continue;
        least = fmax(least, VARIANT_LEAST_SCALE / fabs(out.scale.v[i]));
        most = fmin(most, VARIANT_MOST_SCALE / fabs(out.scale.v[i]));
    }
    *factor = f = f < 1 || f > 1 ? fmin(fmax(f, least), most) : 1;
    for (int i = 0; i < 3; ++i)
        if (axis == 3 || i == axis) // rounding goes no farther than the limit
            out.scale.v[i] = copysign(
                fmin(fmax(fabs(out.scale.v[i]) * f, VARIANT_LEAST_SCALE), VARIANT_MOST_SCALE),
                out.scale.v[i]);
    keep_middle(drag, &out, vec3d(0, 0, 0));
    return out;
}
