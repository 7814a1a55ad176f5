// Oriented boxes in blocks. One box is moved into the frame of the block's mesh and tested against
// all lanes; the includer names the function BLOCKS_RUN.
//
// Rounding is that of core/tree/bv/obb/bv_obb.c with the single box in the place of B's, whichever
// tree it is of: rigid maps have the same scale S both ways. Its axes in the other frame err by 5 u,
// the products C by 12 u, which the widening of |C| by 1e-6 (17 u) covers; the centre difference d
// by 16 uS per component and by 40 uS along an axis of a lane. Along the single box's own axes d is
// projected as it is: 5 u of the axis and 4 u of the sums times |d| <= 2 S, and d's own error, below
// 50 uS. Radii err by 20 uS and stored axes that are not quite at right angles reach 24 uS further.
// The sum stays below 256 uS, above which a gap counts.
#include "core/base/lanes.h"
#include "core/base/rounding.h"
#include "core/base/simd.h"
#include "core/shape/box.h"
#include "core/tree/bv/blocks/runs.h"
#include "core/tree/pair/worklist.h"

enum { AXIS = 0, CENTRE = 9, HALF = 12 }; // of a volume's floats

typedef struct ObbBlocks {
    const BlockTree *tree[2];
    Float4 column[2][3], shift[2]; // [of_b]: from its own frame to the other one
    float eps;
} ObbBlocks;

// In the frame of the other tree.
typedef struct OneObb {
    float axis[3][4], centre[4], half[3];
} OneObb;

static void setup(const Query *query, ObbBlocks *ctx)
{
    ctx->tree[0] = query->a->nodes;
    ctx->tree[1] = query->b->nodes;
    for (int of_b = 0; of_b < 2; ++of_b) {
        const Affine *map = of_b ? &query->b_to_a : &query->a_to_b;
        for (int k = 0; k < 3; ++k)
            ctx->column[of_b][k] =
                (Float4){(float)map->m[0][k], (float)map->m[1][k], (float)map->m[2][k], 0};
        ctx->shift[of_b] = (Float4){(float)map->p.v[0], (float)map->p.v[1], (float)map->p.v[2], 0};
    }
    double scale = vec3d_length(query->b_to_a.p) + query->a->radius + query->b->radius;
    ctx->eps = float_above(256 * 0x1p-24 * scale);
}

static inline float lane_value(const float *block, int value, uint32_t lane)
{
    return block[value * BLOCK_LANES + (int)lane];
}

static inline Float4 moved(const Float4 column[3], const float *block, int first, uint32_t lane)
{
    return lane_value(block, first, lane) * column[0] +
           lane_value(block, first + 1, lane) * column[1] +
           lane_value(block, first + 2, lane) * column[2];
}

static inline void move_obb(const ObbBlocks *ctx, int of_b, const float *block, uint32_t lane,
                            OneObb *one)
{
    const Float4 *column = ctx->column[of_b];
    for (int k = 0; k < 3; ++k) {
        Float4 axis = moved(column, block, AXIS + 3 * k, lane);
        memcpy(one->axis[k], &axis, sizeof axis);
        one->half[k] = lane_value(block, HALF + k, lane);
    }
    Float4 centre = moved(column, block, CENTRE, lane) + ctx->shift[of_b];
    memcpy(one->centre, &centre, sizeof centre);
}

// LANES boxes of a block and the single one: c[i][j] = axis i of a lane times axis j of the single
// box, w = |c| widened, d the centre difference, t the same along the lanes' axes.
typedef struct ObbLaneRows {
    FloatN half[3], c[3][3], w[3][3], d[3], t[3];
} ObbLaneRows;

// Written out instead of looped, so that everything stays in registers.
static inline void relate_axis(ObbLaneRows *p, const OneObb *s, const float *block, int i)
{
    FloatN x = floatn_load(block + (AXIS + 3 * i) * BLOCK_LANES);
    FloatN y = floatn_load(block + (AXIS + 3 * i + 1) * BLOCK_LANES);
    FloatN z = floatn_load(block + (AXIS + 3 * i + 2) * BLOCK_LANES);
    p->t[i] = x * p->d[0] + y * p->d[1] + z * p->d[2];
    p->c[i][0] = x * s->axis[0][0] + y * s->axis[0][1] + z * s->axis[0][2];
    p->c[i][1] = x * s->axis[1][0] + y * s->axis[1][1] + z * s->axis[1][2];
    p->c[i][2] = x * s->axis[2][0] + y * s->axis[2][1] + z * s->axis[2][2];
    p->w[i][0] = floatn_abs(p->c[i][0]) + 1e-6f;
    p->w[i][1] = floatn_abs(p->c[i][1]) + 1e-6f;
    p->w[i][2] = floatn_abs(p->c[i][2]) + 1e-6f;
    p->half[i] = floatn_load(block + (HALF + i) * BLOCK_LANES);
}

static inline ObbLaneRows relate(const OneObb *s, const float *block)
{
    ObbLaneRows p;
    p.d[0] = s->centre[0] - floatn_load(block + CENTRE * BLOCK_LANES);
    p.d[1] = s->centre[1] - floatn_load(block + (CENTRE + 1) * BLOCK_LANES);
    p.d[2] = s->centre[2] - floatn_load(block + (CENTRE + 2) * BLOCK_LANES);
    relate_axis(&p, s, block, 0);
    relate_axis(&p, s, block, 1);
    relate_axis(&p, s, block, 2);
    return p;
}

// Gaps along axis i of the lanes, along axis j of the single box, and along their cross product.
static inline FloatN gap_lanes(const ObbLaneRows *p, const OneObb *s, int i)
{
    return floatn_abs(p->t[i]) - (p->half[i] + p->w[i][0] * s->half[0] + p->w[i][1] * s->half[1] +
                                  p->w[i][2] * s->half[2]);
}

static inline FloatN gap_one(const ObbLaneRows *p, const OneObb *s, int j)
{
    return floatn_abs(p->d[0] * s->axis[j][0] + p->d[1] * s->axis[j][1] + p->d[2] * s->axis[j][2]) -
           (s->half[j] + p->w[0][j] * p->half[0] + p->w[1][j] * p->half[1] +
            p->w[2][j] * p->half[2]);
}

static inline FloatN gap_edges(const ObbLaneRows *p, const OneObb *s, int i, int j)
{
    int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    return floatn_abs(p->t[i2] * p->c[i1][j] - p->t[i1] * p->c[i2][j]) -
           (p->half[i1] * p->w[i2][j] + p->half[i2] * p->w[i1][j] + s->half[j1] * p->w[i][j2] +
            s->half[j2] * p->w[i][j1]);
}

// valid: of these lanes.
static inline unsigned apart_part(const OneObb *s, const float *block, float eps, unsigned valid,
                                  uint64_t *exits)
{
    ObbLaneRows p = relate(s, block);
    IntN faces =
        (gap_lanes(&p, s, 0) > eps) | (gap_lanes(&p, s, 1) > eps) | (gap_lanes(&p, s, 2) > eps);
    unsigned apart = count_exit(0, intn_bits(faces), valid, exits, BLOCK_EXIT_LANES);
    faces = (gap_one(&p, s, 0) > eps) | (gap_one(&p, s, 1) > eps) | (gap_one(&p, s, 2) > eps);
    apart = count_exit(apart, intn_bits(faces), valid, exits, BLOCK_EXIT_ONE);
    if (apart == valid)
        return apart;
    IntN edges = (gap_edges(&p, s, 0, 0) > eps) | (gap_edges(&p, s, 0, 1) > eps) |
                 (gap_edges(&p, s, 0, 2) > eps) | (gap_edges(&p, s, 1, 0) > eps) |
                 (gap_edges(&p, s, 1, 1) > eps) | (gap_edges(&p, s, 1, 2) > eps) |
                 (gap_edges(&p, s, 2, 0) > eps) | (gap_edges(&p, s, 2, 1) > eps) |
                 (gap_edges(&p, s, 2, 2) > eps);
    return count_exit(apart, intn_bits(edges), valid, exits, BLOCK_EXIT_EDGES);
}

static inline unsigned obb_apart(const ObbBlocks *ctx, const OneObb *s, const float *block,
                                 unsigned valid, uint64_t *exits)
{
    unsigned apart = 0;
    for (unsigned part = 0; part < BLOCK_LANES; part += LANES) {
        unsigned here = valid >> part & ((1u << LANES) - 1);
        if (here)
            apart |= apart_part(s, block + part, ctx->eps, here, exits) << part;
    }
    return apart;
}

static inline FloatN squared_gap(FloatN gap)
{
    FloatN positive = floatn_where(gap > 0, gap);
    return positive * positive;
}

// Divided by the square of the axis's length; edges that are nearly parallel give no direction.
static inline FloatN edge_square(const ObbLaneRows *p, const OneObb *s, int i, int j)
{
    int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    FloatN square = p->c[i1][j] * p->c[i1][j] + p->c[i2][j] * p->c[i2][j];
    IntN usable = square > 0.01f;
    return floatn_where(usable, squared_gap(gap_edges(p, s, i, j))) /
           (floatn_where(usable, square - 1) + 1);
}

static inline FloatN edge_squares(const ObbLaneRows *p, const OneObb *s, int i)
{
    return floatn_max(floatn_max(edge_square(p, s, i, 0), edge_square(p, s, i, 1)),
                      edge_square(p, s, i, 2));
}

// As distance_bound of bv_obb.c, in whose errors the factors of eps are derived; 4 eps more cover
// that the difference is rounded to a float.
static inline void obb_bounds(const ObbBlocks *ctx, const OneObb *s, const float *block,
                              double enough, float bounds[BLOCK_LANES])
{
    float limit = enough < 1e30 ? (float)enough : 1e30f;
    for (int part = 0; part < BLOCK_LANES; part += LANES) {
        ObbLaneRows p = relate(s, block + part);
        FloatN lanes = squared_gap(gap_lanes(&p, s, 0)) + squared_gap(gap_lanes(&p, s, 1)) +
                       squared_gap(gap_lanes(&p, s, 2));
        FloatN one = squared_gap(gap_one(&p, s, 0)) + squared_gap(gap_one(&p, s, 1)) +
                     squared_gap(gap_one(&p, s, 2));
        FloatN bound = floatn_root(floatn_max(lanes, one)) - 6 * ctx->eps;
        if (intn_bits(bound < limit)) {
            FloatN edges = floatn_max(floatn_max(edge_squares(&p, s, 0), edge_squares(&p, s, 1)),
                                      edge_squares(&p, s, 2));
            bound = floatn_max(bound, floatn_root(edges) - 14 * ctx->eps);
        }
        floatn_store(bounds + part, floatn_where(bound > 0, bound));
    }
}

static inline float obb_size(const float *block, uint32_t lane, enum DescentSize what)
{
    float half[3] = {lane_value(block, HALF, lane), lane_value(block, HALF + 1, lane),
                     lane_value(block, HALF + 2, lane)};
    return box_descent_size(half, what);
}

#define BLOCKS_CONTEXT ObbBlocks
#define BLOCKS_SETUP(query, ctx) setup(query, ctx)
#define BLOCKS_FLOATS (size_t)15
#define BLOCKS_ONE OneObb
#define BLOCKS_MOVE(ctx, of_b, block, lane, one) move_obb(ctx, of_b, block, lane, one)
#define BLOCKS_APART(ctx, one, of_b, block, valid, exits) obb_apart(ctx, one, block, valid, exits)
#define BLOCKS_BOUNDS(ctx, one, of_b, block, enough, bounds)                                       \
    obb_bounds(ctx, one, block, enough, bounds)
#define BLOCKS_SIZE(ctx, of_b, block, lane, what) obb_size(block, lane, what)
#include "core/tree/bv/blocks/kernel_blocks.inl"
