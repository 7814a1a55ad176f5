// The curve that an edge is a piece of.
#include "core/mesh/creases.h"

#include "core/base/array.h"
#include "core/mesh/topology.h"

#include <assert.h>

enum { MAX_PIECES = 4096 };
static const double SMOOTH = 0.80; // cosine of the turn from one piece to the next: 37 degrees
static const double STRAIGHT = 1 - 1e-7;  // ... of a straight edge: 0.03 degrees
static const double CIRCLE_SLACK = 0.005; // of the radius: how far corners may lie from the circle

typedef struct Chain {
    const Mesh *mesh;
    const MeshTopology *topology;
    const Affine *placement;
    int32_t side;
    Vec3d *points;
    size_t count, capacity;
    bool closed, failed;
} Chain;

static int32_t begin_of(const Chain *chain, int32_t side)
{
    return side_point(chain->topology, chain->mesh, side);
}

static int32_t end_of(const Chain *chain, int32_t side)
{
    return begin_of(chain, side_after(side));
}

static Vec3d place(const Chain *chain, int32_t point)
{
    return affine_apply(chain->placement, chain->mesh->vertices[point]);
}

// The one other crease at a point of an edge, found by turning around the point from each of its
// triangles on. -1: the curve ends, or several meet in a corner.
static int32_t crease_after(const Chain *chain, int32_t edge, int32_t at)
{
    const MeshTopology *topology = chain->topology;
    int32_t found = -1, member = edge;
    do {
        int32_t side = member;
        do {
            side = begin_of(chain, side) == at ? side_after(side_after(side)) : side_after(side);
            int32_t other = side_edge(topology, side);
            if (other != edge && side_is_crease(topology, side)) {
                if (found >= 0 && found != other)
                    return -1;
                found = other;
            }
            side = side_twin(topology, side);
        } while (side >= 0 && side_edge(topology, side) != edge);
        member = topology->next[member];
    } while (member != edge);
    return found;
}

static void add_point(Chain *chain, Vec3d p)
{
    chain->failed = chain->failed || !array_reserve(&chain->points, &chain->capacity,
                                                    chain->count + 1, sizeof *chain->points);
    if (!chain->failed)
        chain->points[chain->count++] = p;
}

// On from the picked piece, at its end or at its beginning. A sharp turn is an end.
static void extend(Chain *chain, bool from_begin, double least_cosine)
{
    int32_t first = begin_of(chain, chain->side), last = end_of(chain, chain->side);
    int32_t edge = side_edge(chain->topology, chain->side);
    int32_t before = from_begin ? last : first, at = from_begin ? first : last;
    while (chain->count <= MAX_PIECES && !chain->failed && !chain->closed) {
        edge = crease_after(chain, edge, at);
        if (edge < 0)
            return;
        int32_t next = begin_of(chain, edge) == at ? end_of(chain, edge) : begin_of(chain, edge);
        Vec3d in = vec3d_sub(place(chain, at), place(chain, before));
        Vec3d out = vec3d_sub(place(chain, next), place(chain, at));
        if (!(vec3d_dot(in, out) >= least_cosine * vec3d_length(in) * vec3d_length(out)))
            return;
        chain->closed = next == first;
        add_point(chain, place(chain, next));
        before = at;
        at = next;
    }
}

// Forward; then, unless it closes, turned round and on from the other end.
static void follow(Chain *chain, double least_cosine)
{
    chain->count = 0;
    chain->closed = false;
    add_point(chain, place(chain, begin_of(chain, chain->side)));
    add_point(chain, place(chain, end_of(chain, chain->side)));
    extend(chain, false, least_cosine);
    for (size_t i = 0, k = chain->count; !chain->closed && i + 1 < k; ++i) {
        Vec3d p = chain->points[i];
        chain->points[i] = chain->points[--k];
        chain->points[k] = p;
    }
    extend(chain, true, least_cosine);
}

static double length_of(const Chain *chain)
{
    double length = 0;
    for (size_t i = 1; i < chain->count; ++i)
        length += vec3d_distance(chain->points[i - 1], chain->points[i]);
    return length;
}

// Through three points of the chain; all others have to lie on it.
static bool fit_circle(const Chain *chain, Vec3d *centre, Vec3d *axis, double *radius)
{
    if (chain->count < 4)
        return false;
    size_t last = chain->closed ? chain->count - 2 : chain->count - 1;
    Vec3d a = chain->points[0], b = chain->points[last / 3 + (last < 3)],
          c = chain->points[2 * last / 3 + (last < 3)];
    Vec3d u = vec3d_sub(b, a), v = vec3d_sub(c, a), n = vec3d_cross(u, v);
    double nn = vec3d_dot(n, n), uu = vec3d_dot(u, u), vv = vec3d_dot(v, v);
    if (!(nn > 1e-12 * uu * vv))
        return false;
    Vec3d from_a = vec3d_scale(
        vec3d_add(vec3d_scale(vec3d_cross(v, n), -uu), vec3d_scale(vec3d_cross(u, n), vv)),
        -1 / (2 * nn));
    *radius = vec3d_length(from_a);
    *axis = vec3d_normalised(n);
    *centre = vec3d_add(a, from_a);
    for (size_t i = 0; i < chain->count; ++i) {
        Vec3d off = vec3d_sub(chain->points[i], *centre);
        if (fabs(vec3d_length(off) - *radius) > CIRCLE_SLACK * *radius ||
            fabs(vec3d_dot(off, n)) > CIRCLE_SLACK * *radius * sqrt(nn))
            return false;
    }
    return true;
}

bool crease_curve(const Mesh *mesh, int32_t side, const Affine *placement, CreaseCurve *out)
{
    assert(mesh && out);
    Chain chain = {.mesh = mesh, .placement = placement, .side = side};
    chain.topology = mesh_topology(mesh, NULL);
    if (!chain.topology || side < 0 || side >= 3 * mesh->triangle_count ||
        chain.topology->next[side] < 0)
        return false;
    follow(&chain, STRAIGHT);
    *out = (CreaseCurve){.length = length_of(&chain)};
    if (!chain.failed) {
        out->ends[0] = chain.points[0];
        out->ends[1] = chain.points[chain.count - 1];
        follow(&chain, SMOOTH);
    }
    Vec3d centre;
    if (!chain.failed && fit_circle(&chain, &centre, &out->axis, &out->radius)) {
        out->round = true;
        out->length = length_of(&chain);
        out->ends[0] = centre;
        out->ends[1] = place(&chain, begin_of(&chain, side));
    }
    mem_free(chain.points);
    return !chain.failed;
}
