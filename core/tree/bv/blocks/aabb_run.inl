// Axis-aligned boxes in blocks. One box of the other tree, a parallelepiped here, is tested against
// all lanes; the includer names the function BLOCKS_RUN. Formulas and rounding: core/shape/box_sat.h,
// with the block's tree in the place of A. Sums that are the same for all lanes are added first.
#include "core/base/lanes.h"
#include "core/shape/box.h"
#include "core/shape/box_sat.h"
#include "core/tree/bv/blocks/runs.h"
#include "core/tree/pair/worklist.h"

enum { CENTRE = 0, HALF = 3 }; // of a volume's floats

typedef struct AabbBlocks {
    const BlockTree *tree[2];
    BoxFrames frames[2]; // [of_b]: the single box's; lanes are those of the other tree
    float to_a[2];       // lengths in the frame of the lanes are at least that much in A's
    float volume_factor, area_factor;
} AabbBlocks;

// In the frame of the other tree, with its radii along that one's axes, its own faces' normals and
// their cross products.
typedef struct OneAabb {
    float centre[3], along[3], across[3], edges[3][3];
} OneAabb;

static void setup(const Query *query, AabbBlocks *ctx)
{
    ctx->tree[0] = query->a->nodes;
    ctx->tree[1] = query->b->nodes;
    double radius_a = query->a->radius, radius_b = query->b->radius;
    box_frames_setup(&ctx->frames[0], &query->a_to_b, &query->b_to_a, radius_b, radius_a);
    box_frames_setup(&ctx->frames[1], &query->b_to_a, &query->a_to_b, radius_a, radius_b);
    ctx->to_a[0] = float_below((1 - 1e-6) / affine_stretch(&query->a_to_b));
    ctx->to_a[1] = 1;
    ctx->volume_factor = ctx->frames[1].volume_factor;
    ctx->area_factor = ctx->frames[1].area_factor;
}

static inline float lane_value(const float *block, int value, uint32_t lane)
{
    return block[value * BLOCK_LANES + (int)lane];
}

static inline void move_aabb(const AabbBlocks *ctx, int of_b, const float *block, uint32_t lane,
                             OneAabb *one)
{
    const BoxFrames *f = &ctx->frames[of_b];
    float c[3], h[3];
    for (int k = 0; k < 3; ++k) {
        c[k] = lane_value(block, CENTRE + k, lane);
        h[k] = lane_value(block, HALF + k, lane);
    }
    for (int i = 0; i < 3; ++i) {
        one->centre[i] = f->b[i][0] * c[0] + f->b[i][1] * c[1] + f->b[i][2] * c[2] + f->t[i];
        one->along[i] = f->abs_b[i][0] * h[0] + f->abs_b[i][1] * h[1] + f->abs_b[i][2] * h[2];
        one->across[i] = f->thickness[i] * h[i];
        for (int j = 0; j < 3; ++j)
            one->edges[i][j] =
                f->edge_b[i][j][0] * h[(j + 1) % 3] + f->edge_b[i][j][1] * h[(j + 2) % 3];
    }
}

typedef struct AabbLaneRows {
    FloatN half[3], t[3];
} AabbLaneRows;

static inline AabbLaneRows relate(const OneAabb *s, const float *block)
{
    AabbLaneRows p;
    for (int k = 0; k < 3; ++k) {
        p.half[k] = floatn_load(block + (HALF + k) * BLOCK_LANES);
        p.t[k] = s->centre[k] - floatn_load(block + (CENTRE + k) * BLOCK_LANES);
    }
    return p;
}

static inline FloatN gap_lanes(const AabbLaneRows *p, const OneAabb *s, int i)
{
    return floatn_abs(p->t[i]) - (p->half[i] + s->along[i]);
}

static inline FloatN gap_one(const AabbLaneRows *p, const BoxFrames *f, const OneAabb *s, int j)
{
    const float *n = f->normal[j], *an = f->abs_normal[j];
    return floatn_abs(n[0] * p->t[0] + n[1] * p->t[1] + n[2] * p->t[2]) -
           (s->across[j] + an[0] * p->half[0] + an[1] * p->half[1] + an[2] * p->half[2]);
}

static inline FloatN gap_edges(const AabbLaneRows *p, const BoxFrames *f, const OneAabb *s, int i,
                               int j)
{
    int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    return floatn_abs(p->t[i2] * f->edge[i1][j] - p->t[i1] * f->edge[i2][j]) -
           (p->half[i1] * f->abs_edge[i2][j] + p->half[i2] * f->abs_edge[i1][j] + s->edges[i][j]);
}

// gaps: where not all are apart, the largest along faces is put there; or NULL. Along the single box's
// faces they are as long as the normals are, which is not far from 1.
static inline unsigned apart_part(const BoxFrames *f, const OneAabb *s, const float *block,
                                  unsigned valid, uint64_t *exits, float *gaps)
{
    float eps = f->eps;
    AabbLaneRows p = relate(s, block);
    FloatN gap = floatn_max3(gap_lanes(&p, s, 0), gap_lanes(&p, s, 1), gap_lanes(&p, s, 2));
    unsigned apart = count_exit(0, intn_bits(gap > eps), valid, exits, BLOCK_EXIT_LANES);
    if (apart == valid)
        return apart;
    FloatN of_lanes = gap;
    gap = floatn_max3(gap_one(&p, f, s, 0), gap_one(&p, f, s, 1), gap_one(&p, f, s, 2));
    apart = count_exit(apart, intn_bits(gap > eps), valid, exits, BLOCK_EXIT_ONE);
    if (apart == valid)
        return apart;
    if (gaps)
        floatn_store(gaps, floatn_max(of_lanes, gap));
    gap = floatn_max3(floatn_max3(gap_edges(&p, f, s, 0, 0), gap_edges(&p, f, s, 0, 1),
                                  gap_edges(&p, f, s, 0, 2)),
                      floatn_max3(gap_edges(&p, f, s, 1, 0), gap_edges(&p, f, s, 1, 1),
                                  gap_edges(&p, f, s, 1, 2)),
                      floatn_max3(gap_edges(&p, f, s, 2, 0), gap_edges(&p, f, s, 2, 1),
                                  gap_edges(&p, f, s, 2, 2)));
    return count_exit(apart, intn_bits(gap > eps), valid, exits, BLOCK_EXIT_EDGES);
}

static inline unsigned aabb_apart(const AabbBlocks *ctx, const OneAabb *s, int of_b,
                                  const float *block, unsigned valid, uint64_t *exits, float *gaps)
{
    unsigned apart = 0;
    for (unsigned part = 0; part < BLOCK_LANES; part += LANES) {
        unsigned here = valid >> part & ((1u << LANES) - 1);
        if (here)
            apart |= apart_part(&ctx->frames[of_b], s, block + part, here, exits,
                                gaps ? gaps + part : NULL)
                     << part;
    }
    return apart;
}

static inline FloatN positive(FloatN gap)
{
    return floatn_where(gap > 0, gap);
}

static inline FloatN norm_square(FloatN x, FloatN y, FloatN z)
{
    return positive(x) * positive(x) + positive(y) * positive(y) + positive(z) * positive(z);
}

// As box_distance_bound; 4 eps more cover that the difference is rounded to a float. Lengths are
// those of the block's frame: to_a brings them into A's.
static inline void aabb_bounds(const AabbBlocks *ctx, const OneAabb *s, int of_b,
                               const float *block, float bounds[BLOCK_LANES])
{
    const BoxFrames *f = &ctx->frames[of_b];
    for (int part = 0; part < BLOCK_LANES; part += LANES) {
        AabbLaneRows p = relate(s, block + part);
        FloatN x = gap_one(&p, f, s, 0), y = gap_one(&p, f, s, 1), z = gap_one(&p, f, s, 2);
        FloatN most = positive(floatn_max(x, floatn_max(y, z)));
        FloatN across = f->right_angles ? norm_square(x, y, z) : most * most;
        FloatN along = norm_square(gap_lanes(&p, s, 0), gap_lanes(&p, s, 1), gap_lanes(&p, s, 2));
        FloatN bound = floatn_root(floatn_max(along, across)) - 6 * f->eps;
        floatn_store(bounds + part, ctx->to_a[of_b] * positive(bound));
    }
}

static inline float aabb_size(const AabbBlocks *ctx, int of_b, const float *block, uint32_t lane,
                              enum DescentSize what)
{
    float half[3] = {lane_value(block, HALF, lane), lane_value(block, HALF + 1, lane),
                     lane_value(block, HALF + 2, lane)};
    float factor = what == DESCENT_VOLUME ? ctx->volume_factor : ctx->area_factor;
    return (of_b ? factor : 1) * box_descent_size(half, what);
}

#define BLOCKS_CONTEXT AabbBlocks
#define BLOCKS_SETUP(query, ctx) setup(query, ctx)
#define BLOCKS_FLOATS (size_t)6
#define BLOCKS_ONE OneAabb
#define BLOCKS_MOVE(ctx, of_b, block, lane, one) move_aabb(ctx, of_b, block, lane, one)
#define BLOCKS_APART(ctx, one, of_b, block, valid, exits, gaps)                                    \
    aabb_apart(ctx, one, of_b, block, valid, exits, gaps)
#define BLOCKS_BOUNDS(ctx, one, of_b, block, enough, bounds)                                       \
    aabb_bounds(ctx, one, of_b, block, bounds)
#define BLOCKS_SIZE(ctx, of_b, block, lane, what) aabb_size(ctx, of_b, block, lane, what)
#include "core/tree/bv/blocks/kernel_blocks.inl"
