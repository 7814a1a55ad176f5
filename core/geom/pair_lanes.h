// Vectors of two doubles and the operations that compilers do not find by themselves. Comparisons
// give lanes of all ones or all zeros.
#ifndef SNUG_CORE_GEOM_PAIR_LANES_H
#define SNUG_CORE_GEOM_PAIR_LANES_H

#include <stdint.h>
#include <string.h>

typedef double Pair __attribute__((vector_size(16)));

#ifdef __SSE2__
#include <emmintrin.h>

static inline Pair pair_from(const float v[2])
{
    __m128 floats = _mm_setzero_ps();
    memcpy(&floats, v, 2 * sizeof *v);
    return _mm_cvtps_pd(floats);
}

static inline Pair pair_min(Pair a, Pair b)
{
    return _mm_min_pd(a, b);
}

static inline Pair pair_max(Pair a, Pair b)
{
    return _mm_max_pd(a, b);
}

static inline Pair pair_less(Pair a, Pair b)
{
    return _mm_cmplt_pd(a, b);
}

static inline Pair pair_equal(Pair a, Pair b)
{
    return _mm_cmpeq_pd(a, b);
}

static inline Pair pair_and(Pair a, Pair b)
{
    return _mm_and_pd(a, b);
}

static inline Pair pair_or(Pair a, Pair b)
{
    return _mm_or_pd(a, b);
}

static inline Pair pair_select(Pair mask, Pair yes, Pair no)
{
    return _mm_or_pd(_mm_and_pd(mask, yes), _mm_andnot_pd(mask, no));
}

static inline int pair_bits(Pair mask)
{
    return _mm_movemask_pd(mask);
}

#else

typedef int64_t PairBits __attribute__((vector_size(16)));

static inline PairBits pair_to_bits(Pair a)
{
    PairBits bits;
    memcpy(&bits, &a, sizeof bits);
    return bits;
}

static inline Pair pair_of_bits(PairBits bits)
{
    Pair a;
    memcpy(&a, &bits, sizeof a);
    return a;
}

static inline Pair pair_from(const float v[2])
{
    return (Pair){(double)v[0], (double)v[1]};
}

static inline Pair pair_less(Pair a, Pair b)
{
    return pair_of_bits(a < b);
}

static inline Pair pair_equal(Pair a, Pair b)
{
    return pair_of_bits(a == b);
}

static inline Pair pair_and(Pair a, Pair b)
{
    return pair_of_bits(pair_to_bits(a) & pair_to_bits(b));
}

static inline Pair pair_or(Pair a, Pair b)
{
    return pair_of_bits(pair_to_bits(a) | pair_to_bits(b));
}

static inline Pair pair_select(Pair mask, Pair yes, Pair no)
{
    PairBits m = pair_to_bits(mask);
    return pair_of_bits((pair_to_bits(yes) & m) | (pair_to_bits(no) & ~m));
}

static inline Pair pair_min(Pair a, Pair b)
{
    return pair_select(pair_less(a, b), a, b);
}

static inline Pair pair_max(Pair a, Pair b)
{
    return pair_select(pair_less(b, a), a, b);
}

static inline int pair_bits(Pair mask)
{
    PairBits bits = pair_to_bits(mask);
    return (int)((bits[0] & 1) | (bits[1] & 2));
}

#endif
#endif
