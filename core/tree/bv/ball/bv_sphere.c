// Balls: four floats and a reference, the cheapest volume to move and to test.
#include "core/base/angle.h"
#include "core/base/rounding.h"
#include "core/shape/dop26.h"
#include "core/shape/min_ball.h"
#include "core/tree/binary_nodes.h"
#include "core/tree/fit_points.h"
#include "core/tree/pair/explain.h"
#include "core/tree/pair/traversal.h"
#include "core/tree/pair/variants.h"
#include "core/tree/split/variants.h"

typedef struct SphereNode {
    float centre[3], radius;
    uint32_t ref;
} SphereNode;
_Static_assert(sizeof(SphereNode) == 20, "the published size of a ball, and a reference");

enum { PARAM_RITTER };
static const double off_on[] = {0, 1};
static const Param params[] = {
    [PARAM_RITTER] = {.name = "Ritter",
                      .note =
                          "1: Ritter's quick ball instead of the least one of the extremal points",
                      .max = 1,
                      .whole = true,
                      .choices = off_on,
                      .choice_count = 2},
};

typedef struct SphereVolume {
    float centre[3], radius;
} SphereVolume;

BINARY_NODES_OF(SphereNode, SphereVolume)
BINARY_NODES_SOUND(SphereNode)

// Ritter's ball: from the widest pair of axis extremes, grown to all. Quicker to fit, a few per
// cent larger.
static Vec3d ritter_centre(const FitPoints *points)
{
    Vec3d lo[3], hi[3];
    for (int32_t i = 0; i < points->count; ++i) {
        Vec3d p = fit_point(points, i);
        for (int k = 0; k < 3; ++k) {
            if (i == 0 || p.v[k] < lo[k].v[k])
                lo[k] = p;
            if (i == 0 || p.v[k] > hi[k].v[k])
                hi[k] = p;
        }
    }
    int widest = 0;
    for (int k = 1; k < 3; ++k)
        if (vec3d_distance(lo[k], hi[k]) > vec3d_distance(lo[widest], hi[widest]))
            widest = k;
    Ball ball = {vec3d_lerp(lo[widest], hi[widest], 0.5),
                 vec3d_distance(lo[widest], hi[widest]) / 2};
    fit_grow_ball(points, &ball);
    return ball.centre;
}

// Up to 26 points: their smallest ball. More: the smallest ball of the extremal points of the
// 26-DOP, grown to all (Larsson 2008, section 2).
static Vec3d good_centre(const FitItems *items, const FitPoints *all)
{
    enum { FEW = 2 * DOP26_DIRECTIONS };
    Vec3d points[FEW];
    int32_t corners = 3 * items->count;
    if (corners <= FEW) {
        for (int32_t i = 0; i < corners; ++i)
            points[i] = fit_corner(items, i);
        return min_ball_centre(points, corners);
    }
    Extremals e;
    fit_extremals(all, &e);
    for (int i = 0; i < DOP26_DIRECTIONS; ++i) {
        points[2 * i] = fit_point(all, extremals_low(&e, i));
        points[2 * i + 1] = fit_point(all, extremals_high(&e, i));
    }
    Ball ball = min_ball(points, FEW);
    fit_grow_ball(all, &ball);
    return ball.centre;
}

static void fit(Bvh *bvh, NodeId id, NodeLinks at, const void *parent, const SplitChoice *choice,
                const FitItems *items)
{
    (void)parent, (void)choice;
    SphereNode *node = (SphereNode *)bvh->nodes + id;
    bool ritter = bvh->desc.params[PARAM_RITTER] > 0.5;
    FitPoints points = fit_points(items);
    Vec3 stored = vec3_from(ritter ? ritter_centre(&points) : good_centre(items, &points));
    double radius = fit_radius_about(&points, vec3d_from(stored));
    memcpy(node->centre, stored.v, sizeof node->centre);
    node->radius = float_above(radius);
    node->ref = node_ref_pack(at);
}

static double measure(const void *volume, enum Measure what)
{
    double r = (double)((const SphereVolume *)volume)->radius;
    return what == MEASURE_VOLUME ? 4 * PI * r * r * r / 3
           : what == MEASURE_AREA ? 4 * PI * r * r
                                  : r;
}

// The stored radius bounds the rounded-up distance, so the plain distance may be compared.
static bool contains(const void *volume, Vec3d p)
{
    const SphereVolume *ball = volume;
    return vec3d_distance(vec3d_from_floats(ball->centre), p) <= (double)ball->radius;
}

static void extent(const void *volume, Extent *out)
{
    const SphereVolume *ball = volume;
    Vec3d centre = vec3d_from_floats(ball->centre);
    double r = (double)ball->radius;
    *out = (Extent){
        {vec3d_sub(centre, vec3d(r, r, r)), vec3d_add(centre, vec3d(r, r, r))},
        2 * r,
    };
}

static void outline(const void *volume, LineFn *line, void *user)
{
    enum { SEGMENTS = 24 };
    const SphereVolume *ball = volume;
    Vec3d centre = vec3d_from_floats(ball->centre);
    for (int axis = 0; axis < 3; ++axis) {
        Vec3 before = vec3(0, 0, 0);
        for (int i = 0; i <= SEGMENTS; ++i) {
            double angle = 2 * PI * i / SEGMENTS;
            Vec3d p = centre;
            p.v[(axis + 1) % 3] += (double)ball->radius * cos(angle);
            p.v[(axis + 2) % 3] += (double)ball->radius * sin(angle);
            if (i > 0)
                line(user, before, vec3_from(p));
            before = vec3_from(p);
        }
    }
}

// The smallest ball of two balls; one of them, if it holds the other.
static void fit_around(Bvh *bvh, NodeId id, NodeId first_child)
{
    SphereNode *node = (SphereNode *)bvh->nodes + id;
    const SphereNode *a = (const SphereNode *)bvh->nodes + first_child, *b = a + 1;
    Vec3d ca = vec3d_from_floats(a->centre), cb = vec3d_from_floats(b->centre);
    double ra = (double)a->radius, rb = (double)b->radius, d = vec3d_distance(ca, cb);
    double toward_b = d > 0 ? fmin(1, fmax(0, 0.5 * (1 + (rb - ra) / d))) : 0;
    Vec3 stored = vec3_from(vec3d_lerp(ca, cb, toward_b));
    Vec3d centre = vec3d_from(stored);
    double radius =
        fmax(ball_radius_about(centre, &ca, 1) + ra, ball_radius_about(centre, &cb, 1) + rb);
    memcpy(node->centre, stored.v, sizeof stored.v);
    node->radius = float_above(radius * (1 + 1e-15));
}

static bool refit(Bvh *bvh, Job *job)
{
    return binary_nodes_refit(bvh, job, links, fit_around);
}

// --- overlap test

// Rounding, in the terms of core/shape/box_sat.h: a ball's centre lies within sqrt(3) R, its radius
// is at most 2 R. The moved centre difference errs by at most 16 uS per component, its length by
// 28 uS, and squares and sums add less than 10 uS: 64 uS suppresses every wrong separation.

typedef struct SphereContext {
    const SphereNode *a, *b;
    float m[3][3], t[3], stretch, eps;
} SphereContext;

// Lifted: B's centre is moved into A's frame once per node instead of once per pair.
typedef struct MovedSphere {
    NodeId node;
    float centre[3];
} MovedSphere;

static void setup(const Query *query, SphereContext *ctx)
{
    const Affine *map = &query->b_to_a;
    double stretch = affine_stretch(map);
    ctx->a = query->a->nodes;
    ctx->b = query->b->nodes;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            ctx->m[i][j] = (float)map->m[i][j];
        ctx->t[i] = (float)map->p.v[i];
    }
    ctx->stretch = float_above(stretch);
    double scale = vec3d_length(map->p) + 2 * query->a->radius + 2 * stretch * query->b->radius;
    // Below 1e-18 squares would lose digits as denormals: nothing that small is called separate.
    ctx->eps = float_above(fmax(64 * 0x1p-24 * scale, 1e-18));
}

static inline void move_centre(const SphereContext *ctx, NodeId node, float moved[3])
{
    const float *c = ctx->b[node].centre;
    for (int i = 0; i < 3; ++i)
        moved[i] = ctx->m[i][0] * c[0] + ctx->m[i][1] * c[1] + ctx->m[i][2] * c[2] + ctx->t[i];
}

static inline float square_distance(const float a[3], const float b[3])
{
    float x = b[0] - a[0], y = b[1] - a[1], z = b[2] - a[2];
    return x * x + y * y + z * z;
}

static inline float reach(const SphereContext *ctx, NodeId a, NodeId b)
{
    return ctx->a[a].radius + ctx->stretch * ctx->b[b].radius + ctx->eps;
}

static inline int test_moved(const SphereContext *ctx, const NodeSide *a, const MovedSphere *b)
{
    float sum = reach(ctx, a->node, b->node);
    return square_distance(ctx->a[a->node].centre, b->centre) > sum * sum;
}

static inline double bound_moved(const SphereContext *ctx, const NodeSide *a, const MovedSphere *b)
{
    double square = (double)square_distance(ctx->a[a->node].centre, b->centre);
    return fmax(0, sqrt(square) - (double)reach(ctx, a->node, b->node));
}

static inline MovedSphere moved(const SphereContext *ctx, NodeId node)
{
    MovedSphere side = {.node = node};
    move_centre(ctx, node, side.centre);
    return side;
}

#define KERNEL_CONTEXT SphereContext
// Radius, area and volume order balls alike.
#define KERNEL_SIZE_A(ctx, side, what) ((ctx)->a[(side)->node].radius)
#define KERNEL_SIZE_B(ctx, side, what) ((ctx)->stretch * (ctx)->b[(side)->node].radius)

#define MOVED_SIDE MovedSphere
#define MOVED_BOUND(ctx, a, b) bound_moved(ctx, a, b)
#define MOVED_NAMED(part) balls_##part
#define MOVED_TEST(ctx, a, b) test_moved(ctx, a, b)
#include "core/tree/pair/kernel_moved.inl"

static void explain(const ExplainPair *pair, Explanation *out)
{
    const SphereVolume *a = pair->volume_a, *b = pair->volume_b;
    Vec3d centre_b = affine_apply(&pair->b_to_a, vec3d_from_floats(b->centre));
    explain_begin(out);
    explain_balls(out, vec3d_from_floats(a->centre), (double)a->radius, centre_b,
                  affine_stretch(&pair->b_to_a) * (double)b->radius, "the line of the centres");
    out->own = affine_is_rigid(&pair->b_to_a);
}

static const char *const exit_names[] = {"overlap", "centres apart"};

static const OverlapTest tests[] = {{
    .name = "ball-ball",
    .note = "distance of the centres against the sum of the radii",
    .exit_names = exit_names,
    .exit_count = 1,
    .can = TEST_BOUND | TEST_SCALE | TEST_FRONT,
    .run = balls_run,
    .run_lifted = balls_run_lifted,
    .explain = explain,
}};

const BvType bv_sphere = {
    .name = "sphere",
    .note = "balls around the part's triangles: cheapest to move and to test",
    .traits = BV_WIDE | BV_LISTS_POINTS,
    .params = params,
    .param_count = sizeof params / sizeof *params,
    .rule = DESCEND_radius,
    .criterion = &split_scb,
    .volume_size = sizeof(SphereVolume),
    .refit = refit,
    .extent = extent,
    .sound = sound,
    BINARY_NODES_TYPE,
};
