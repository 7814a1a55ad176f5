// Cut through the mean of the corners, across the longest axis of the oriented box; a triangle goes
// where its centroid lies. The next axis when one side stays empty (Gottschalk; Andersen and Bay
// 2006, 2.2).
#include "../geom/covariance.h"
#include "../split.h"

static double centroid_along(const Mesh *mesh, int32_t i, Vec3d axis)
{
    Triangle t = mesh_triangle(mesh, i);
    return vec3d_dot(axis, vec3d_add(t.p[0], vec3d_add(t.p[1], t.p[2]))) / 3;
}

static int32_t partition(const Mesh *mesh, int32_t *items, int32_t count, Vec3d axis)
{
    double mean = 0;
    for (int32_t i = 0; i < count; ++i)
        mean += centroid_along(mesh, items[i], axis) / count; // each triangle has three corners
    int32_t left = 0;
    for (int32_t i = 0; i < count; ++i) {
        int32_t item = items[i];
        if (centroid_along(mesh, item, axis) <= mean) {
            items[i] = items[left];
            items[left++] = item;
        }
    }
    return left;
}

static bool split(const SplitInput *in, int32_t *items, int32_t count, SplitChoice *out)
{
    Vec3d axes[3];
    double length[3];
    covariance_axes(in->mesh, items, count, axes);
    for (int k = 0; k < 3; ++k) {
        double lo, hi;
        extent_along(in->mesh, items, count, axes[k], &lo, &hi);
        length[k] = hi - lo;
    }
    for (int tried = 0; tried < 3; ++tried) {
        int longest = 0;
        for (int k = 1; k < 3; ++k)
            if (length[k] > length[longest])
                longest = k;
        int32_t left = partition(in->mesh, items, count, axes[longest]);
        if (left > 0 && left < count) {
            *out = (SplitChoice){.left_count = left,
                                 .axis = box3_longest_axis(&in->box),
                                 .reason = "mean along the oriented box"};
            return true;
        }
        length[longest] = -1;
    }
    return false;
}

const SplitRule split_obb_mean = {
    .id = SPLIT_ID_obb_mean,
    .name = "OBB mean",
    .note = "through the mean of the corners, across the longest axis of the oriented box",
    .split = split,
};
