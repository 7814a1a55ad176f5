// Inner oriented boxes of a mesh whose vertices moved, bottom up: they keep their axes or take
// those of their largest child, whichever is smaller. So axes follow what turns with the surface.
// Boxes of single triangles: obb_triangles.h. All in floats; slacks cover their rounding.
//
// Rounding, u = 2^-24. Dots of axes err by 4 u, the sum of three times half extents by 15 u of the
// radius, and the slabs of nearly orthogonal stored axes reach 24 u of it beyond the box that the
// radii stand for. Centres' differences err by u, and by 5 u along an axis. SLACK is 64 u of
// distance and radius together.
#ifndef SNUG_CORE_TREE_BV_OBB_OBB_REFIT_H
#define SNUG_CORE_TREE_BV_OBB_OBB_REFIT_H

#include "core/base/rounding.h"
#include "core/base/simd.h"
#include "core/tree/bv/obb/obb_fit.h"

#define OBB_REFIT_SLACK 0x1p-18f

typedef struct ObbLanes {
    Float4 row[3];       // axes
    Float4 column[3];    // [i]: component i of all three axes
    Float4 centre, half; // lane 3: 0
} ObbLanes;

// Reads 4 bytes beyond the box.
static inline ObbLanes obb_lanes(const ObbVolume *box)
{
    ObbLanes o;
    for (int k = 0; k < 3; ++k)
        o.row[k] = float4_load(box->axis[k]);
    float4_transpose3(o.row, o.column);
    o.centre = float4_zero_last(float4_load(box->centre));
    o.half = float4_zero_last(float4_load(box->half));
    return o;
}

// Ends along three axes, measured from a point.
typedef struct ObbEnds {
    Float4 lo, hi;
} ObbEnds;

static inline Float4 obb_along(const Float4 column[3], Float4 d)
{
    return float4_row_times(d, column[0], column[1], column[2]);
}

static inline void obb_ends_add(ObbEnds *ends, const Float4 column[3], Float4 from,
                                const ObbLanes *child)
{
    Float4 d = child->centre - from;
    Float4 middle = obb_along(column, d);
    Float4 reach = float4_abs(obb_along(column, child->row[0])) * child->half[0] +
                   float4_abs(obb_along(column, child->row[1])) * child->half[1] +
                   float4_abs(obb_along(column, child->row[2])) * child->half[2] +
                   OBB_REFIT_SLACK * float4_sum3(child->half + float4_abs(d));
    ends->lo = float4_min(ends->lo, middle - reach);
    ends->hi = float4_max(ends->hi, middle + reach);
}

// Half the surface, but for a factor.
static inline float obb_ends_area(const ObbEnds *ends)
{
    Float4 size = ends->hi - ends->lo;
    return size[0] * size[1] + size[1] * size[2] + size[2] * size[0];
}

static inline void obb_store3(float out[3], Float4 v)
{
    memcpy(out, &v, 3 * sizeof *out);
}

static inline void obb_from_ends(ObbVolume *box, const Float4 row[3], const Float4 column[3],
                                 Float4 from, const ObbEnds *ends)
{
    Float4 middle = 0.5f * (ends->lo + ends->hi);
    Float4 centre = from + middle[0] * row[0] + middle[1] * row[1] + middle[2] * row[2];
    Float4 shift = float4_zero_last(centre - from), at = obb_along(column, shift);
    Float4 half = float4_max(ends->hi - at, at - ends->lo) +
                  OBB_REFIT_SLACK * float4_sum3(float4_abs(shift) + (ends->hi - ends->lo));
    for (int k = 0; k < 3; ++k)
        obb_store3(box->axis[k], row[k]);
    obb_store3(box->centre, centre);
    obb_store3(box->half, half);
}

static inline ObbEnds obb_no_ends(void)
{
    Float4 none = {INFINITY, INFINITY, INFINITY, 0};
    return (ObbEnds){none, -none};
}

static inline ObbEnds obb_own_ends(const ObbLanes *box)
{
    Float4 half = box->half + OBB_REFIT_SLACK * float4_sum3(box->half);
    return (ObbEnds){-half, half};
}

// The box along its own axes (kept) or along the child's.
static inline void obb_smaller(ObbVolume *box, const ObbLanes *own, const ObbEnds *kept,
                               const ObbLanes *child, const ObbEnds *taken)
{
    if (obb_ends_area(taken) < obb_ends_area(kept))
        obb_from_ends(box, child->row, child->column, child->centre, taken);
    else
        obb_from_ends(box, own->row, own->column, own->centre, kept);
}

static inline void obb_refit_two(ObbVolume *box, const ObbLanes *large, const ObbLanes *small)
{
    ObbLanes own = obb_lanes(box);
    ObbEnds kept = obb_no_ends(), taken = obb_own_ends(large);
    obb_ends_add(&kept, own.column, own.centre, large);
    obb_ends_add(&kept, own.column, own.centre, small);
    obb_ends_add(&taken, large->column, large->centre, small);
    obb_smaller(box, &own, &kept, large, &taken);
}

// Around two triangles, whose boxes are new: along the larger one's axes.
static inline void obb_refit_pair(ObbVolume *box, const ObbVolume *a, const ObbVolume *b)
{
    bool turned = b->half[0] + b->half[1] > a->half[0] + a->half[1];
    ObbLanes large = obb_lanes(turned ? b : a), small = obb_lanes(turned ? a : b);
    ObbEnds ends = obb_own_ends(&large);
    obb_ends_add(&ends, large.column, large.centre, &small);
    obb_from_ends(box, large.row, large.column, large.centre, &ends);
}

// Children: `stride` bytes apart.
static inline void obb_refit_inner(ObbVolume *box, const void *children, size_t stride,
                                   uint32_t count)
{
    const char *at = children;
    if (count == 2) {
        const ObbVolume *a = children, *b = (const ObbVolume *)(const void *)(at + stride);
        bool turned = b->half[0] + b->half[1] + b->half[2] > a->half[0] + a->half[1] + a->half[2];
        ObbLanes large = obb_lanes(turned ? b : a), small = obb_lanes(turned ? a : b);
        obb_refit_two(box, &large, &small);
        return;
    }
    ObbLanes first = obb_lanes(children), own = obb_lanes(box);
    ObbEnds kept = obb_no_ends(), taken = obb_own_ends(&first);
    obb_ends_add(&kept, own.column, own.centre, &first);
    for (uint32_t c = 1; c < count; ++c) {
        ObbLanes child = obb_lanes((const ObbVolume *)(const void *)(at + c * stride));
        obb_ends_add(&kept, own.column, own.centre, &child);
        obb_ends_add(&taken, first.column, first.centre, &child);
    }
    obb_smaller(box, &own, &kept, &first, &taken);
}

#endif
