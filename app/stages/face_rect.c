#include "app/stages/face_rect.h"

#include <math.h>

typedef struct Range {
    double lo, hi;
} Range;

static void extend(Range *range, double at)
{
    range->lo = fmin(range->lo, at);
    range->hi = fmax(range->hi, at);
}

FaceRect face_rect(const Mesh *mesh, const Features *features, const Connector *face)
{
    Vec3d across = vec3d_cross(face->axis, face->side);
    Range u = {-face->radius, face->radius}, v = u;
    bool known = face->feature >= 0 && face->feature < features->count &&
                 features->items[face->feature].count > 0;
    if (known) {
        const Feature *feature = &features->items[face->feature];
        u = v = (Range){INFINITY, -INFINITY};
        for (int32_t i = 0; i < feature->count; ++i)
            for (int k = 0; k < 3; ++k) {
                int32_t triangle = features->triangles[feature->first + i];
                Vec3d p = vec3d_sub(mesh->vertices[mesh->triangles[triangle][k]], face->origin);
                extend(&u, vec3d_dot(p, face->side));
                extend(&v, vec3d_dot(p, across));
            }
    }
    const double ends[4][2] = {{u.lo, v.lo}, {u.hi, v.lo}, {u.hi, v.hi}, {u.lo, v.hi}};
    FaceRect rect;
    for (int i = 0; i < 4; ++i) {
        rect.corners[i] = vec3d_add_scaled(face->origin, face->side, ends[i][0]);
        rect.corners[i] = vec3d_add_scaled(rect.corners[i], across, ends[i][1]);
    }
    return rect;
}

FaceRect face_rect_placed(const FaceRect *rect, const Affine *placement)
{
    FaceRect placed;
    for (int i = 0; i < 4; ++i)
        placed.corners[i] = affine_apply(placement, rect->corners[i]);
    return placed;
}

static Range range_along(const FaceRect *rect, Vec3d direction)
{
    Range range = {INFINITY, -INFINITY};
    for (int i = 0; i < 4; ++i)
        extend(&range, vec3d_dot(rect->corners[i], direction));
    return range;
}

// Two convex figures in a plane are apart if a side of one of them parts them.
bool face_rects_meet(const FaceRect *a, const FaceRect *b, Vec3d axis)
{
    const FaceRect *both[2] = {a, b};
    for (int i = 0; i < 4; ++i) {
        const FaceRect *rect = both[i / 2];
        Vec3d side = vec3d_sub(rect->corners[1 + i % 2], rect->corners[i % 2]);
        Vec3d across = vec3d_cross(side, axis);
        Range x = range_along(a, across), y = range_along(b, across);
        if (x.hi < y.lo || y.hi < x.lo)
            return false;
    }
    return true;
}
