// Oriented boxes in blocks. One box is moved into the frame of the block's mesh and tested against
// all lanes; the includer names the function BLOCKS_RUN.
//
// Rounding is that of core/tree/bv/obb/bv_obb.c with the single box in the place of B's, whichever
// tree it is of: rigid maps have the same scale S both ways. Its axes in the other frame err by 5 u,
// the products C by 12 u; the centre difference d by 16 uS per component and by 40 uS along an axis of
// a lane. Along the single box's own axes d is projected as it is: 5 u of the axis and 4 u of the sums
// times |d| <= 2 S, and d's own error, below 50 uS. Along a cross product of edges two such are taken
// times products C, the squares of which sum up to 1, 57 uS, with the errors of these, 34 uS, and of
// two products and a difference, 6 uS: below 100 uS. Radii err by 20 uS, and by 12 u of C times at most
// three half extents of a box or two of both, 36 uS; stored axes that are not quite at right angles reach
// 24 uS further for each box. The sum stays below 256 uS, above which a gap counts; so |C| need not be
// widened, also where edges are nearly parallel and everything is small.
//
// Where a map scales by s alike in all directions, axes are moved by its rotation, and half extents are
// s times as large, rounded up. Where it does not, the single box is a parallelepiped, for which the
// box around it stands (obb/obb_around.h): its axes are at right angles in double and err by u, its half
// extents are at most 3 N R, where N is the stretch of the map and R the radius of the single box's
// mesh, and everything else errs in proportion. So S is |t| + R of the lanes + 3 N R.
#include "core/base/lanes.h"
#include "core/base/rounding.h"
#include "core/base/simd.h"
#include "core/shape/box.h"
#include "core/tree/bv/blocks/runs.h"
#include "core/tree/bv/obb/obb_around.h"
#include "core/tree/pair/worklist.h"

enum { AXIS = 0, CENTRE = 9, HALF = 12 }; // of a volume's floats

typedef struct ObbBlocks {
    const BlockTree *tree[2];
    Float4 turn[2][3];             // [of_b]: axes, from its own frame to the other one
    Float4 column[2][3], shift[2]; // the same for centres
    float longer[2];               // what half extents are multiplied with
    float eps[2];                  // in the frame of the lanes
    float to_a[2]; // lengths in the frame of the lanes are at least that much in A's
    float volume_factor, area_factor; // of B's boxes in A's unit
    const Affine *uneven[2];          // the map, if it scales differently along its axes; or NULL
} ObbBlocks;

// In the frame of the other tree.
typedef struct OneObb {
    float axis[3][4], centre[4], half[3];
} OneObb;

// Returns the scale of the map, 0 where it is not the same in all directions.
static double setup_side(const Query *query, ObbBlocks *ctx, int of_b)
{
    const Affine *map = of_b ? &query->b_to_a : &query->a_to_b;
    double own = of_b ? query->b->radius : query->a->radius;
    double others = of_b ? query->a->radius : query->b->radius;
    double even = affine_even_scale(map), scale = even > 0 ? even : 1;
    double stretch = even > 0 ? even : 3 * affine_stretch(map);
    for (int k = 0; k < 3; ++k) {
        Vec3d to = vec3d(map->m[0][k], map->m[1][k], map->m[2][k]);
        Vec3d turned = vec3d_scale(to, 1 / scale);
        ctx->column[of_b][k] = (Float4){(float)to.x, (float)to.y, (float)to.z, 0};
        ctx->turn[of_b][k] = (Float4){(float)turned.x, (float)turned.y, (float)turned.z, 0};
    }
    ctx->shift[of_b] = (Float4){(float)map->p.x, (float)map->p.y, (float)map->p.z, 0};
    ctx->longer[of_b] = even == 1 ? 1 : float_above(scale * (1 + 1e-6));
    ctx->uneven[of_b] = even > 0 ? NULL : map;
    ctx->eps[of_b] = float_above(256 * 0x1p-24 * (vec3d_length(map->p) + others + stretch * own));
    return even;
}

static void setup(const Query *query, ObbBlocks *ctx)
{
    ctx->tree[0] = query->a->nodes;
    ctx->tree[1] = query->b->nodes;
    double of_a = setup_side(query, ctx, 0), of_b = setup_side(query, ctx, 1);
    double stretch = of_a > 0 ? of_a : affine_stretch(&query->a_to_b);
    ctx->to_a[0] = of_a == 1 ? 1 : float_below((1 - 1e-6) / stretch);
    ctx->to_a[1] = 1;
    stretch = of_b > 0 ? of_b : affine_stretch(&query->b_to_a);
    ctx->volume_factor = of_b == 1 ? 1 : (float)fabs(affine_determinant(&query->b_to_a));
    ctx->area_factor = (float)(stretch * stretch);
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

static void move_around(const Affine *map, const float *block, uint32_t lane, OneObb *one)
{
    Vec3d direction[3];
    double half[3];
    for (int k = 0; k < 3; ++k) {
        Vec3d axis;
        for (int i = 0; i < 3; ++i)
            axis.v[i] = (double)lane_value(block, AXIS + 3 * k + i, lane);
        direction[k] = affine_apply_vector(map, axis);
        half[k] = (double)lane_value(block, HALF + k, lane);
    }
    obb_around(direction, half);
    for (int k = 0; k < 3; ++k) {
        for (int i = 0; i < 3; ++i)
            one->axis[k][i] = (float)direction[k].v[i];
        one->half[k] = float_above(half[k]);
    }
}

static inline void move_obb(const ObbBlocks *ctx, int of_b, const float *block, uint32_t lane,
                            OneObb *one)
{
    Float4 centre = moved(ctx->column[of_b], block, CENTRE, lane) + ctx->shift[of_b];
    memcpy(one->centre, &centre, sizeof centre);
    if (ctx->uneven[of_b]) {
        move_around(ctx->uneven[of_b], block, lane, one);
        return;
    }
    const Float4 *turn = ctx->turn[of_b];
    for (int k = 0; k < 3; ++k) {
        Float4 axis = moved(turn, block, AXIS + 3 * k, lane);
        memcpy(one->axis[k], &axis, sizeof axis);
        one->half[k] = ctx->longer[of_b] * lane_value(block, HALF + k, lane);
    }
}

// LANES boxes of a block and the single one: c[i][j] = axis i of a lane times axis j of the single
// box, w = |c|, d the centre difference, t the same along the lanes' axes.
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
    p->w[i][0] = floatn_abs(p->c[i][0]);
    p->w[i][1] = floatn_abs(p->c[i][1]);
    p->w[i][2] = floatn_abs(p->c[i][2]);
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

// valid: of these lanes. gaps: where not all are apart, the largest along faces is put there; or NULL.
static inline unsigned apart_part(const OneObb *s, const float *block, float eps, unsigned valid,
                                  uint64_t *exits, float *gaps)
{
    ObbLaneRows p = relate(s, block);
    FloatN gap = floatn_max3(gap_lanes(&p, s, 0), gap_lanes(&p, s, 1), gap_lanes(&p, s, 2));
    unsigned apart = count_exit(0, intn_bits(gap > eps), valid, exits, BLOCK_EXIT_LANES);
    FloatN of_lanes = gap;
    gap = floatn_max3(gap_one(&p, s, 0), gap_one(&p, s, 1), gap_one(&p, s, 2));
    apart = count_exit(apart, intn_bits(gap > eps), valid, exits, BLOCK_EXIT_ONE);
    if (apart == valid)
        return apart;
    if (gaps)
        floatn_store(gaps, floatn_max(of_lanes, gap));
    // Of the nine pairs of edges these part 83 to 92 % of the boxes that any of them do.
    gap = floatn_max(floatn_max(gap_edges(&p, s, 0, 0), gap_edges(&p, s, 0, 1)),
                     floatn_max(gap_edges(&p, s, 1, 0), gap_edges(&p, s, 1, 1)));
    return count_exit(apart, intn_bits(gap > eps), valid, exits, BLOCK_EXIT_EDGES);
}

static inline unsigned obb_apart(const ObbBlocks *ctx, const OneObb *s, int of_b,
                                 const float *block, unsigned valid, uint64_t *exits, float *gaps)
{
    unsigned apart = 0;
    for (unsigned part = 0; part < BLOCK_LANES; part += LANES) {
        unsigned here = valid >> part & ((1u << LANES) - 1);
        if (here)
            apart |=
                apart_part(s, block + part, ctx->eps[of_b], here, exits, gaps ? gaps + part : NULL)
                << part;
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

// Along the longer edges, as above.
static inline FloatN edge_squares(const ObbLaneRows *p, const OneObb *s)
{
    return floatn_max(floatn_max(edge_square(p, s, 0, 0), edge_square(p, s, 0, 1)),
                      floatn_max(edge_square(p, s, 1, 0), edge_square(p, s, 1, 1)));
}

// As distance_bound of bv_obb.c, in whose errors the factors of eps are derived; 4 eps more cover
// that the difference is rounded to a float.
static inline void obb_bounds(const ObbBlocks *ctx, const OneObb *s, int of_b, const float *block,
                              double enough, float bounds[BLOCK_LANES])
{
    float eps = ctx->eps[of_b], to_a = ctx->to_a[of_b];
    float limit = enough < 1e30 * (double)to_a ? (float)enough / to_a : 1e30f;
    for (int part = 0; part < BLOCK_LANES; part += LANES) {
        ObbLaneRows p = relate(s, block + part);
        FloatN lanes = squared_gap(gap_lanes(&p, s, 0)) + squared_gap(gap_lanes(&p, s, 1)) +
                       squared_gap(gap_lanes(&p, s, 2));
        FloatN one = squared_gap(gap_one(&p, s, 0)) + squared_gap(gap_one(&p, s, 1)) +
                     squared_gap(gap_one(&p, s, 2));
        FloatN bound = floatn_root(floatn_max(lanes, one)) - 6 * eps;
        IntN below = bound < limit;
        if (intn_bits(below)) { // of these alone, whoever is computed beside them
            FloatN edges = floatn_root(edge_squares(&p, s)) - 14 * eps;
            bound = floatn_max(bound, floatn_where(below, edges));
        }
        floatn_store(bounds + part, to_a * floatn_where(bound > 0, bound));
    }
}

static inline float obb_size(const ObbBlocks *ctx, int of_b, const float *block, uint32_t lane,
                             enum DescentSize what)
{
    float half[3] = {lane_value(block, HALF, lane), lane_value(block, HALF + 1, lane),
                     lane_value(block, HALF + 2, lane)};
    float factor = what == DESCENT_VOLUME ? ctx->volume_factor : ctx->area_factor;
    return (of_b ? factor : 1) * box_descent_size(half, what);
}

#define BLOCKS_CONTEXT ObbBlocks
#define BLOCKS_SETUP(query, ctx) setup(query, ctx)
#define BLOCKS_FLOATS (size_t)15
#define BLOCKS_ONE OneObb
#define BLOCKS_MOVE(ctx, of_b, block, lane, one) move_obb(ctx, of_b, block, lane, one)
#define BLOCKS_APART(ctx, one, of_b, block, valid, exits, gaps)                                    \
    obb_apart(ctx, one, of_b, block, valid, exits, gaps)
#define BLOCKS_BOUNDS(ctx, one, of_b, block, enough, bounds)                                       \
    obb_bounds(ctx, one, of_b, block, enough, bounds)
#define BLOCKS_SIZE(ctx, of_b, block, lane, what) obb_size(ctx, of_b, block, lane, what)
#include "core/tree/bv/blocks/kernel_blocks.inl"
