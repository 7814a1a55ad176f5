// Capsules: a segment with a radius, seven floats and a reference. Tight around what is long, and
// as cheap to move as two points.
#include "core/base/rounding.h"
#include "core/tree/binary_nodes.h"
#include "core/tree/bv/capsule/capsule_fit.h"
#include "core/tree/pair/explain.h"
#include "core/tree/pair/traversal.h"

#include <float.h>

typedef struct CapsuleVolume {
    float from[3], along[3], radius;
} CapsuleVolume;

typedef struct CapsuleNode {
    CapsuleVolume capsule;
    uint32_t ref;
} CapsuleNode;
_Static_assert(sizeof(CapsuleNode) == 32, "position, direction, radius, and a reference");

BINARY_NODES_OF(CapsuleNode, CapsuleVolume)
BINARY_NODES_SOUND(CapsuleNode)

static inline Capsule load(const CapsuleVolume *volume)
{
    return (Capsule){vec3d_from_floats(volume->from), vec3d_from_floats(volume->along),
                     (double)volume->radius};
}

static double distance_to(const Capsule *c, Vec3d p)
{
    return vec3d_distance(p, segment_nearest(c->from, c->along, p));
}

// --- fitting

// The segment, rounded to float. What radius it needs is measured afterwards, about these very
// numbers, so that rounding them costs no more than the distance they moved.
static void store_segment(CapsuleVolume *volume, Vec3d from, Vec3d along)
{
    for (int k = 0; k < 3; ++k) {
        volume->from[k] = (float)from.v[k];
        volume->along[k] = (float)along.v[k];
    }
}

// `reach` is a computed distance to the stored segment. Any parameter from 0 to 1 gives an upper
// bound of the distance, so only the rounding of the point there (three roundings of at most
// 2^-53 (|from| + |along|) per component), and of the distance, count.
static void store_radius(CapsuleVolume *volume, double reach)
{
    double size = vec3d_length(vec3d_from_floats(volume->from)) +
                  vec3d_length(vec3d_from_floats(volume->along));
    volume->radius = float_above(reach * (1 + 4 * DBL_EPSILON) + 4 * DBL_EPSILON * size);
}

static void store_trimmed(CapsuleVolume *volume, const CapsuleLine *line, double lo, double hi)
{
    Capsule c = capsule_between(line, lo, hi);
    store_segment(volume, c.from, c.along);
}

static void fit_capsule(CapsuleVolume *volume, const FitItems *items)
{
    Capsule exact = capsule_fit(items);
    double reach = 0;
    store_segment(volume, exact.from, exact.along);
    Capsule stored = load(volume);
    for (int32_t i = 0; i < 3 * items->count; ++i)
        reach = fmax(reach, distance_to(&stored, fit_corner(items, i)));
    store_radius(volume, reach);
}

static void fit(Bvh *bvh, NodeId id, NodeLinks at, const void *parent, const SplitChoice *choice,
                const FitItems *items)
{
    (void)parent, (void)choice;
    CapsuleNode *node = (CapsuleNode *)bvh->nodes + id;
    fit_capsule(&node->capsule, items);
    node->ref = node_ref_pack(at);
}

// --- refitting

// The line of a node that holds two others: its old direction, or from one child's middle to the
// other's, whichever needs the smaller radius; through the middle of the children's ends.
static CapsuleLine line_of_two(const CapsuleVolume *old, const Vec3d ends[4], const double radii[4],
                               double *radius)
{
    Vec3d between = vec3d_sub(vec3d_add(ends[2], ends[3]), vec3d_add(ends[0], ends[1]));
    Vec3d directions[] = {vec3d_normalised(vec3d_from_floats(old->along)),
                          vec3d_normalised(between)};
    Vec3d middle = vec3d(0, 0, 0);
    for (int i = 0; i < 4; ++i)
        middle = vec3d_add_scaled(middle, ends[i], 0.25);
    CapsuleLine best = {middle, vec3d(0, 0, 1)};
    *radius = INFINITY;
    for (int d = 0; d < 2; ++d) {
        CapsuleLine line = {middle, directions[d]}; // without a direction a ball: still right
        double needed = 0;
        for (int i = 0; i < 4; ++i) {
            CapsuleBead bead = capsule_bead(&line, ends[i], radii[i]);
            needed = fmax(needed, bead.across + bead.radius);
        }
        if (needed < *radius) {
            *radius = needed;
            best = line;
        }
    }
    return best;
}

// Around the two balls at the ends of each child, which hold both children, their hull being in
// any convex set that holds the balls. The overlap test counts on ends within twice the mesh's
// radius; where a refit would leave that, the ball around the whole mesh is no worse.
static void fit_around(Bvh *bvh, NodeId id, NodeId first_child)
{
    CapsuleNode *nodes = bvh->nodes;
    CapsuleVolume *volume = &nodes[id].capsule;
    Vec3d ends[4];
    double radii[4], radius, lo = INFINITY, hi = -INFINITY, reach = 0;
    for (int i = 0; i < 4; ++i) {
        Capsule child = load(&nodes[first_child + (NodeId)i / 2].capsule);
        ends[i] = i % 2 ? vec3d_add(child.from, child.along) : child.from;
        radii[i] = child.radius;
    }
    CapsuleLine line = line_of_two(volume, ends, radii, &radius);
    for (int i = 0; i < 4; ++i) {
        CapsuleBead bead = capsule_bead(&line, ends[i], radii[i]);
        capsule_trim(&bead, radius, &lo, &hi);
    }
    store_trimmed(volume, &line, lo, hi);
    Capsule stored = load(volume);
    if (!(vec3d_length(stored.from) <= 2 * bvh->radius &&
          vec3d_length(vec3d_add(stored.from, stored.along)) <= 2 * bvh->radius)) {
        store_segment(volume, vec3d(0, 0, 0), vec3d(0, 0, 0));
        store_radius(volume, bvh->radius);
        return;
    }
    for (int i = 0; i < 4; ++i) // the ends themselves are sums rounded to double
        reach = fmax(reach, distance_to(&stored, ends[i]) + radii[i] +
                                4 * DBL_EPSILON * vec3d_length(ends[i]));
    store_radius(volume, reach);
}

static bool refit(Bvh *bvh, Job *job)
{
    bvh->radius = mesh_radius(bvh->mesh); // of the mesh as it is now
    return binary_nodes_refit(bvh, job, links, fit_around);
}

// --- as a shape

static double measure(const void *volume, enum Measure what)
{
    Capsule c = load(volume);
    return capsule_measure(&c, what);
}

// The same arithmetic as in fitting: what was enclosed there is inside here.
static bool contains(const void *volume, Vec3d p)
{
    Capsule c = load(volume);
    return distance_to(&c, p) <= c.radius;
}

static void extent(const void *volume, Extent *out)
{
    Capsule c = load(volume);
    Vec3d to = vec3d_add(c.from, c.along), reach = vec3d(c.radius, c.radius, c.radius);
    *out = (Extent){
        {vec3d_sub(vec3d_min(c.from, to), reach), vec3d_add(vec3d_max(c.from, to), reach)},
        2 * c.radius,
    };
}

static void outline(const void *volume, LineFn *line, void *user)
{
    Capsule c = load(volume);
    capsule_outline(&c, line, user);
}

// --- overlap test
// Rounding. All arithmetic is in double, u = 2^-53. Ends of capsules lie within 2 R of the mesh's
// origin (those of fitted ones within sqrt(2) R: the line passes through the circle around the
// corners, and the ends do not pass the outermost of them). So with N the stretch of the map and
// S = |t| + 2 R_A + 2 N R_B the two segments together are at most 2 S long, and their starts at
// most S apart. The gap along a direction n holds for every n; what it errs by, divided by |n|, is
// at most 15 uS in the products and their sum, 19 uS in the moved start, the moved segment
// and the difference of the starts, 7 uS in the corners that the triangle tests see, and 8 uS in
// the comparison. A gap counts above 64 uS.

typedef struct CapsuleContext {
    const CapsuleNode *a, *b;
    Affine b_to_a;
    double stretch, eps;
} CapsuleContext;

// B's segment in A's frame; the radius is read from the node.
typedef struct MovedCapsule {
    NodeId node;
    Vec3d from, along;
} MovedCapsule;

static void setup(const Query *query, CapsuleContext *ctx)
{
    ctx->a = query->a->nodes;
    ctx->b = query->b->nodes;
    ctx->b_to_a = query->b_to_a;
    ctx->stretch = affine_stretch(&query->b_to_a);
    ctx->eps = 64 * 0x1p-53 *
               (vec3d_length(query->b_to_a.p) + 2 * query->a->radius +
                2 * ctx->stretch * query->b->radius);
}

static inline MovedCapsule moved(const CapsuleContext *ctx, NodeId node)
{
    const CapsuleVolume *c = &ctx->b[node].capsule;
    return (MovedCapsule){node, affine_apply(&ctx->b_to_a, vec3d_from_floats(c->from)),
                          affine_apply_vector(&ctx->b_to_a, vec3d_from_floats(c->along))};
}

// One pair: the segments u of A and v of B, and from A's start to B's.
typedef struct CapsulePair {
    Vec3d u, v, w;
    double reach; // sum of the radii, and what a gap must exceed beyond
} CapsulePair;

static inline CapsulePair relate(const CapsuleContext *ctx, const NodeSide *a,
                                 const MovedCapsule *b)
{
    const CapsuleVolume *own = &ctx->a[a->node].capsule;
    return (CapsulePair){
        vec3d_from_floats(own->along), b->along, vec3d_sub(b->from, vec3d_from_floats(own->from)),
        (double)own->radius + ctx->stretch * (double)ctx->b[b->node].capsule.radius + ctx->eps};
}

// Along the way from middle to middle there is often a gap, found without a division.
static inline int test_moved(const CapsuleContext *ctx, const NodeSide *a, const MovedCapsule *b)
{
    CapsulePair p = relate(ctx, a, b);
    Vec3d n = vec3d_add_scaled(p.w, vec3d_sub(p.v, p.u), 0.5);
    double square = vec3d_dot(n, n);
    double gap = square - (fabs(vec3d_dot(n, p.u)) + fabs(vec3d_dot(n, p.v))) / 2;
    if (gap > 0 && gap * gap > p.reach * p.reach * square)
        return 1;
    SegmentGap g = segment_gap(p.u, p.v, p.w);
    return g.gap > p.reach * g.length ? 2 : 0;
}

static inline double bound_moved(const CapsuleContext *ctx, const NodeSide *a,
                                 const MovedCapsule *b)
{
    CapsulePair p = relate(ctx, a, b);
    SegmentGap g = segment_gap(p.u, p.v, p.w);
    return g.length > 0 ? fmax(0, g.gap / g.length - p.reach) : 0;
}

static inline double size_of(const CapsuleNode *node, double stretch, enum DescentSize what)
{
    double length = stretch * vec3d_length(vec3d_from_floats(node->capsule.along));
    double r = stretch * (double)node->capsule.radius;
    return what == DESCENT_RADIUS || what == DESCENT_EXTENT ? length / 2 + r
           : what == DESCENT_AREA                           ? r * (length + 2 * r)
                                                            : r * r * (length + 4 * r / 3);
}

#define KERNEL_CONTEXT CapsuleContext
#define KERNEL_SIZE_A(ctx, side, what) size_of(&(ctx)->a[(side)->node], 1, what)
#define KERNEL_SIZE_B(ctx, side, what) size_of(&(ctx)->b[(side)->node], (ctx)->stretch, what)

#define MOVED_SIDE MovedCapsule
#define MOVED_BOUND(ctx, a, b) bound_moved(ctx, a, b)
#define MOVED_NAMED(part) segments_##part
#define MOVED_TEST(ctx, a, b) test_moved(ctx, a, b)
#include "core/tree/pair/kernel_moved.inl"

static void shadow(const Capsule *c, Vec3d n, double interval[2])
{
    double at = vec3d_dot(n, c->from), to = at + vec3d_dot(n, c->along);
    double reach = c->radius * vec3d_length(n);
    interval[0] = fmin(at, to) - reach;
    interval[1] = fmax(at, to) + reach;
}

static void offer(Explanation *out, const Capsule *a, const Capsule *b, Vec3d n, const char *along)
{
    double of_a[2], of_b[2];
    shadow(a, n, of_a);
    shadow(b, n, of_b);
    explain_offer(out, n, of_a, of_b, along);
}

static void explain(const ExplainPair *pair, Explanation *out)
{
    Capsule a = load(pair->volume_a), b = load(pair->volume_b);
    b.from = affine_apply(&pair->b_to_a, b.from);
    b.along = affine_apply_vector(&pair->b_to_a, b.along);
    b.radius *= affine_stretch(&pair->b_to_a);
    Vec3d w = vec3d_sub(b.from, a.from);
    explain_begin(out);
    if (pair->exit != 2)
        offer(out, &a, &b, vec3d_add_scaled(w, vec3d_sub(b.along, a.along), 0.5),
              "the line between the middles");
    if (pair->exit != 1)
        offer(out, &a, &b, segment_gap(a.along, b.along, w).direction,
              "the line between the nearest points");
    if (out->gap == -INFINITY) // they cross, middle in middle
        offer(out, &a, &b, vec3d(1, 0, 0), "any direction");
    out->own = affine_is_rigid(&pair->b_to_a);
}

static const char *const exit_names[] = {"overlap", "middles apart", "segments apart"};

static const OverlapTest tests[] = {{
    .name = "segment-segment",
    .note = "distance of the segments against the sum of the radii",
    .exit_names = exit_names,
    .exit_count = 2,
    .can = TEST_BOUND | TEST_SCALE | TEST_FRONT,
    .run = segments_run,
    .run_lifted = segments_run_lifted,
    .explain = explain,
}};

const BvType bv_capsule = {
    .name = "capsule",
    .note = "segments with a radius: tight around what is long, moved like two points",
    .traits = BV_WIDE | BV_PRINCIPAL_AXES,
    .volume_size = sizeof(CapsuleVolume),
    .refit = refit,
    .extent = extent,
    .sound = sound,
    BINARY_NODES_TYPE,
};
