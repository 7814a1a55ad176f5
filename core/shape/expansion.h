// Sums and products of doubles without error. An expansion is an array of doubles whose exact sum
// is the number meant: components do not overlap in their bits, ascend in magnitude and none is
// zero, so the sign is the sign of the last one and zero is the empty expansion. The mathematics is
// public knowledge (Dekker 1971, Knuth, Priest 1991, Shewchuk 1997); the code is ours.
//
// Needs round to nearest even and no excess precision. two_product is error-free while no bit of
// the result falls below 2^-1074 and the factors stay below 2^996.
#ifndef SNUG_CORE_SHAPE_EXPANSION_H
#define SNUG_CORE_SHAPE_EXPANSION_H

#include <float.h>

_Static_assert(FLT_EVAL_METHOD == 0, "expansions need doubles evaluated as doubles");
#ifdef __FAST_MATH__
#error "expansions do not survive -ffast-math"
#endif

// hi + lo is exact and hi is its rounding.
typedef struct Two {
    double hi, lo;
} Two;

static inline Two two_sum(double a, double b)
{
    double s = a + b;
    double b_part = s - a;
    double a_part = s - b_part;
    return (Two){s, (a - a_part) + (b - b_part)};
}

// Needs |a| >= |b| or a == 0.
static inline Two two_sum_ordered(double a, double b)
{
    double s = a + b;
    return (Two){s, b - (s - a)};
}

static inline Two two_diff(double a, double b)
{
    double s = a - b;
    double b_part = a - s;
    double a_part = s + b_part;
    return (Two){s, (a - a_part) - (b - b_part)};
}

// Veltkamp: hi has 26 bits, lo the rest, so that products of halves are exact. fma() would be
// shorter, but without -mfma it is a slow library call.
static inline Two split(double a)
{
    double c = 134217729.0 * a; // 2^27 + 1
    double hi = c - (c - a);
    return (Two){hi, a - hi};
}

static inline Two two_product(double a, double b)
{
    double p = a * b;
    Two x = split(a), y = split(b);
    double e = p - x.hi * y.hi;
    e -= x.lo * y.hi;
    e -= x.hi * y.lo;
    return (Two){p, x.lo * y.lo - e};
}

static inline int expansion_from(Two t, double *e)
{
    int n = 0;
    if (t.lo != 0)
        e[n++] = t.lo;
    if (t.hi != 0)
        e[n++] = t.hi;
    return n;
}

// e += b in place; room for one more component. Adding to the smallest component first keeps them
// non-overlapping, whatever b is.
static inline int expansion_grow(int n, double *e, double b)
{
    int k = 0;
    double carry = b;
    for (int i = 0; i < n; ++i) {
        Two t = two_sum(carry, e[i]);
        carry = t.hi;
        if (t.lo != 0)
            e[k++] = t.lo;
    }
    if (carry != 0)
        e[k++] = carry;
    return k;
}

// e += sign * f in place; room for n + m components. Quadratic, but needs nothing of its operands
// beyond what is promised above; the linear merges ask for more.
static inline int expansion_add(int n, double *e, int m, const double *f, double sign)
{
    for (int i = 0; i < m; ++i)
        n = expansion_grow(n, e, sign * f[i]);
    return n;
}

// h = e * b; room for 2n components.
static inline int expansion_scale(int n, const double *e, double b, double *h)
{
    if (n == 0 || b == 0)
        return 0;
    int k = 0;
    Two t = two_product(e[0], b);
    double carry = t.hi;
    if (t.lo != 0)
        h[k++] = t.lo;
    for (int i = 1; i < n; ++i) {
        Two product = two_product(e[i], b);
        Two sum = two_sum(carry, product.lo);
        if (sum.lo != 0)
            h[k++] = sum.lo;
        Two top = two_sum_ordered(product.hi, sum.hi);
        if (top.lo != 0)
            h[k++] = top.lo;
        carry = top.hi;
    }
    if (carry != 0)
        h[k++] = carry;
    return k;
}

// Its value rounded; the sign is exact. From the top down, because components may cancel: below
// 1 there may follow -(1 - 2^-53), and adding from the bottom could round to 0. Downwards every sum
// is exact until one is not, and what follows then is below half a unit in the last place.
static inline double expansion_estimate(int n, const double *e)
{
    double s = 0;
    for (int i = n - 1; i >= 0; --i)
        s += e[i];
    return s;
}

#endif
