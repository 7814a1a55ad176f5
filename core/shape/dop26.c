#include "core/shape/dop26.h"

#include "core/base/cpu.h"

const Vec3d dop26_direction[DOP26_DIRECTIONS] = {
    {{1, 0, 0}}, {{0, 1, 0}},  {{0, 0, 1}}, {{1, 1, 1}},  {{1, 1, -1}}, {{1, -1, 1}}, {{-1, 1, 1}},
    {{1, 1, 0}}, {{1, -1, 0}}, {{1, 0, 1}}, {{1, 0, -1}}, {{0, 1, 1}},  {{0, 1, -1}}};

void extremals_begin(Extremals *e)
{
    for (int i = 0; i < DOP26_PAIRS; ++i) {
        e->lo[i] = (Pair){INFINITY, INFINITY};
        e->hi[i] = (Pair){-INFINITY, -INFINITY};
        e->lo_point[i] = e->hi_point[i] = (PairMask){0, 0};
    }
}

// A product with 1 or -1 is exact and one with 0 adds nothing: these sums, in the order of vec3d_dot,
// are its results.
static inline void project(Vec3d p, Pair at[DOP26_PAIRS])
{
    double sum = p.x + p.y, difference = p.x - p.y;
    Pair xy = {p.x, p.y}, both = {-p.z, p.z};
    at[0] = xy;
    at[1] = (Pair){p.z, sum + p.z};
    at[2] = (Pair){sum, difference} + both;
    at[3] = (Pair){(p.y - p.x) + p.z, sum};
    at[4] = (Pair){difference, p.x + p.z};
    at[5] = xy + both;
    at[6] = (Pair){p.y - p.z, p.y - p.z};
}

static inline void add(Extremals *e, Vec3d p, int32_t number)
{
    Pair at[DOP26_PAIRS];
    PairMask mine = {number, number};
    project(p, at);
    for (int i = 0; i < DOP26_PAIRS; ++i) {
        PairMask below = at[i] < e->lo[i];
        PairMask above = at[i] > e->hi[i];
        e->lo[i] = pair_min(at[i], e->lo[i]);
        e->hi[i] = pair_max(at[i], e->hi[i]);
        e->lo_point[i] = (mine & below) | (e->lo_point[i] & ~below);
        e->hi_point[i] = (mine & above) | (e->hi_point[i] & ~above);
    }
}

void extremals_add(Extremals *e, Vec3d p, int32_t number)
{
    add(e, p, number);
}

void extremals_of(Extremals *e, const Vec3d *points, int32_t count)
{
#ifdef SNUG_AVX2
    if (cpu_has_avx2()) {
        extremals_of_avx2(e, points, count);
        return;
    }
#endif
    extremals_begin(e);
    for (int32_t i = 0; i < count; ++i)
        add(e, points[i], i);
}
