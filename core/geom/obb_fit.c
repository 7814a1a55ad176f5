// Oriented boxes from principal axes, and from a triangle's own sides.
#include "obb_fit.h"
#include "covariance.h"
#include "pair_lanes.h"
#include "rounding.h"

// Half extents about the stored centre and along the stored axes, so that rounding them costs
// nothing. Products and sums as in obb_reach_along, two axes at once.
void obb_set_extents(ObbVolume *box, const Mesh *mesh, const int32_t *items, int32_t count)
{
    const Vec3d a = vec3d_from_floats(box->axis[0]), b = vec3d_from_floats(box->axis[1]);
    const Pair x = {a.x, b.x}, y = {a.y, b.y}, z = {a.z, b.z};
    const Vec3d axis = vec3d_from_floats(box->axis[2]), centre = vec3d_from_floats(box->centre);
    Pair half = {0, 0};
    double half2 = 0;
    for (int32_t i = 0; i < count; ++i) {
        const int32_t *t = mesh->triangles[items[i]];
        for (int k = 0; k < 3; ++k) {
            Vec3d d = vec3d_sub(mesh->vertices[t[k]], centre);
            Pair reach = x * d.x + y * d.y + z * d.z;
            double reach2 = fabs(vec3d_dot(axis, d));
            half = pair_max(half, pair_max(reach, -reach));
            half2 = reach2 > half2 ? reach2 : half2;
        }
    }
    box->half[0] = float_above(half[0]);
    box->half[1] = float_above(half[1]);
    box->half[2] = float_above(half2);
}

static void set_centre(ObbVolume *box, Vec3d middle)
{
    for (int k = 0; k < 3; ++k)
        box->centre[k] = (float)middle.v[k];
}

void obb_find_centre(ObbVolume *box, const Mesh *mesh, const int32_t *items, int32_t count)
{
    Vec3d axes[3];
    for (int k = 0; k < 3; ++k)
        axes[k] = vec3d_from_floats(box->axis[k]);
    Extents extents = extents_along(mesh, items, count, axes);
    set_centre(box, extents_middle(&extents, axes));
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

static void find_axes(const FitItems *items, Vec3d axes[3])
{
    if (items->count == 1) {
        Triangle t = mesh_triangle(items->mesh, items->items[0]);
        if (triangle_axes(&t, axes))
            return;
    }
    covariance_axes(items->mesh, items->items, items->count, axes);
}

void obb_fit(ObbVolume *box, const FitItems *items)
{
    bool known = items->axes && items->axes->known;
    Vec3d found[3];
    if (!known)
        find_axes(items, found);
    const Vec3d *axes = known ? items->axes->axis : found;
    for (int k = 0; k < 9; ++k)
        box->axis[k / 3][k % 3] = (float)axes[k / 3].v[k % 3];
    if (known)
        set_centre(box, items->axes->middle);
    else
        obb_find_centre(box, items->mesh, items->items, items->count);
    obb_set_extents(box, items->mesh, items->items, items->count);
}
