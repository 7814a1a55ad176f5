// Oriented boxes from principal axes, and from a triangle's own sides.
#include "core/tree/bv/obb/obb_fit.h"
#include "core/base/rounding.h"
#include "core/mesh/covariance.h"

// Half extents are measured from the stored centre, so that rounding it costs nothing. Of a corner
// p obb_reach_along computes |a . (p - c)|; here stand a . p and a . c, each in doubles too. With u
// = 2^-53 and S = |p|_1 + |c|_1 (components of a are at most 1 and a bit) these three err by 5 uS,
// 4 uS and 4 uS, the difference of the last two by another uS; |p|_1 is at most |c|_1 and twice the
// sum of the half extents.
static void set_box(ObbVolume *box, const PrincipalAxes *axes)
{
    Vec3d centre = vec3d(0, 0, 0);
    for (int k = 0; k < 3; ++k)
        centre = vec3d_add_scaled(centre, axes->axis[k], (axes->lo[k] + axes->hi[k]) / 2);
    double half[3], slack = 0;
    for (int k = 0; k < 3; ++k)
        box->centre[k] = (float)centre.v[k];
    centre = vec3d_from_floats(box->centre);
    for (int k = 0; k < 3; ++k) {
        double at = vec3d_dot(axes->axis[k], centre), up = axes->hi[k] - at,
               down = at - axes->lo[k];
        half[k] = up > down ? up : down;
        slack += 32 * 0x1p-53 * (fabs(centre.v[k]) + half[k]);
    }
    for (int k = 0; k < 3; ++k) {
        for (int i = 0; i < 3; ++i)
            box->axis[k][i] = (float)axes->axis[k].v[i];
        box->half[k] = float_above(half[k] + slack);
    }
}

void obb_enclose(ObbVolume *box, const Mesh *mesh, const int32_t *items, int32_t count)
{
    PrincipalAxes axes;
    for (int k = 0; k < 3; ++k)
        axes.axis[k] = vec3d_from_floats(box->axis[k]);
    principal_axes_measure(&axes, mesh, items, count);
    set_box(box, &axes);
}

// The least rectangle around a triangle stands on its longest side. False without any area.
static bool triangle_axes(const Triangle *t, Vec3d axes[3])
{
    Vec3d side[3];
    double square[3];
    for (int k = 0; k < 3; ++k) {
        side[k] = vec3d_sub(t->p[(k + 1) % 3], t->p[k]);
        square[k] = vec3d_dot(side[k], side[k]);
    }
    int longest = square[1] > square[0] ? 1 : 0;
    longest = square[2] > square[longest] ? 2 : longest;
    Vec3d normal = vec3d_cross(side[longest], side[(longest + 1) % 3]);
    double length = vec3d_length(normal);
    if (!(length > 1e-9 * square[longest])) // slivers: the normal would be noise
        return false;
    axes[0] = vec3d_scale(side[longest], 1 / sqrt(square[longest]));
    axes[2] = vec3d_scale(normal, 1 / length);
    axes[1] = vec3d_cross(axes[2], axes[0]);
    return true;
}

// By corners, too, where there is no hull: everything lies in one plane.
static void weighted_axes(const FitItems *items, enum ObbWeights weights, Vec3d axis[3])
{
    if (weights == OBB_BY_AREA)
        covariance_axes(items->mesh, items->moments, items->items, items->count, axis);
    else if (weights != OBB_BY_HULL ||
             !covariance_axes_of_hull(items->mesh, items->items, items->count, axis))
        covariance_axes_of_corners(items->mesh, items->items, items->count, axis);
}

static void find_axes(const FitItems *items, enum ObbWeights weights, PrincipalAxes *axes)
{
    Vec3d axis[3];
    Triangle t = mesh_triangle(items->mesh, items->items[0]);
    if (items->count > 1 || !triangle_axes(&t, axis))
        weighted_axes(items, weights, axis);
    principal_axes_set(axes, axis);
    principal_axes_measure(axes, items->mesh, items->items, items->count);
}

void obb_fit(ObbVolume *box, const FitItems *items, enum ObbWeights weights)
{
    PrincipalAxes found;
    bool known = weights == OBB_BY_AREA && items->axes && items->axes->known;
    if (!known)
        find_axes(items, weights, &found);
    set_box(box, known ? items->axes : &found);
}
