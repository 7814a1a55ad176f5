// The tests of box_sat.h, three axes at a time: the same products and sums in the same order, hence
// the same results to the last bit.
#ifndef SNUG_CORE_SHAPE_BOX_ROWS_H
#define SNUG_CORE_SHAPE_BOX_ROWS_H

#include "core/base/simd.h"
#include "core/shape/box_sat.h"

// [k]: what is multiplied by component k of a vector, a lane for each axis; lane 3 is 0.
typedef struct BoxRows {
    Float4 map[3], abs_map[3], shift;           // over A's axes
    Float4 normal[3], abs_normal[3], thickness; // over B's faces
    Float4 edge[3], abs_edge[3];                // [i]: component i of B's edges
    Float4 edge_b[3][2]; // [i]: radii of B on A's axis i times each of B's edges
    float eps;
    bool right_angles;
} BoxRows;

// One box: centre and half extents; lane 3 of half is 0, that of centre anything.
typedef struct BoxLanes3 {
    Float4 centre, half;
} BoxLanes3;

static inline Float4 box_rows_lanes(float x, float y, float z)
{
    return (Float4){x, y, z, 0};
}

static inline void box_rows_setup(BoxRows *rows, const BoxFrames *f)
{
    for (int k = 0; k < 3; ++k) {
        rows->map[k] = box_rows_lanes(f->b[0][k], f->b[1][k], f->b[2][k]);
        rows->abs_map[k] = box_rows_lanes(f->abs_b[0][k], f->abs_b[1][k], f->abs_b[2][k]);
        rows->normal[k] = box_rows_lanes(f->normal[0][k], f->normal[1][k], f->normal[2][k]);
        rows->abs_normal[k] =
            box_rows_lanes(f->abs_normal[0][k], f->abs_normal[1][k], f->abs_normal[2][k]);
        rows->edge[k] = box_rows_lanes(f->edge[k][0], f->edge[k][1], f->edge[k][2]);
        rows->abs_edge[k] = box_rows_lanes(f->abs_edge[k][0], f->abs_edge[k][1], f->abs_edge[k][2]);
        for (int side = 0; side < 2; ++side)
            rows->edge_b[k][side] =
                box_rows_lanes(f->edge_b[k][0][side], f->edge_b[k][1][side], f->edge_b[k][2][side]);
    }
    rows->shift = box_rows_lanes(f->t[0], f->t[1], f->t[2]);
    rows->thickness = box_rows_lanes(f->thickness[0], f->thickness[1], f->thickness[2]);
    rows->eps = f->eps;
    rows->right_angles = f->right_angles;
}

static inline Float4 box_rows_difference(const BoxRows *r, const BoxLanes3 *a, const BoxLanes3 *b)
{
    return float4_row_times(b->centre, r->map[0], r->map[1], r->map[2]) + r->shift - a->centre;
}

static inline Float4 box_rows_gaps_a(const BoxRows *r, const BoxLanes3 *a, const BoxLanes3 *b,
                                     Float4 t)
{
    return float4_abs(t) - (a->half + r->abs_map[0] * b->half[0] + r->abs_map[1] * b->half[1] +
                            r->abs_map[2] * b->half[2]);
}

static inline Float4 box_rows_gaps_b(const BoxRows *r, const BoxLanes3 *a, const BoxLanes3 *b,
                                     Float4 t)
{
    return float4_abs(float4_row_times(t, r->normal[0], r->normal[1], r->normal[2])) -
           (r->thickness * b->half + r->abs_normal[0] * a->half[0] + r->abs_normal[1] * a->half[1] +
            r->abs_normal[2] * a->half[2]);
}

// Of A's axis i and each of B's edges.
static inline Float4 box_rows_edge_gaps(const BoxRows *r, const BoxLanes3 *a, const BoxLanes3 *b,
                                        Float4 t, int i, int i1, int i2)
{
    Float4 distance = float4_abs(t[i2] * r->edge[i1] - t[i1] * r->edge[i2]);
    return distance -
           (a->half[i1] * r->abs_edge[i2] + a->half[i2] * r->abs_edge[i1] +
            float4_turn1(b->half) * r->edge_b[i][0] + float4_turn2(b->half) * r->edge_b[i][1]);
}

// Exits as those of box_sat_lite and box_sat.
static inline int box_rows_lite(const BoxRows *r, const BoxLanes3 *a, const BoxLanes3 *b, Float4 t)
{
    int exit = float4_first_above(box_rows_gaps_a(r, a, b, t), r->eps, 0);
    return exit ? exit : float4_first_above(box_rows_gaps_b(r, a, b, t), r->eps, 3);
}

static inline int box_rows_sat(const BoxRows *r, const BoxLanes3 *a, const BoxLanes3 *b, Float4 t)
{
    int exit = box_rows_lite(r, a, b, t);
    if (!exit)
        exit = float4_first_above(box_rows_edge_gaps(r, a, b, t, 0, 1, 2), r->eps, 6);
    if (!exit)
        exit = float4_first_above(box_rows_edge_gaps(r, a, b, t, 1, 2, 0), r->eps, 9);
    if (!exit)
        exit = float4_first_above(box_rows_edge_gaps(r, a, b, t, 2, 0, 1), r->eps, 12);
    return exit;
}

// As box_distance_bound.
static inline double box_rows_bound(const BoxRows *r, const BoxLanes3 *a, const BoxLanes3 *b)
{
    Float4 t = box_rows_difference(r, a, b);
    Float4 x = float4_positive(box_rows_gaps_a(r, a, b, t));
    Float4 y = float4_positive(box_rows_gaps_b(r, a, b, t));
    float across = r->right_angles ? float4_sum3(y * y) : float4_max3(y) * float4_max3(y);
    float square = float4_sum3(x * x);
    float gap = sqrtf(square > across ? square : across);
    return gap > 2 * r->eps ? (double)gap - 2 * (double)r->eps : 0;
}

#endif
