#include "core/motion/straight.h"

#include "core/tree/binary_nodes.h"
#include "core/tree/bv/aabb/aabb_node.h"
#include "core/tree/bv/variants.h"

#include <assert.h>
#include <float.h>

enum { LOOK_AT_JOB = 4096 };

// --- times at which two intervals overlap

typedef struct Times {
    double from, to;
} Times;

// One goes from [a0, a1] on with this speed, the other one stands. Both are wider than they are by `error`.
static inline bool narrow(Times *times, double a0, double a1, double b0, double b1, double speed,
                          double error)
{
    double before = b0 - error - a1, behind = b1 + error - a0; // before <= t speed <= behind
    if (speed == 0)
        return before <= 0 && behind >= 0;
    double from = (speed > 0 ? before : behind) / speed, to = (speed > 0 ? behind : before) / speed;
    from -= 8 * DBL_EPSILON * fabs(from);
    to += 8 * DBL_EPSILON * fabs(to);
    if (from > times->from)
        times->from = from;
    if (to < times->to)
        times->to = to;
    return times->from <= times->to;
}

// --- two triangles

static inline bool narrow_along(Times *times, Vec3d n, const Vec3d a[3], const Vec3d b[3],
                                Vec3d shift, double error)
{
    double of_a[3], of_b[3];
    for (int k = 0; k < 3; ++k)
        of_a[k] = vec3d_dot(n, a[k]), of_b[k] = vec3d_dot(n, b[k]);
    double a0 = fmin(of_a[0], fmin(of_a[1], of_a[2])), a1 = fmax(of_a[0], fmax(of_a[1], of_a[2]));
    double b0 = fmin(of_b[0], fmin(of_b[1], of_b[2])), b1 = fmax(of_b[0], fmax(of_b[1], of_b[2]));
    double size = fabs(n.x) + fabs(n.y) + fabs(n.z);
    return narrow(times, a0, a1, b0, b1, vec3d_dot(n, shift), error * size);
}

bool straight_triangles_meet(const Triangle *a, const Triangle *b, Vec3d shift, double error,
                             StraightMeet *out)
{
    Times times = {0, 1};
    // Seen from a corner: products of small numbers lose less.
    Vec3d of_a[3], of_b[3], edge_a[3], edge_b[3];
    for (int k = 0; k < 3; ++k) {
        of_a[k] = vec3d_sub(a->p[k], b->p[0]);
        of_b[k] = vec3d_sub(b->p[k], b->p[0]);
        edge_a[k] = vec3d_sub(a->p[(k + 1) % 3], a->p[k]);
        edge_b[k] = vec3d_sub(b->p[(k + 1) % 3], b->p[k]);
    }
    Vec3d normal_a = vec3d_cross(edge_a[0], edge_a[1]);
    Vec3d normal_b = vec3d_cross(edge_b[0], edge_b[1]);
    if (!narrow_along(&times, normal_a, of_a, of_b, shift, error) ||
        !narrow_along(&times, normal_b, of_a, of_b, shift, error))
        return false;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            if (!narrow_along(&times, vec3d_cross(edge_a[i], edge_b[j]), of_a, of_b, shift, error))
                return false;
    for (int i = 0; i < 3; ++i)
        if (!narrow_along(&times, vec3d_cross(normal_a, edge_a[i]), of_a, of_b, shift, error) ||
            !narrow_along(&times, vec3d_cross(normal_b, edge_b[i]), of_a, of_b, shift, error))
            return false;
    *out = (StraightMeet){.from = times.from, .to = times.to};
    return true;
}

// --- two trees, in the frame of the second

enum { AXES = 8 };

typedef struct Walk {
    const Bvh *tree[2];
    const AabbNode *nodes[2];
    Affine to_b, a_to_b; // from the world, and from the first mesh
    Vec3d shift;
    // Directions that boxes are compared in: the axes of both, and two across the shift. How far a box
    // reaches along them follows from its half sizes.
    Vec3d axis[AXES];
    double reach[AXES][2][3];
    double speed[AXES], slack[AXES];
    double far;   // where in the world they are
    double error; // of a coordinate
    const StraightDesc *desc;
    uint64_t tests, next_look;
    bool cancelled, found;
    StraightMeet best;
} Walk;

static void set_axis(Walk *walk, int i, Vec3d axis)
{
    double size = fabs(axis.x) + fabs(axis.y) + fabs(axis.z);
    walk->axis[i] = axis;
    walk->speed[i] = vec3d_dot(axis, walk->shift);
    walk->slack[i] = walk->error * size;
    for (int k = 0; k < 3; ++k) {
        Vec3d column = vec3d(walk->a_to_b.m[0][k], walk->a_to_b.m[1][k], walk->a_to_b.m[2][k]);
        walk->reach[i][0][k] = fabs(vec3d_dot(axis, column));
        walk->reach[i][1][k] = fabs(axis.v[k]);
    }
}

static bool set_axes(Walk *walk, const PosedPart *shifted, Vec3d shift)
{
    Affine back;
    walk->a_to_b = affine_compose(&walk->to_b, &shifted->placement);
    walk->shift = affine_apply_vector(&walk->to_b, shift);
    if (!affine_invert(&walk->a_to_b, &back))
        return false;
    double size = walk->tree[1]->radius + vec3d_length(walk->a_to_b.p) +
                  walk->tree[0]->radius * affine_lengthening(&walk->a_to_b) +
                  vec3d_length(walk->shift) + walk->far * affine_lengthening(&walk->to_b);
    walk->error = 64 * DBL_EPSILON * size;
    for (int k = 0; k < 3; ++k) {
        Vec3d own = vec3d(0, 0, 0);
        own.v[k] = 1;
        set_axis(walk, k, own);
        set_axis(walk, 3 + k, vec3d_normalised(vec3d(back.m[k][0], back.m[k][1], back.m[k][2])));
    }
    int least = 0;
    for (int k = 1; k < 3; ++k)
        least = fabs(walk->shift.v[k]) < fabs(walk->shift.v[least]) ? k : least;
    Vec3d across = vec3d_normalised(vec3d_cross(walk->shift, walk->axis[least]));
    set_axis(walk, 6, across);
    set_axis(walk, 7, vec3d_normalised(vec3d_cross(walk->shift, across)));
    return true;
}

// When two boxes may overlap: from, or infinity.
static double boxes_meet(Walk *walk, NodeId a, NodeId b)
{
    const AabbNode *of_a = &walk->nodes[0][a], *of_b = &walk->nodes[1][b];
    Times times = {0, walk->desc->first ? fmin(1, walk->best.from) : 1};
    Vec3d centre = affine_apply(&walk->a_to_b, vec3d_from_floats(of_a->centre));
    Vec3d away = vec3d_sub(centre, vec3d_from_floats(of_b->centre));
    ++walk->tests;
    for (int i = 0; i < AXES; ++i) {
        double at = vec3d_dot(walk->axis[i], away), r = 0;
        for (int k = 0; k < 3; ++k)
            r += walk->reach[i][0][k] * (double)of_a->half[k] +
                 walk->reach[i][1][k] * (double)of_b->half[k];
        if (!narrow(&times, at - r, at + r, 0, 0, walk->speed[i], 2 * walk->slack[i]))
            return INFINITY;
    }
    return times.from;
}

static void compare_leaves(Walk *walk, NodeLinks a, NodeLinks b)
{
    for (uint32_t i = 0; i < a.count; ++i) {
        int32_t of_a = walk->tree[0]->slots[a.first + i];
        Triangle t = mesh_triangle(walk->tree[0]->mesh, of_a);
        t = triangle_transformed(&t, &walk->a_to_b);
        for (uint32_t j = 0; j < b.count; ++j) {
            int32_t of_b = walk->tree[1]->slots[b.first + j];
            Triangle other = mesh_triangle(walk->tree[1]->mesh, of_b);
            StraightMeet meet;
            ++walk->tests;
            if (!straight_triangles_meet(&t, &other, walk->shift, walk->error, &meet) ||
                (walk->found && meet.from >= walk->best.from))
                continue;
            walk->best = meet;
            walk->best.triangle[0] = of_a, walk->best.triangle[1] = of_b;
            walk->found = true;
            if (!walk->desc->first)
                return;
        }
    }
}

static double node_size(const AabbNode *node, double scale)
{
    return scale * (double)(node->half[0] + node->half[1] + node->half[2]);
}

static bool is_over(Walk *walk)
{
    if (walk->tests >= walk->next_look) {
        walk->next_look = walk->tests + LOOK_AT_JOB;
        walk->cancelled = job_cancelled(walk->desc->job);
    }
    return walk->cancelled || (walk->found && !walk->desc->first);
}

static void descend(Walk *walk, NodeId a, NodeId b)
{
    NodeLinks of_a = node_ref_links(walk->nodes[0][a].ref);
    NodeLinks of_b = node_ref_links(walk->nodes[1][b].ref);
    if (of_a.leaf && of_b.leaf) {
        compare_leaves(walk, of_a, of_b);
        return;
    }
    double scale = affine_lengthening(&walk->a_to_b);
    bool open_a = !of_a.leaf && (of_b.leaf || node_size(&walk->nodes[0][a], scale) >=
                                                  node_size(&walk->nodes[1][b], 1));
    NodeLinks open = open_a ? of_a : of_b;
    struct {
        double from;
        NodeId node;
    } stops[QUERY_MAX_ARITY];
    int count = 0;
    for (uint32_t i = 0; i < open.count; ++i) {
        NodeId child = open.first + i;
        double from = open_a ? boxes_meet(walk, child, b) : boxes_meet(walk, a, child);
        if (from == INFINITY)
            continue;
        int k = count++;
        for (; k > 0 && stops[k - 1].from > from; --k)
            stops[k] = stops[k - 1];
        stops[k].from = from, stops[k].node = child;
    }
    for (int i = 0; i < count && !is_over(walk); ++i)
        if (!walk->found || stops[i].from < walk->best.from)
            descend(walk, open_a ? stops[i].node : a, open_a ? b : stops[i].node);
}

bool straight_meet(const PosedPart parts[2], Vec3d shift, const StraightDesc *desc,
                   StraightMeet *out)
{
    assert(parts[0].tree->type == &bv_aabb && parts[1].tree->type == &bv_aabb && desc && out);
    Walk walk = {.tree = {parts[0].tree, parts[1].tree},
                 .nodes = {parts[0].tree->nodes, parts[1].tree->nodes},
                 .far = vec3d_length(parts[0].placement.p) + vec3d_length(parts[1].placement.p),
                 .desc = desc,
                 .best = {.from = INFINITY, .to = INFINITY, .triangle = {-1, -1}}};
    *out = walk.best;
    if (walk.tree[0]->node_count == 0 || walk.tree[1]->node_count == 0)
        return true;
    if (!affine_invert(&parts[1].placement, &walk.to_b) || !set_axes(&walk, &parts[0], shift)) {
        *out = (StraightMeet){.to = 1, .triangle = {-1, -1}}; // flat: nothing is certain
        return true;
    }
    if (boxes_meet(&walk, 0, 0) < INFINITY)
        descend(&walk, 0, 0);
    *out = walk.best;
    if (desc->tests)
        *desc->tests += walk.tests;
    return !walk.cancelled;
}
