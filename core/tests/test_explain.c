// Every explanation is proved: the direction that it names separates the volumes by the gap it
// claims, or, where they are not separated, none that the test tries does. Volumes are projected
// anew, from the ends of their outlines, which are corners of boxes and DOPs and points on the
// surface of what is round.
#include "core/query/trace.h"
#include "core/shape/box_sat.h"
#include "core/tests/trace_case.h"
#include "core/tree/bv/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_POINTS = 800, MOST_TYPES = 32, MOST_TESTS = 8 };

// Points of a volume in A's frame.
typedef struct Points {
    Affine map;
    Vec3d at[MOST_POINTS];
    int count;
} Points;

static void add_line(void *user, Vec3 from, Vec3 to)
{
    Points *points = user;
    assert_true(points->count + 2 <= MOST_POINTS);
    points->at[points->count++] = affine_apply(&points->map, vec3d_from(from));
    points->at[points->count++] = affine_apply(&points->map, vec3d_from(to));
}

static void shadow(const Points *points, Vec3d n, double interval[2])
{
    interval[0] = INFINITY;
    interval[1] = -INFINITY;
    for (int i = 0; i < points->count; ++i) {
        double at = vec3d_dot(n, points->at[i]);
        interval[0] = fmin(interval[0], at);
        interval[1] = fmax(interval[1], at);
    }
}

static double gap_between(const double a[2], const double b[2])
{
    return fmax(b[0] - a[1], a[0] - b[1]);
}

typedef struct Proof {
    const TraceCase *c;
    const Trace *trace;
    const TraceTest *test;
    Explanation e;
    Points a, b;
    double tolerance; // outlines are in float
} Proof;

#define CHECK(proof, fact)                                                                         \
    do {                                                                                           \
        if (!(fact))                                                                               \
            fail_msg("%s, nodes %u and %u, exit %d, %s, gap %g: not so: %s", (proof)->c->name,     \
                     (proof)->test->a, (proof)->test->b, (proof)->test->exit, (proof)->e.along,    \
                     (proof)->e.gap, #fact);                                                       \
    } while (0)

static void is_round(const Proof *p, double *radius_a, double *radius_b)
{
    *radius_a = *radius_b = 0;
    if (p->c->a->type != &bv_sphere && p->c->a->type != &bv_capsule)
        return;
    // Outlines of what is round are chords of 24: they reach at most so much less.
    float volume[2][7];
    int at = p->c->a->type == &bv_sphere ? 3 : 6;
    assert_true(p->c->a->type->volume_size <= sizeof volume[0]);
    assert_true(trace_volume(p->trace, false, p->test->a, volume[0]));
    assert_true(trace_volume(p->trace, true, p->test->b, volume[1]));
    *radius_a = (double)volume[0][at];
    *radius_b = (double)volume[1][at];
}

static void prove_intervals(const Proof *p)
{
    const Explanation *e = &p->e;
    double a[2], b[2], round_a, round_b, tolerance = p->tolerance;
    CHECK(p, fabs(vec3d_length(e->axis) - 1) < 1e-12);
    CHECK(p, fabs(gap_between(e->a, e->b) - e->gap) <= 1e-9 * (1 + fabs(e->gap)));
    shadow(&p->a, e->axis, a);
    shadow(&p->b, e->axis, b);
    // What the test takes the volumes for holds them.
    CHECK(p, e->a[0] <= a[0] + tolerance && e->a[1] >= a[1] - tolerance);
    CHECK(p, e->b[0] <= b[0] + tolerance && e->b[1] >= b[1] - tolerance);
    if (e->own) { // and is no more than they are
        is_round(p, &round_a, &round_b);
        double less_a = tolerance + 0.3 * round_a, less_b = tolerance + 0.3 * round_b;
        CHECK(p, e->a[0] >= a[0] - less_a && e->a[1] <= a[1] + less_a);
        CHECK(p, e->b[0] >= b[0] - less_b && e->b[1] <= b[1] + less_b);
    }
    if (p->test->exit == 0)
        return;
    CHECK(p, e->gap > 0);
    CHECK(p, gap_between(a, b) >= e->gap - tolerance);
}

// The axes of a box from its corners alone, in the order of the exits: of its twelve edges box_outline lists those from
// corner 0 along each direction behind the six around it.
static bool box_directions(const Points *points, Vec3d direction[3])
{
    enum { EDGES = 12, FIRST = 6 };
    assert_int_equal(points->count, 2 * EDGES);
    for (int k = 0; k < 3; ++k) {
        const Vec3d *ends = &points->at[2 * (FIRST + k)];
        direction[k] = vec3d_normalised(vec3d_sub(ends[1], ends[0]));
        if (vec3d_distance(ends[0], ends[1]) <= 1e-4)
            return false;
    }
    return true;
}

// "axis 2 of A", or of two boxes' edges "axis 2 of A x axis 3 of B".
static void box_axis_name(int i, char name[48])
{
    if (i < 6)
        snprintf(name, 48, "axis %d of %c", i % 3 + 1, i < 3 ? 'A' : 'B');
    else
        snprintf(name, 48, "axis %d of A x axis %d of B", (i - 6) / 3 + 1, (i - 6) % 3 + 1);
}

// Where nothing separates: the least overlap over all axes that a test with so many tries, and the one that
// is named is where it is.
static void prove_least_overlap(const Proof *p, int axes)
{
    Vec3d a[3], b[3];
    if (!box_directions(&p->a, a) || !box_directions(&p->b, b))
        return; // a flat box has no edges along its normal
    double best = -INFINITY;
    bool named = false;
    for (int i = 0; i < axes; ++i) {
        char name[48];
        box_axis_name(i, name);
        Vec3d n = i < 3   ? vec3d_cross(a[(i + 1) % 3], a[(i + 2) % 3])
                  : i < 6 ? vec3d_cross(b[(i + 1) % 3], b[(i + 2) % 3])
                          : vec3d_cross(a[(i - 6) / 3], b[(i - 6) % 3]);
        if (vec3d_length(n) < 1e-4)
            continue;
        double of_a[2], of_b[2];
        n = vec3d_normalised(n);
        shadow(&p->a, n, of_a);
        shadow(&p->b, n, of_b);
        best = fmax(best, gap_between(of_a, of_b));
        if (strcmp(name, p->e.along) == 0) {
            named = true;
            CHECK(p, fabs(vec3d_dot(n, p->e.axis)) > 0.999);
            CHECK(p, fabs(gap_between(of_a, of_b) - p->e.gap) <= 20 * p->tolerance);
        }
    }
    CHECK(p, fabs(best - p->e.gap) <= 20 * p->tolerance);
    CHECK(p, named);
}

// The edge is one of the cell's, and the part that is said to be left of it is the part of it that
// lies in the other cell, at a few hundred places.
static void prove_clipping(const Proof *p)
{
    const Explanation *e = &p->e;
    const Points *own = e->edge.of_b ? &p->b : &p->a, *other = e->edge.of_b ? &p->a : &p->b;
    bool listed = false;
    for (int i = 0; i < own->count; i += 2)
        for (int turned = 0; turned < 2; ++turned)
            listed |= vec3d_distance(own->at[i + turned], e->edge.from) < 20 * p->tolerance &&
                      vec3d_distance(own->at[i + 1 - turned], e->edge.to) < 20 * p->tolerance;
    CHECK(p, listed);
    CHECK(p, (e->edge.enter > e->edge.leave) == (p->test->exit != 0));
    Affine to_own;
    assert_true(affine_invert(&other->map, &to_own));
    Box3d box = {vec3d(INFINITY, INFINITY, INFINITY), vec3d(-INFINITY, -INFINITY, -INFINITY)};
    for (int i = 0; i < other->count; ++i) {
        Vec3d q = affine_apply(&to_own, other->at[i]);
        box.lo = vec3d_min(box.lo, q);
        box.hi = vec3d_max(box.hi, q);
    }
    double length = vec3d_distance(e->edge.from, e->edge.to);
    for (int i = 0; i <= 200 && length > 100 * p->tolerance; ++i) {
        double s = i / 200.0, out = -INFINITY;
        Vec3d q = affine_apply(&to_own, vec3d_lerp(e->edge.from, e->edge.to, s));
        for (int k = 0; k < 3; ++k)
            out = fmax(out, fmax(box.lo.v[k] - q.v[k], q.v[k] - box.hi.v[k]));
        double beyond = fmax(e->edge.enter - s, s - e->edge.leave);
        if (fabs(out) > 20 * p->tolerance) // else too near to a face to say
            CHECK(p, (out < 0) == (beyond <= 0));
    }
}

static void prove_empty(const Proof *p)
{
    CHECK(p, p->e.empty_a || p->e.empty_b);
    NodeLinks a = p->c->a->type->links(p->c->a, p->test->a);
    NodeLinks b = p->c->b->type->links(p->c->b, p->test->b);
    CHECK(p, p->e.empty_a == (a.leaf && a.count == 0) && p->e.empty_b == (b.leaf && b.count == 0));
}

static int axes_tried(const BvType *type, const OverlapTest *test)
{
    bool boxes = test->exit_names == box_sat_exits || type == &bv_obb;
    return boxes                   ? test->exit_count
           : type == &bv_boxtree97 ? (test->exit_count > 3 ? test->exit_count - 1 : 15)
           : type == &bv_obb_blocks || type == &bv_aabb_blocks ? 15
                                                               : 0;
}

// The direction is the one that the exit is called after.
static void prove_name(const Proof *p)
{
    const char *exit = p->trace->test->exit_names[p->test->exit];
    bool boxes = strlen(exit) == 3 && (exit[0] == 'A' || exit[0] == 'B') && exit[1] == '.';
    if (!boxes)
        return;
    char expected[16];
    int axis = exit[2] >= 'x' ? exit[2] - 'x' + 1 : exit[2] - '0';
    snprintf(expected, sizeof expected, "axis %d of %c", axis, exit[0]);
    CHECK(p, strcmp(p->e.along, expected) == 0);
    if (p->c->a->type != &bv_obb && exit[0] == 'A')
        CHECK(p, fabs(p->e.axis.v[axis - 1]) == 1);
}

typedef struct Tally {
    int explained[2], empty, clipped;
    bool seen[MOST_TYPES * MOST_TESTS][2]; // [type and test][separated]
    int combinations;
} Tally;

static void prove(Proof *p, Tally *tally)
{
    const BvType *type = p->c->a->type;
    unsigned char *volume = malloc(type->volume_size);
    assert_non_null(volume);
    p->a = (Points){.map = affine_identity()};
    p->b = (Points){.map = p->c->b_to_a};
    assert_true(trace_volume(p->trace, false, p->test->a, volume));
    type->outline(volume, add_line, &p->a);
    assert_true(trace_volume(p->trace, true, p->test->b, volume));
    type->outline(volume, add_line, &p->b);
    free(volume);
    if (p->e.kind == REASON_EMPTY) {
        prove_empty(p);
        ++tally->empty;
        return;
    }
    prove_intervals(p);
    prove_name(p);
    bool around = type == &bv_obb_blocks && !affine_is_rigid(&p->c->b_to_a);
    if (p->test->exit == 0 && around) // other axes than those of the volumes themselves
        CHECK(p, p->e.gap <= p->tolerance && !p->e.own);
    else if (p->test->exit == 0 && axes_tried(type, p->trace->test) > 0)
        prove_least_overlap(p, axes_tried(type, p->trace->test));
    if (p->e.kind == REASON_CLIPPING) {
        prove_clipping(p);
        ++tally->clipped;
    }
    ++tally->explained[p->test->exit != 0];
}

static void explain_case(const TraceCase *c, void *user)
{
    Tally *tally = user;
    if (c->desc.lift)
        return; // explained alike
    Trace trace;
    Error err = {""};
    if (!trace_record(c->a, c->b, &c->b_to_a, &c->desc, 0, NULL, &trace, &err))
        fail_msg("%s: %s", c->name, err.text);
    Proof *p = malloc(sizeof *p);
    assert_non_null(p);
    *p = (Proof){.c = c, .trace = &trace};
    p->tolerance = 4e-6 * (vec3d_length(c->b_to_a.p) + c->a->radius + 1.5 * c->b->radius);
    int row = bv_index(c->a->type) * MOST_TESTS + c->desc.test;
    assert_true(bv_type_count <= MOST_TYPES && c->a->type->test_count <= MOST_TESTS);
    uint32_t left_of_exit[QUERY_MAX_EXITS];
    for (int e = 0; e < QUERY_MAX_EXITS; ++e)
        left_of_exit[e] = 12; // of each are proved
    for (uint32_t i = 0; i < trace.test_count; ++i) {
        p->test = &trace.tests[i];
        if (left_of_exit[p->test->exit] == 0)
            continue;
        --left_of_exit[p->test->exit];
        if (!trace_explain(&trace, i, &p->e))
            fail_msg("%s: no explanation", c->name);
        tally->seen[row][p->test->exit != 0] = true;
        prove(p, tally);
    }
    free(p);
    trace_free(&trace);
}

static void every_explanation_is_so(void **state)
{
    (void)state;
    Tally tally = {0};
    int combinations = trace_cases(explain_case, &tally), seen = 0;
    for (int row = 0; row < MOST_TYPES * MOST_TESTS; ++row)
        seen += tally.seen[row][0] && tally.seen[row][1];
    printf("%d explanations of separated and %d of other pairs proved, %d by empty cells, %d by "
           "clipped edges\n",
           tally.explained[1], tally.explained[0], tally.empty, tally.clipped);
    assert_int_equal(seen, combinations); // each has said both
    assert_true(combinations >= 31 && tally.empty > 0 && tally.clipped > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_explanation_is_so)};
    return cmocka_run_group_tests_name("explain", tests, NULL, NULL);
}
