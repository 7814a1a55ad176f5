#include "core/shape/dop26.h"

const Vec3d dop26_direction[DOP26_DIRECTIONS] = {
    {{1, 0, 0}}, {{0, 1, 0}},  {{0, 0, 1}}, {{1, 1, 1}},  {{1, 1, -1}}, {{1, -1, 1}}, {{-1, 1, 1}},
    {{1, 1, 0}}, {{1, -1, 0}}, {{1, 0, 1}}, {{1, 0, -1}}, {{0, 1, 1}},  {{0, 1, -1}}};

void extremals_begin(Extremals *e)
{
    for (int i = 0; i < DOP26_DIRECTIONS; ++i) {
        e->lo[i] = INFINITY;
        e->hi[i] = -INFINITY;
    }
}

void extremals_add(Extremals *e, Vec3d p)
{
    for (int i = 0; i < DOP26_DIRECTIONS; ++i) {
        double at = vec3d_dot(dop26_direction[i], p);
        if (at < e->lo[i]) {
            e->lo[i] = at;
            e->lo_point[i] = p;
        }
        if (at > e->hi[i]) {
            e->hi[i] = at;
            e->hi_point[i] = p;
        }
    }
}
