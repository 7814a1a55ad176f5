// Contact of two triangles in whole numbers (GMP), by a way that shares nothing with the code
// tested.
//
// A and B meet exactly when 0 lies in conv{a_i - b_j}, and their relative interiors meet exactly
// when 0 lies in its relative interior. For nine vectors of rank 3, 0 is interior exactly when no
// plane through two of them has all of them on one side. If there is such a plane, only the vectors
// in it can combine to 0, and the question repeats with them, one dimension lower. No case
// distinction by shape: collapsed triangles are nothing special here.
#ifndef SNUG_CORE_TESTS_EXACT_ORACLE_H
#define SNUG_CORE_TESTS_EXACT_ORACLE_H

#include "core/shape/triangle/tri.h"

#include <gmp.h>
#include <string.h>

enum { ORACLE_OUT, ORACLE_BORDER, ORACLE_INSIDE };

typedef struct Oracle {
    mpz_t point[6][3]; // of a, then of b, all scaled by one power of two
    mpz_t c[9][3];
    mpz_t n[3], dot;
} Oracle;

static inline void oracle_init(Oracle *o)
{
    for (int k = 0; k < 3; ++k) {
        for (int i = 0; i < 6; ++i)
            mpz_init2(o->point[i][k], 512);
        for (int i = 0; i < 9; ++i)
            mpz_init2(o->c[i][k], 512);
        mpz_init2(o->n[k], 512);
    }
    mpz_init2(o->dot, 512);
}

static inline void oracle_clear(Oracle *o)
{
    for (int k = 0; k < 3; ++k) {
        for (int i = 0; i < 6; ++i)
            mpz_clear(o->point[i][k]);
        for (int i = 0; i < 9; ++i)
            mpz_clear(o->c[i][k]);
        mpz_clear(o->n[k]);
    }
    mpz_clear(o->dot);
}

// Whole numbers with one common power of two taken out.
static inline void oracle_scale(int count, const double *x, mpz_t *const out[])
{
    int low = 1 << 20;
    for (int i = 0; i < count; ++i) {
        int e;
        frexp(x[i], &e);
        if (x[i] != 0 && e < low)
            low = e;
    }
    for (int i = 0; i < count; ++i) {
        int e;
        double m = frexp(x[i], &e);
        mpz_set_si(*out[i], (long)ldexp(m, 53));
        if (x[i] != 0)
            mpz_mul_2exp(*out[i], *out[i], (mp_bitcnt_t)(e - low));
    }
}

// n = u x v
static inline void oracle_cross(mpz_t n[3], mpz_t u[3], mpz_t v[3])
{
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        mpz_mul(n[k], u[i], v[j]);
        mpz_submul(n[k], u[j], v[i]);
    }
}

static inline int oracle_dot_sign(Oracle *o, mpz_t u[3], mpz_t v[3])
{
    mpz_mul(o->dot, u[0], v[0]);
    mpz_addmul(o->dot, u[1], v[1]);
    mpz_addmul(o->dot, u[2], v[2]);
    return mpz_sgn(o->dot);
}

static inline bool oracle_is_zero(mpz_t v[3])
{
    return mpz_sgn(v[0]) == 0 && mpz_sgn(v[1]) == 0 && mpz_sgn(v[2]) == 0;
}

// The vectors of the set are multiples of each other.
static inline int oracle_on_line(Oracle *o, unsigned set)
{
    bool plus = false, minus = false, zero = false;
    int first = -1;
    for (int k = 0; k < 9; ++k) {
        if (!(set >> k & 1))
            continue;
        if (oracle_is_zero(o->c[k])) {
            zero = true;
            continue;
        }
        if (first < 0)
            first = k;
        int s = oracle_dot_sign(o, o->c[first], o->c[k]);
        plus |= s > 0;
        minus |= s < 0;
    }
    if ((plus && minus) || (zero && !plus && !minus))
        return ORACLE_INSIDE;
    return zero ? ORACLE_BORDER : ORACLE_OUT;
}

// The vectors of the set span the plane across o->n, or less.
static inline int oracle_in_plane(Oracle *o, unsigned set)
{
    int k = mpz_sgn(o->n[0]) ? 0 : mpz_sgn(o->n[1]) ? 1 : 2;
    int x = (k + 1) % 3, y = (k + 2) % 3;
    bool line = true;
    for (int i = 0; i < 9; ++i) {
        if (!(set >> i & 1) || oracle_is_zero(o->c[i]))
            continue;
        unsigned along = 0;
        bool plus = false, minus = false;
        for (int j = 0; j < 9; ++j) {
            if (!(set >> j & 1))
                continue;
            mpz_mul(o->dot, o->c[i][x], o->c[j][y]);
            mpz_submul(o->dot, o->c[i][y], o->c[j][x]);
            int s = mpz_sgn(o->dot);
            plus |= s > 0;
            minus |= s < 0;
            along |= s == 0 ? 1u << j : 0;
        }
        if (!plus && !minus)
            return oracle_on_line(o, set);
        line = false;
        if (!(plus && minus))
            return oracle_on_line(o, along) == ORACLE_OUT ? ORACLE_OUT : ORACLE_BORDER;
    }
    return line ? oracle_on_line(o, set) : ORACLE_INSIDE;
}

// *flat: all six points lie in one plane.
static inline int oracle_position(Oracle *o, bool *flat)
{
    *flat = false;
    bool line = true;
    for (int i = 0; i < 9; ++i) {
        for (int j = i + 1; j < 9; ++j) {
            oracle_cross(o->n, o->c[i], o->c[j]);
            if (oracle_is_zero(o->n))
                continue;
            line = false;
            bool plus = false, minus = false;
            unsigned within = 0;
            for (int k = 0; k < 9 && !(plus && minus); ++k) {
                int s = k == i || k == j ? 0 : oracle_dot_sign(o, o->n, o->c[k]);
                plus |= s > 0;
                minus |= s < 0;
                within |= s == 0 ? 1u << k : 0;
            }
            if (plus && minus)
                continue;
            if (!plus && !minus) {
                *flat = true;
                return oracle_in_plane(o, within);
            }
            return oracle_in_plane(o, within) == ORACLE_OUT ? ORACLE_OUT : ORACLE_BORDER;
        }
    }
    if (!line)
        return ORACLE_INSIDE;
    *flat = true;
    return oracle_on_line(o, 0x1ff);
}

// Dimension of the set: 0 point, 1 segment, 2 triangle. p: its three corners.
static inline int oracle_dimension(Oracle *o, mpz_t p[3][3])
{
    mpz_t u[3], v[3];
    for (int k = 0; k < 3; ++k) {
        mpz_inits(u[k], v[k], (mpz_ptr)NULL);
        mpz_sub(u[k], p[1][k], p[0][k]);
        mpz_sub(v[k], p[2][k], p[0][k]);
    }
    oracle_cross(o->n, u, v);
    int dimension = !oracle_is_zero(o->n) ? 2 : !oracle_is_zero(u) || !oracle_is_zero(v) ? 1 : 0;
    for (int k = 0; k < 3; ++k)
        mpz_clears(u[k], v[k], (mpz_ptr)NULL);
    return dimension;
}

typedef struct OracleAnswer {
    enum TriContact kind;
    int dimension_a, dimension_b;
} OracleAnswer;

// Of the triangles whose corners are in o->point.
static inline OracleAnswer oracle_contact_of_points(Oracle *o)
{
    for (int i = 0; i < 9; ++i)
        for (int k = 0; k < 3; ++k)
            mpz_sub(o->c[i][k], o->point[i / 3][k], o->point[3 + i % 3][k]);
    bool flat;
    int position = oracle_position(o, &flat);
    OracleAnswer answer = {TRI_TOUCH, oracle_dimension(o, o->point),
                           oracle_dimension(o, o->point + 3)};
    if (position == ORACLE_OUT)
        answer.kind = TRI_DISJOINT;
    else if (position == ORACLE_INSIDE && !flat)
        answer.kind = TRI_PROPER;
    else if (position == ORACLE_INSIDE && answer.dimension_a == 2 && answer.dimension_b == 2)
        answer.kind = TRI_COPLANAR;
    return answer;
}

static inline OracleAnswer oracle_contact(Oracle *o, const Triangle *a, const Triangle *b)
{
    double x[18];
    mpz_t *out[18];
    for (int i = 0; i < 18; ++i) {
        x[i] = i < 9 ? a->p[i / 3].v[i % 3] : b->p[i / 3 - 3].v[i % 3];
        out[i] = &o->point[i / 3][i % 3];
    }
    oracle_scale(18, x, out);
    return oracle_contact_of_points(o);
}

#endif
