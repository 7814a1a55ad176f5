// Axis-aligned boxes in the mesh's own axes: 28 bytes per node, tested by separating axes against
// boxes in any other frame, sheared and scaled ones included (van den Bergen 1998).
#include "core/shape/box.h"
#include "core/shape/box_ends.h"
#include "core/shape/box_rows.h"
#include "core/tree/binary_nodes.h"
#include "core/tree/bv/aabb/aabb_node.h"
#include "core/tree/pair/explain.h"
#include "core/tree/pair/traversal.h"

typedef struct AabbVolume {
    float centre[3], half[3];
} AabbVolume;

BINARY_NODES_OF(AabbNode, AabbVolume)
BINARY_NODES_MOVE(AabbNode)
BINARY_NODES_SOUND(AabbNode)

// The stored box contains [lo, hi]. The middle is a float between them (twice lo and twice hi are
// floats, and rounding is monotone). The greater difference to it is rounded to nearest, by less
// than the distance to the next float, which is taken instead unless both differences are exact.
// They are if going back gives both ends: what rounding a difference leaves out is a multiple of
// the last place of the finer operand, so that one would not come back.
static inline void set_ends(AabbNode *node, Lanes lo, Lanes hi)
{
    Lanes centre = 0.5f * (lo + hi), up = hi - centre, down = centre - lo;
    Lanes half = lanes_max(up, down);
    LaneMask exact =
        (centre + up == hi) & (hi - up == centre) & (centre - down == lo) & (lo + down == centre);
    LaneMask bits;
    memcpy(&bits, &half, sizeof bits);
    bits += ~exact & 1;
    memcpy(node->centre, &centre, sizeof node->centre);
    memcpy(node->half, &bits, sizeof node->half);
}

static void set_box(AabbNode *node, BoxLanes box)
{
    set_ends(node, box.lo, (Lanes){box.hi[1], box.hi[2], box.hi[3], 0});
}

static void fit(Bvh *bvh, NodeId id, NodeLinks links, const void *parent, const SplitChoice *choice,
                const FitItems *items)
{
    (void)parent, (void)choice;
    AabbNode *node = (AabbNode *)bvh->nodes + id;
    set_box(node, box_lanes_load(&items->box));
    node->ref = node_ref_pack(links);
}

static double measure(const void *volume, enum Measure what)
{
    return box_measure(((const AabbVolume *)volume)->half, what);
}

// Sums of two floats rounded to double never fall below a double they reach: no tolerance is
// needed.
static bool contains(const void *volume, Vec3d p)
{
    const AabbVolume *box = volume;
    for (int k = 0; k < 3; ++k) {
        double centre = (double)box->centre[k], half = (double)box->half[k];
        if (p.v[k] > centre + half || p.v[k] < centre - half)
            return false;
    }
    return true;
}

static Vec3 corner(const AabbVolume *box, int which)
{
    Vec3 p;
    for (int k = 0; k < 3; ++k)
        p.v[k] = which >> k & 1 ? box->centre[k] + box->half[k] : box->centre[k] - box->half[k];
    return p;
}

static void extent(const void *volume, Extent *out)
{
    const AabbVolume *box = volume;
    Vec3d centre = vec3d_from_floats(box->centre), half = vec3d_from_floats(box->half);
    *out = box3d_extent(&(Box3d){vec3d_sub(centre, half), vec3d_add(centre, half)});
}

static void outline(const void *volume, LineFn *line, void *user)
{
    Vec3 corners[8];
    for (int i = 0; i < 8; ++i)
        corners[i] = corner(volume, i);
    box_outline(corners, line, user);
}

// Bottom-up in one reverse loop: children have higher indices than their parents. The boxes as
// floats stand beside the nodes meanwhile, so that unions are exact and inner nodes come out as a
// fresh tree's of the same splits.
static bool sweep(Bvh *bvh, const Ends *corners, Ends *boxes, Job *job)
{
    AabbNode *nodes = bvh->nodes;
    const Mesh *mesh = bvh->mesh;
    for (NodeId i = bvh->node_count; i-- > 0;) {
        if ((i & 0xFFFF) == 0 && job_cancelled(job))
            return false;
        NodeLinks at = node_ref_links(nodes[i].ref);
        Ends box;
        if (at.leaf) {
            box = ends_of_triangle(mesh->triangles[bvh->slots[at.first]], corners);
            for (uint32_t n = 1; n < at.count; ++n)
                box = ends_union(
                    box, ends_of_triangle(mesh->triangles[bvh->slots[at.first + n]], corners));
        } else {
            box = boxes[at.first];
            for (uint32_t n = 1; n < at.count; ++n)
                box = ends_union(box, boxes[at.first + n]);
        }
        boxes[i] = box;
        set_ends(&nodes[i], -box.minus_lo, box.hi);
    }
    return true;
}

static bool refit(Bvh *bvh, Job *job)
{
    size_t corner_count = (size_t)bvh->mesh->vertex_count;
    Ends *corners = bvh_scratch(bvh, (corner_count + bvh->node_count) * sizeof *corners);
    if (!corners && bvh->node_count > 0)
        return false;
    for (size_t i = 0; corners && i < corner_count; ++i)
        corners[i] = ends_of_point(&bvh->mesh->vertices[i]);
    if (corners && !sweep(bvh, corners, corners + corner_count, job))
        return false;
    bvh_refitted(bvh);
    return true;
}

// --- overlap tests

typedef struct AabbContext {
    const AabbNode *a, *b;
    BoxRows rows;
    float volume_factor, area_factor;
} AabbContext;

static void setup(const Query *query, AabbContext *ctx)
{
    BoxFrames frames;
    box_frames_setup(&frames, &query->b_to_a, &query->a_to_b, query->a->radius, query->b->radius);
    box_rows_setup(&ctx->rows, &frames);
    ctx->a = query->a->nodes;
    ctx->b = query->b->nodes;
    ctx->volume_factor = frames.volume_factor;
    ctx->area_factor = frames.area_factor;
}

// What follows half is an index and would be a denormal number, which is slow.
static inline BoxLanes3 lanes_of(const AabbNode *node)
{
    return (BoxLanes3){
        float4_load((const char *)node + offsetof(AabbNode, centre)),
        float4_zero_last(float4_load((const char *)node + offsetof(AabbNode, half)))};
}

static inline int test_sat(const AabbContext *ctx, const NodeSide *side_a, const NodeSide *side_b)
{
    BoxLanes3 a = lanes_of(&ctx->a[side_a->node]), b = lanes_of(&ctx->b[side_b->node]);
    return box_rows_sat(&ctx->rows, &a, &b, box_rows_difference(&ctx->rows, &a, &b));
}

static inline int test_sat_lite(const AabbContext *ctx, const NodeSide *side_a,
                                const NodeSide *side_b)
{
    BoxLanes3 a = lanes_of(&ctx->a[side_a->node]), b = lanes_of(&ctx->b[side_b->node]);
    return box_rows_lite(&ctx->rows, &a, &b, box_rows_difference(&ctx->rows, &a, &b));
}

static inline double distance_bound(const AabbContext *ctx, const NodeSide *side_a,
                                    const NodeSide *side_b)
{
    BoxLanes3 a = lanes_of(&ctx->a[side_a->node]), b = lanes_of(&ctx->b[side_b->node]);
    return box_rows_bound(&ctx->rows, &a, &b);
}

static inline float size_b(const AabbContext *ctx, const NodeSide *side, enum DescentSize what)
{
    float factor = what == DESCENT_VOLUME ? ctx->volume_factor : ctx->area_factor;
    return factor * box_descent_size(ctx->b[side->node].half, what);
}

#define KERNEL_CONTEXT AabbContext
#define KERNEL_BOUND(ctx, a, b) distance_bound(ctx, a, b)
#define KERNEL_SIZE_A(ctx, side, what) box_descent_size((ctx)->a[(side)->node].half, what)
#define KERNEL_SIZE_B(ctx, side, what) size_b(ctx, side, what)

#define KERNEL_RUN run_sat
#define KERNEL_NAMED(part) sat_##part
#define KERNEL_TEST(ctx, a, b) test_sat(ctx, a, b)
#include "core/tree/pair/kernel_pair.inl"

#define KERNEL_RUN run_sat_lite
#define KERNEL_NAMED(part) sat_lite_##part
#define KERNEL_TEST(ctx, a, b) test_sat_lite(ctx, a, b)
#include "core/tree/pair/kernel_pair.inl"

static ExplainBox box_of(const void *volume)
{
    const AabbVolume *box = volume;
    Vec3d centre = vec3d_from_floats(box->centre), half = vec3d_from_floats(box->half);
    return explain_box_between(vec3d_sub(centre, half), vec3d_add(centre, half));
}

static void explain_by(const ExplainPair *pair, unsigned tried, Explanation *out)
{
    ExplainBox a = box_of(pair->volume_a), b = box_of(pair->volume_b);
    b = explain_box_moved(&b, &pair->b_to_a);
    explain_begin(out);
    explain_boxes(out, &a, &b, explain_axes(pair->exit, tried));
}

static void explain_sat(const ExplainPair *pair, Explanation *out)
{
    explain_by(pair, EXPLAIN_ALL, out);
}

static void explain_sat_lite(const ExplainPair *pair, Explanation *out)
{
    explain_by(pair, EXPLAIN_FACES, out);
}

static const OverlapTest tests[] = {
    {
        .name = "SAT lite",
        .note = "the six face normals: conservative, cheaper per test",
        .exit_names = box_sat_exits,
        .exit_count = BOX_SAT_FACE_AXES,
        .can = TEST_BOUND | TEST_SCALE | TEST_FRONT,
        .run = run_sat_lite,
        .explain = explain_sat_lite,
    },
    {
        .name = "SAT",
        .note = "all fifteen separating axes: exact for boxes, fewer tests",
        .exit_names = box_sat_exits,
        .exit_count = BOX_SAT_AXES,
        .can = TEST_BOUND | TEST_SCALE | TEST_FRONT,
        .run = run_sat,
        .explain = explain_sat,
    },
};

const BvType bv_aabb = {
    .name = "AABB",
    .note = "boxes along the part's own axes (van den Bergen 1998)",
    .traits = BV_WIDE,
    .volume_size = sizeof(AabbVolume),
    .refit = refit,
    .extent = extent,
    .move = move,
    .sound = sound,
    BINARY_NODES_TYPE,
};
