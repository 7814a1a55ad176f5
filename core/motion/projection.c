#include "core/motion/projection.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// A row whose part across the active ones is below this share of it is taken as dependent on them.
// The part is known to about 1e-15 of the row, so it is still good to 1e-7 there; and where rows
// differ by less, they would cross further away than any motion goes.
#define DEPENDENT 1e-8

typedef double Unknowns[PROJECTION_MOST];

// The rows that hold with equality, with their directions made orthogonal: row_j = sum of
// triangle[k][j] basis_k, k <= j.
typedef struct ActiveSet {
    int unknowns, count;
    int32_t index[PROJECTION_MOST];
    Unknowns row[PROJECTION_MOST], basis[PROJECTION_MOST];
    double triangle[PROJECTION_MOST][PROJECTION_MOST];
    double force[PROJECTION_MOST];
} ActiveSet;

static double dot(int n, const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < n; ++i)
        sum += a[i] * b[i];
    return sum;
}

static void add_scaled(int n, double *x, const double *a, double s)
{
    for (int i = 0; i < n; ++i)
        x[i] += s * a[i];
}

// Takes from `rest` what lies along the basis; coefficients of that in `along`. Twice, since what is
// left of a nearly dependent row is mostly rounding after the first time.
static void orthogonalise(const ActiveSet *set, double *rest, double *along)
{
    memset(along, 0, sizeof(Unknowns));
    for (int pass = 0; pass < 2; ++pass) {
        for (int k = 0; k < set->count; ++k) {
            double s = dot(set->unknowns, set->basis[k], rest);
            along[k] += s;
            add_scaled(set->unknowns, rest, set->basis[k], -s);
        }
    }
}

// The row is not dependent on those that are there.
static void set_add(ActiveSet *set, int32_t index, const double *row, double force)
{
    int n = set->unknowns, at = set->count;
    Unknowns rest = {0}, along;
    memcpy(rest, row, (size_t)n * sizeof *rest);
    memcpy(set->row[at], rest, sizeof rest);
    orthogonalise(set, rest, along);
    double length = sqrt(dot(n, rest, rest));
    for (int k = 0; k < at; ++k)
        set->triangle[k][at] = along[k];
    set->triangle[at][at] = length;
    for (int i = 0; i < n; ++i)
        set->basis[at][i] = rest[i] / length;
    set->index[at] = index;
    set->force[at] = force;
    ++set->count;
}

static void set_drop(ActiveSet *set, int which)
{
    ActiveSet old = *set;
    set->count = which;
    for (int j = which + 1; j < old.count; ++j)
        set_add(set, old.index[j], old.row[j], old.force[j]);
}

// Solves triangle * y = along from below: row = sum of y_j row_j + what is across.
static void solve(const ActiveSet *set, const double *along, double *y)
{
    for (int j = set->count - 1; j >= 0; --j) {
        double sum = along[j];
        for (int k = j + 1; k < set->count; ++k)
            sum -= set->triangle[j][k] * y[k];
        y[j] = sum / set->triangle[j][j];
    }
}

// The point nearest to the target where the active rows hold with equality, and their forces, anew:
// sums of many steps carry the rounding of all of them.
static void settle(ActiveSet *set, const ProjectionRow *rows, const double *target, double *x)
{
    int n = set->unknowns;
    Unknowns along = {0};
    memcpy(x, target, (size_t)n * sizeof *x);
    for (int j = 0; j < set->count; ++j) {
        const ProjectionRow *row = &rows[set->index[j]];
        double missing = row->b - dot(n, row->a, target);
        for (int k = 0; k < j; ++k)
            missing -= set->triangle[k][j] * along[k];
        along[j] = missing / set->triangle[j][j];
        add_scaled(n, x, set->basis[j], along[j]);
    }
    solve(set, along, set->force);
}

static bool is_active(const ActiveSet *set, size_t row)
{
    for (int j = 0; j < set->count; ++j)
        if ((size_t)set->index[j] == row)
            return true;
    return false;
}

// The row that is violated most, of equal ones the first; `count`: none is. *short_of: by how much.
static size_t most_violated(const ActiveSet *set, const ProjectionRow *rows, size_t count,
                            const double *x, double tolerance, double *short_of)
{
    size_t worst = count;
    *short_of = tolerance;
    for (size_t i = 0; i < count; ++i) {
        double missing = rows[i].b - dot(set->unknowns, rows[i].a, x);
        if (!(missing <= *short_of) && !is_active(set, i)) {
            worst = i;
            *short_of = missing;
            if (!isfinite(missing))
                break;
        }
    }
    return worst;
}

static void report(const ActiveSet *set, Projection *out)
{
    out->active_count = set->count;
    for (int j = 0; j < set->count; ++j) {
        out->active[j] = set->index[j];
        out->force[j] = set->force[j];
    }
}

// The row and the active ones contradict each other: row = sum of y_j row_j + across, no y_j > 0. So
// the forces -y_j and 1 add up to `across`. Any x that satisfies all of these rows has
// across . (x - target) >= sum of force_j (b_j - row_j . target), which bounds its distance.
static void refute(const ActiveSet *set, size_t index, const ProjectionRow *rows,
                   const double *target, const double *y, double across, Projection *out)
{
    int n = set->unknowns;
    report(set, out);
    double missing = rows[index].b - dot(n, rows[index].a, target);
    for (int j = 0; j < set->count; ++j) {
        const ProjectionRow *row = &rows[set->index[j]];
        out->force[j] = y[j] < 0 ? -y[j] : 0;
        missing += out->force[j] * (row->b - dot(n, row->a, target));
    }
    out->active[out->active_count] = (int32_t)index;
    out->force[out->active_count++] = 1;
    out->reach = across > 0 ? fmax(out->reach, missing / across) : INFINITY;
}

// Takes the violated row in, and lets go of active ones that would have to pull. False: rows
// contradict each other.
static bool take_in(ActiveSet *set, size_t index, const ProjectionRow *rows, const double *target,
                    Projection *out)
{
    int n = set->unknowns;
    const ProjectionRow *row = &rows[index];
    double force = 0, whole = sqrt(dot(n, row->a, row->a));
    for (;;) {
        Unknowns across = {0}, along, y;
        memcpy(across, row->a, (size_t)n * sizeof *across);
        orthogonalise(set, across, along);
        solve(set, along, y);
        double square = dot(n, across, across);
        bool dependent = set->count == n || !(sqrt(square) > DEPENDENT * whole);
        double missing = row->b - dot(n, row->a, out->x);
        double full = dependent ? INFINITY : missing / square, first = INFINITY;
        int drop = -1;
        for (int j = 0; j < set->count; ++j) {
            // What is a share of 1e-12 of the row is rounding, and pushes nobody away.
            if (y[j] * sqrt(dot(n, set->row[j], set->row[j])) <= 1e-12 * whole)
                continue;
            double step = fmax(set->force[j], 0) / y[j];
            if (step < first) {
                first = step;
                drop = j;
            }
        }
        if (dependent && drop < 0) {
            refute(set, index, rows, target, y, sqrt(square), out);
            return false;
        }
        double step = fmin(first, full);
        if (!dependent)
            add_scaled(n, out->x, across, step);
        for (int j = 0; j < set->count; ++j)
            set->force[j] -= step * y[j];
        force += step;
        if (full <= first) {
            set_add(set, (int32_t)index, row->a, force);
            return true;
        }
        set_drop(set, drop);
    }
}

void project(int unknowns, const ProjectionRow *rows, size_t count, const double *target,
             double tolerance, const ProjectionWatch *watch, Projection *out)
{
    assert(unknowns > 0 && unknowns <= PROJECTION_MOST && tolerance > 0 && target && out);
    assert((rows || count == 0) && count <= INT32_MAX);
    ActiveSet set = {.unknowns = unknowns};
    *out = (Projection){0};
    memcpy(out->x, target, (size_t)unknowns * sizeof *target);
    for (; out->rounds < PROJECTION_ROUNDS; ++out->rounds) {
        out->stopped = watch && watch->over(watch->user, count);
        if (out->stopped) {
            out->feasible = false;
            break;
        }
        double short_of;
        size_t worst = most_violated(&set, rows, count, out->x, tolerance, &short_of);
        out->feasible = worst == count;
        if (out->feasible || !isfinite(short_of) || !take_in(&set, worst, rows, target, out))
            break;
        settle(&set, rows, target, out->x);
        Unknowns way = {0};
        memcpy(way, out->x, (size_t)unknowns * sizeof *way);
        add_scaled(unknowns, way, target, -1);
        out->reach = fmax(out->reach, sqrt(dot(unknowns, way, way)));
    }
    if (out->active_count == 0)
        report(&set, out);
}
