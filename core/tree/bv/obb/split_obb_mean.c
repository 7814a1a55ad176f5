// Cut through the mean of the corners, across the longest axis of the oriented box; a triangle goes
// where its centroid lies. The next axis when one side stays empty (Gottschalk; Andersen and Bay
// 2006, 2.2).
#include "core/mesh/covariance.h"
#include "core/tree/split/split.h"

// Three times the centroid; with a table, from the table's origin.
static inline Vec3d corners_of(const SplitInput *in, int32_t item)
{
    if (in->moments)
        return moment_table_corners(in->moments, in->mesh, item);
    Triangle t = mesh_triangle(in->mesh, item);
    return vec3d_add(t.p[0], vec3d_add(t.p[1], t.p[2]));
}

static void note_mean(const SplitInput *in, Vec3d axis, double at, int32_t left, int32_t count)
{
    if (in->moments)
        at += vec3d_dot(axis, in->moments->origin);
    SplitCandidate c = split_plane(SPLIT_OWN_AXIS, at, left, count);
    for (int k = 0; k < 3; ++k)
        c.direction[k] = (float)axis.v[k];
    c.refused = left > 0 && left < count ? REFUSED_NOT : REFUSED_EMPTY_SIDE;
    split_note(in->notes, &c);
    if (c.refused == REFUSED_NOT)
        split_note_choice(in->notes, &c);
}

static bool split(const SplitInput *in, int32_t *items, int32_t count, SplitChoice *out)
{
    PrincipalAxes own, *axes = in->axes ? in->axes : &own;
    double length[3];
    Vec3d sum = principal_axes_find(axes, in->mesh, in->moments, items, count);
    Vec3d mean3 = vec3d_scale(sum, 1.0 / count);
    for (int k = 0; k < 3; ++k)
        length[k] = axes->hi[k] - axes->lo[k];
    for (int tried = 0; tried < 3; ++tried) {
        int longest = 0;
        for (int k = 1; k < 3; ++k)
            if (length[k] > length[longest])
                longest = k;
        Vec3d axis = axes->axis[longest];
        double cut = vec3d_dot(axis, mean3);
        int32_t left = 0;
        for (int32_t i = 0; i < count; ++i) {
            double at = vec3d_dot(axis, corners_of(in, items[i]));
            left = split_place(items, i, left, at <= cut);
        }
        if (in->notes)
            note_mean(in, axis, cut / 3, left, count);
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
    .name = "OBB mean",
    .note = "through the mean of the corners, across the longest axis of the oriented box",
    .principal_axes = true,
    .split = split,
};
