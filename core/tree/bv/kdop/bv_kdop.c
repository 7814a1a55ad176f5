// k-DOPs: polytopes cut out by k half-spaces with fixed normals, re-enclosed in the partner's
// directions on the way down. 4k + 4 bytes per node: 100 for k = 24.
#include "core/base/rounding.h"
#include "core/shape/box.h"
#include "core/shape/polytope.h"
#include "core/tree/binary_nodes.h"
#include "core/tree/bv/kdop/dop_alignment.h"
#include "core/tree/pair/explain.h"
#include "core/tree/pair/traversal.h"

// What all nodes share, in front of them. A node: half lower ends, half upper ends, a reference.
typedef struct DopTree {
    DopDirections directions;
    DopFacets facets;
    uint32_t words; // of four bytes, per node
    uint32_t nodes[];
} DopTree;

typedef struct DopVolume {
    DopDirections directions;
    float lo[DOP_MAX_HALF], hi[DOP_MAX_HALF];
} DopVolume;

static inline const DopTree *tree_of(const Bvh *bvh)
{
    return bvh->nodes;
}

static inline const float *lows(const DopTree *tree, NodeId node)
{
    return (const float *)(const void *)(tree->nodes + (size_t)node * tree->words);
}

static inline NodeLinks links_of(const DopTree *tree, NodeId node)
{
    return node_ref_links(tree->nodes[(size_t)node * tree->words + tree->words - 1]);
}

static bool resize(Bvh *bvh, uint32_t node_count)
{
    bool fresh = bvh->nodes == NULL;
    uint32_t words = (uint32_t)bvh->desc.params[0] + 1;
    if (bvh->mesh->triangle_count > (int32_t)NODE_SLOT_MASK)
        return false;
    DopTree *tree = mem_realloc(bvh->nodes, sizeof *tree + (size_t)node_count * words * 4);
    if (!tree)
        return false;
    bvh->nodes = tree;
    if (fresh) {
        tree->directions = dop_directions((int)bvh->desc.params[0]);
        dop_facets(&tree->directions, &tree->facets);
        tree->words = words;
    }
    return true;
}

static size_t bytes(const Bvh *bvh, MemoryRow *rows, int max)
{
    if (bvh->node_count == 0)
        return 0;
    size_t count = binary_nodes_bytes(bvh, 4 * (size_t)tree_of(bvh)->words, rows, max - 1);
    rows[count++] = (MemoryRow){"alignment table", sizeof(DopTree)};
    return count;
}

static NodeLinks links(const Bvh *bvh, NodeId node)
{
    return links_of(tree_of(bvh), node);
}

// Projections are sums of up to three coordinates: two roundings, each half an ulp of the sum of
// sizes.
static double projection_error(Vec3d p)
{
    return 4e-16 * (fabs(p.x) + fabs(p.y) + fabs(p.z));
}

static void enclose(const DopTree *tree, float *planes, const Mesh *mesh, const int32_t *items,
                    int32_t count)
{
    int half = tree->directions.half;
    double lo[DOP_MAX_HALF], hi[DOP_MAX_HALF];
    for (int i = 0; i < half; ++i) {
        lo[i] = INFINITY;
        hi[i] = -INFINITY;
    }
    for (int32_t n = 0; n < 3 * count; ++n) {
        Vec3d p = mesh->vertices[mesh->triangles[items[n / 3]][n % 3]];
        double error = projection_error(p);
        for (int i = 0; i < half; ++i) {
            double at = vec3d_dot(dop26_direction[tree->directions.direction[i]], p);
            double widen = i < 3 ? 0 : error; // along the axes the projection is exact
            lo[i] = at - widen < lo[i] ? at - widen : lo[i];
            hi[i] = at + widen > hi[i] ? at + widen : hi[i];
        }
    }
    for (int i = 0; i < half; ++i) {
        planes[i] = float_below(lo[i]);
        planes[half + i] = float_above(hi[i]);
    }
}

static void fit(Bvh *bvh, NodeId id, NodeLinks at, const void *parent, const SplitChoice *choice,
                const FitItems *items)
{
    (void)parent, (void)choice;
    DopTree *tree = bvh->nodes;
    uint32_t *node = tree->nodes + (size_t)id * tree->words;
    if (at.leaf) // the others follow from their children's
        enclose(tree, (float *)(void *)node, items->mesh, items->items, items->count);
    node[tree->words - 1] = node_ref_pack(at);
}

static void decode(const Bvh *bvh, NodeId node, const void *parent, void *volume)
{
    (void)parent;
    const DopTree *tree = tree_of(bvh);
    DopVolume *dop = volume;
    const float *planes = lows(tree, node);
    dop->directions = tree->directions;
    memcpy(dop->lo, planes, (size_t)tree->directions.half * sizeof *planes);
    memcpy(dop->hi, planes + tree->directions.half, (size_t)tree->directions.half * sizeof *planes);
}

static int half_spaces(const DopVolume *dop, HalfSpace planes[2 * DOP_MAX_HALF], double *reach)
{
    int half = dop->directions.half;
    *reach = 0;
    for (int i = 0; i < 2 * half; ++i)
        planes[i] = (HalfSpace){dop_normal(&dop->directions, i),
                                i < half ? (double)dop->hi[i] : -(double)dop->lo[i - half]};
    for (int i = 0; i < 3; ++i)
        *reach += fmax(fabs((double)dop->lo[i]), fabs((double)dop->hi[i]));
    return 2 * half;
}

static double measure(const void *volume, enum Measure what)
{
    const DopVolume *dop = volume;
    if (what == MEASURE_RADIUS) { // of the box part
        double square = 0;
        for (int k = 0; k < 3; ++k)
            square += pow((double)dop->hi[k] - (double)dop->lo[k], 2);
        return sqrt(square) / 2;
    }
    HalfSpace planes[2 * DOP_MAX_HALF];
    double reach;
    int count = half_spaces(dop, planes, &reach);
    PolytopeSize size = polytope_size(planes, count, reach);
    return what == MEASURE_VOLUME ? size.volume : size.area;
}

static bool contains(const void *volume, Vec3d p)
{
    const DopVolume *dop = volume;
    for (int i = 0; i < dop->directions.half; ++i) {
        double at = vec3d_dot(dop26_direction[dop->directions.direction[i]], p);
        if (at < (double)dop->lo[i] || at > (double)dop->hi[i])
            return false;
    }
    return true;
}

// The first three directions are the axes.
static void extent(const void *volume, Extent *out)
{
    const DopVolume *dop = volume;
    out->thickness = INFINITY;
    for (int i = 0; i < dop->directions.half; ++i) {
        double width = (double)dop->hi[i] - (double)dop->lo[i];
        Vec3d along = dop26_direction[dop->directions.direction[i]];
        out->thickness = fmin(out->thickness, width / vec3d_length(along));
    }
    out->box = (Box3d){vec3d_from_floats(dop->lo), vec3d_from_floats(dop->hi)};
}

enum { MAX_EDGES = 3 * 2 * DOP_MAX_HALF }; // planes in general position have 3 k - 6
typedef struct Outline {
    LineFn *line;
    void *user;
    double near; // closer midpoints belong to the same edge
    Vec3d middles[MAX_EDGES];
    int count;
} Outline;

// Every edge belongs to two faces, or to more where the DOP is flat.
static bool seen_before(Outline *o, Vec3d middle)
{
    for (int i = o->count; i-- > 0;)
        if (fabs(o->middles[i].x - middle.x) < o->near &&
            fabs(o->middles[i].y - middle.y) < o->near &&
            fabs(o->middles[i].z - middle.z) < o->near)
            return true;
    if (o->count < MAX_EDGES)
        o->middles[o->count++] = middle;
    return false;
}

static void draw_face(void *user, int plane, const Vec3d *corners, int count)
{
    (void)plane;
    Outline *o = user;
    for (int i = 0; i < count; ++i) {
        Vec3d from = corners[i], to = corners[(i + 1) % count];
        if (!seen_before(o, vec3d_lerp(from, to, 0.5)))
            o->line(o->user, vec3_from(from), vec3_from(to));
    }
}

static void outline(const void *volume, LineFn *line, void *user)
{
    HalfSpace planes[2 * DOP_MAX_HALF];
    double reach;
    int count = half_spaces(volume, planes, &reach);
    Outline o = {.line = line, .user = user, .near = 1e-9 * reach};
    polytope_faces(planes, count, reach, draw_face, &o);
}

// The union of the smallest DOPs of some sets is the smallest DOP of their union: exact, bottom-up.
// Rounding outward keeps the order of numbers, so it is no matter whether it comes before or after.
static void enclose_children(const DopTree *tree, float *planes, NodeLinks at)
{
    int half = tree->directions.half;
    memcpy(planes, lows(tree, at.first), 2 * (size_t)half * sizeof *planes);
    for (uint32_t c = 1; c < at.count; ++c) {
        const float *child = lows(tree, at.first + c);
        for (int k = 0; k < half; ++k) {
            planes[k] = child[k] < planes[k] ? child[k] : planes[k];
            planes[half + k] =
                child[half + k] > planes[half + k] ? child[half + k] : planes[half + k];
        }
    }
}

static bool enclose_nodes(Bvh *bvh, bool leaves, Job *job)
{
    DopTree *tree = bvh->nodes;
    for (NodeId i = bvh->node_count; i-- > 0;) {
        if ((i & 0xFFFF) == 0 && job_cancelled(job))
            return false;
        float *planes = (float *)(void *)(tree->nodes + (size_t)i * tree->words);
        NodeLinks at = links_of(tree, i);
        if (!at.leaf)
            enclose_children(tree, planes, at);
        else if (leaves)
            enclose(tree, planes, bvh->mesh, bvh->slots + at.first, (int32_t)at.count);
    }
    return true;
}

static bool finish(Bvh *bvh, Job *job)
{
    return enclose_nodes(bvh, false, job);
}

static bool refit(Bvh *bvh, Job *job)
{
    if (!enclose_nodes(bvh, true, job))
        return false;
    bvh_refitted(bvh);
    return true;
}

// --- overlap test

// Rounding. Directions have length at most sqrt(3), so B's planes are at most sqrt(3) R_B, and the
// coefficients of a direction of A add up to at most 3 times the map's stretch N (the facets' cones
// are that wide). With S = |t| + R_A + 3 N R_B and u = 2^-24: three products and three sums of
// rounded factors err by at most 8 u sqrt(3) S, the coefficients' own rounding and the clamp at 0
// by 2 u sqrt(3) S. Gaps count above 64 uS.

typedef struct DopContext {
    const DopTree *a, *b;
    int half;
    int plane[DOP_MAX_HALF][3]; // of the upper end of each direction; the lower end mirrors it
    float lambda[DOP_MAX_HALF][3], offset[DOP_MAX_HALF], eps;
} DopContext;

// B's DOP re-enclosed in A's directions.
typedef struct AlignedDop {
    NodeId node;
    float lo[DOP_MAX_HALF], hi[DOP_MAX_HALF];
} AlignedDop;

static void setup(const Query *query, DopContext *ctx)
{
    const Affine *map = &query->b_to_a;
    double stretch = affine_stretch(map);
    ctx->a = tree_of(query->a);
    ctx->b = tree_of(query->b);
    ctx->half = ctx->a->directions.half;
    for (int i = 0; i < ctx->half; ++i) {
        Vec3d d = dop26_direction[ctx->a->directions.direction[i]], u;
        for (int j = 0; j < 3; ++j) // the direction seen from B: the map's transpose
            u.v[j] = map->m[0][j] * d.x + map->m[1][j] * d.y + map->m[2][j] * d.z;
        DopCombination c = dop_combination(&ctx->b->facets, u);
        for (int m = 0; m < 3; ++m) {
            ctx->plane[i][m] = c.plane[m];
            ctx->lambda[i][m] = (float)c.lambda[m];
        }
        ctx->offset[i] = (float)vec3d_dot(d, map->p);
    }
    double scale = vec3d_length(map->p) + query->a->radius + 3 * stretch * query->b->radius;
    ctx->eps = float_above(64 * 0x1p-24 * scale);
}

static inline AlignedDop moved(const DopContext *ctx, NodeId node)
{
    const float *lo = lows(ctx->b, node), *hi = lo + ctx->half;
    AlignedDop dop = {.node = node};
    for (int i = 0; i < ctx->half; ++i) {
        float upper = ctx->offset[i], lower = ctx->offset[i];
        for (int m = 0; m < 3; ++m) {
            int plane = ctx->plane[i][m];
            bool positive = plane < ctx->half;
            int k = positive ? plane : plane - ctx->half;
            float up = positive ? hi[k] : -lo[k], down = positive ? -lo[k] : hi[k];
            upper += ctx->lambda[i][m] * up;
            lower -= ctx->lambda[i][m] * down;
        }
        dop.lo[i] = lower;
        dop.hi[i] = upper;
    }
    return dop;
}

static inline int test_aligned(const DopContext *ctx, const NodeSide *a, const AlignedDop *b)
{
    const float *lo = lows(ctx->a, a->node), *hi = lo + ctx->half;
    for (int i = 0; i < ctx->half; ++i)
        if (b->lo[i] - hi[i] > ctx->eps || lo[i] - b->hi[i] > ctx->eps)
            return 1 + i;
    return 0;
}

static inline double bound_aligned(const DopContext *ctx, const NodeSide *a, const AlignedDop *b)
{
    const float *lo = lows(ctx->a, a->node), *hi = lo + ctx->half;
    double best = 0;
    for (int i = 0; i < ctx->half; ++i) {
        double gap = (double)fmaxf(b->lo[i] - hi[i], lo[i] - b->hi[i]) - (double)ctx->eps;
        best = fmax(best, gap / vec3d_length(dop26_direction[ctx->a->directions.direction[i]]));
    }
    return best * (1 - 1e-12);
}

// Sizes of the box part order DOPs well enough to choose what to open.
static inline float size_of(const DopTree *tree, NodeId node, enum DescentSize what)
{
    const float *lo = lows(tree, node), *hi = lo + tree->directions.half;
    float size[3] = {hi[0] - lo[0], hi[1] - lo[1], hi[2] - lo[2]};
    return box_descent_size(size, what);
}

#define KERNEL_CONTEXT DopContext
#define KERNEL_LINKS_A(ctx, side) links_of((ctx)->a, (side)->node)
#define KERNEL_LINKS_B(ctx, side) links_of((ctx)->b, (side)->node)
#define KERNEL_SIZE_A(ctx, side, what) size_of((ctx)->a, (side)->node, what)
#define KERNEL_SIZE_B(ctx, side, what) size_of((ctx)->b, (side)->node, what)

#define MOVED_SIDE AlignedDop
#define MOVED_BOUND(ctx, a, b) bound_aligned(ctx, a, b)
#define MOVED_NAMED(part) realigned_##part
#define MOVED_TEST(ctx, a, b) test_aligned(ctx, a, b)
#include "core/tree/pair/kernel_moved.inl"

static const char *const exit_names[] = {
    "overlap",      "direction 1",  "direction 2",  "direction 3", "direction 4",
    "direction 5",  "direction 6",  "direction 7",  "direction 8", "direction 9",
    "direction 10", "direction 11", "direction 12", "direction 13"};

// B's planes re-enclosed as the test does it, in double.
static void explain(const ExplainPair *pair, Explanation *out)
{
    const DopVolume *a = pair->volume_a, *b = pair->volume_b;
    int half = a->directions.half;
    DopFacets facets;
    dop_facets(&b->directions, &facets);
    explain_begin(out);
    for (int i = 0; i < half; ++i) {
        if (pair->exit && pair->exit != 1 + i)
            continue;
        Vec3d d = dop26_direction[a->directions.direction[i]], u;
        for (int j = 0; j < 3; ++j)
            u.v[j] = pair->b_to_a.m[0][j] * d.x + pair->b_to_a.m[1][j] * d.y +
                     pair->b_to_a.m[2][j] * d.z;
        DopCombination c = dop_combination(&facets, u);
        double at = vec3d_dot(d, pair->b_to_a.p), of_b[2] = {at, at};
        for (int m = 0; m < 3; ++m) {
            bool positive = c.plane[m] < half;
            int k = positive ? c.plane[m] : c.plane[m] - half;
            double lo = (double)b->lo[k], hi = (double)b->hi[k];
            of_b[0] += c.lambda[m] * (positive ? lo : -hi);
            of_b[1] += c.lambda[m] * (positive ? hi : -lo);
        }
        explain_offer(out, d, (double[]){(double)a->lo[i], (double)a->hi[i]}, of_b,
                      exit_names[1 + i]);
    }
    out->own = false;
}

static const OverlapTest tests[] = {{
    .name = "realigned",
    .note = "B's planes re-enclosed in A's directions, three products each (Zachmann 1998)",
    .exit_names = exit_names,
    .exit_count = DOP_MAX_HALF,
    .can = TEST_BOUND | TEST_SCALE | TEST_FRONT,
    .run = realigned_run,
    .run_lifted = realigned_run_lifted,
    .explain = explain,
}};

static const double choices[] = {6, 14, 18, 24, 26};
static const Param params[] = {{
    .name = "k",
    .note = "number of half-spaces: 6 is a box, 26 the tightest",
    .min = 6,
    .max = 26,
    .normal = 24,
    .whole = true,
    .choices = choices,
    .choice_count = 5,
}};

const BvType bv_kdop = {
    .name = "k-DOP",
    .note = "polytopes with k fixed face normals",
    .traits = BV_WIDE,
    .params = params,
    .param_count = 1,
    .volume_size = sizeof(DopVolume),
    .finish = finish,
    .refit = refit,
    .extent = extent,
    BINARY_NODES_TYPE,
};
