// As many doubles at once as the file is compiled for: two everywhere, four with AVX2. The same code
// gives the same results either way; only how many turns its loops take differs.
#ifndef SNUG_CORE_BASE_DOUBLE_LANES_H
#define SNUG_CORE_BASE_DOUBLE_LANES_H

#if defined __AVX2__
#include <immintrin.h>
enum { DOUBLES = 4 };
#else
#ifdef __SSE2__
#include <emmintrin.h>
#endif
enum { DOUBLES = 2 };
#endif

typedef double DoubleN __attribute__((vector_size(8 * DOUBLES)));
typedef long long LongN __attribute__((vector_size(8 * DOUBLES))); // of comparisons

// Some member of each of several things, lane by lane.
#if defined __AVX2__
#define DOUBLEN_EACH(of, member)                                                                   \
    ((DoubleN){(of)[0] member, (of)[1] member, (of)[2] member, (of)[3] member})
#else
#define DOUBLEN_EACH(of, member) ((DoubleN){(of)[0] member, (of)[1] member})
#endif

static inline DoubleN doublen(double value)
{
#if defined __AVX2__
    return (DoubleN){value, value, value, value};
#else
    return (DoubleN){value, value};
#endif
}

static inline DoubleN doublen_numbered(void)
{
#if defined __AVX2__
    return (DoubleN){0, 1, 2, 3};
#else
    return (DoubleN){0, 1};
#endif
}

static inline DoubleN doublen_choose(LongN mask, DoubleN yes, DoubleN no)
{
#if defined __AVX2__
    return _mm256_blendv_pd(no, yes, (DoubleN)mask);
#else
    return (DoubleN)(((LongN)yes & mask) | ((LongN)no & ~mask));
#endif
}

static inline DoubleN doublen_min(DoubleN a, DoubleN b)
{
#if defined __AVX2__
    return _mm256_min_pd(a, b);
#elif defined __SSE2__
    return _mm_min_pd(a, b);
#else
    return doublen_choose(a < b, a, b);
#endif
}

static inline DoubleN doublen_max(DoubleN a, DoubleN b)
{
#if defined __AVX2__
    return _mm256_max_pd(a, b);
#elif defined __SSE2__
    return _mm_max_pd(a, b);
#else
    return doublen_choose(a > b, a, b);
#endif
}

static inline DoubleN doublen_root(DoubleN v)
{
#if defined __AVX2__
    return _mm256_sqrt_pd(v);
#elif defined __SSE2__
    return _mm_sqrt_pd(v);
#else
    return (DoubleN){__builtin_sqrt(v[0]), __builtin_sqrt(v[1])};
#endif
}

// The other half of the lanes in each half, and the neighbour in each two: for what all lanes have to
// say together.
static inline DoubleN doublen_halves(DoubleN v)
{
#if defined __AVX2__
    return _mm256_permute2f128_pd(v, v, 1);
#else
    return v;
#endif
}

static inline DoubleN doublen_neighbours(DoubleN v)
{
#if defined __AVX2__
    return _mm256_permute_pd(v, 5);
#else
    return (DoubleN){v[1], v[0]};
#endif
}

// Of all lanes, in every lane.
static inline DoubleN doublen_least(DoubleN v)
{
    v = doublen_min(v, doublen_halves(v));
    return doublen_min(v, doublen_neighbours(v));
}

static inline DoubleN doublen_most(DoubleN v)
{
    v = doublen_max(v, doublen_halves(v));
    return doublen_max(v, doublen_neighbours(v));
}

#endif
