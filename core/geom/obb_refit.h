// Oriented boxes of a mesh whose vertices moved, bottom up: boxes of single triangles are made
// anew, inner ones keep their axes or take those of their largest child, whichever is smaller. So
// axes follow what turns with the surface. All in floats; slacks cover their rounding.
//
// Rounding, u = 2^-24. Vertices and the stored centre less one of the vertices are exact to 2^-53
// before they become floats, so lengths along an axis err by at most 5 u of the distance, their
// differences by 11 u. Dots of axes err by 4 u, the
// sum of three times half extents by 15 u of the radius, and the slabs of nearly orthogonal stored
// axes reach 24 u of it beyond the box that the radii stand for. Centres' differences err by u, and
// by 5 u along an axis. SLACK is 64 u of distance and radius together.
#ifndef SNUG_CORE_GEOM_OBB_REFIT_H
#define SNUG_CORE_GEOM_OBB_REFIT_H

#include "../simd.h"
#include "obb_fit.h"
#include "rounding.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

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

static inline Float4 obb_min(Float4 a, Float4 b)
{
#ifdef __SSE2__
    return _mm_min_ps(a, b);
#else
    return -float4_larger(-a, -b);
#endif
}

static inline Float4 obb_max(Float4 a, Float4 b)
{
#ifdef __SSE2__
    return _mm_max_ps(a, b);
#else
    return float4_larger(a, b);
#endif
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
    ends->lo = obb_min(ends->lo, middle - reach);
    ends->hi = obb_max(ends->hi, middle + reach);
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
    Float4 half = obb_max(ends->hi - at, at - ends->lo) +
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

// p - q, rounded to floats at the end.
static inline Float4 obb_difference(const Vec3d *p, const Vec3d *q)
{
#ifdef __SSE2__
    __m128 xy = _mm_cvtpd_ps(_mm_sub_pd(_mm_loadu_pd(p->v), _mm_loadu_pd(q->v)));
    __m128 z = _mm_cvtpd_ps(_mm_sub_sd(_mm_load_sd(p->v + 2), _mm_load_sd(q->v + 2)));
    return _mm_movelh_ps(xy, z);
#else
    return (Float4){(float)(p->x - q->x), (float)(p->y - q->y), (float)(p->z - q->z), 0};
#endif
}

static inline float float4_dot3(Float4 a, Float4 b)
{
    return float4_sum3(a * b);
}

static inline Float4 float4_cross(Float4 a, Float4 b)
{
    return float4_turn1(a * float4_turn1(b) - float4_turn1(a) * b);
}

// 1 / sqrt(x) to 2 u: an estimate and a step of Newton's method take half the time of both.
static inline float obb_inverse_root(float x)
{
#ifdef __SSE2__
    float y = _mm_cvtss_f32(_mm_rsqrt_ss(_mm_set_ss(x)));
    return y * (1.5f - 0.5f * x * y * y);
#else
    return 1 / sqrtf(x);
#endif
}

static inline Float4 obb_select(Int4 mask, Float4 yes, Float4 no)
{
    return (Float4)(((Int4)yes & mask) | ((Int4)no & ~mask));
}

// The least rectangle around a triangle stands on its longest side. False without much area: then
// the normal would be noise.
static inline bool obb_triangle_rows(Float4 p, Float4 q, Float4 r, Float4 row[3])
{
    Float4 s = q - p, t = r - q, v = p - r;
    float ss = float4_dot3(s, s), tt = float4_dot3(t, t), vv = float4_dot3(v, v);
    // Selections instead of branches, which would go any way.
    Int4 second = (Int4){0} - (int)(tt > ss);
    float two = tt > ss ? tt : ss;
    Int4 third = (Int4){0} - (int)(vv > two);
    Float4 side = obb_select(third, v, obb_select(second, t, s));
    Float4 next = obb_select(third, s, obb_select(second, v, t));
    float square = vv > two ? vv : two;
    Float4 x = side * obb_inverse_root(square);
    next -= x * float4_dot3(x, next); // at right angles, whatever was rounded
    float height = float4_dot3(next, next);
    if (!(height > 1e-6f * square) || !(square > 1e-30f))
        return false;
    Float4 y = next * obb_inverse_root(height);
    y -= x * float4_dot3(x, y);
    row[0] = x;
    row[1] = y;
    row[2] = float4_cross(x, y);
    return true;
}

// Makes the box of one triangle anew. False: it is left as it was.
static inline bool obb_refit_triangle(ObbVolume *box, const Mesh *mesh, int32_t triangle)
{
    const int32_t *t = mesh->triangles[triangle];
    const Vec3d *p = &mesh->vertices[t[0]];
    Float4 row[3], column[3], none = {0, 0, 0, 0};
    Float4 q = obb_difference(&mesh->vertices[t[1]], p);
    Float4 r = obb_difference(&mesh->vertices[t[2]], p);
    if (!obb_triangle_rows(none, q, r, row))
        return false;
    float4_transpose3(row, column);
    Float4 along_q = obb_along(column, q), along_r = obb_along(column, r);
    Float4 middle = 0.5f * (obb_min(obb_min(none, along_q), along_r) +
                            obb_max(obb_max(none, along_q), along_r));
    Float4 shift = middle[0] * row[0] + middle[1] * row[1] + middle[2] * row[2];
    Vec3d centre; // as stored
    for (int k = 0; k < 3; ++k) {
        box->centre[k] = (float)(p->v[k] + (double)shift[k]);
        centre.v[k] = (double)box->centre[k];
    }
    Float4 d = obb_difference(&centre, p), at = obb_along(column, d);
    Float4 half =
        obb_max(obb_max(float4_abs(at), float4_abs(along_q - at)), float4_abs(along_r - at));
    half += 0x1p-20f * float4_sum3(float4_abs(d) + float4_abs(q) + float4_abs(r)); // 16 u of each
    for (int k = 0; k < 3; ++k)
        obb_store3(box->axis[k], row[k]);
    obb_store3(box->half, half);
    return true;
}

#endif
