#include "core/feature/flats.h"

#include <math.h>

static const double ACROSS = 0.1;   // sine by which a flat may lean against the axis
static const double CLEAR = 0.3;    // of all that looks outwards, so much agrees: they are flats
static const double LIKE_ONE = 0.8; // cosine of fold times the angle: a face is one of them
static const double TAU = 6.283185307179586476925;

typedef struct Face {
    double area, angle, along, low, high;
} Face;

// False: it does not stand around the axis, or not within the reach.
static bool face_of(const Mesh *mesh, int32_t i, const Affine *placement, const FlatsAxis *about,
                    Face *out)
{
    const int32_t *t = mesh->triangles[i];
    Vec3d p[3];
    for (int k = 0; k < 3; ++k)
        p[k] = affine_apply(placement, mesh->vertices[t[k]]);
    Vec3d normal = vec3d_cross(vec3d_sub(p[1], p[0]), vec3d_sub(p[2], p[0]));
    double area = vec3d_length(normal);
    Vec3d middle = vec3d_scale(vec3d_add(vec3d_add(p[0], p[1]), p[2]), 1.0 / 3);
    Vec3d off = vec3d_sub(middle, about->origin);
    double along = vec3d_dot(off, about->axis);
    double away = vec3d_length(vec3d_add_scaled(off, about->axis, -along));
    if (!(area > 0) || fabs(vec3d_dot(normal, about->axis)) > ACROSS * area || away < about->from ||
        away > about->to)
        return false;
    Vec3d third = vec3d_cross(about->axis, about->side);
    *out = (Face){area, atan2(vec3d_dot(normal, third), vec3d_dot(normal, about->side)), along,
                  INFINITY, -INFINITY};
    for (int k = 0; k < 3; ++k) {
        double at = vec3d_dot(vec3d_sub(p[k], about->origin), about->axis);
        out->low = fmin(out->low, at);
        out->high = fmax(out->high, at);
    }
    return true;
}

static void measure_along(const Mesh *mesh, const Affine *placement, const FlatsAxis *about,
                          Flats *flats)
{
    double weight = 0, sum = 0;
    Face face;
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        if (!face_of(mesh, i, placement, about, &face) ||
            !(cos(flats->fold * (face.angle - flats->phase)) > LIKE_ONE))
            continue;
        flats->low = weight > 0 ? fmin(flats->low, face.low) : face.low;
        flats->high = weight > 0 ? fmax(flats->high, face.high) : face.high;
        weight += face.area;
        sum += face.area * face.along;
    }
    flats->along = weight > 0 ? sum / weight : 0;
}

Flats flats_around(const Mesh *mesh, const Affine *placement, const FlatsAxis *about)
{
    static const int folds[2] = {6, 12};
    double sums[2][2] = {{0}}, all = 0;
    Face face;
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        if (!face_of(mesh, i, placement, about, &face))
            continue;
        all += face.area;
        for (int k = 0; k < 2; ++k) {
            sums[k][0] += face.area * cos(folds[k] * face.angle);
            sums[k][1] += face.area * sin(folds[k] * face.angle);
        }
    }
    for (int k = 0; k < 2; ++k) {
        if (!(hypot(sums[k][0], sums[k][1]) > CLEAR * all))
            continue;
        Flats flats = {.fold = folds[k], .phase = atan2(sums[k][1], sums[k][0]) / folds[k]};
        measure_along(mesh, placement, about, &flats);
        return flats;
    }
    return (Flats){0};
}

double flats_reach(const Mesh *mesh, const Affine *placement, const FlatsAxis *about)
{
    double reach = 0;
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        Vec3d off = vec3d_sub(affine_apply(placement, mesh->vertices[i]), about->origin);
        reach = fmax(reach, vec3d_length(vec3d_cross(off, about->axis)));
    }
    return reach;
}

double flats_roll(const Flats *tool, const Flats *head)
{
    if (tool->fold == 0 || head->fold == 0)
        return 0;
    // A jaw of two hexagons takes a hexagon by either.
    double share = TAU / (tool->fold > head->fold ? tool->fold : head->fold);
    return remainder(head->phase - tool->phase, share);
}
