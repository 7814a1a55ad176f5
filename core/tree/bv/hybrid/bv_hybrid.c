// Hybrid trees: every node is an AABB, OBB, ball, capsule or slab cut ball, whichever is least by
// volume times what a test of its type costs (Andersen and Bay 2006, Larsson 2008 section 6). Pairs
// are tested by the table of hybrid_pairs.h.
#include "core/tree/bv/hybrid/bv_hybrid.h"
#include "core/base/rounding.h"
#include "core/tree/binary_nodes.h"
#include "core/tree/pair/traversal.h"
#include "core/tree/pair/variants.h"
#include "core/tree/split/variants.h"

enum { PARAM_GROWN = VOLUME_TYPE_COUNT };

// AABB: lo, hi. OBB: two axes, centre, half extents. Sphere: centre, radius. Capsule: from, along,
// radius. SCB: centre, normal, radius, lo, hi.
typedef struct HybridTreeNode {
    float numbers[12];
    uint32_t type;
    uint32_t ref;
} HybridTreeNode;
_Static_assert(sizeof(HybridTreeNode) == 56,
               "an OBB without its third axis, a type and a reference");

BINARY_NODES(HybridTreeNode)

// --- decoding
// What is stored is in float, what it stands for is computed in double, always in the same way; so
// sizes are measured about the decoded shape when it is fitted, and rounding the shape costs no
// more than the distance that it moved.

static Vec3d unit(const float *v, Vec3d fallback)
{
    Vec3d n = vec3d_normalised(vec3d_from_floats(v));
    return vec3d_dot(n, n) > 0.5 ? n : fallback;
}

// The second axis at right angles to the first; both were, to the precision of float.
static void decode_axes(const float *v, Vec3d axis[3])
{
    axis[0] = unit(v, vec3d(1, 0, 0));
    Vec3d second = vec3d_from_floats(v + 3);
    for (int twice = 0; twice < 2; ++twice)
        second = vec3d_normalised(vec3d_add_scaled(second, axis[0], -vec3d_dot(second, axis[0])));
    axis[1] = second;
    axis[2] = vec3d_cross(axis[0], axis[1]);
}

// A box between corners: the centre may need more digits than a double has.
static OrientedBox decode_aabb(const float *v)
{
    OrientedBox box = {.axis = {{.v = {1, 0, 0}}, {.v = {0, 1, 0}}, {.v = {0, 0, 1}}}};
    for (int k = 0; k < 3; ++k) {
        double lo = (double)v[k], hi = (double)v[3 + k];
        box.centre.v[k] = (lo + hi) / 2;
        box.half.v[k] = (hi - lo) / 2 + 4 * 0x1p-53 * (fabs(lo) + fabs(hi));
    }
    return box;
}

static HybridVolume decode_numbers(const float *v, enum VolumeType type)
{
    HybridVolume out = {.kind = VOLUME_BOX};
    switch (type) {
    case VOLUME_TYPE_AABB:
        out.box = decode_aabb(v);
        return out;
    case VOLUME_TYPE_OBB:
        decode_axes(v, out.box.axis);
        out.box.centre = vec3d_from_floats(v + 6);
        out.box.half = vec3d_from_floats(v + 9);
        return out;
    case VOLUME_TYPE_SPHERE:
        return hybrid_ball(vec3d_from_floats(v), (double)v[3]);
    case VOLUME_TYPE_CAPSULE:
        return hybrid_capsule(vec3d_from_floats(v), vec3d_from_floats(v + 3), (double)v[6]);
    default:
        out.kind = VOLUME_SLAB_BALL;
        out.slab_ball = (SlabBall){.centre = vec3d_from_floats(v),
                                   .normal = unit(v + 3, vec3d(1, 0, 0)),
                                   .radius = (double)v[6],
                                   .lo = fmax((double)v[7], -(double)v[6]),
                                   .hi = fmin((double)v[8], (double)v[6])};
        return out;
    }
}

static inline HybridVolume volume_at(const HybridTreeNode *node)
{
    return decode_numbers(node->numbers, (enum VolumeType)node->type);
}

static void decode(const Bvh *bvh, NodeId node, const void *parent, void *volume)
{
    (void)parent;
    const HybridTreeNode *n = node_at(bvh, node);
    *(HybridDecoded *)volume = (HybridDecoded){volume_at(n), (enum VolumeType)n->type};
}

// --- fitting

static void store_point(float *out, Vec3d p)
{
    for (int k = 0; k < 3; ++k)
        out[k] = (float)p.v[k];
}

// Sizes about the shape as decoded with sizes of 0, with room for the rounding of the arithmetic
// here and in `contains`: some ten roundings of numbers up to `far`.
static void store_sizes(float *v, enum VolumeType type, const FitItems *items)
{
    HybridVolume shape = decode_numbers(v, type);
    double far = vec3d_length(hybrid_volume_ball(&shape).centre), reach = 0, lo = INFINITY;
    double half[3] = {0, 0, 0}, hi = -INFINITY;
    Vec3d centre = type == VOLUME_TYPE_OBB ? shape.box.centre : hybrid_volume_ball(&shape).centre;
    for (int32_t i = 0; i < 3 * items->count; ++i) {
        Vec3d p = fit_corner(items, i), d = vec3d_sub(p, centre);
        far = fmax(far, vec3d_length(p));
        for (int k = 0; type == VOLUME_TYPE_OBB && k < 3; ++k)
            half[k] = fmax(half[k], fabs(vec3d_dot(shape.box.axis[k], d)));
        if (type == VOLUME_TYPE_CAPSULE) {
            d = vec3d_sub(p, segment_nearest(shape.capsule.from, shape.capsule.along, p));
        } else if (type == VOLUME_TYPE_SCB) {
            double at = vec3d_dot(shape.slab_ball.normal, d);
            lo = fmin(lo, at);
            hi = fmax(hi, at);
        }
        reach = fmax(reach, vec3d_length(d));
    }
    double room = 32 * 0x1p-53 * far;
    switch (type) {
    case VOLUME_TYPE_OBB:
        for (int k = 0; k < 3; ++k)
            v[9 + k] = float_above(half[k] + room);
        break;
    case VOLUME_TYPE_SPHERE:
        v[3] = float_above(reach + room);
        break;
    case VOLUME_TYPE_CAPSULE:
        v[6] = float_above(reach + room);
        break;
    default:
        v[6] = float_above(reach + room);
        v[7] = float_below(lo - room);
        v[8] = float_above(hi + room);
    }
}

// The shape, without its sizes where they have to be measured.
static void store_shape(float *v, enum VolumeType type, const FitItems *items)
{
    HybridVolume fitted = {.kind = VOLUME_BOX};
    memset(v, 0, 12 * sizeof *v);
    if (type != VOLUME_TYPE_AABB)
        fitted = hybrid_volume_fit_triangles(type, items);
    switch (type) {
    case VOLUME_TYPE_AABB:
        memcpy(v, items->box.lo.v, 3 * sizeof *v);
        memcpy(v + 3, items->box.hi.v, 3 * sizeof *v);
        return;
    case VOLUME_TYPE_OBB:
        store_point(v, fitted.box.axis[0]);
        store_point(v + 3, fitted.box.axis[1]);
        store_point(v + 6, fitted.box.centre);
        break;
    case VOLUME_TYPE_SPHERE:
        store_point(v, fitted.ball.centre);
        break;
    case VOLUME_TYPE_CAPSULE:
        store_point(v, fitted.capsule.from);
        store_point(v + 3, fitted.capsule.along);
        break;
    default:
        if (fitted.kind == VOLUME_BALL) { // a slab that cuts nothing off
            store_point(v, fitted.ball.centre);
            v[3] = 1;
        } else {
            store_point(v, fitted.slab_ball.centre);
            store_point(v + 3, fitted.slab_ball.normal);
        }
    }
    store_sizes(v, type, items);
}

// Flat volumes are all alike by volume, yet a thin one may be large. So each is grown by some part
// of its node's radius, to first order: volume + area x growth. What it may meet is as large.
static double score(const HybridVolume *volume, double growth, double factor)
{
    return factor * (hybrid_volume_measure(volume, MEASURE_VOLUME) +
                     growth * hybrid_volume_measure(volume, MEASURE_AREA));
}

static void fit(Bvh *bvh, NodeId id, NodeLinks at, const void *parent, const SplitChoice *choice,
                const FitItems *items)
{
    (void)parent, (void)choice;
    HybridTreeNode *node = (HybridTreeNode *)bvh->nodes + id, trial;
    const double *params = bvh->desc.params;
    double best = INFINITY;
    Vec3d diagonal = vec3d_sub(vec3d_from(items->box.hi), vec3d_from(items->box.lo));
    double growth = params[PARAM_GROWN] * vec3d_length(diagonal) / 2;
    memset(node, 0, sizeof *node);
    for (int type = 0; type < VOLUME_TYPE_COUNT; ++type) {
        if (!(params[type] > 0))
            continue;
        trial.type = (uint32_t)type;
        store_shape(trial.numbers, (enum VolumeType)type, items);
        HybridVolume volume = volume_at(&trial);
        double value = score(&volume, growth, params[type]);
        if (value < best || best == INFINITY) {
            best = value;
            *node = trial;
        }
    }
    if (best == INFINITY) { // none allowed, or all too large for numbers: a box always fits
        node->type = VOLUME_TYPE_AABB;
        store_shape(node->numbers, VOLUME_TYPE_AABB, items);
    }
    node->ref = node_ref_pack(at);
}

static int counts(const Bvh *bvh, CountRow rows[BV_MAX_COUNTS])
{
    static const char *const names[VOLUME_TYPE_COUNT] = {"AABB", "OBB", "sphere", "capsule", "SCB"};
    const HybridTreeNode *nodes = bvh->nodes;
    for (int type = 0; type < VOLUME_TYPE_COUNT; ++type)
        rows[type] = (CountRow){names[type], 0};
    for (NodeId i = 0; i < bvh->node_count; ++i)
        ++rows[nodes[i].type].count;
    return VOLUME_TYPE_COUNT;
}

// --- as a shape

static double measure(const void *volume, enum Measure what)
{
    return hybrid_volume_measure(&((const HybridDecoded *)volume)->volume, what);
}

// The same arithmetic as in store_sizes: what was enclosed there is inside here.
static bool contains(const void *volume, Vec3d p)
{
    const HybridVolume *v = &((const HybridDecoded *)volume)->volume;
    Vec3d d;
    switch (v->kind) {
    case VOLUME_BOX:
        d = vec3d_sub(p, v->box.centre);
        for (int k = 0; k < 3; ++k)
            if (fabs(vec3d_dot(v->box.axis[k], d)) > v->box.half.v[k])
                return false;
        return true;
    case VOLUME_CAPSULE:
        d = vec3d_sub(p, segment_nearest(v->capsule.from, v->capsule.along, p));
        return vec3d_length(d) <= v->capsule.radius;
    case VOLUME_SLAB_BALL: {
        d = vec3d_sub(p, v->slab_ball.centre);
        double at = vec3d_dot(v->slab_ball.normal, d);
        return vec3d_length(d) <= v->slab_ball.radius && at >= v->slab_ball.lo &&
               at <= v->slab_ball.hi;
    }
    default:
        return vec3d_distance(p, v->ball.centre) <= v->ball.radius;
    }
}

static void outline(const void *volume, LineFn *line, void *user)
{
    hybrid_volume_outline(&((const HybridDecoded *)volume)->volume, line, user);
}

// --- overlap test
// Rounding is the table's business: B's moved volume holds whatever rounding does to B's corners in
// the triangle tests, and a gap counts only above what its own arithmetic can err by.

typedef struct HybridContext {
    const HybridTreeNode *a, *b;
    HybridMap map;
    double stretch;
} HybridContext;

// Lifted: both volumes are decoded, and B's moved, once per node instead of once per pair.
typedef struct ReadySide {
    NodeId node;
    HybridVolume volume;
} ReadySide;

static void setup(const Query *query, HybridContext *ctx)
{
    ctx->a = query->a->nodes;
    ctx->b = query->b->nodes;
    hybrid_map_setup(&ctx->map, &query->b_to_a);
    ctx->stretch = affine_stretch(&query->b_to_a);
}

static inline ReadySide ready_a(const HybridContext *ctx, NodeId node)
{
    return (ReadySide){node, volume_at(&ctx->a[node])};
}

static inline ReadySide ready_b(const HybridContext *ctx, NodeId node)
{
    HybridVolume volume = volume_at(&ctx->b[node]);
    return (ReadySide){node, hybrid_volume_moved_by(&volume, &ctx->map)};
}

enum { KIND_PAIRS = 10 };
static const char *const exit_names[] = {"overlap",
                                         "box - box",
                                         "box - capsule",
                                         "box - slab ball",
                                         "box - ball",
                                         "capsule - capsule",
                                         "capsule - slab ball",
                                         "capsule - ball",
                                         "slab ball - slab ball",
                                         "slab ball - ball",
                                         "ball - ball"};
_Static_assert(sizeof exit_names / sizeof *exit_names == KIND_PAIRS + 1,
               "a name per pair of kinds");

static inline int test_ready(const ReadySide *a, const ReadySide *b)
{
    static const uint8_t exit_of[VOLUME_KIND_COUNT][VOLUME_KIND_COUNT] = {
        {1, 2, 3, 4}, {2, 5, 6, 7}, {3, 6, 8, 9}, {4, 7, 9, 10}};
    return hybrid_volumes_separate(&a->volume, &b->volume, 0)
               ? exit_of[a->volume.kind][b->volume.kind]
               : 0;
}

static inline int test_plain(const HybridContext *ctx, const NodeSide *a, const NodeSide *b)
{
    ReadySide p = ready_a(ctx, a->node), q = ready_b(ctx, b->node);
    return test_ready(&p, &q);
}

static inline double bound_plain(const HybridContext *ctx, const NodeSide *a, const NodeSide *b)
{
    ReadySide p = ready_a(ctx, a->node), q = ready_b(ctx, b->node);
    return hybrid_volumes_gap(&p.volume, &q.volume);
}

static inline double size_of(const HybridTreeNode *node, double stretch, enum DescentSize what)
{
    HybridVolume volume = volume_at(node);
    if (what == DESCENT_AREA)
        return hybrid_volume_measure(&volume, MEASURE_AREA) * stretch * stretch;
    if (what == DESCENT_RADIUS || what == DESCENT_EXTENT)
        return hybrid_volume_measure(&volume, MEASURE_RADIUS) * stretch;
    return hybrid_volume_measure(&volume, MEASURE_VOLUME) * stretch * stretch * stretch;
}

#define KERNEL_CONTEXT HybridContext
#define KERNEL_SIZE_A(ctx, side, what) size_of(&(ctx)->a[(side)->node], 1, what)
#define KERNEL_SIZE_B(ctx, side, what) size_of(&(ctx)->b[(side)->node], (ctx)->stretch, what)

#define KERNEL_BOUND(ctx, a, b) (++query->stats.updates, bound_plain(ctx, a, b))
#define KERNEL_RUN run_plain
#define KERNEL_NAMED(part) plain_##part
#define KERNEL_TEST(ctx, a, b) (++query->stats.updates, test_plain(ctx, a, b))
#include "core/tree/pair/kernel_pair.inl"

#undef KERNEL_SIDE_A
#undef KERNEL_SIDE_B
#undef KERNEL_ROOT_A
#undef KERNEL_ROOT_B
#undef KERNEL_STEP_A
#undef KERNEL_STEP_B
#undef KERNEL_BOUND
#define KERNEL_SIDE_A ReadySide
#define KERNEL_SIDE_B ReadySide
#define KERNEL_ROOT_A(ctx, side) (*(side) = ready_a(ctx, 0))
#define KERNEL_ROOT_B(ctx, side) (++query->stats.updates, *(side) = ready_b(ctx, 0))
#define KERNEL_STEP_A(ctx, parent, child, side) (*(side) = ready_a(ctx, child))
#define KERNEL_STEP_B(ctx, parent, child, side)                                                    \
    (++query->stats.updates, *(side) = ready_b(ctx, child))
#define KERNEL_BOUND(ctx, a, b) ((void)(ctx), hybrid_volumes_gap(&(a)->volume, &(b)->volume))
#define KERNEL_RUN run_lifted
#define KERNEL_NAMED(part) lifted_##part
#define KERNEL_TEST(ctx, a, b) ((void)(ctx), test_ready(a, b))
#include "core/tree/pair/kernel_pair.inl"

static const OverlapTest tests[] = {{
    .name = "table of pairs",
    .note = "each pair of kinds by its own test",
    .exit_names = exit_names,
    .exit_count = KIND_PAIRS,
    .can = TEST_BOUND | TEST_SCALE | TEST_FRONT,
    .run = run_plain,
    .run_lifted = run_lifted,
    .explain = hybrid_explain,
}};

static const Param params[] = {
    {"AABB", "what a test costs; 0: not used", 0, 10, 1.2, false, NULL, 0},
    {"OBB", "what a test costs; 0: not used", 0, 10, 2, false, NULL, 0},
    {"sphere", "what a test costs; 0: not used", 0, 10, 1, false, NULL, 0},
    {"capsule", "what a test costs; 0: not used", 0, 10, 1.4, false, NULL, 0},
    {"SCB", "what a test costs; 0: not used", 0, 10, 1.6, false, NULL, 0},
    {"grown", "volumes are compared grown by this part of the radius", 0, 1, 0.1, false, NULL, 0},
};

const BvType bv_hybrid = {
    .name = "hybrid",
    .note = "each node a box, ball, capsule or slab cut ball, whichever is least",
    .traits = BV_WIDE | BV_PRINCIPAL_AXES,
    .params = params,
    .param_count = sizeof params / sizeof *params,
    .rule = DESCEND_tandem,
    .criterion = &split_bins_area,
    .volume_size = sizeof(HybridDecoded),
    .counts = counts,
    BINARY_NODES_TYPE,
};
