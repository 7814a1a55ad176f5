#include "core/tree/pair/explain.h"

#include <assert.h>

static const char *const box_axes[15] = {
    "axis 1 of A",
    "axis 2 of A",
    "axis 3 of A",
    "axis 1 of B",
    "axis 2 of B",
    "axis 3 of B",
    "axis 1 of A x axis 1 of B",
    "axis 1 of A x axis 2 of B",
    "axis 1 of A x axis 3 of B",
    "axis 2 of A x axis 1 of B",
    "axis 2 of A x axis 2 of B",
    "axis 2 of A x axis 3 of B",
    "axis 3 of A x axis 1 of B",
    "axis 3 of A x axis 2 of B",
    "axis 3 of A x axis 3 of B",
};

void explain_begin(Explanation *out)
{
    assert(out);
    *out = (Explanation){.kind = REASON_AXIS, .along = "", .gap = -INFINITY, .own = true};
}

void explain_offer(Explanation *out, Vec3d direction, const double a[2], const double b[2],
                   const char *along)
{
    assert(out && a && b && along);
    double length = vec3d_length(direction);
    double gap = fmax(b[0] - a[1], a[0] - b[1]) / length;
    if (!(length > 0) || !(gap > out->gap)) // NaN: it says nothing
        return;
    out->gap = gap;
    out->along = along;
    out->axis = vec3d_scale(direction, 1 / length);
    for (int end = 0; end < 2; ++end) {
        out->a[end] = a[end] / length;
        out->b[end] = b[end] / length;
    }
}

ExplainBox explain_box_between(Vec3d lo, Vec3d hi)
{
    ExplainBox box = {.centre = vec3d_lerp(lo, hi, 0.5)};
    for (int k = 0; k < 3; ++k) {
        box.direction[k].v[k] = 1;
        box.half[k] = (hi.v[k] - lo.v[k]) / 2;
    }
    return box;
}

ExplainBox explain_box_moved(const ExplainBox *box, const Affine *map)
{
    assert(box && map);
    ExplainBox moved = *box;
    moved.centre = affine_apply(map, box->centre);
    for (int k = 0; k < 3; ++k)
        moved.direction[k] = affine_apply_vector(map, box->direction[k]);
    return moved;
}

void explain_box_interval(const ExplainBox *box, Vec3d n, double interval[2])
{
    double middle = vec3d_dot(n, box->centre), reach = 0;
    for (int k = 0; k < 3; ++k)
        reach += box->half[k] * fabs(vec3d_dot(n, box->direction[k]));
    interval[0] = middle - reach;
    interval[1] = middle + reach;
}

static Vec3d face_normal(const ExplainBox *box, int k)
{
    return vec3d_normalised(vec3d_cross(box->direction[(k + 1) % 3], box->direction[(k + 2) % 3]));
}

// Edges that are as good as parallel have no direction of their own.
static Vec3d across_edges(const ExplainBox *a, int i, const ExplainBox *b, int j)
{
    Vec3d n = vec3d_cross(vec3d_normalised(a->direction[i]), vec3d_normalised(b->direction[j]));
    return vec3d_dot(n, n) > 1e-12 ? n : vec3d(0, 0, 0);
}

void explain_boxes(Explanation *out, const ExplainBox *a, const ExplainBox *b, unsigned axes)
{
    assert(out && a && b && !(axes & ~EXPLAIN_ALL));
    for (int axis = 0; axis < 15; ++axis) {
        if (!(axes >> axis & 1))
            continue;
        Vec3d n = axis < 3   ? face_normal(a, axis)
                  : axis < 6 ? face_normal(b, axis - 3)
                             : across_edges(a, (axis - 6) / 3, b, (axis - 6) % 3);
        double of_a[2], of_b[2];
        explain_box_interval(a, n, of_a);
        explain_box_interval(b, n, of_b);
        explain_offer(out, n, of_a, of_b, box_axes[axis]);
    }
}

void explain_balls(Explanation *out, Vec3d centre_a, double radius_a, Vec3d centre_b,
                   double radius_b, const char *along)
{
    Vec3d n = vec3d_normalised(vec3d_sub(centre_b, centre_a));
    if (!(vec3d_dot(n, n) > 0.5)) // about one point every direction is as good
        n = vec3d(1, 0, 0);
    double at_a = vec3d_dot(n, centre_a), at_b = vec3d_dot(n, centre_b);
    explain_offer(out, n, (double[]){at_a - radius_a, at_a + radius_a},
                  (double[]){at_b - radius_b, at_b + radius_b}, along);
}
