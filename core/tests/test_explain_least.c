// Of pairs that overlap the explanation names the least overlap of all that the test tries: for volumes that are no boxes,
// every direction is gone through here by itself, with reaches found by looking along the surface. Boxes are in
// test_explain.c.
#include "core/query/trace.h"
#include "core/shape/capsule.h"
#include "core/shape/slab.h"
#include "core/tests/trace_case.h"
#include "core/tree/bv/hybrid/bv_hybrid.h"
#include "core/tree/bv/kdop/dop_alignment.h"
#include "core/tree/bv/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_TYPES = 32, MOST_TESTS = 8, PROVED = 60 };

// As the types decode their volumes.
typedef struct Dop {
    DopDirections directions;
    float lo[DOP_MAX_HALF], hi[DOP_MAX_HALF];
} Dop;
typedef struct Slabs {
    SlabBall part[2];
    int count;
} Slabs;
typedef union Room {
    Dop dop;
    Slabs slabs;
    SlabBall slab;
    HybridDecoded hybrid;
    float numbers[8]; // of balls: centre, radius; of capsules: from, along, radius
} Room;

typedef struct Tested {
    const TraceCase *c;
    Explanation e;
    Room a, b;
    double tolerance;
    // Of what was tried:
    double widest, named; // gap, and that of the direction that the explanation names
    int tried;
    bool others; // the test tries directions that are not gone through here
} Tested;

#define CHECK(pair, fact)                                                                          \
    do {                                                                                           \
        if (!(fact))                                                                               \
            fail_msg("%s: %s, gap %g, of %d tried: not so: %s", (pair)->c->name, (pair)->e.along,  \
                     (pair)->e.gap, (pair)->tried, #fact);                                         \
    } while (0)

static void try(Tested *p, Vec3d direction, const double a[2], const double b[2], const char *name)
{
    double length = vec3d_length(direction), gap = fmax(b[0] - a[1], a[0] - b[1]) / length;
    if (!(length > 1e-9))
        return;
    ++p->tried;
    p->widest = fmax(p->widest, gap);
    if (strcmp(name, p->e.along) == 0 &&
        fabs(vec3d_dot(direction, p->e.axis)) > length * (1 - 1e-9))
        p->named = fmax(p->named, gap);
}

// --- balls and capsules

static Vec3d vector(const float *v)
{
    return vec3d((double)v[0], (double)v[1], (double)v[2]);
}

static void try_round(Tested *p, const Capsule *a, const Capsule *b, Vec3d n, const char *name)
{
    const Capsule *both[2] = {a, b};
    double reach[2][2], length = vec3d_length(n);
    for (int i = 0; i < 2; ++i) {
        double from = vec3d_dot(n, both[i]->from), along = vec3d_dot(n, both[i]->along);
        reach[i][0] = from + fmin(along, 0) - both[i]->radius * length;
        reach[i][1] = from + fmax(along, 0) + both[i]->radius * length;
    }
    try(p, n, reach[0], reach[1], name);
}

static void try_balls(Tested *p)
{
    Capsule a = {vector(p->a.numbers), vec3d(0, 0, 0), (double)p->a.numbers[3]};
    Capsule b = {affine_apply(&p->c->b_to_a, vector(p->b.numbers)), vec3d(0, 0, 0),
                 (double)p->b.numbers[3]};
    try_round(p, &a, &b, vec3d_sub(b.from, a.from), "the line of the centres");
}

// The nearest points of two segments, by going from one to the other: what is convex has no other minimum.
static Vec3d between(const Capsule *a, const Capsule *b)
{
    Vec3d on_a = a->from, on_b = b->from;
    for (int i = 0; i < 20000; ++i) {
        on_b = segment_nearest(b->from, b->along, on_a);
        on_a = segment_nearest(a->from, a->along, on_b);
    }
    return vec3d_sub(on_b, on_a);
}

static void try_capsules(Tested *p)
{
    Capsule a = {vector(p->a.numbers), vector(p->a.numbers + 3), (double)p->a.numbers[6]};
    Capsule b = {affine_apply(&p->c->b_to_a, vector(p->b.numbers)),
                 affine_apply_vector(&p->c->b_to_a, vector(p->b.numbers + 3)),
                 (double)p->b.numbers[6]};
    Vec3d middle_a = vec3d_add_scaled(a.from, a.along, 0.5),
          middle_b = vec3d_add_scaled(b.from, b.along, 0.5);
    try_round(p, &a, &b, vec3d_sub(middle_b, middle_a), "the line between the middles");
    // Its length is the gap of the segments, whichever of several nearest points it is between.
    double apart = vec3d_length(between(&a, &b)), gap = apart - a.radius - b.radius;
    ++p->tried;
    p->widest = fmax(p->widest, gap);
    if (strcmp(p->e.along, "the line between the nearest points") == 0)
        p->named = gap;
}

// --- k-DOPs

static void try_dops(Tested *p)
{
    const Dop *a = &p->a.dop, *b = &p->b.dop;
    const double(*m)[3] = p->c->b_to_a.m;
    int half = a->directions.half;
    DopFacets facets;
    dop_facets(&b->directions, &facets);
    for (int i = 0; i < half; ++i) {
        Vec3d d = dop26_direction[a->directions.direction[i]], sum = vec3d(0, 0, 0);
        Vec3d u = vec3d(m[0][0] * d.x + m[1][0] * d.y + m[2][0] * d.z,
                        m[0][1] * d.x + m[1][1] * d.y + m[2][1] * d.z,
                        m[0][2] * d.x + m[1][2] * d.y + m[2][2] * d.z);
        DopCombination c = dop_combination(&facets, u);
        double at = vec3d_dot(d, p->c->b_to_a.p), of_b[2] = {at, at};
        for (int k = 0; k < 3; ++k) {
            Vec3d normal = dop_normal(&b->directions, c.plane[k]);
            bool up = c.plane[k] < half;
            int slab = up ? c.plane[k] : c.plane[k] - half;
            // Along -direction the slab reaches from -hi to -lo.
            of_b[0] += c.lambda[k] * (double)(up ? b->lo[slab] : -b->hi[slab]);
            of_b[1] += c.lambda[k] * (double)(up ? b->hi[slab] : -b->lo[slab]);
            sum = vec3d_add_scaled(sum, normal, c.lambda[k]);
        }
        CHECK(p, vec3d_distance(sum, u) < 1e-9); // or they would bound another direction
        char name[32];
        snprintf(name, sizeof name, "direction %d", i + 1);
        try(p, d, (double[]){(double)a->lo[i], (double)a->hi[i]}, of_b, name);
    }
}

// --- slab cut balls

// How far it reaches along n from its centre: of the ball, of the cylinder around its slab, or of what the
// slab leaves of the ball, slice by slice.
enum Reach { REACH_BALL, REACH_CYLINDER, REACH_SELF };

static double reach_along(const SlabBall *ball, Vec3d n, enum Reach reach)
{
    enum { SLICES = 4000 };
    double length = vec3d_length(n), cosine = vec3d_dot(n, ball->normal) / length;
    double sine = vec3d_length(vec3d_cross(n, ball->normal)) / length, most = -INFINITY;
    double lo = reach == REACH_BALL ? -ball->radius : ball->lo,
           hi = reach == REACH_BALL ? ball->radius : ball->hi;
    if (reach == REACH_SELF) {
        lo = fmax(lo, -ball->radius);
        hi = fmin(hi, ball->radius);
    }
    for (int i = 0; i <= SLICES; ++i) {
        double t = lo + (hi - lo) * i / SLICES; // a disc across its normal
        double disc = reach == REACH_CYLINDER ? ball->radius
                                              : sqrt(fmax(0, ball->radius * ball->radius - t * t));
        most = fmax(most, t * cosine + disc * sine);
    }
    return most * length;
}

// Along its own normal a slab reaches from plane to plane.
static void try_slab(Tested *p, const SlabBall *of, const SlabBall *other, bool of_b,
                     enum Reach reach, const char *name)
{
    Vec3d n = of->normal, back = vec3d_scale(n, -1);
    double own = vec3d_dot(n, of->centre), at = vec3d_dot(n, other->centre);
    double slab[2] = {own + of->lo, own + of->hi};
    double beside[2] = {at - reach_along(other, back, reach), at + reach_along(other, n, reach)};
    try(p, n, of_b ? beside : slab, of_b ? slab : beside, name);
}

static void try_slab_balls(Tested *p, const SlabBall *a, const SlabBall *own_b)
{
    const BvType *type = p->c->a->type;
    const bool exact = strstr(type->tests[p->c->desc.test].name, "support") != NULL;
    double parallel = NAN;
    for (int i = 0; i < type->param_count; ++i)
        if (strcmp(type->params[i].name, "parallel") == 0)
            parallel = p->c->a->desc.params[i];
    assert_true(isfinite(parallel));
    SlabBall b = *own_b;
    b.centre = affine_apply(&p->c->b_to_a, own_b->centre);
    b.normal = affine_apply_vector(&p->c->b_to_a, own_b->normal);
    Capsule ball_a = {a->centre, vec3d(0, 0, 0), a->radius},
            ball_b = {b.centre, vec3d(0, 0, 0), b.radius};
    try_round(p, &ball_a, &ball_b, vec3d_sub(b.centre, a->centre), "the line of the centres");
    bool slab_a = isfinite(a->hi), slab_b = isfinite(b.hi);
    if (slab_a)
        try_slab(p, a, &b, false, REACH_BALL, "the normal of A's slab, B as a ball");
    if (slab_b)
        try_slab(p, &b, a, true, REACH_BALL, "the normal of B's slab, A as a ball");
    if (!slab_a || !slab_b || (!exact && fabs(vec3d_dot(a->normal, b.normal)) <= parallel))
        return;
    enum Reach reach = exact ? REACH_SELF : REACH_CYLINDER;
    try_slab(p, a, &b, false, reach, "the normal of A's slab");
    try_slab(p, &b, a, true, reach, "the normal of B's slab");
}

static void try_slabs(Tested *p)
{
    for (int i = 0; i < p->a.slabs.count; ++i)
        for (int k = 0; k < p->b.slabs.count; ++k)
            try_slab_balls(p, &p->a.slabs.part[i], &p->b.slabs.part[k]);
}

static void try_one_slab(Tested *p)
{
    try_slab_balls(p, &p->a.slab, &p->b.slab);
}

// --- volumes of several kinds

static void try_volumes(Tested *p, const HybridVolume *a, const HybridVolume *b, Vec3d n,
                        const char *name)
{
    double of_a[2], of_b[2];
    n = vec3d_normalised(n);
    hybrid_volume_interval(a, n, &of_a[0], &of_a[1]);
    hybrid_volume_interval(b, n, &of_b[0], &of_b[1]);
    try(p, n, of_a, of_b, name);
}

// Two boxes are looked along their fifteen axes. Other pairs also along lines between points that are found step by step:
// of these only the own axes, which no overlap that is named may exceed.
static void try_hybrids(Tested *p)
{
    HybridMap map;
    hybrid_map_setup(&map, &p->c->b_to_a);
    HybridVolume moved = hybrid_volume_moved_by(&p->b.hybrid.volume, &map);
    const HybridVolume *both[2] = {&p->a.hybrid.volume, &moved};
    char name[64];
    p->others = both[0]->kind != VOLUME_BOX || both[1]->kind != VOLUME_BOX;
    for (int of_b = 0; of_b < 2; ++of_b) {
        for (int k = 0; both[of_b]->kind == VOLUME_BOX && k < 3; ++k) {
            snprintf(name, sizeof name, "axis %d of %c", k + 1, of_b ? 'B' : 'A');
            try_volumes(p, both[0], both[1], both[of_b]->box.axis[k], name);
        }
        snprintf(name, sizeof name, "the normal of %c's slab", of_b ? 'B' : 'A');
        if (both[of_b]->kind == VOLUME_SLAB_BALL)
            try_volumes(p, both[0], both[1], both[of_b]->slab_ball.normal, name);
    }
    for (int i = 0; !p->others && i < 9; ++i) {
        Vec3d n = vec3d_cross(both[0]->box.axis[i / 3], both[1]->box.axis[i % 3]);
        snprintf(name, sizeof name, "axis %d of A x axis %d of B", i / 3 + 1, i % 3 + 1);
        if (vec3d_length(n) > 1e-6)
            try_volumes(p, both[0], both[1], n, name);
    }
    Vec3d line = vec3d_sub(hybrid_volume_ball(both[1]).centre, hybrid_volume_ball(both[0]).centre);
    if (vec3d_length(line) > 1e-6)
        try_volumes(p, both[0], both[1], line, "the line of the centres");
}

// --- all of them

static const struct {
    const BvType *type;
    size_t size;
    void (*try)(Tested *p);
} kinds[] = {{&bv_sphere, 4 * sizeof(float), try_balls},
             {&bv_capsule, 7 * sizeof(float), try_capsules},
             {&bv_kdop, sizeof(Dop), try_dops},
             {&bv_slabcutball, sizeof(SlabBall), try_one_slab},
             {&bv_scb_quantised, sizeof(SlabBall), try_one_slab},
             {&bv_scb_tiled, sizeof(SlabBall), try_one_slab},
             {&bv_scb_slabs, sizeof(Slabs), try_slabs},
             {&bv_hybrid, sizeof(HybridDecoded), try_hybrids}};
enum { KINDS = sizeof kinds / sizeof *kinds };

typedef struct Tally {
    int proved[KINDS][MOST_TESTS],
        complete;           // hybrid pairs of which every direction was gone through
    char along[KINDS][256]; // every direction that was named
} Tally;

static void prove(Tested *p, int kind, Tally *tally)
{
    p->widest = p->named = -INFINITY;
    p->tried = 0;
    p->others = false;
    kinds[kind].try(p);
    if (p->widest < -1e30 || vec3d_length(p->e.axis) == 0)
        return; // about one point every direction is as good
    CHECK(p, p->tried > 0);
    CHECK(p, p->widest - p->e.gap <= p->tolerance);
    CHECK(p, p->others || p->e.gap - p->widest <= p->tolerance);
    if (!p->others || p->named > -INFINITY)
        CHECK(p, fabs(p->named - p->e.gap) <= p->tolerance);
    // An overlap, but for what the test allows for rounding; as printed in 2008 it looks on the wrong side at times.
    bool printed = strstr(p->c->name, "printed") != NULL;
    CHECK(p, printed || p->e.gap <= p->tolerance);
    ++tally->proved[kind][p->c->desc.test];
    tally->complete += !p->others && kinds[kind].type == &bv_hybrid;
    char *along = tally->along[kind], entry[64];
    snprintf(entry, sizeof entry, "%s; ", p->e.along);
    size_t used = strlen(along);
    if (!strstr(along, entry) && used + strlen(entry) < sizeof tally->along[kind])
        memcpy(along + used, entry, strlen(entry) + 1);
}

static void explain_case(const TraceCase *c, void *user)
{
    int kind = 0;
    while (kind < KINDS && kinds[kind].type != c->a->type)
        ++kind;
    if (kind == KINDS || c->desc.lift || !affine_is_rigid(&c->b_to_a))
        return;
    Trace trace;
    Error err = {""};
    if (!trace_record(c->a, c->b, &c->b_to_a, &c->desc, 0, NULL, &trace, &err))
        fail_msg("%s: %s", c->name, err.text);
    assert_int_equal(c->a->type->volume_size, kinds[kind].size);
    Tested *p = calloc(1, sizeof *p);
    assert_non_null(p);
    p->c = c;
    p->tolerance = 4e-6 * (vec3d_length(c->b_to_a.p) + c->a->radius + 1.5 * c->b->radius);
    int left = PROVED;
    for (uint32_t i = 0; i < trace.test_count && left > 0; ++i) {
        const TraceTest *test = &trace.tests[i];
        if (test->exit)
            continue;
        --left;
        assert_true(trace_volume(&trace, false, test->a, &p->a) &&
                    trace_volume(&trace, true, test->b, &p->b) && trace_explain(&trace, i, &p->e));
        prove(p, kind, user);
    }
    free(p);
    trace_free(&trace);
}

static void the_least_overlap_is_the_least_that_is_tried(void **state)
{
    (void)state;
    Tally tally = {0};
    trace_cases(explain_case, &tally);
    for (int kind = 0; kind < KINDS; ++kind) {
        const BvType *type = kinds[kind].type;
        for (int test = 0; test < type->test_count; ++test) {
            printf("RAN: %s, %s: %d\n", type->name, type->tests[test].name,
                   tally.proved[kind][test]);
            assert_true(tally.proved[kind][test] >= 20);
        }
        printf("RAN: %s: %s\n", type->name, tally.along[kind]);
        // Of what is round no line shows a wider gap than the one between the nearest points.
        bool one = type == &bv_sphere || type == &bv_capsule;
        assert_true(one || strchr(tally.along[kind], ';') != strrchr(tally.along[kind], ';'));
    }
    printf("RAN: %d pairs of boxes in hybrid trees\n", tally.complete);
    assert_true(tally.complete > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_least_overlap_is_the_least_that_is_tried),
    };
    return cmocka_run_group_tests_name("explain least", tests, NULL, NULL);
}
