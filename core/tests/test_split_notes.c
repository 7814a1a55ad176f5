// What criteria say that they weighed is what an independent search finds, and what they chose is the
// cheapest of it.
#include "core/base/memory.h"
#include "core/tests/test_set.h"
#include "core/tests/zachmann_plain.h"
#include "core/tree/bv/boxtree97/boxtree97.h"
#include "core/tree/bv/slabcutball/slab_fit.h"
#include "core/tree/split/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct Noted {
    const SplitRule *rule;
    SplitCase c; // as it was before the split
    SplitChoice choice;
    bool decided, fell_back;
    SplitCandidate kept[SPLIT_NOTES_MOST];
    int count, chosen;
    uint32_t weighed;
    int seed;
} Noted;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fail_msg("%s, seed %d, %d triangles: not %s", n->rule->name, n->seed, n->c.count,      \
                     #condition);                                                                  \
    } while (0)

static bool near(double a, double b, double tolerance)
{
    return fabs(a - b) <= tolerance * (1 + fabs(a) + fabs(b));
}

// --- by what triangles are placed

static double middle(const SplitCase *c, int32_t item, int axis)
{
    return 0.5 * ((double)c->boxes[item].lo.v[axis] + (double)c->boxes[item].hi.v[axis]);
}

static Vec3d centroid(const SplitCase *c, int32_t item)
{
    Triangle t = mesh_triangle(c->mesh, item);
    return vec3d_scale(vec3d_add(t.p[0], vec3d_add(t.p[1], t.p[2])), 1.0 / 3);
}

static void sort_by_middle(const SplitCase *c, int axis, int32_t *sorted)
{
    memcpy(sorted, c->items, (size_t)c->count * sizeof *sorted);
    for (int32_t i = 1; i < c->count; ++i)
        for (int32_t k = i; k > 0 && split_key(&c->boxes[sorted[k - 1]], axis) >
                                         split_key(&c->boxes[sorted[k]], axis);
             --k) {
            int32_t swap = sorted[k];
            sorted[k] = sorted[k - 1];
            sorted[k - 1] = swap;
        }
}

// --- one check per criterion

static double measure(const Box3 *box, int dimensions)
{
    Vec3d e = vec3d_sub(vec3d_from(box->hi), vec3d_from(box->lo));
    return dimensions == 3   ? e.x * e.y * e.z
           : dimensions == 2 ? e.x * e.y + e.y * e.z + e.z * e.x
                             : e.x + e.y + e.z;
}

static double cost_of(const SplitCase *c, const int32_t *items, int32_t left, int dimensions)
{
    Box3 a = split_case_union(c, items, left),
         b = split_case_union(c, items + left, c->count - left);
    return left * measure(&a, dimensions) + (c->count - left) * measure(&b, dimensions);
}

static void check_sweep(const Noted *n)
{
    const SplitCase *c = &n->c;
    int dimensions = n->rule == &split_sweep_volume || n->rule == &split_bins_volume ? 3 : 2;
    bool bins = (n->rule == &split_bins_volume || n->rule == &split_bins_area) && c->count > 32;
    while (dimensions > 1 && !(measure(&c->in.box, dimensions) > 0))
        --dimensions;
    double least = INFINITY;
    for (int axis = 0; axis < 3; ++axis) {
        int32_t sorted[SPLIT_CASE_MOST];
        sort_by_middle(c, axis, sorted);
        for (int32_t left = 1; left < c->count; ++left)
            least = fmin(least, cost_of(c, sorted, left, dimensions));
        for (int i = 0; i < n->count; ++i) {
            const SplitCandidate *k = &n->kept[i];
            if (k->axis != axis)
                continue;
            CHECK(k->cost == cost_of(c, sorted, k->left, dimensions));
            // The plane lies between the two, or on both.
            CHECK((double)k->at[0] >= middle(c, sorted[k->left - 1], axis) - 1e-6);
            CHECK((double)k->at[0] <= middle(c, sorted[k->left], axis) + 1e-6);
        }
    }
    CHECK(bins || n->weighed == 3 * ((uint32_t)c->count - 1));
    CHECK(n->weighed <= 93 || !bins);
    if (n->decided)
        CHECK(bins ? n->kept[n->chosen].cost >= least : n->kept[n->chosen].cost == least);
}

static void check_half_balanced(const Noted *n)
{
    const SplitCase *c = &n->c;
    int axis = box3_longest_axis(&c->in.box);
    int32_t sorted[SPLIT_CASE_MOST], first = (c->count + 2) / 3, last = 2 * c->count / 3;
    sort_by_middle(c, axis, sorted);
    double least = INFINITY;
    for (int32_t left = first; left <= last; ++left) {
        Box3 a = split_case_union(c, sorted, left);
        Box3 b = split_case_union(c, sorted + left, c->count - left);
        double overlap = (double)a.hi.v[axis] - (double)b.lo.v[axis];
        least = fmin(least, overlap);
        for (int i = 0; i < n->count; ++i)
            if (n->kept[i].left == left)
                CHECK(n->kept[i].cost == overlap);
    }
    for (int i = 0; i < n->count; ++i)
        CHECK(n->kept[i].axis == axis && n->kept[i].left >= first && n->kept[i].left <= last);
    CHECK(n->weighed == (uint32_t)(last - first + 1));
    CHECK(n->kept[n->chosen].cost == least);
}

static void check_spatial_median(const Noted *n)
{
    const SplitCase *c = &n->c;
    int axis = box3_longest_axis(&c->in.box);
    double at = 0.5 * ((double)c->in.box.lo.v[axis] + (double)c->in.box.hi.v[axis]);
    int32_t left = 0;
    for (int32_t i = 0; i < c->count; ++i)
        left += split_key(&c->boxes[c->items[i]], axis) <= split_key(&c->in.box, axis);
    CHECK(n->count == 1 && n->kept[0].axis == axis && n->kept[0].left == left);
    CHECK(near((double)n->kept[0].at[0], at, 1e-6));
    CHECK((n->kept[0].refused == REFUSED_NOT) == (left > 0 && left < c->count));
    CHECK((n->chosen == 0) == (n->kept[0].refused == REFUSED_NOT));
}

static void check_object_median(const Noted *n)
{
    const SplitCase *c = &n->c;
    const SplitCandidate *k = &n->kept[0];
    int32_t below = 0, above = 0;
    CHECK(n->count == 1 && n->chosen == 0 && k->left == (c->count + 1) / 2);
    CHECK(k->axis == box3_longest_axis(&c->in.box));
    for (int32_t i = 0; i < c->count; ++i) {
        below += middle(c, c->items[i], k->axis) <= (double)k->at[0] + 1e-6;
        above += middle(c, c->items[i], k->axis) >= (double)k->at[0] - 1e-6;
    }
    CHECK(below >= k->left && above >= k->right);
}

// How many centroids lie below a plane; rounded planes may pass by some of them.
static bool divides(const SplitCase *c, const SplitCandidate *k)
{
    int32_t least = 0, most = 0;
    Vec3d direction = vec3d(k->axis == 0, k->axis == 1, k->axis == 2);
    if (k->axis == SPLIT_OWN_AXIS)
        direction =
            vec3d((double)k->direction[0], (double)k->direction[1], (double)k->direction[2]);
    for (int32_t i = 0; i < c->count; ++i) {
        double at = vec3d_dot(direction, centroid(c, c->items[i])) - (double)k->at[0];
        least += at < -1e-5;
        most += at < 1e-5;
    }
    return k->left >= least && k->left <= most;
}

// The first that can be taken is taken.
static void check_first_fine(const Noted *n)
{
    int fine = 0;
    while (fine < n->count && n->kept[fine].refused != REFUSED_NOT)
        ++fine;
    CHECK(n->fell_back || fine == n->count || n->chosen == fine);
    CHECK(n->chosen < 0 || n->chosen == fine);
}

static void check_obb_mean(const Noted *n)
{
    check_first_fine(n);
    CHECK(n->count >= 1 && n->count <= 3);
    for (int i = 0; i < n->count; ++i) {
        const SplitCandidate *k = &n->kept[i];
        CHECK(k->axis == SPLIT_OWN_AXIS && divides(&n->c, k));
        CHECK((k->refused != REFUSED_NOT) == (k->left == 0 || k->left == n->c.count));
    }
}

static double side_of(const SplitCase *c, int axis)
{
    return (double)c->in.box.hi.v[axis] - (double)c->in.box.lo.v[axis];
}

static bool has_tenths(const SplitCandidate *k, int32_t count)
{
    return 10 * k->left >= count && 10 * k->right >= count;
}

static void check_scb(const Noted *n)
{
    const SplitCase *c = &n->c;
    bool few = c->count < 8;
    check_first_fine(n);
    CHECK(!few || (n->count == 1 && n->kept[0].left == c->count / 2));
    for (int i = 0; i < n->count; ++i) {
        const SplitCandidate *k = &n->kept[i];
        double half = 0.5 * ((double)c->in.box.lo.v[k->axis] + (double)c->in.box.hi.v[k->axis]);
        CHECK(divides(c, k));
        if (few || i == 3) // the median of seven
            continue;
        CHECK(near((double)k->at[0], half, 1e-6));
        CHECK((k->refused == REFUSED_NOT) == has_tenths(k, c->count));
        CHECK(i == 0 || side_of(c, k->axis) <= side_of(c, n->kept[i - 1].axis));
    }
    CHECK(n->fell_back == (n->count == 4));
}

static double slab_volume(const SplitCase *c, const int32_t *items, int32_t count)
{
    FitItems fit = {.mesh = c->mesh, .boxes = c->boxes, .items = items, .count = count};
    fit.box = split_case_union(c, items, count);
    FitPoints points = fit_points(&fit);
    SlabBall ball = slab_fit(&points);
    slab_extent(&points, &ball);
    return slab_measure(&ball, MEASURE_VOLUME);
}

// In an order that fits come out the same: lower ones are swapped to the front, few are sorted.
static int32_t part_by_centroid(const SplitCase *c, const SplitCandidate *k, int32_t *items)
{
    int32_t left = 0;
    memcpy(items, c->items, (size_t)c->count * sizeof *items);
    for (int32_t i = 0; i < c->count; ++i) {
        bool lower = centroid(c, items[i]).v[k->axis] <= (double)k->at[0];
        int32_t item = items[i], to = c->count < 8 ? i : left;
        for (; c->count < 8 && to > 0 &&
               centroid(c, items[to - 1]).v[k->axis] > centroid(c, item).v[k->axis];
             --to)
            items[to] = items[to - 1];
        if (c->count >= 8 && lower)
            items[i] = items[to];
        if (c->count < 8 || lower)
            items[to] = item;
        left += lower;
    }
    return c->count < 8 ? c->count / 2 : left;
}

static void check_scb_volume(const Noted *n)
{
    const SplitCase *c = &n->c;
    double longest = fmax(side_of(c, 0), fmax(side_of(c, 1), side_of(c, 2)));
    for (int i = 0; i < n->count; ++i) {
        const SplitCandidate *k = &n->kept[i];
        if (n->fell_back && k->refused != REFUSED_SHORT && isnan(k->cost))
            continue; // of the other rule
        CHECK((k->refused == REFUSED_SHORT) == (2 * side_of(c, k->axis) < longest));
        if (k->refused != REFUSED_NOT)
            continue;
        int32_t items[SPLIT_CASE_MOST], left = part_by_centroid(c, k, items);
        CHECK(divides(c, k) && (c->count < 8 || has_tenths(k, c->count)));
        if (left == k->left) // otherwise some lie on the plane, and sides are a matter of rounding
            CHECK(near(k->cost,
                       slab_volume(c, items, left) + slab_volume(c, items + left, c->count - left),
                       1e-9));
    }
}

static enum ZachmannOrder order_of(const SplitRule *rule)
{
    return rule == &split_zachmann_random  ? VISIT_RANDOM
           : rule == &split_zachmann_array ? VISIT_ARRAY
                                           : VISIT_ALTERNATING;
}

static const SplitCandidate *kept_of(const Noted *n, int axis, int which)
{
    for (int i = 0; i < n->count; ++i)
        if (n->kept[i].axis == axis && n->kept[i].way == WAY_LOWER_UPPER + which)
            return &n->kept[i];
    return NULL;
}

static void check_zachmann(const Noted *n)
{
    const SplitCase *c = &n->c;
    Box3d box =
        c->in.cell ? *c->in.cell : (Box3d){vec3d_from(c->in.box.lo), vec3d_from(c->in.box.hi)};
    double least = INFINITY;
    for (int axis = 0; axis < 3; ++axis)
        for (int which = 0; which < ZACHMANN_CASES; ++which) {
            ZachmannPlain p;
            const SplitCandidate *k = kept_of(n, axis, which);
            bool there = box.hi.v[axis] > box.lo.v[axis] &&
                         (n->rule != &split_zachmann_longest || axis == zachmann_longest(&box));
            CHECK(there || !k);
            if (!there)
                continue;
            zachmann_plain_grow(c, axis, which, order_of(n->rule), &p);
            CHECK(k || !p.balanced);
            if (p.balanced)
                least = fmin(least, zachmann_plain_score(c, axis, which, &p));
            if (!k || (c->count == 2 && c->in.cell))
                continue; // of two, seeds are all there is: below
            CHECK(k->left == p.first_count && (k->refused == REFUSED_NOT) == p.balanced);
            CHECK(!p.balanced || k->cost == zachmann_plain_score(c, axis, which, &p));
        }
    if (n->chosen >= 0 && !n->fell_back)
        CHECK(near(n->kept[n->chosen].cost, least, 1e-12));
    CHECK(n->fell_back == !isfinite(least));
}

static void check_zachmann_ahead(const Noted *n)
{
    const SplitCase *c = &n->c;
    int looked = 0;
    double worst_looked = 0, best_left = INFINITY;
    for (int i = 0; i < n->count; ++i) {
        const SplitCandidate *k = &n->kept[i];
        if (k->way == WAY_PLANE)
            continue; // where nothing was balanced, another rule decided
        int which = k->way - WAY_LOWER_UPPER;
        ZachmannPlain p;
        zachmann_plain_grow(c, k->axis, which, VISIT_ALTERNATING, &p);
        CHECK(p.balanced && k->tie == zachmann_plain_score(c, k->axis, which, &p));
        if (k->refused == REFUSED_FIRST_LOOK) {
            best_left = fmin(best_left, k->tie);
            continue;
        }
        ++looked;
        worst_looked = fmax(worst_looked, k->tie);
        if (!c->in.cell)
            continue; // measures of halves go by the whole's dimensions: see restricted ones
        double sum = 0, lo = c->in.cell->lo.v[k->axis], hi = c->in.cell->hi.v[k->axis];
        for (int child = 0; child < 2; ++child) {
            double length = zachmann_side(which, child) ? hi + p.end[child] : p.end[child] - lo;
            sum += length / (hi - lo) * (1 + zachmann_plain_below(c, &p, k->axis, which, child));
        }
        CHECK(near(k->cost, sum, 1e-12));
    }
    CHECK(looked <= 3 && worst_looked <= best_left);
}

static void check_zachmann_quantile(const Noted *n)
{
    const SplitCase *c = &n->c;
    if (!c->in.cell) {
        check_zachmann(n);
        return;
    }
    for (int i = 0; i < n->count; ++i) {
        const SplitCandidate *k = &n->kept[i];
        if (k->way == WAY_PLANE)
            continue;
        int which = k->way - WAY_LOWER_UPPER, axis = k->axis;
        double lo = c->in.cell->lo.v[axis], hi = c->in.cell->hi.v[axis], sum = 0;
        for (int child = 0; child < 2; ++child) {
            double end = (double)k->at[child];
            sum +=
                (zachmann_side(which, child) ? hi - end : end - lo) * (child ? k->right : k->left);
        }
        CHECK(near(k->cost, sum / ((hi - lo) * c->count), 1e-12));
        // The first child's moved side is passed by none of as many triangles as it has.
        int32_t within = 0;
        for (int32_t j = 0; j < c->count; ++j) {
            const Box3 *box = &c->boxes[c->items[j]];
            within +=
                zachmann_side(which, 0) ? box->lo.v[axis] >= k->at[0] : box->hi.v[axis] <= k->at[0];
        }
        CHECK(within >= k->left);
    }
}

typedef struct Check {
    const SplitRule *rule;
    void (*check)(const Noted *n);
} Check;
static const Check checks[] = {
    {&split_spatial_median, check_spatial_median},
    {&split_object_median, check_object_median},
    {&split_half_balanced, check_half_balanced},
    {&split_obb_mean, check_obb_mean},
    {&split_scb, check_scb},
    {&split_scb_volume, check_scb_volume},
    {&split_sweep_volume, check_sweep},
    {&split_sweep_area, check_sweep},
    {&split_bins_volume, check_sweep},
    {&split_bins_area, check_sweep},
    {&split_zachmann, check_zachmann},
    {&split_zachmann_longest, check_zachmann},
    {&split_zachmann_random, check_zachmann},
    {&split_zachmann_array, check_zachmann},
    {&split_zachmann_ahead, check_zachmann_ahead},
    {&split_zachmann_quantile, check_zachmann_quantile},
};

// With and without notes the same is chosen, and that is the cheapest of what could be.
static void compare(Noted *n, SplitNotes *notes)
{
    SplitCase *c = &n->c;
    int32_t plain[SPLIT_CASE_MOST], noted[SPLIT_CASE_MOST];
    size_t bytes = (size_t)c->count * sizeof *plain;
    SplitChoice choice = {0};
    memcpy(plain, c->items, bytes);
    memcpy(noted, c->items, bytes);
    bool decided = n->rule->split(&c->in, plain, c->count, &choice);
    split_notes_begin(notes);
    SplitInput in = c->in;
    in.notes = notes;
    n->choice = (SplitChoice){0};
    n->decided = n->rule->split(&in, noted, c->count, &n->choice);
    CHECK(n->decided == decided && memcmp(plain, noted, bytes) == 0);
    CHECK(!decided || (n->choice.left_count == choice.left_count && n->choice.axis == choice.axis));
    n->count = split_notes_kept(notes, n->kept, &n->chosen);
    n->weighed = notes->weighed;
    n->fell_back = notes->fell_back;
    CHECK((n->count > 0 || !decided) && (uint32_t)n->count <= n->weighed);
    CHECK(n->chosen >= 0 || !decided || n->fell_back);
    if (n->chosen < 0)
        return;
    const SplitCandidate *best = &n->kept[n->chosen];
    CHECK(!decided || best->left == n->choice.left_count);
    CHECK(n->fell_back || (n->rule->weighs == NULL) == (isnan(best->cost) != 0));
    for (int i = 0; i < n->count && !n->fell_back; ++i)
        CHECK(n->kept[i].refused != REFUSED_NOT || isnan(best->cost) ||
              best->cost <= n->kept[i].cost);
}

static void candidates_are_recomputed_and_the_choice_is_the_cheapest(void **state)
{
    (void)state;
    enum { CHECKS = sizeof checks / sizeof *checks };
    int cases = (sanitised() ? 60 : 500) * (long_tier() ? 10 : 1);
    int64_t candidates = 0;
    SplitNotes *notes = mem_calloc(1, sizeof *notes);
    Noted *n = mem_calloc(1, sizeof *n);
    assert_true(notes && n);
    assert_int_equal(CHECKS, split_rule_count); // a new criterion says what it weighs
    for (int k = 0; k < CHECKS; ++k) {
        n->rule = checks[k].rule;
        for (n->seed = 0; n->seed < cases; ++n->seed) {
            Rng rng = rng_create((uint64_t)n->seed);
            split_case_make(&n->c, &rng, n->seed % 3 ? 20 : SPLIT_CASE_MOST);
            Box3d cell = {vec3d_from(n->c.in.box.lo), vec3d_from(n->c.in.box.hi)};
            for (int side = 0; side < 3; ++side)
                cell.hi.v[side] += side == n->seed % 4 ? 0.5 : 0;
            n->c.in.cell = n->seed % 2 ? &cell : NULL;
            compare(n, notes);
            checks[k].check(n);
            candidates += n->count;
            split_case_free(&n->c);
        }
    }
    mem_free(notes);
    mem_free(n);
    printf("RAN: %lld candidates of %d criteria recomputed\n", (long long)candidates, CHECKS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(candidates_are_recomputed_and_the_choice_is_the_cheapest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
