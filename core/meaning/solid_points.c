// Points against a solid: the nearest point of its surface, and the winding number.
#include "core/base/rng.h"
#include "core/meaning/solid.h"
#include "core/shape/predicates.h"
#include "core/shape/segment.h"

#include <assert.h>

bool placed_solid_init(PlacedSolid *placed, const Solid *solid, const Affine *to_frame)
{
    *placed = (PlacedSolid){.solid = solid, .to_frame = *to_frame, .shrink = 1};
    if (!affine_invert(to_frame, &placed->to_local))
        return false;
    placed->rigid = affine_is_rigid(to_frame);
    if (!placed->rigid)
        placed->shrink = 1 / affine_stretch(&placed->to_local);
    return true;
}

Triangle placed_solid_triangle(const PlacedSolid *placed, int32_t triangle)
{
    Triangle t = mesh_triangle(placed->solid->mesh, triangle);
    return triangle_transformed(&t, &placed->to_frame);
}

// By the region of the plane p falls into (Ericson, Real-Time Collision Detection, 5.1.5); a
// collapsed triangle has no face and ends at its edges.
double triangle_nearest(const Triangle *t, Vec3d p, Vec3d *foot)
{
    Vec3d ab = vec3d_sub(t->p[1], t->p[0]), ac = vec3d_sub(t->p[2], t->p[0]);
    Vec3d ap = vec3d_sub(p, t->p[0]), n = vec3d_cross(ab, ac);
    double square = vec3d_dot(n, n);
    double v = vec3d_dot(vec3d_cross(ap, ac), n), w = vec3d_dot(vec3d_cross(ab, ap), n);
    if (square > 0 && v >= 0 && w >= 0 && v + w <= square) {
        *foot = vec3d_add_scaled(vec3d_add_scaled(t->p[0], ab, v / square), ac, w / square);
        Vec3d d = vec3d_sub(p, *foot);
        return vec3d_dot(d, d);
    }
    ClosestPair best = {INFINITY, p, p};
    for (int k = 0; k < 3; ++k)
        closest_pair_improve(&best, p, segment_closest_to(t->p[k], t->p[(k + 1) % 3], p));
    *foot = best.on_b;
    return best.square;
}

static double box_square(const Box3d *box, Vec3d p)
{
    double square = 0;
    for (int k = 0; k < 3; ++k) {
        double below = box->lo.v[k] - p.v[k], above = p.v[k] - box->hi.v[k];
        double d = below > above ? below : above;
        square += d > 0 ? d * d : 0;
    }
    return square;
}

// Depth first, the nearer child first. What waits are the siblings along one path.
typedef struct Waiting {
    NodeId node;
    double square;
} Waiting;
enum { STACK_SIZE = 64 * (QUERY_MAX_ARITY - 1) }; // halves by count: never 64 levels

static double triangle_nearer(const PlacedSolid *placed, int32_t index, Vec3d p, Vec3d local,
                              double square, Nearest *best)
{
    Triangle t = mesh_triangle(placed->solid->mesh, index);
    if (!placed->rigid)
        t = triangle_transformed(&t, &placed->to_frame);
    Vec3d foot;
    double s = triangle_nearest(&t, placed->rigid ? local : p, &foot);
    if (s >= square)
        return square;
    best->triangle = index;
    best->foot = foot;
    return s;
}

Nearest solid_nearest(const PlacedSolid *placed, Vec3d p, double bound, int32_t hint)
{
    Nearest best = {.distance = bound, .triangle = -1};
    const Solid *solid = placed->solid;
    if (solid->node_count == 0 || !(bound > 0))
        return best;
    Vec3d local = affine_apply(&placed->to_local, p);
    double shrink = placed->shrink * placed->shrink, square = bound * bound;
    if (hint >= 0)
        square = triangle_nearer(placed, hint, p, local, square, &best);
    Waiting stack[STACK_SIZE];
    size_t count = 0;
    double at_root = shrink * box_square(&solid->nodes[0].box, local);
    if (at_root < square)
        stack[count++] = (Waiting){0, at_root};
    while (count > 0) {
        Waiting next = stack[--count];
        if (next.square >= square)
            continue;
        const SolidNode *node = &solid->nodes[next.node];
        const NodeLinks links = solid_links(node);
        if (links.leaf) {
            for (uint32_t k = links.first; k < links.first + links.count; ++k)
                square = triangle_nearer(placed, solid->slots[k], p, local, square, &best);
            continue;
        }
        assert(count + links.count <= STACK_SIZE);
        size_t from = count;
        for (uint32_t k = 0; k < links.count; ++k) {
            NodeId child = links.first + k;
            double s = shrink * box_square(&solid->nodes[child].box, local);
            if (s >= square)
                continue;
            // Sorted so that the nearest child is on top.
            size_t at = count++;
            for (; at > from && stack[at - 1].square < s; --at)
                stack[at] = stack[at - 1];
            stack[at] = (Waiting){child, s};
        }
    }
    if (best.triangle >= 0) {
        best.distance = sqrt(square);
        if (placed->rigid)
            best.foot = affine_apply(&placed->to_frame, best.foot);
    }
    return best;
}

enum Crossing { CROSSING_NONE, CROSSING_UP, CROSSING_DOWN, CROSSING_DEGENERATE, CROSSING_AT_START };

// The segment from p to q against a triangle, by signs of exact determinants alone. Up: along the
// triangle's normal, that is out of the solid.
static enum Crossing crossing(const Triangle *t, const Vec3d *p, const Vec3d *q)
{
    double side[3];
    bool positive = false, negative = false;
    for (int k = 0; k < 3; ++k) {
        side[k] = orient3d(p, q, &t->p[k], &t->p[(k + 1) % 3]);
        positive |= side[k] > 0;
        negative |= side[k] < 0;
    }
    if (positive && negative)
        return CROSSING_NONE;
    double from = orient3d(&t->p[0], &t->p[1], &t->p[2], p);
    double to = orient3d(&t->p[0], &t->p[1], &t->p[2], q);
    if ((from > 0 && to > 0) || (from < 0 && to < 0))
        return CROSSING_NONE;
    bool clean = side[0] != 0 && side[1] != 0 && side[2] != 0;
    if (from == 0 && clean)
        return CROSSING_AT_START;
    if (!clean || to == 0)
        return CROSSING_DEGENERATE;
    return from < 0 ? CROSSING_UP : CROSSING_DOWN;
}

// Does the segment from p to q come within `margin` of the box? By the slabs.
static bool segment_meets(const Box3d *box, Vec3d p, Vec3d d, double margin)
{
    double enter = 0, leave = 1;
    for (int k = 0; k < 3; ++k) {
        double lo = box->lo.v[k] - margin - p.v[k], hi = box->hi.v[k] + margin - p.v[k];
        if (d.v[k] == 0) {
            if (lo > 0 || hi < 0)
                return false;
            continue;
        }
        double s = lo / d.v[k], t = hi / d.v[k];
        double first = s < t ? s : t, last = s < t ? t : s;
        // The quotients are good to a few ulp; what they are compared with is widened by more.
        first -= 1e-15 + 1e-15 * fabs(first);
        last += 1e-15 + 1e-15 * fabs(last);
        enter = first > enter ? first : enter;
        leave = last < leave ? last : leave;
        if (enter > leave)
            return false;
    }
    return true;
}

typedef struct Ray {
    const PlacedSolid *placed;
    Vec3d p, q;              // in the frame
    Vec3d local, along;      // the same in the solid's frame, rounded
    double margin;           // by how much at most
    const int32_t *group_of; // NULL: all triangles are one group
    int32_t skipped, group_count;
    int *windings; // per group
} Ray;

static enum Crossing leaf_crossings(const Ray *ray, NodeLinks leaf)
{
    for (uint32_t k = leaf.first; k < leaf.first + leaf.count; ++k) {
        int32_t triangle = ray->placed->solid->slots[k];
        int32_t group = ray->group_of ? ray->group_of[triangle] : 0;
        if (group == ray->skipped)
            continue;
        Triangle t = placed_solid_triangle(ray->placed, triangle);
        enum Crossing c = crossing(&t, &ray->p, &ray->q);
        if (c == CROSSING_DEGENERATE || c == CROSSING_AT_START)
            return c;
        ray->windings[group] += c == CROSSING_UP ? 1 : c == CROSSING_DOWN ? -1 : 0;
    }
    return CROSSING_NONE;
}

// The sum of the crossings along the ray; DEGENERATE when it meets an edge or a corner.
static enum Crossing shoot(const Ray *ray)
{
    const Solid *solid = ray->placed->solid;
    NodeId stack[STACK_SIZE];
    size_t count = 0;
    stack[count++] = 0;
    memset(ray->windings, 0, (size_t)ray->group_count * sizeof *ray->windings);
    while (count > 0) {
        const SolidNode *node = &solid->nodes[stack[--count]];
        if (!segment_meets(&node->box, ray->local, ray->along, ray->margin))
            continue;
        const NodeLinks links = solid_links(node);
        if (links.leaf) {
            enum Crossing c = leaf_crossings(ray, links);
            if (c != CROSSING_NONE)
                return c;
            continue;
        }
        assert(count + links.count <= STACK_SIZE);
        for (uint32_t k = 0; k < links.count; ++k)
            stack[count++] = links.first + k;
    }
    return CROSSING_NONE;
}

bool solid_winding(const PlacedSolid *placed, Vec3d p, int *winding)
{
    assert(placed->solid->encloses);
    return solid_windings(placed, p, NULL, -1, 1, winding);
}

bool solid_windings(const PlacedSolid *placed, Vec3d p, const int32_t *group_of, int32_t skipped,
                    int32_t group_count, int *windings)
{
    // Directions without any regularity that CAD parts share; tried in this order, so that equal
    // questions get equal answers.
    enum { TRIES = 24 };
    const Solid *solid = placed->solid;
    Ray ray = {.placed = placed,
               .p = p,
               .group_of = group_of,
               .skipped = skipped,
               .group_count = group_count,
               .windings = windings};
    memset(windings, 0, (size_t)group_count * sizeof *windings);
    ray.local = affine_apply(&placed->to_local, p);
    const Box3d *box = &solid->nodes[0].box;
    double size = vec3d_distance(box->lo, box->hi);
    Vec3d middle = vec3d_scale(vec3d_add(box->lo, box->hi), 0.5);
    // Both ends are moved into the solid's frame with rounding: the inverse is good to about the
    // condition of the map.
    double reach = size + vec3d_distance(ray.local, middle);
    double stretch = affine_stretch(&placed->to_frame), inverse = affine_stretch(&placed->to_local);
    double far = vec3d_length(p) + vec3d_length(placed->to_frame.p) + 2 * reach * stretch;
    ray.margin = 1e-14 * (inverse * far * (1 + stretch * inverse) + size + vec3d_length(ray.local));
    if (sqrt(box_square(box, ray.local)) > ray.margin)
        return true; // outside of the box
    Rng rng = rng_create(20221);
    for (int i = 0; i < TRIES; ++i) {
        // Long enough to leave the solid in every placement.
        ray.q = vec3d_add_scaled(p, rng_direction(&rng), 2 * reach * stretch);
        ray.along = vec3d_sub(affine_apply(&placed->to_local, ray.q), ray.local);
        enum Crossing c = shoot(&ray);
        if (c == CROSSING_AT_START)
            return false;
        if (c == CROSSING_NONE)
            return true;
    }
    return false;
}
