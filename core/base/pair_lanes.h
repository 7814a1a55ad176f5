// Vectors of two doubles, and the operations that compilers do not find by themselves.
#ifndef SNUG_CORE_BASE_PAIR_LANES_H
#define SNUG_CORE_BASE_PAIR_LANES_H

typedef double Pair __attribute__((vector_size(16)));
typedef long long PairMask __attribute__((vector_size(16))); // of comparisons

#ifdef __SSE2__
#include <emmintrin.h>

static inline Pair pair_min(Pair a, Pair b)
{
    return _mm_min_pd(a, b);
}

static inline Pair pair_max(Pair a, Pair b)
{
    return _mm_max_pd(a, b);
}

#else

static inline Pair pair_min(Pair a, Pair b)
{
    return (Pair){a[0] < b[0] ? a[0] : b[0], a[1] < b[1] ? a[1] : b[1]};
}

static inline Pair pair_max(Pair a, Pair b)
{
    return (Pair){b[0] < a[0] ? a[0] : b[0], b[1] < a[1] ? a[1] : b[1]};
}

#endif
#endif
