#include "core/query/ray.h"

#include "core/shape/predicates.h"
#include "core/tree/binary_nodes.h"
#include "core/tree/build/build.h"
#include "core/tree/bv/aabb/aabb_node.h"
#include "core/tree/bv/obb/obb_fit.h"
#include "core/tree/bv/variants.h"
#include "core/tree/split/split.h"
#include "core/tree/split/variants.h"

#include <assert.h>
#include <float.h>

// Components of the direction that are smaller than this part of the largest one are taken for 0,
// and so is what of the origin is below: products of two such numbers still have all their bits.
#define FAINTEST 0x1p-100
#define FAINTEST_ORIGIN 1e-60

// How much wider the stretch of a ray within a box is made than it was computed, relative to the
// ends of the stretches between the box's faces. It has to cover, with e = 2^-53: corners that are
// rounded when they are seen from the origin and when they are sheared (e and 3e of the dominant
// axis), and here the difference to the origin, the inverse and the products (4e). 128e is plenty
// and costs nothing.
#define SLACK 0x1p-46

// A ray as it is asked triangles and boxes about (Woop, Benthin and Wald 2013): sheared and scaled
// so that it runs along the axis in which it is longest, triangles are looked at in a plane.
typedef struct Beam {
    Vec3d origin;
    Vec3d inverse;  // of the direction; unused along axes where it is 0
    bool across[3]; // the direction has no part along this axis
    int x, y, z;    // z: where the direction is longest
    double shear_x, shear_y;
    double from;
} Beam;

static bool beam_init(Beam *beam, const Ray *ray)
{
    if (!vec3d_is_finite(ray->origin) || !vec3d_is_finite(ray->direction))
        return false;
    *beam = (Beam){.origin = ray->origin, .from = ray->from};
    Vec3d d = ray->direction;
    for (int k = 1; k < 3; ++k)
        beam->z = fabs(d.v[k]) > fabs(d.v[beam->z]) ? k : beam->z;
    double longest = d.v[beam->z];
    if (longest == 0)
        return false;
    beam->x = (beam->z + 1) % 3;
    beam->y = (beam->z + 2) % 3;
    for (int k = 0; k < 3; ++k) {
        beam->across[k] = fabs(d.v[k]) < FAINTEST * fabs(longest);
        beam->inverse.v[k] = beam->across[k] ? 0 : 1 / d.v[k];
        if (fabs(beam->origin.v[k]) < FAINTEST_ORIGIN)
            beam->origin.v[k] = 0;
    }
    beam->shear_x = beam->across[beam->x] ? 0 : d.v[beam->x] / longest;
    beam->shear_y = beam->across[beam->y] ? 0 : d.v[beam->y] / longest;
    return true;
}

// A point, seen from the origin of the beam and along it.
static inline Vec2d seen(const Beam *beam, Vec3d from_origin)
{
    double z = from_origin.v[beam->z];
    return (Vec2d){from_origin.v[beam->x] - beam->shear_x * z,
                   from_origin.v[beam->y] - beam->shear_y * z};
}

// Twice the area of the triangle between the beam and an edge, with its exact sign. Turned round,
// the edge gives exactly the opposite: that is what makes neighbours fit together.
static inline double side(Vec2d a, Vec2d b, double widen)
{
    return orient2d_widened((Vec2d){0, 0}, a, b, widen);
}

// The t of a triangle is kept between those of its own box, so that no box around it can be left
// out for being further away than what rounding made of the triangle in it.
static double kept_in_box(const Beam *beam, const Vec3d p[3], double t)
{
    double near = -INFINITY, far = INFINITY;
    for (int k = 0; k < 3; ++k) {
        if (beam->across[k])
            continue;
        double t0 = p[0].v[k] * beam->inverse.v[k], t1 = p[1].v[k] * beam->inverse.v[k],
               t2 = p[2].v[k] * beam->inverse.v[k];
        double low = t0 < t1 ? t0 : t1, high = t0 < t1 ? t1 : t0;
        low = t2 < low ? t2 : low;
        high = t2 > high ? t2 : high;
        near = low > near ? low : near;
        far = high < far ? high : far;
    }
    t = t < near ? near : t;
    return t > far ? far : t;
}

// NaN: the beam passes it by, or sees it edge-on.
static inline double triangle_at(const Beam *beam, const Mesh *mesh, int32_t triangle)
{
    Vec3d p[3];
    Vec2d s[3];
    for (int i = 0; i < 3; ++i) {
        p[i] = vec3d_sub(mesh->vertices[mesh->triangles[triangle][i]], beam->origin);
        s[i] = seen(beam, p[i]);
    }
    double w[3] = {side(s[1], s[2], 1), side(s[2], s[0], 1), side(s[0], s[1], 1)};
    bool left = w[0] > 0 || w[1] > 0 || w[2] > 0, right = w[0] < 0 || w[1] < 0 || w[2] < 0;
    if (left == right)
        return NAN;
    double sum = 0, along = 0;
    for (int i = 0; i < 3; ++i) {
        double weight = side(s[(i + 1) % 3], s[(i + 2) % 3], ORIENT_ACCURATE);
        sum += weight;
        along += weight * p[i].v[beam->z];
    }
    return kept_in_box(beam, p, along / sum * beam->inverse.v[beam->z]);
}

typedef struct Walk {
    Beam beam;
    const Bvh *tree;
    const AabbNode *nodes; // NULL: of blocks
    RayHit best;
    double limit; // no further than this
} Walk;

static inline void look_at(Walk *walk, const Mesh *mesh, int32_t triangle)
{
    double t = triangle_at(&walk->beam, mesh, triangle);
    if (!(t >= walk->beam.from && t <= walk->limit) ||
        (t == walk->best.t && triangle > walk->best.triangle && walk->best.triangle >= 0))
        return;
    walk->best = (RayHit){triangle, t};
    walk->limit = t;
}

static Walk walk_start(const Ray *ray)
{
    return (Walk){.best = {-1, INFINITY}, .limit = fmin(ray->to, DBL_MAX)};
}

// Where the beam comes into a box whose centre, seen from its origin, is at `away`; +inf: it passes
// by. NaN, from boxes too far away for a double, restricts nothing.
static inline double enters(const Beam *beam, Vec3d away, Vec3d half, double limit)
{
    double near = beam->from, far = limit, along = beam->inverse.v[beam->z];
    double slack = SLACK * (fabs(away.v[beam->z] * along) + fabs(half.v[beam->z] * along));
    for (int k = 0; k < 3; ++k) {
        if (beam->across[k]) {
            if (fabs(away.v[k]) > half.v[k] + SLACK * (fabs(away.v[k]) + half.v[k]))
                return INFINITY;
            continue;
        }
        double middle = away.v[k] * beam->inverse.v[k];
        double wide = fabs(half.v[k] * beam->inverse.v[k]);
        wide += SLACK * (fabs(middle) + wide) + slack;
        near = middle - wide > near ? middle - wide : near;
        far = middle + wide < far ? middle + wide : far;
    }
    return near <= far ? near : INFINITY;
}

// Of blocks. Around an oriented box is one along the axes: its own axes are at right angles to a few
// parts in 10^7, which 1e-6 of all its extents covers.
static double enters_block(const Walk *walk, NodeId node)
{
    ObbVolume box;
    struct {
        float centre[3], half[3];
    } flat;
    Vec3d centre, half;
    if (walk->tree->type == &bv_aabb_blocks) {
        walk->tree->type->decode(walk->tree, node, NULL, &flat);
        centre = vec3d_from_floats(flat.centre);
        half = vec3d_from_floats(flat.half);
    } else {
        walk->tree->type->decode(walk->tree, node, NULL, &box);
        centre = vec3d_from_floats(box.centre);
        half = vec3d_from_floats(box.half);
        double more = 1e-6 * (half.x + half.y + half.z);
        Vec3d reach = vec3d(more, more, more);
        for (int k = 0; k < 3; ++k)
            for (int i = 0; i < 3; ++i)
                reach.v[i] += fabs((double)box.axis[k][i]) * half.v[k];
        half = reach;
    }
    return enters(&walk->beam, vec3d_sub(centre, walk->beam.origin), half, walk->limit);
}

static inline double enters_node(const Walk *walk, NodeId at)
{
    if (!walk->nodes)
        return enters_block(walk, at);
    const AabbNode *node = &walk->nodes[at];
    Vec3d away = vec3d_sub(vec3d_from_floats(node->centre), walk->beam.origin);
    return enters(&walk->beam, away, vec3d_from_floats(node->half), walk->limit);
}

static inline NodeLinks links_at(const Walk *walk, NodeId node)
{
    return walk->nodes ? node_ref_links(walk->nodes[node].ref)
                       : walk->tree->type->links(walk->tree, node);
}

typedef struct Stop {
    double at;
    NodeId node;
} Stop;

// As deep as the tree, which is as deep as the logarithm of its triangles.
static void descend(Walk *walk, NodeLinks at)
{
    if (at.leaf) {
        for (uint32_t i = 0; i < at.count; ++i)
            look_at(walk, walk->tree->mesh, walk->tree->slots[at.first + i]);
        return;
    }
    Stop stops[QUERY_MAX_ARITY];
    int count = 0;
    for (uint32_t i = 0; i < at.count; ++i) {
        NodeId node = at.first + i;
        double enter = enters_node(walk, node);
        if (enter == INFINITY)
            continue;
        int k = count++;
        for (; k > 0 && stops[k - 1].at > enter; --k)
            stops[k] = stops[k - 1];
        stops[k] = (Stop){enter, node};
    }
    for (int i = 0; i < count && stops[i].at <= walk->limit; ++i)
        descend(walk, links_at(walk, stops[i].node));
}

BvhDesc ray_tree_desc(void)
{
    // The fastest to build of what is good enough: see bench_ray.c.
    BvhDesc desc = {.type = &bv_aabb, .split = &split_spatial_median, .leaf_size = 8, .arity = 4};
    return bvh_desc_filled(&desc);
}

bool ray_can_use(const BvType *type)
{
    return type == &bv_aabb || type == &bv_aabb_blocks || type == &bv_obb_blocks;
}

RayHit ray_nearest(const Bvh *tree, const Ray *ray)
{
    assert(ray_can_use(tree->type) && tree->mesh_version == tree->mesh->version);
    Walk walk = walk_start(ray);
    if (tree->node_count == 0 || !beam_init(&walk.beam, ray))
        return walk.best;
    walk.tree = tree;
    walk.nodes = tree->type == &bv_aabb ? tree->nodes : NULL;
    if (enters_node(&walk, 0) < INFINITY)
        descend(&walk, links_at(&walk, 0));
    return walk.best;
}

RayHit ray_nearest_of_all(const Mesh *mesh, const Ray *ray)
{
    assert(mesh && ray);
    Walk walk = walk_start(ray);
    if (beam_init(&walk.beam, ray))
        for (int32_t i = 0; i < mesh->triangle_count; ++i)
            look_at(&walk, mesh, i);
    return walk.best;
}

double ray_enters_box(const Ray *ray, const Box3d *box, double limit)
{
    Beam beam;
    if (!(box->lo.x <= box->hi.x) || !beam_init(&beam, ray))
        return INFINITY;
    Vec3d lo = vec3d_sub(box->lo, beam.origin), hi = vec3d_sub(box->hi, beam.origin);
    return enters(&beam, vec3d_scale(vec3d_add(lo, hi), 0.5), vec3d_scale(vec3d_sub(hi, lo), 0.5),
                  fmin(limit, ray->to));
}
