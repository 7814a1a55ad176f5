// Slab cut balls in 26 bytes (Larsson 2008, section 1.1): the normal in three and the slab's planes
// in two 16-bit numbers, the planes as fractions of the radius.
#include "core/base/rounding.h"
#include "core/shape/slab_overlap.h"
#include "core/tree/binary_nodes.h"
#include "core/tree/build/build.h"
#include "core/tree/bv/slabcutball/slab_explain.h"
#include "core/tree/bv/slabcutball/slab_fit.h"
#include "core/tree/pair/traversal.h"
#include "core/tree/pair/variants.h"
#include "core/tree/split/variants.h"

typedef struct QuantisedNode {
    float centre[3], radius;
    int16_t normal[3], hi, lo;
    uint16_t unused;
    uint32_t ref;
} QuantisedNode;
_Static_assert(offsetof(QuantisedNode, unused) == 26, "the published size");
_Static_assert(sizeof(QuantisedNode) == 32, "two nodes per cache line");

#define STEPS 32767

// One step of the planes. A little more than radius / STEPS, so that the last step lies outside the
// ball for certain: the normal's length errs by less than 2^-50 once it is decoded.
static inline double plane_step(const QuantisedNode *n)
{
    return (double)n->radius * ((1 + 0x1p-40) / STEPS);
}

// The normal is brought back to length 1, and lo and hi are measured with it as decoded here.
static inline SlabBall load(const QuantisedNode *n)
{
    double x = n->normal[0], y = n->normal[1], z = n->normal[2], step = plane_step(n);
    double length = 1 / sqrt(x * x + y * y + z * z);
    return (SlabBall){
        .centre = vec3d((double)n->centre[0], (double)n->centre[1], (double)n->centre[2]),
        .normal = vec3d(x * length, y * length, z * length),
        .radius = (double)n->radius,
        .hi = n->hi * step,
        .lo = n->lo * step,
    };
}

static void store_ball(QuantisedNode *node, const SlabBall *ball)
{
    Vec3d n = vec3d_normalised(ball->normal);
    for (int i = 0; i < 3; ++i) {
        node->centre[i] = (float)ball->centre.v[i];
        node->normal[i] = (int16_t)lrint(STEPS * n.v[i]); // the largest is at least 0.57: never 0
    }
    node->radius = float_above(ball->radius);
}

// Steps that reach at least as far as `out`, counted outwards. Beyond the ball there is nothing.
static int16_t steps_out(double out, double step)
{
    if (!(step > 0) || out >= STEPS * step)
        return STEPS;
    double steps = fmax(-STEPS, ceil(out / step));
    if (steps * step < out) // the division was rounded down
        ++steps;
    return (int16_t)fmin(STEPS, steps);
}

static void store_slab(QuantisedNode *node, const SlabBall *ball)
{
    double step = plane_step(node);
    node->hi = steps_out(ball->hi, step);
    node->lo = (int16_t)-steps_out(-ball->lo, step);
}

#define SLAB_NODE QuantisedNode
#include "core/tree/bv/slabcutball/slab_nodes.inl"

static const Param params[SLAB_PARAMS] = {SLAB_COMMON_PARAMS};

const BvType bv_scb_quantised = {
    .name = "quantised slab cut ball",
    .note = "the same in 16-bit numbers: two nodes per cache line, a little wider",
    .traits = BV_WIDE | BV_LISTS_POINTS,
    .params = params,
    .param_count = SLAB_PARAMS,
    .build = build,
    .refit = refit,
    SLAB_TYPE,
};
