// As many floats at once as the file is compiled for: four everywhere, eight with AVX2. The same code
// gives the same results either way; only how many turns its loops take differs.
#ifndef SNUG_CORE_BASE_LANES_H
#define SNUG_CORE_BASE_LANES_H

#include "core/base/simd.h"

#ifdef __AVX2__
#include <immintrin.h>
enum { LANES = 8 };
#else
#ifdef __SSE2__
#include <emmintrin.h>
#endif
enum { LANES = 4 };
#endif

typedef float FloatN __attribute__((vector_size(4 * LANES)));
typedef int IntN __attribute__((vector_size(4 * LANES)));

static inline FloatN floatn_load(const float *p)
{
    FloatN v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline void floatn_store(float *p, FloatN v)
{
    memcpy(p, &v, sizeof v);
}

static inline FloatN floatn_abs(FloatN v)
{
    return (FloatN)((IntN)v & 0x7FFFFFFF);
}

static inline FloatN floatn_where(IntN mask, FloatN v)
{
    return (FloatN)((IntN)v & mask);
}

// Of a number and NaN either may come.
static inline FloatN floatn_max(FloatN a, FloatN b)
{
#if defined __AVX2__
    return _mm256_max_ps(a, b);
#elif defined __SSE2__
    return _mm_max_ps(a, b);
#else
    return (FloatN)(((IntN)a & (a > b)) | ((IntN)b & ~(a > b)));
#endif
}

static inline FloatN floatn_min(FloatN a, FloatN b)
{
#if defined __AVX2__
    return _mm256_min_ps(a, b);
#elif defined __SSE2__
    return _mm_min_ps(a, b);
#else
    return (FloatN)(((IntN)a & (a < b)) | ((IntN)b & ~(a < b)));
#endif
}

static inline FloatN floatn_max3(FloatN a, FloatN b, FloatN c)
{
    return floatn_max(floatn_max(a, b), c);
}

static inline FloatN floatn_root(FloatN v)
{
#if defined __AVX2__
    return _mm256_sqrt_ps(v);
#elif defined __SSE2__
    return _mm_sqrt_ps(v);
#else
    return (FloatN){sqrtf(v[0]), sqrtf(v[1]), sqrtf(v[2]), sqrtf(v[3])};
#endif
}

// The sign changed where the mask is set.
static inline FloatN floatn_negate(FloatN v, IntN mask)
{
    return (FloatN)((IntN)v ^ (mask & (int)0x80000000));
}

// Exchanged where the mask is set.
static inline void floatn_swap(FloatN *a, FloatN *b, IntN mask)
{
#if defined __AVX2__
    FloatN was = *a;
    *a = _mm256_blendv_ps(*a, *b, (FloatN)mask);
    *b = _mm256_blendv_ps(*b, was, (FloatN)mask);
#else
    IntN change = ((IntN)*a ^ (IntN)*b) & mask;
    *a = (FloatN)((IntN)*a ^ change);
    *b = (FloatN)((IntN)*b ^ change);
#endif
}

// The same four in every four lanes.
static inline FloatN floatn_repeat4(Float4 v)
{
#if defined __AVX2__
    return _mm256_set_m128(v, v);
#else
    return v;
#endif
}

// One of four in the first four lanes, and the one behind it in the next, where there are more.
static inline FloatN floatn_each4(const Float4 *from, unsigned first)
{
    const float *at = (const float *)from + first;
#if defined __AVX2__
    return _mm256_set_m128(_mm_broadcast_ss(at + 1), _mm_broadcast_ss(at));
#else
    return (FloatN){*at, *at, *at, *at};
#endif
}

// Bit k: lane k of the mask is set.
static inline unsigned intn_bits(IntN mask)
{
#if defined __AVX2__
    return (unsigned)_mm256_movemask_ps((FloatN)mask);
#elif defined __SSE2__
    return (unsigned)_mm_movemask_ps((FloatN)mask);
#else
    return (unsigned)((mask[0] & 1) | (mask[1] & 2) | (mask[2] & 4) | (mask[3] & 8));
#endif
}

#endif
