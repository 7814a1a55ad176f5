// Pairs of triangles on which triangle tests go wrong, by the way they are made.
#ifndef SNUG_CORE_TESTS_TRI_CASES_H
#define SNUG_CORE_TESTS_TRI_CASES_H

#include "core/base/rng.h"
#include "core/shape/triangle/tri.h"

#define TRI_CASE_LIST(X)                                                                           \
    X(random)          /* two triangles in a cube */                                               \
    X(lattice)         /* coordinates 0..3: every degenerate position there is */                  \
    X(lattice_sheared) /* the same under an integer matrix: no plane across an axis */             \
    X(shared_corner)                                                                               \
    X(shared_edge)                                                                                 \
    X(touching)         /* a corner on the other's face or edge, exactly on it or as rounded */    \
    X(one_ulp)          /* touching or coplanar, then some coordinates one ulp away */             \
    X(coplanar_axis)    /* plane across an axis, any outline */                                    \
    X(coplanar_rotated) /* flush faces turned together: coplanar up to rounding */                 \
    X(sliver)           /* needles, some crossing */                                               \
    X(magnitudes)       /* sizes 1e6 apart, or far from the origin */                              \
    X(collapsed)        /* segments and points, exactly or as rounded, against anything */         \
    X(huge_and_tiny)    /* near the ends of the range that predicates.h promises */

enum TriCase {
#define X(name) TRI_CASE_##name,
    TRI_CASE_LIST(X)
#undef X
        TRI_CASE_COUNT
};

extern const char *const tri_case_names[TRI_CASE_COUNT];

typedef struct TriPair {
    Triangle a, b;
} TriPair;

// A function of its arguments alone: a failure is repeated by its kind and number.
TriPair tri_case_make(enum TriCase kind, uint64_t number);

#endif
