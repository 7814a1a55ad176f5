// Cut through the mean of the corners, across the longest axis of the oriented box; a triangle goes
// where its centroid lies. The next axis when one side stays empty (Gottschalk; Andersen and Bay
// 2006, 2.2).
#include "../geom/covariance.h"
#include "../split.h"

#include <string.h>

// Three times the centroid along an axis.
static inline double centroid3(const Mesh *mesh, int32_t i, Vec3d axis)
{
    const int32_t *t = mesh->triangles[i];
    const Vec3d *v = mesh->vertices;
    return vec3d_dot(axis, vec3d_add(v[t[0]], vec3d_add(v[t[1]], v[t[2]])));
}

static bool split(const SplitInput *in, int32_t *items, int32_t count, SplitChoice *out)
{
    Vec3d axes[3];
    double length[3];
    covariance_axes(in->mesh, items, count, axes);
    Extents extents = extents_along(in->mesh, items, count, axes);
    if (in->axes) {
        memcpy(in->axes->axis, axes, sizeof axes);
        in->axes->middle = extents_middle(&extents, axes);
        in->axes->known = true;
    }
    for (int k = 0; k < 3; ++k)
        length[k] = extents.hi[k] - extents.lo[k];
    for (int tried = 0; tried < 3; ++tried) {
        int longest = 0;
        for (int k = 1; k < 3; ++k)
            if (length[k] > length[longest])
                longest = k;
        double mean3 = vec3d_dot(axes[longest], extents.sum) / count;
        int32_t left = 0;
        for (int32_t i = 0; i < count; ++i)
            left =
                split_place(items, i, left, centroid3(in->mesh, items[i], axes[longest]) <= mean3);
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
