// Oriented boxes of single triangles, four at a time: a vector holds the same number of four
// triangles.
//
// Rounding, u = 2^-24. Vertices and the stored centre less one of the vertices are exact to 2^-53
// before they become floats, so lengths along an axis err by at most 5 u of the distance, their
// differences by 11 u: half extents get 16 u of all distances.
#ifndef SNUG_CORE_TREE_BV_OBB_OBB_TRIANGLES_H
#define SNUG_CORE_TREE_BV_OBB_OBB_TRIANGLES_H

#include "core/base/simd.h"
#include "core/tree/bv/obb/obb_fit.h"

// A point or direction of each of four triangles.
typedef struct Four3 {
    Float4 x, y, z;
} Four3;

static inline Four3 four3_scale(Four3 a, Float4 by)
{
    return (Four3){a.x * by, a.y * by, a.z * by};
}

static inline Four3 four3_sub(Four3 a, Four3 b)
{
    return (Four3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline Float4 four3_dot(Four3 a, Four3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline Four3 four3_cross(Four3 a, Four3 b)
{
    return (Four3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline Four3 four3_select(Int4 mask, Four3 yes, Four3 no)
{
    return (Four3){float4_select(mask, yes.x, no.x), float4_select(mask, yes.y, no.y),
                   float4_select(mask, yes.z, no.z)};
}

static inline Float4 four3_manhattan(Four3 a)
{
    return float4_abs(a.x) + float4_abs(a.y) + float4_abs(a.z);
}

// 1 / sqrt(x) to 2 u: an estimate and a step of Newton's method take half the time of both.
static inline Float4 float4_inverse_root(Float4 x)
{
#ifdef __SSE2__
    Float4 y = _mm_rsqrt_ps(x);
    return y * (1.5f - 0.5f * x * y * y);
#else
    return (Float4){1 / sqrtf(x[0]), 1 / sqrtf(x[1]), 1 / sqrtf(x[2]), 1 / sqrtf(x[3])};
#endif
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

// p + d as a float, and how far that is from p.
static inline Float4 obb_stored_centre(const Vec3d *p, Float4 d, Float4 *from_p)
{
#ifdef __SSE2__
    __m128d pxy = _mm_loadu_pd(p->v), pz = _mm_load_sd(p->v + 2);
    __m128 xy = _mm_cvtpd_ps(_mm_add_pd(pxy, _mm_cvtps_pd(d)));
    __m128 z = _mm_cvtpd_ps(_mm_add_sd(pz, _mm_cvtps_pd(_mm_movehl_ps(d, d))));
    *from_p = _mm_movelh_ps(_mm_cvtpd_ps(_mm_sub_pd(_mm_cvtps_pd(xy), pxy)),
                            _mm_cvtpd_ps(_mm_sub_sd(_mm_cvtps_pd(z), pz)));
    return _mm_movelh_ps(xy, z);
#else
    Vec3d centre;
    for (int k = 0; k < 3; ++k)
        centre.v[k] = (double)(float)(p->v[k] + (double)d[k]);
    *from_p = obb_difference(&centre, p);
    return (Float4){(float)centre.x, (float)centre.y, (float)centre.z, 0};
#endif
}

// Axes of the triangles (0, q, r): the least rectangle stands on the longest side. The mask is not
// set where there is hardly any area: there the normal would be noise.
static inline Int4 obb_triangle_axes(Four3 q, Four3 r, Four3 axis[3])
{
    Four3 zero = {{0}, {0}, {0}}, s = q, t = four3_sub(r, q), v = four3_sub(zero, r);
    Float4 ss = four3_dot(s, s), tt = four3_dot(t, t), vv = four3_dot(v, v);
    Int4 second = tt > ss;
    Float4 square = float4_max(ss, tt);
    Int4 third = vv > square;
    square = float4_max(square, vv);
    Four3 side = four3_select(third, v, four3_select(second, t, s));
    Four3 next = four3_select(third, s, four3_select(second, v, t));
    Four3 x = four3_scale(side, float4_inverse_root(square));
    next = four3_sub(next, four3_scale(x, four3_dot(x, next))); // at right angles, whatever was
    Float4 height = four3_dot(next, next);                      // rounded
    Four3 y = four3_scale(next, float4_inverse_root(height));
    y = four3_sub(y, four3_scale(x, four3_dot(x, y)));
    axis[0] = x;
    axis[1] = y;
    axis[2] = four3_cross(x, y);
    return (height > 1e-6f * square) & (square > 1e-30f);
}

// Makes the boxes of four triangles anew, but for those with hardly any area: their bits are set in
// the result. Reads 4 bytes beyond each box and writes them back.
static inline int obb_refit_triangles(ObbVolume *const box[4], const Mesh *mesh,
                                      const int32_t triangle[4])
{
    const Vec3d *p[4];
    Float4 to_q[4], to_r[4];
    for (int i = 0; i < 4; ++i) {
        const int32_t *t = mesh->triangles[triangle[i]];
        p[i] = &mesh->vertices[t[0]];
        to_q[i] = obb_difference(&mesh->vertices[t[1]], p[i]);
        to_r[i] = obb_difference(&mesh->vertices[t[2]], p[i]);
    }
    float4_transpose4(to_q);
    float4_transpose4(to_r);
    Four3 q = {to_q[0], to_q[1], to_q[2]}, r = {to_r[0], to_r[1], to_r[2]}, axis[3];
    Int4 good = obb_triangle_axes(q, r, axis);

    Float4 along_q[3], along_r[3], shift[4] = {{0}, {0}, {0}, {0}};
    for (int k = 0; k < 3; ++k) {
        along_q[k] = four3_dot(axis[k], q);
        along_r[k] = four3_dot(axis[k], r);
        Float4 zero = {0}, lo = float4_min(float4_min(zero, along_q[k]), along_r[k]);
        Float4 middle = 0.5f * (lo + float4_max(float4_max(zero, along_q[k]), along_r[k]));
        shift[0] += middle * axis[k].x;
        shift[1] += middle * axis[k].y;
        shift[2] += middle * axis[k].z;
    }
    Float4 centre[4], from_p[4];
    float4_transpose4(shift);
    for (int i = 0; i < 4; ++i)
        centre[i] = obb_stored_centre(p[i], shift[i], &from_p[i]);
    float4_transpose4(centre);
    float4_transpose4(from_p);

    Four3 d = {from_p[0], from_p[1], from_p[2]};
    Float4 half[3];
    Float4 slack = 0x1p-20f * (four3_manhattan(d) + four3_manhattan(q) + four3_manhattan(r));
    for (int k = 0; k < 3; ++k) {
        Float4 at = four3_dot(axis[k], d);
        half[k] = float4_max(float4_max(float4_abs(at), float4_abs(along_q[k] - at)),
                             float4_abs(along_r[k] - at)) +
                  slack;
    }
    // The fifteen floats of a box and what follows it, as four rows.
    Float4 rows[4][4] = {
        {axis[0].x, axis[0].y, axis[0].z, axis[1].x},
        {axis[1].y, axis[1].z, axis[2].x, axis[2].y},
        {axis[2].z, centre[0], centre[1], centre[2]},
        {half[0], half[1], half[2], {0}},
    };
    for (int part = 0; part < 4; ++part)
        float4_transpose4(rows[part]);
    int bad = 0;
    for (int i = 0; i < 4; ++i) {
        if (!good[i]) {
            bad |= 1 << i;
            continue;
        }
        Float4 last = float4_load(box[i]->half);
        rows[3][i] = __builtin_shufflevector(rows[3][i], last, 0, 1, 2, 7);
        for (int part = 0; part < 4; ++part)
            memcpy((char *)box[i] + 16 * part, &rows[part][i], 16);
    }
    return bad;
}

#endif
