// Oriented boxes: 64 bytes per node, tight around anything long or flat, but turned for every pair.
#include "core/base/rounding.h"
#include "core/base/simd.h"
#include "core/shape/box.h"
#include "core/tree/binary_nodes.h"
#include "core/tree/bv/obb/obb_fit.h"
#include "core/tree/bv/obb/obb_refit.h"
#include "core/tree/bv/obb/obb_triangles.h"
#include "core/tree/pair/traversal.h"
#include "core/tree/split/variants.h"

typedef struct ObbNode {
    ObbVolume box;
    uint32_t ref;
} ObbNode;
_Static_assert(sizeof(ObbNode) == 64, "the published size of an OBB node");

BINARY_NODES_OF(ObbNode, ObbVolume)
BINARY_NODES_MOVE(ObbNode)
BINARY_NODES_SOUND(ObbNode)

enum { PARAM_WEIGHTS };
static const Param params[] = {
    [PARAM_WEIGHTS] = {.name = "weights",
                       .note = "what counts for the axes: 0 areas of triangles, 1 corners alike, 2 "
                               "the area of the convex hull",
                       .max = OBB_BY_HULL,
                       .whole = true},
};

static void fit(Bvh *bvh, NodeId id, NodeLinks at, const void *parent, const SplitChoice *choice,
                const FitItems *items)
{
    (void)parent, (void)choice;
    ObbNode *node = (ObbNode *)bvh->nodes + id;
    obb_fit(&node->box, items, (enum ObbWeights)bvh->desc.params[PARAM_WEIGHTS]);
    node->ref = node_ref_pack(at);
}

static double measure(const void *volume, enum Measure what)
{
    return box_measure(((const ObbVolume *)volume)->half, what);
}

// obb_fit.c reckons with the errors of just this arithmetic: what was enclosed there is inside.
static bool contains(const void *volume, Vec3d p)
{
    const ObbVolume *box = volume;
    for (int k = 0; k < 3; ++k)
        if (obb_reach_along(box, k, p) > (double)box->half[k])
            return false;
    return true;
}

static Vec3 corner(const ObbVolume *box, int which)
{
    Vec3d p = vec3d_from_floats(box->centre);
    for (int k = 0; k < 3; ++k)
        p = vec3d_add_scaled(p, vec3d_from_floats(box->axis[k]),
                             which >> k & 1 ? (double)box->half[k] : -(double)box->half[k]);
    return vec3_from(p);
}

static void extent(const void *volume, Extent *out)
{
    const ObbVolume *box = volume;
    Vec3d centre = vec3d_from_floats(box->centre), reach = vec3d(0, 0, 0);
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < 3; ++i)
            reach.v[i] += fabs((double)box->axis[k][i]) * (double)box->half[k];
    *out = (Extent){
        {vec3d_sub(centre, reach), vec3d_add(centre, reach)},
        2 * (double)fminf(box->half[0], fminf(box->half[1], box->half[2])),
    };
}

static void outline(const void *volume, LineFn *line, void *user)
{
    Vec3 corners[8];
    for (int i = 0; i < 8; ++i)
        corners[i] = corner(volume, i);
    box_outline(corners, line, user);
}

static bool is_triangle(const ObbNode *node)
{
    NodeLinks at = node_ref_links(node->ref);
    return at.leaf && at.count == 1;
}

// Boxes of triangles that wait until there are four of them.
typedef struct Waiting {
    NodeId node[4];
    int32_t triangle[4];
    int count;
} Waiting;

static void refit_triangles(Bvh *bvh, Waiting *waiting)
{
    ObbVolume *box[4];
    int last = waiting->count - 1;
    if (last < 0)
        return;
    for (int i = 0; i < 4; ++i) { // fewer than four: the last one again
        int from = i < last ? i : last;
        box[i] = &((ObbNode *)bvh->nodes)[waiting->node[from]].box;
        waiting->triangle[i] = waiting->triangle[from];
    }
    int bad = obb_refit_triangles(box, bvh->mesh, waiting->triangle);
    for (int i = 0; i <= last; ++i)
        if (bad >> i & 1)
            obb_enclose(box[i], bvh->mesh, &waiting->triangle[i], 1);
    waiting->count = 0;
}

static bool refit_leaves(Bvh *bvh, Job *job)
{
    ObbNode *nodes = bvh->nodes;
    Waiting waiting = {.count = 0};
    for (NodeId i = 0; i < bvh->node_count; ++i) {
        if ((i & 0xFFFF) == 0 && job_cancelled(job))
            return false;
        NodeLinks at = node_ref_links(nodes[i].ref);
        if (at.leaf && at.count > 1) {
            obb_enclose(&nodes[i].box, bvh->mesh, bvh->slots + at.first, (int32_t)at.count);
        } else if (at.leaf) {
            waiting.node[waiting.count] = i;
            waiting.triangle[waiting.count] = bvh->slots[at.first];
            if (++waiting.count == 4)
                refit_triangles(bvh, &waiting);
        }
    }
    refit_triangles(bvh, &waiting);
    return true;
}

// Bottom-up: leaves, then inner nodes in one reverse loop, since children have higher indices than
// their parents.
static bool refit(Bvh *bvh, Job *job)
{
    ObbNode *nodes = bvh->nodes;
    if (!refit_leaves(bvh, job))
        return false;
    for (NodeId i = bvh->node_count; i-- > 0;) {
        if ((i & 0xFFFF) == 0 && job_cancelled(job))
            return false;
        NodeLinks at = node_ref_links(nodes[i].ref);
        if (at.leaf)
            continue;
        ObbNode *first = &nodes[at.first];
        if (at.count == 2 && is_triangle(first) && is_triangle(first + 1))
            obb_refit_pair(&nodes[i].box, &first->box, &first[1].box);
        else
            obb_refit_inner(&nodes[i].box, &first->box, sizeof *nodes, at.count);
    }
    bvh_refitted(bvh);
    return true;
}

// --- overlap tests

// Rounding, with u and S as in core/shape/box_sat.h. B's axes in A's frame err by 5 u each and the
// products C = a_i . b_j by 12 u, which the widening of |C| by 1e-6 (17 u) covers in all radii. The
// centre difference errs by 16 uS per component, by 40 uS along an axis of A, by 117 uS along one
// of B (12 u of C times its length, then the sum). Sums of radii err by 20 uS, and the slabs of
// nearly orthogonal stored axes reach at most 24 uS beyond the box that the radii stand for. A gap
// counts above 256 uS.

typedef struct ObbContext {
    const ObbNode *a, *b;
    float m[3][3], t[3], eps;
    Float4 rows[3], columns[3], shift; // of the same map
} ObbContext;

// B's box in the frame of A's mesh; half extents are read from the node.
typedef struct MovedObb {
    NodeId node;
    float axis[3][3], centre[3];
} MovedObb;

static void setup(const Query *query, ObbContext *ctx)
{
    const Affine *map = &query->b_to_a;
    ctx->a = query->a->nodes;
    ctx->b = query->b->nodes;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            ctx->m[i][j] = (float)map->m[i][j];
        ctx->t[i] = (float)map->p.v[i];
        ctx->rows[i] = (Float4){ctx->m[i][0], ctx->m[i][1], ctx->m[i][2], 0};
    }
    float4_transpose3(ctx->rows, ctx->columns);
    ctx->shift = (Float4){ctx->t[0], ctx->t[1], ctx->t[2], 0};
    double scale = vec3d_length(map->p) + query->a->radius + query->b->radius;
    ctx->eps = float_above(256 * 0x1p-24 * scale);
}

static inline MovedObb moved(const ObbContext *ctx, NodeId node)
{
    const ObbVolume *box = &ctx->b[node].box;
    MovedObb side = {.node = node};
    for (int i = 0; i < 3; ++i) {
        const float *m = ctx->m[i];
        for (int j = 0; j < 3; ++j)
            side.axis[j][i] =
                m[0] * box->axis[j][0] + m[1] * box->axis[j][1] + m[2] * box->axis[j][2];
        side.centre[i] =
            m[0] * box->centre[0] + m[1] * box->centre[1] + m[2] * box->centre[2] + ctx->t[i];
    }
    return side;
}

static inline float dot(const float a[3], const float b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// One pair in the frame of A's box: c = a_i . b_j, |c| widened, and the centre difference.
typedef struct ObbPair {
    const float *ha, *hb;
    float c[3][3], abs_c[3][3], t[3];
} ObbPair;

static inline ObbPair relate(const ObbContext *ctx, const NodeSide *a, const MovedObb *b)
{
    const ObbVolume *box = &ctx->a[a->node].box;
    ObbPair p = {.ha = box->half, .hb = ctx->b[b->node].box.half};
    float d[3] = {b->centre[0] - box->centre[0], b->centre[1] - box->centre[1],
                  b->centre[2] - box->centre[2]};
    for (int i = 0; i < 3; ++i) {
        p.t[i] = dot(box->axis[i], d);
        for (int j = 0; j < 3; ++j) {
            p.c[i][j] = dot(box->axis[i], b->axis[j]);
            p.abs_c[i][j] = fabsf(p.c[i][j]) + 1e-6f;
        }
    }
    return p;
}

static inline float gap_a(const ObbPair *p, int i)
{
    return fabsf(p->t[i]) - (p->ha[i] + dot(p->abs_c[i], p->hb));
}

static inline float gap_b(const ObbPair *p, int j)
{
    return fabsf(p->c[0][j] * p->t[0] + p->c[1][j] * p->t[1] + p->c[2][j] * p->t[2]) -
           (p->hb[j] + p->abs_c[0][j] * p->ha[0] + p->abs_c[1][j] * p->ha[1] +
            p->abs_c[2][j] * p->ha[2]);
}

static inline int sat_lite(const ObbPair *p, float eps)
{
    for (int i = 0; i < 3; ++i)
        if (gap_a(p, i) > eps)
            return 1 + i;
    for (int j = 0; j < 3; ++j)
        if (gap_b(p, j) > eps)
            return 4 + j;
    return 0;
}

static inline int test_lite(const ObbContext *ctx, const NodeSide *a, const MovedObb *b)
{
    ObbPair p = relate(ctx, a, b);
    return sat_lite(&p, ctx->eps);
}

static inline int test_sat(const ObbContext *ctx, const NodeSide *a, const MovedObb *b)
{
    ObbPair p = relate(ctx, a, b);
    int exit = sat_lite(&p, ctx->eps);
    if (exit)
        return exit;
    for (int i = 0; i < 3; ++i) {
        int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int j = 0; j < 3; ++j) {
            int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            float distance = fabsf(p.t[i2] * p.c[i1][j] - p.t[i1] * p.c[i2][j]);
            float radius = p.ha[i1] * p.abs_c[i2][j] + p.ha[i2] * p.abs_c[i1][j] +
                           p.hb[j1] * p.abs_c[i][j2] + p.hb[j2] * p.abs_c[i][j1];
            if (distance - radius > ctx->eps)
                return 7 + 3 * i + j;
        }
    }
    return 0;
}

// The same numbers as in relate, three at a time: this is what all searches but the lifted ones
// spend their time on. C is (a_i M) . b_j here, with the same errors.
typedef struct ObbRows {
    Float4 ha, hb, t;
    Float4 c[3], abs_c[3]; // [i]: row i, over B's axes
} ObbRows;

static inline Float4 axis_row(const ObbNode *node, int k)
{
    return float4_load((const char *)node + offsetof(ObbNode, box.axis) + 12 * (size_t)k);
}

static inline Float4 centre_of(const ObbNode *node)
{
    return float4_load((const char *)node + offsetof(ObbNode, box.centre));
}

// What follows is an index and would be a denormal number, which is slow.
static inline Float4 half_of(const ObbNode *node)
{
    return float4_zero_last(float4_load((const char *)node + offsetof(ObbNode, box.half)));
}

// Written out instead of looped, so that everything stays in registers.
static inline ObbRows relate_rows(const ObbContext *ctx, const ObbNode *a, const ObbNode *b)
{
    ObbRows p = {.ha = half_of(a), .hb = half_of(b)};
    Float4 axes_a[3] = {axis_row(a, 0), axis_row(a, 1), axis_row(a, 2)}, across_a[3];
    Float4 axes_b[3] = {axis_row(b, 0), axis_row(b, 1), axis_row(b, 2)}, across_b[3];
    float4_transpose3(axes_a, across_a);
    float4_transpose3(axes_b, across_b);
    Float4 d = float4_row_times(centre_of(b), ctx->columns[0], ctx->columns[1], ctx->columns[2]) +
               ctx->shift - centre_of(a);
    p.t = float4_zero_last(float4_row_times(d, across_a[0], across_a[1], across_a[2]));
    Float4 row0 = float4_row_times(axes_a[0], ctx->rows[0], ctx->rows[1], ctx->rows[2]);
    Float4 row1 = float4_row_times(axes_a[1], ctx->rows[0], ctx->rows[1], ctx->rows[2]);
    Float4 row2 = float4_row_times(axes_a[2], ctx->rows[0], ctx->rows[1], ctx->rows[2]);
    p.c[0] = float4_row_times(row0, across_b[0], across_b[1], across_b[2]);
    p.c[1] = float4_row_times(row1, across_b[0], across_b[1], across_b[2]);
    p.c[2] = float4_row_times(row2, across_b[0], across_b[1], across_b[2]);
    p.abs_c[0] = float4_abs(p.c[0]) + 1e-6f;
    p.abs_c[1] = float4_abs(p.c[1]) + 1e-6f;
    p.abs_c[2] = float4_abs(p.c[2]) + 1e-6f;
    return p;
}

// Gaps across A's faces and across B's; lane 3 is 0 less something.
static inline Float4 face_gaps_a(const ObbRows *p)
{
    Float4 across[3];
    float4_transpose3(p->abs_c, across);
    return float4_abs(p->t) - (p->ha + float4_row_times(p->hb, across[0], across[1], across[2]));
}

static inline Float4 face_gaps_b(const ObbRows *p)
{
    return float4_abs(float4_row_times(p->t, p->c[0], p->c[1], p->c[2])) -
           (p->hb + float4_row_times(p->ha, p->abs_c[0], p->abs_c[1], p->abs_c[2]));
}

// Along A's edge i and each of B's, times the length of the axis.
static inline Float4 edge_gaps(const ObbRows *p, int i, int i1, int i2)
{
    Float4 distance = float4_abs(p->t[i2] * p->c[i1] - p->t[i1] * p->c[i2]);
    Float4 radius = p->ha[i1] * p->abs_c[i2] + p->ha[i2] * p->abs_c[i1] +
                    float4_turn1(p->hb) * float4_turn2(p->abs_c[i]) +
                    float4_turn2(p->hb) * float4_turn1(p->abs_c[i]);
    return distance - radius;
}

static inline int rows_lite(const ObbRows *p, float eps)
{
    int exit = float4_first_above(face_gaps_a(p), eps, 0);
    return exit ? exit : float4_first_above(face_gaps_b(p), eps, 3);
}

static inline int test_rows_lite(const ObbContext *ctx, const NodeSide *a, const NodeSide *b)
{
    ObbRows p = relate_rows(ctx, &ctx->a[a->node], &ctx->b[b->node]);
    return rows_lite(&p, ctx->eps);
}

static inline int test_rows(const ObbContext *ctx, const NodeSide *a, const NodeSide *b)
{
    ObbRows p = relate_rows(ctx, &ctx->a[a->node], &ctx->b[b->node]);
    int exit = rows_lite(&p, ctx->eps);
    exit = exit ? exit : float4_first_above(edge_gaps(&p, 0, 1, 2), ctx->eps, 6);
    exit = exit ? exit : float4_first_above(edge_gaps(&p, 1, 2, 0), ctx->eps, 9);
    return exit ? exit : float4_first_above(edge_gaps(&p, 2, 0, 1), ctx->eps, 12);
}

// Squares of the gaps along A's edge i and each of B's, divided by the square of the axis's length.
// Nearly parallel edges give no direction of their own: 0 is divided by 1.
static inline Float4 edge_gap_squares(const ObbRows *p, int i, int i1, int i2)
{
    Float4 square = p->c[i1] * p->c[i1] + p->c[i2] * p->c[i2];
    Int4 usable = square > 0.01f;
    Float4 gap = float4_where(usable, float4_positive(edge_gaps(p, i, i1, i2)));
    return gap * gap / (float4_where(usable, square - 1) + 1);
}

static inline float edge_gap_square(const ObbRows *p)
{
    Float4 x = edge_gap_squares(p, 0, 1, 2), y = edge_gap_squares(p, 1, 2, 0);
    Float4 most = float4_larger(float4_larger(x, y), edge_gap_squares(p, 2, 0, 1));
    return float4_max3(most);
}

// A lower bound of the distance, in stages that end once `enough` is reached: gaps across A's axes,
// across B's, along the edge axes. The stored axes are at right angles to 24 u, which the norm's
// second eps covers; dividing by an edge axis of length 0.1 or more makes ten of one.
static inline double distance_bound(const ObbContext *ctx, NodeId a, NodeId b, double enough)
{
    ObbRows p = relate_rows(ctx, &ctx->a[a], &ctx->b[b]);
    double eps = (double)ctx->eps;
    Float4 gap_a = float4_positive(face_gaps_a(&p)), gap_b = float4_positive(face_gaps_b(&p));
    float square_a = float4_sum3(gap_a * gap_a), square_b = float4_sum3(gap_b * gap_b);
    double bound = (double)sqrtf(square_a > square_b ? square_a : square_b) - 2 * eps;
    if (bound < enough) {
        double along_edges = (double)sqrtf(edge_gap_square(&p)) - 10 * eps;
        bound = along_edges > bound ? along_edges : bound;
    }
    return bound > 0 ? bound : 0;
}

#define KERNEL_CONTEXT ObbContext
#define KERNEL_SIZE_A(ctx, side, what) box_descent_size((ctx)->a[(side)->node].box.half, what)
#define KERNEL_SIZE_B(ctx, side, what) box_descent_size((ctx)->b[(side)->node].box.half, what)

#define MOVED_SIDE MovedObb
#define MOVED_BOUND(ctx, a, b) distance_bound(ctx, (a)->node, (b)->node, query->bound)
#define MOVED_NAMED(part) sat_##part
#define MOVED_TEST(ctx, a, b) test_sat(ctx, a, b)
#define MOVED_PLAIN_TEST(ctx, a, b) test_rows(ctx, a, b)
#include "core/tree/pair/kernel_moved.inl"

#define MOVED_NAMED(part) lite_##part
#define MOVED_TEST(ctx, a, b) test_lite(ctx, a, b)
#define MOVED_PLAIN_TEST(ctx, a, b) test_rows_lite(ctx, a, b)
#include "core/tree/pair/kernel_moved.inl"

static const char *const exit_names[] = {"overlap",   "A.1",       "A.2",       "A.3",
                                         "B.1",       "B.2",       "B.3",       "A.1 x B.1",
                                         "A.1 x B.2", "A.1 x B.3", "A.2 x B.1", "A.2 x B.2",
                                         "A.2 x B.3", "A.3 x B.1", "A.3 x B.2", "A.3 x B.3"};

static const OverlapTest tests[] = {
    {
        .name = "SAT",
        .note = "all fifteen separating axes: exact for boxes",
        .exit_names = exit_names,
        .exit_count = 15,
        .can = TEST_BOUND | TEST_FRONT,
        .run = sat_run,
        .run_lifted = sat_run_lifted,
        .explain = obb_explain_sat,
    },
    {
        .name = "SAT lite",
        .note = "the six face normals: conservative, cheaper per test",
        .exit_names = exit_names,
        .exit_count = 6,
        .can = TEST_BOUND | TEST_FRONT,
        .run = lite_run,
        .run_lifted = lite_run_lifted,
        .explain = obb_explain_lite,
    },
};

const BvType bv_obb = {
    .name = "OBB",
    .note = "boxes along the principal axes of what they hold: tight, 64 bytes",
    .traits = BV_WIDE | BV_PRINCIPAL_AXES,
    .params = params,
    .param_count = sizeof params / sizeof *params,
    .criterion = &split_obb_mean,
    .volume_size = sizeof(ObbVolume),
    .refit = refit,
    .extent = extent,
    .move = move,
    .sound = sound,
    BINARY_NODES_TYPE,
};
