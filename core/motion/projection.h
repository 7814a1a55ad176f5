// Least constraint: of all motions that contact allows, the one nearest to the motion that is
// wanted.
//
// min |x - target|^2 subject to a_i . x >= b_i, in 3 or 6 unknowns, with thousands of rows of which
// most say the same as others. By a dual active set (Goldfarb, Idnani 1983): it begins at the target
// and takes in the row that is violated most, until none is. No memory is taken, and the same rows
// in the same order give the same bits.
#ifndef SNUG_CORE_MOTION_PROJECTION_H
#define SNUG_CORE_MOTION_PROJECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PROJECTION_MOST = 6, PROJECTION_ROUNDS = 1000 };

typedef struct ProjectionRow {
    double a[PROJECTION_MOST]; // the first `unknowns` count
    double b;
} ProjectionRow;

typedef struct Projection {
    // Every row holds to the tolerance at x, and x is the nearest such point:
    // x = target + sum of force_j a_j over the active rows, which hold with equality, force_j >= 0.
    bool feasible;
    // No point nearer to the target than this satisfies all rows (up to rounding). Infinite: no
    // point at all, as rows contradict each other. Then, and where it is so far that rows are taken
    // as contradicting, the forces are a proof after Farkas: sum of force_j a_j is 0 (or all but 0)
    // while sum of force_j b_j > 0.
    double reach;
    double x[PROJECTION_MOST]; // not feasible: the best point found, which violates rows
    int active_count;
    int32_t active[PROJECTION_MOST + 1];
    double force[PROJECTION_MOST + 1];
    int rounds;   // rows taken in; at PROJECTION_ROUNDS it gives up, not feasible
    bool stopped; // by the watch; not feasible
} Projection;

// Asked each time before all rows are compared, and told how many that are: true ends it.
typedef struct ProjectionWatch {
    bool (*over)(void *user, size_t rows);
    void *user;
} ProjectionWatch;

// tolerance: by how much a . x may stay below b, in the unit of b; above 0. A row that is not finite
// is never satisfied. watch: NULL: nobody asks.
void project(int unknowns, const ProjectionRow *rows, size_t count, const double *target,
             double tolerance, const ProjectionWatch *watch, Projection *out);

#endif
