// The nearest allowed motion: conditions of optimality on random problems, all active sets on small
// ones, and proofs where nothing is allowed.
#include "core/motion/projection.h"
#include "core/tests/test_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_ROWS = 4000 };
#define TOLERANCE 1e-9

typedef struct Problem {
    int unknowns, count;
    ProjectionRow rows[MOST_ROWS];
    double target[PROJECTION_MOST];
    double allowed[PROJECTION_MOST]; // satisfies all rows, where `solvable`
    bool solvable;
} Problem;

enum Kind { LOOSE, REDUNDANT, SLABS, THROUGH_ONE_POINT, GRID, NEARLY_PARALLEL, ANYTHING, KINDS };
static const char *const kind_names[KINDS] = {
    "loose", "redundant", "slabs", "through one point", "grid", "nearly parallel", "anything"};

static double dot(int n, const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < n; ++i)
        sum += a[i] * b[i];
    return sum;
}

static double length(int n, const double *a)
{
    return sqrt(dot(n, a, a));
}

static double distance(int n, const double *a, const double *b)
{
    double way[PROJECTION_MOST];
    for (int i = 0; i < n; ++i)
        way[i] = a[i] - b[i];
    return length(n, way);
}

static void fill(Rng *rng, int n, double *a, bool grid)
{
    for (int i = 0; i < n; ++i)
        a[i] = grid ? (double)(rng_below(rng, 3) - 1) : rng_uniform(rng, -1, 1);
}

// A row that says nearly the same as an earlier one, or the contrary.
static void vary(Rng *rng, Problem *p, int i, bool opposite, double by)
{
    const ProjectionRow *old = &p->rows[rng_below(rng, i)];
    double scale = (opposite ? -1 : 1) * rng_uniform(rng, 0.5, 2);
    for (int k = 0; k < p->unknowns; ++k)
        p->rows[i].a[k] = scale * (old->a[k] + by * rng_uniform(rng, -1, 1));
}

static void problem_make(Problem *p, Rng *rng, enum Kind kind, int unknowns, int count)
{
    p->unknowns = unknowns;
    p->count = count;
    p->solvable = kind != ANYTHING && !(kind == SLABS && rng_below(rng, 3) == 0);
    fill(rng, unknowns, p->target, kind == GRID);
    fill(rng, unknowns, p->allowed, kind == GRID);
    for (int i = 0; i < count; ++i) {
        ProjectionRow *row = &p->rows[i];
        fill(rng, unknowns, row->a, kind == GRID);
        if (kind == REDUNDANT && i > 0 && rng_below(rng, 10) > 0)
            vary(rng, p, i, false, pow(10, rng_uniform(rng, -17, -2)));
        if (kind == SLABS && i > 0 && rng_below(rng, 2) > 0)
            vary(rng, p, i, rng_below(rng, 2) > 0, 0);
        if (kind == NEARLY_PARALLEL && i > 0)
            vary(rng, p, i, rng_below(rng, 2) > 0, pow(10, rng_uniform(rng, -10, -1)));
        double slack = kind == THROUGH_ONE_POINT ? 0
                       : kind == GRID            ? (double)rng_below(rng, 2)
                                                 : rng_uniform(rng, 0, 0.3);
        row->b = dot(unknowns, row->a, p->allowed) - slack;
        if (!p->solvable)
            row->b = rng_uniform(rng, -1, 0.8);
    }
}

static void check_nearest(const Problem *p, const Projection *found, const char *name)
{
    int n = p->unknowns;
    double x[PROJECTION_MOST], pulled = 0;
    memcpy(x, p->target, sizeof x);
    for (int i = 0; i < p->count; ++i) {
        double missing = p->rows[i].b - dot(n, p->rows[i].a, found->x);
        if (missing > 1.01 * TOLERANCE)
            fail_msg("%s: row %d of %d misses %g", name, i, p->count, missing);
    }
    for (int j = 0; j < found->active_count; ++j) {
        const ProjectionRow *row = &p->rows[found->active[j]];
        double gap = dot(n, row->a, found->x) - row->b;
        pulled += fabs(found->force[j]) * length(n, row->a);
        if (fabs(gap) > 1e-10 || !(found->force[j] >= -1e-9))
            fail_msg("%s: force %g on a row with gap %g", name, found->force[j], gap);
        for (int k = 0; k < n; ++k)
            x[k] += found->force[j] * row->a[k];
    }
    if (distance(n, x, found->x) > 1e-12 * (1 + pulled))
        fail_msg("%s: the forces lead %g away", name, distance(n, x, found->x));
    if (p->solvable && distance(n, found->x, p->target) > distance(n, p->allowed, p->target) + 1e-9)
        fail_msg("%s: an allowed point is nearer", name);
}

// The forces prove that nothing within reach is allowed.
static void check_refuted(const Problem *p, const Projection *found, const char *name)
{
    int n = p->unknowns;
    double sum[PROJECTION_MOST] = {0}, missing = 0, weight = 0;
    assert_true(found->rounds < PROJECTION_ROUNDS);
    for (int j = 0; j < found->active_count; ++j) {
        const ProjectionRow *row = &p->rows[found->active[j]];
        assert_true(found->force[j] >= 0);
        missing += found->force[j] * (row->b - dot(n, row->a, p->target));
        weight += found->force[j] * length(n, row->a);
        for (int k = 0; k < n; ++k)
            sum[k] += found->force[j] * row->a[k];
    }
    double left = length(n, sum);
    if (!(missing > 0) || left > 2e-8 * weight ||
        found->reach > (1 + 1e-6) * missing / fmax(left - 1e-14 * weight, 0) + 1e-9)
        fail_msg("%s: forces sum up to %g, miss %g, reach %g", name, left, missing, found->reach);
    if (p->solvable && distance(n, p->allowed, p->target) < found->reach * (1 - 1e-6))
        fail_msg("%s: refuted up to %g, but %g away is an allowed point", name, found->reach,
                 distance(n, p->allowed, p->target));
}

static Problem problem;

static void random_problems_meet_the_conditions_of_optimality(void **state)
{
    (void)state;
    int total = 20000, refuted[KINDS] = {0}, most_rounds = 0;
    Rng rng = rng_create(1301);
    for (int i = 0; i < total; ++i) {
        enum Kind kind = (enum Kind)(i % KINDS);
        int unknowns = i / KINDS % 3 == 0 ? 3 : i / KINDS % 3 == 1 ? 6 : 1 + rng_below(&rng, 6);
        problem_make(&problem, &rng, kind, unknowns, 1 + rng_below(&rng, 40));
        Projection found;
        project(unknowns, problem.rows, (size_t)problem.count, problem.target, TOLERANCE, NULL,
                &found);
        char name[80];
        snprintf(name, sizeof name, "%s, problem %d, %d unknowns", kind_names[kind], i, unknowns);
        if (found.feasible)
            check_nearest(&problem, &found, name);
        else
            check_refuted(&problem, &found, name);
        refuted[kind] += !found.feasible;
        most_rounds = found.rounds > most_rounds ? found.rounds : most_rounds;
    }
    print_message("at most %d rounds\n", most_rounds);
    // Allowed points were built in, so that only what is nearly parallel may seem contradictory.
    assert_int_equal(refuted[LOOSE] + refuted[GRID] + refuted[THROUGH_ONE_POINT], 0);
    assert_true(refuted[ANYTHING] > total / 50 && refuted[SLABS] > total / 50);
    assert_true(refuted[NEARLY_PARALLEL] < total / 50);
}

static void thousands_of_rows_take_few_rounds(void **state)
{
    (void)state;
    Rng rng = rng_create(1302);
    for (int kind = LOOSE; kind < ANYTHING; ++kind) {
        problem_make(&problem, &rng, (enum Kind)kind, 6, MOST_ROWS);
        problem.solvable = kind != SLABS && problem.solvable;
        Projection found, again;
        project(6, problem.rows, MOST_ROWS, problem.target, TOLERANCE, NULL, &found);
        if (found.feasible)
            check_nearest(&problem, &found, kind_names[kind]);
        else
            check_refuted(&problem, &found, kind_names[kind]);
        assert_true(found.rounds < 60);
        project(6, problem.rows, MOST_ROWS, problem.target, TOLERANCE, NULL, &again);
        assert_memory_equal(&found, &again, sizeof found);
    }
}

// The point nearest to the target where some rows hold with equality, by Cramer's rule on their
// products. False: they are dependent.
static bool nearest_on(const Problem *p, const int *which, int count, double *x)
{
    double m[3][4] = {{0}};
    memcpy(x, p->target, 3 * sizeof *x);
    for (int i = 0; i < 3; ++i) {
        m[i][i] = 1;
        for (int j = 0; i < count && j < count; ++j)
            m[i][j] = dot(3, p->rows[which[i]].a, p->rows[which[j]].a);
        m[i][3] = i < count ? p->rows[which[i]].b - dot(3, p->rows[which[i]].a, p->target) : 0;
    }
    Vec3d c[4];
    for (int j = 0; j < 4; ++j)
        c[j] = vec3d(m[0][j], m[1][j], m[2][j]);
    double whole = vec3d_dot(c[0], vec3d_cross(c[1], c[2]));
    if (fabs(whole) < 1e-9)
        return false;
    double force[3] = {vec3d_dot(c[3], vec3d_cross(c[1], c[2])) / whole,
                       vec3d_dot(c[0], vec3d_cross(c[3], c[2])) / whole,
                       vec3d_dot(c[0], vec3d_cross(c[1], c[3])) / whole};
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < 3; ++k)
            x[k] += force[i] * p->rows[which[i]].a[k];
    return true;
}

// Of all sets of up to three rows, the nearest point that satisfies all rows. Infinite: none.
static double nearest_of_all_sets(const Problem *p, double *best)
{
    double least = INFINITY;
    for (int i = -1; i < p->count; ++i)
        for (int j = -1; j < (i < 0 ? 0 : i); ++j)
            for (int k = -1; k < (j < 0 ? 0 : j); ++k) {
                double x[3];
                int which[3] = {i, j, k}, count = (i >= 0) + (j >= 0) + (k >= 0);
                bool holds = nearest_on(p, which, count, x);
                for (int r = 0; holds && r < p->count; ++r)
                    holds = dot(3, p->rows[r].a, x) >= p->rows[r].b - 1e-8;
                if (holds && distance(3, x, p->target) < least) {
                    least = distance(3, x, p->target);
                    memcpy(best, x, sizeof x);
                }
            }
    return least;
}

static void small_problems_agree_with_all_active_sets(void **state)
{
    (void)state;
    static const enum Kind kinds[] = {LOOSE, SLABS, THROUGH_ONE_POINT, GRID, ANYTHING};
    int total = 5000, refuted = 0;
    Rng rng = rng_create(1303);
    for (int i = 0; i < total; ++i) {
        enum Kind kind = kinds[i % 5];
        problem_make(&problem, &rng, kind, 3, 1 + rng_below(&rng, 9));
        Projection found;
        double best[3] = {0};
        project(3, problem.rows, (size_t)problem.count, problem.target, TOLERANCE, NULL, &found);
        double least = nearest_of_all_sets(&problem, best);
        if (found.feasible != isfinite(least) && found.reach < 1e4)
            fail_msg("%s, problem %d: feasible %d, but %g", kind_names[kind], i, found.feasible,
                     least);
        // Sets that are all but dependent were left out, and rows may be missed by 1e-8.
        if (found.feasible && isfinite(least) && found.reach < 100 &&
            (found.reach > least + 1e-7 || distance(3, best, found.x) > 1e-3))
            fail_msg("%s, problem %d: %g away instead of %g", kind_names[kind], i, found.reach,
                     least);
        refuted += !found.feasible;
    }
    print_message("%d of %d refuted\n", refuted, total);
    assert_true(refuted > total / 20 && refuted < total / 2);
}

static void what_cannot_be_satisfied_is_said_to_be_so(void **state)
{
    (void)state;
    double target[6] = {0};
    Projection found;
    ProjectionRow walls[] = {{{1, 0, 0}, 1}, {{-1, 0, 0}, -0.5}};
    project(3, walls, 2, target, TOLERANCE, NULL, &found);
    assert_false(found.feasible);
    assert_true(isinf(found.reach));
    assert_int_equal(found.active_count, 2);
    ProjectionRow nothing = {{0}, 1}, free = {{0}, -1}, bad = {{NAN, 0, 0}, 0};
    project(3, &nothing, 1, target, TOLERANCE, NULL, &found);
    assert_true(!found.feasible && isinf(found.reach));
    project(3, &free, 1, target, TOLERANCE, NULL, &found);
    assert_true(found.feasible && found.reach == 0 && found.active_count == 0);
    project(3, &bad, 1, target, TOLERANCE, NULL, &found);
    assert_true(!found.feasible && found.reach == 0);
    project(6, NULL, 0, target, TOLERANCE, NULL, &found);
    assert_true(found.feasible && found.rounds == 0);
    // All but opposite: they let go a thousand away, and no nearer.
    ProjectionRow wedge[] = {{{1, 0, 0}, 0}, {{-1, 1e-9, 0}, 1e-6}};
    project(3, wedge, 2, target, TOLERANCE, NULL, &found);
    assert_false(found.feasible);
    assert_float_equal(found.reach, 1e3, 1e-3);
    // Seven walls in six unknowns.
    ProjectionRow corner[7] = {{{0}, 0}};
    for (int i = 0; i < 6; ++i) {
        corner[i] = (ProjectionRow){.b = 1};
        corner[i].a[i] = 1;
        corner[6].a[i] = -1;
    }
    corner[6].b = -5.9;
    project(6, corner, 7, target, TOLERANCE, NULL, &found);
    assert_true(!found.feasible && found.active_count == 7 && found.reach > 1e12);
    corner[6].b = -6;
    project(6, corner, 7, target, TOLERANCE, NULL, &found);
    assert_true(found.feasible);
}

// Ends it when it is asked for the last time.
typedef struct Counter {
    int asked, last;
    size_t rows;
} Counter;

static bool count_down(void *user, size_t rows)
{
    Counter *counter = user;
    counter->rows += rows;
    return ++counter->asked >= counter->last;
}

static void it_ends_when_it_is_told_to(void **state)
{
    (void)state;
    double target[6] = {0};
    ProjectionRow corner[6] = {{{0}, 0}};
    for (int i = 0; i < 6; ++i) {
        corner[i].b = 1;
        corner[i].a[i] = 1;
    }
    for (int last = 1; last <= 8; ++last) { // seven times: each row is taken in, and all hold
        Counter counter = {.last = last};
        ProjectionWatch watch = {count_down, &counter};
        Projection found;
        project(6, corner, 6, target, TOLERANCE, &watch, &found);
        assert_true(found.stopped == (last <= 7) && found.feasible == (last > 7));
        assert_int_equal(counter.asked, last <= 7 ? last : 7);
        assert_int_equal(counter.rows, 6 * counter.asked);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_problems_meet_the_conditions_of_optimality),
        cmocka_unit_test(thousands_of_rows_take_few_rounds),
        cmocka_unit_test(small_problems_agree_with_all_active_sets),
        cmocka_unit_test(what_cannot_be_satisfied_is_said_to_be_so),
        cmocka_unit_test(it_ends_when_it_is_told_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
