// Four floats at once, in the compilers' own notation: 16-byte vectors are baseline everywhere, so
// there is nothing to dispatch. Where three are meant, lane 3 is whatever was there.
#ifndef SNUG_CORE_BASE_SIMD_H
#define SNUG_CORE_BASE_SIMD_H

#include <math.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

typedef float Float4 __attribute__((vector_size(16)));
typedef int Int4 __attribute__((vector_size(16)));

static inline Float4 float4_zero_last(Float4 v)
{
    return (Float4)((Int4)v & (Int4){-1, -1, -1, 0});
}

// Reads 16 bytes from any address.
static inline Float4 float4_load(const void *p)
{
    Float4 v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline Float4 float4_abs(Float4 v)
{
    return (Float4)((Int4)v & 0x7FFFFFFF);
}

// Keeps the lanes where the mask is set, 0 elsewhere.
static inline Float4 float4_where(Int4 mask, Float4 v)
{
    return (Float4)((Int4)v & mask);
}

static inline Float4 float4_positive(Float4 v)
{
    return float4_where(v > 0, v);
}

static inline Float4 float4_larger(Float4 a, Float4 b)
{
    return float4_where(a > b, a) + float4_where(a <= b, b);
}

// One instruction each where there is one; of a number and NaN either may come.
static inline Float4 float4_min(Float4 a, Float4 b)
{
#ifdef __SSE2__
    return _mm_min_ps(a, b);
#else
    return -float4_larger(-a, -b);
#endif
}

static inline Float4 float4_max(Float4 a, Float4 b)
{
#ifdef __SSE2__
    return _mm_max_ps(a, b);
#else
    return float4_larger(a, b);
#endif
}

static inline Float4 float4_root(Float4 v)
{
#ifdef __SSE2__
    return _mm_sqrt_ps(v);
#else
    return (Float4){sqrtf(v[0]), sqrtf(v[1]), sqrtf(v[2]), sqrtf(v[3])};
#endif
}

static inline Float4 float4_select(Int4 mask, Float4 yes, Float4 no)
{
    return (Float4)(((Int4)yes & mask) | ((Int4)no & ~mask));
}

// Bit k: lane k of the mask is set.
static inline int int4_bits(Int4 mask)
{
#ifdef __SSE2__
    return _mm_movemask_ps((Float4)mask);
#else
    return (mask[0] & 1) | (mask[1] & 2) | (mask[2] & 4) | (mask[3] & 8);
#endif
}

// Of three lanes the number of the first above `limit`, counted from `from` + 1; 0: none is.
static inline int float4_first_above(Float4 v, float limit, int from)
{
    int bits = int4_bits(v > limit) & 7;
    return bits ? from + 1 + __builtin_ctz((unsigned)bits) : 0;
}

static inline float float4_max3(Float4 v)
{
    float two = v[0] > v[1] ? v[0] : v[1];
    return two > v[2] ? two : v[2];
}

static inline float float4_sum3(Float4 v)
{
    return v[0] + v[1] + v[2];
}

// a.x * x + a.y * y + a.z * z: a row times a matrix.
static inline Float4 float4_row_times(Float4 a, Float4 x, Float4 y, Float4 z)
{
    return a[0] * x + a[1] * y + a[2] * z;
}

static inline Float4 float4_turn1(Float4 v) // lanes 1, 2, 0
{
    return __builtin_shufflevector(v, v, 1, 2, 0, 3);
}

static inline Float4 float4_turn2(Float4 v) // lanes 2, 0, 1
{
    return __builtin_shufflevector(v, v, 2, 0, 1, 3);
}

// Rows to columns, 3 by 3.
static inline void float4_transpose3(const Float4 row[3], Float4 column[3])
{
    Float4 low = __builtin_shufflevector(row[0], row[1], 0, 4, 1, 5);
    Float4 high = __builtin_shufflevector(row[0], row[1], 2, 6, 3, 7);
    column[0] = __builtin_shufflevector(low, row[2], 0, 1, 4, 7);
    column[1] = __builtin_shufflevector(low, row[2], 2, 3, 5, 7);
    column[2] = __builtin_shufflevector(high, row[2], 0, 1, 6, 7);
}

// Rows to columns, 4 by 4, in place.
static inline void float4_transpose4(Float4 m[4])
{
    Float4 low01 = __builtin_shufflevector(m[0], m[1], 0, 4, 1, 5);
    Float4 low23 = __builtin_shufflevector(m[2], m[3], 0, 4, 1, 5);
    Float4 high01 = __builtin_shufflevector(m[0], m[1], 2, 6, 3, 7);
    Float4 high23 = __builtin_shufflevector(m[2], m[3], 2, 6, 3, 7);
    m[0] = __builtin_shufflevector(low01, low23, 0, 1, 4, 5);
    m[1] = __builtin_shufflevector(low01, low23, 2, 3, 6, 7);
    m[2] = __builtin_shufflevector(high01, high23, 0, 1, 4, 5);
    m[3] = __builtin_shufflevector(high01, high23, 2, 3, 6, 7);
}

#endif
