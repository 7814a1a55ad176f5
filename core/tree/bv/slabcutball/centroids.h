// What the criteria of slab cut balls share: triangles placed by their centroids.
#ifndef SNUG_CORE_TREE_BV_SLABCUTBALL_CENTROIDS_H
#define SNUG_CORE_TREE_BV_SLABCUTBALL_CENTROIDS_H

#include "core/tree/split/split.h"

enum { CENTROIDS_FEW = 8 }; // fewer are sorted and halved

// Three times a triangle's centroid along an axis.
static inline double split_centroid3(const SplitInput *in, int32_t item, int axis)
{
    const int32_t *t = in->mesh->triangles[item];
    const Vec3d *v = in->mesh->vertices;
    return v[t[0]].v[axis] + v[t[1]].v[axis] + v[t[2]].v[axis];
}

// Fewer than CENTROIDS_FEW. Stable, so that equal centroids keep their order.
static inline void centroids_sort(const SplitInput *in, int axis, int32_t *items, int32_t count)
{
    double keys[CENTROIDS_FEW];
    for (int32_t i = 0; i < count; ++i) {
        int32_t item = items[i], k = i;
        double key = split_centroid3(in, item, axis);
        for (; k > 0 && keys[k - 1] > key; --k) {
            items[k] = items[k - 1];
            keys[k] = keys[k - 1];
        }
        items[k] = item;
        keys[k] = key;
    }
}

static inline int32_t centroids_partition(const SplitInput *in, int axis, double cut3,
                                          int32_t *items, int32_t count)
{
    int32_t left = 0;
    for (int32_t i = 0; i < count; ++i)
        left = split_place(items, i, left, split_centroid3(in, items[i], axis) <= cut3);
    return left;
}

static inline bool centroids_both_a_tenth(int32_t left, int32_t count)
{
    return 10 * (int64_t)left >= count && 10 * (int64_t)(count - left) >= count;
}

// Longest first.
static inline void box3_sides_by_length(const Box3 *box, int axes[3])
{
    double length[3];
    for (int k = 0; k < 3; ++k)
        length[k] = (double)box->hi.v[k] - (double)box->lo.v[k];
    for (int k = 0; k < 3; ++k) {
        int at = k;
        for (; at > 0 && length[axes[at - 1]] < length[k]; --at)
            axes[at] = axes[at - 1];
        axes[at] = k;
    }
}

#endif
