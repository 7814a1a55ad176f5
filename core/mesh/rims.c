// Circles are found by walking along creases: three points in a row say which circle, and it is
// followed as far as the edges keep to it.
#include "core/mesh/rims.h"

#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/mesh/topology.h"

#include <assert.h>
#include <stdlib.h>

static const double LEAST_TURN = 2.0943951;             // a third of a turn, in radians
static const double LEAST_STEP = 0.01, MOST_STEP = 0.9; // radians between two points of a rim
static const double ON_CIRCLE = 2e-4;                   // of the radius
static const double SAME_AXIS = 1e-4;                   // of the radius, and as a sine
enum { LEAST_POINTS = 6, LOOK = 4096 };

typedef struct Edge {
    int32_t a, b; // points
} Edge;

typedef struct Rims {
    const Mesh *mesh;
    Edge *edges; // creases
    int32_t edge_count;
    int32_t *first; // per vertex + 1: its edges in `of_vertex`
    int32_t *of_vertex;
    unsigned char *used; // per edge: part of a rim already
    RoundAxis *axes;
    size_t count, capacity, most;
} Rims;

typedef struct Circle {
    Vec3d centre, normal;
    double radius;
} Circle;

static bool find_edges(Rims *rims, Job *job)
{
    const Mesh *mesh = rims->mesh;
    const MeshTopology *topology = mesh_topology(mesh, job);
    size_t capacity = 0;
    for (int32_t side = 0; topology && side < 3 * mesh->triangle_count; ++side) {
        if (topology->next[side] < 0 || topology->next[side] > side ||
            !side_is_crease(topology, side))
            continue;
        if (!array_reserve(&rims->edges, &capacity, (size_t)rims->edge_count + 1,
                           sizeof *rims->edges))
            return false;
        rims->edges[rims->edge_count++] =
            (Edge){side_point(topology, mesh, side), side_point(topology, mesh, side_after(side))};
    }
    return topology && !job_cancelled(job);
}

static bool link_edges(Rims *rims)
{
    size_t vertices = (size_t)rims->mesh->vertex_count, edges = (size_t)rims->edge_count;
    rims->first = mem_calloc(vertices + 2, sizeof *rims->first);
    rims->of_vertex = array_alloc(edges, 2 * sizeof *rims->of_vertex);
    rims->used = mem_calloc(edges + 1, 1);
    if (!rims->first || !rims->of_vertex || !rims->used)
        return false;
    for (int32_t i = 0; i < rims->edge_count; ++i) {
        ++rims->first[rims->edges[i].a + 2];
        ++rims->first[rims->edges[i].b + 2];
    }
    for (size_t i = 2; i < vertices + 2; ++i)
        rims->first[i] += rims->first[i - 1];
    for (int32_t i = 0; i < rims->edge_count; ++i) { // first[v + 1] moves up to its end
        rims->of_vertex[rims->first[rims->edges[i].a + 1]++] = i;
        rims->of_vertex[rims->first[rims->edges[i].b + 1]++] = i;
    }
    return true;
}

static int32_t other_end(const Edge *edge, int32_t vertex)
{
    return edge->a == vertex ? edge->b : edge->a;
}

// Through three points. False: they lie on a line, or turn too little or too much for a rim.
static bool circle_through(Vec3d a, Vec3d b, Vec3d c, Circle *out)
{
    Vec3d u = vec3d_sub(a, b), v = vec3d_sub(c, b), n = vec3d_cross(u, v);
    double uu = vec3d_dot(u, u), vv = vec3d_dot(v, v), nn = vec3d_dot(n, n);
    if (!(nn > 1e-6 * uu * vv) || !(uu > 0.05 * vv && vv > 0.05 * uu))
        return false;
    Vec3d w = vec3d_sub(vec3d_scale(v, uu), vec3d_scale(u, vv)); // |u|^2 v - |v|^2 u
    Vec3d to_centre = vec3d_scale(vec3d_cross(n, w), -1 / (2 * nn));
    out->centre = vec3d_add(b, to_centre);
    out->radius = vec3d_length(to_centre);
    out->normal = vec3d_scale(n, 1 / sqrt(nn));
    double step = sqrt(fmax(uu, vv)) / out->radius; // nearly an angle
    return step > LEAST_STEP && step < MOST_STEP;
}

static bool on_circle(const Circle *circle, Vec3d p)
{
    Vec3d arm = vec3d_sub(p, circle->centre);
    return fabs(vec3d_dot(arm, circle->normal)) < ON_CIRCLE * circle->radius &&
           fabs(vec3d_length(arm) - circle->radius) < ON_CIRCLE * circle->radius;
}

typedef struct Walk {
    int32_t points;
    double turn;
} Walk;

// On from the edge that leads to `at`; marks edges with `mark`.
static void walk(Rims *rims, const Circle *circle, int32_t from, int32_t at, unsigned char mark,
                 Walk *walked)
{
    const Vec3d *v = rims->mesh->vertices;
    while (walked->points < rims->edge_count) {
        int32_t next = -1, by = -1;
        for (int32_t i = rims->first[at]; i < rims->first[at + 1]; ++i) {
            int32_t edge = rims->of_vertex[i], end = other_end(&rims->edges[edge], at);
            double step = vec3d_distance(v[end], v[at]) / circle->radius;
            if (end == from || rims->used[edge] || step > MOST_STEP || !on_circle(circle, v[end]))
                continue;
            next = end;
            by = edge;
            break;
        }
        if (next < 0)
            return;
        rims->used[by] = mark;
        walked->turn += 2 * asin(fmin(vec3d_distance(v[next], v[at]) / (2 * circle->radius), 1));
        ++walked->points;
        from = at;
        at = next;
    }
}

static bool same_axis(const RoundAxis *a, const RoundAxis *b)
{
    Vec3d apart = vec3d_sub(b->point, a->point);
    double reach = fmax(a->radius, b->radius);
    return vec3d_length(vec3d_cross(a->direction, b->direction)) < SAME_AXIS &&
           vec3d_length(vec3d_cross(apart, a->direction)) < SAME_AXIS * reach;
}

static bool add_axis(Rims *rims, const Circle *circle)
{
    RoundAxis axis = {circle->centre, circle->normal, circle->radius};
    int largest = 0;
    for (int i = 1; i < 3; ++i)
        if (fabs(axis.direction.v[i]) > fabs(axis.direction.v[largest]) + 1e-9)
            largest = i;
    if (axis.direction.v[largest] < 0)
        axis.direction = vec3d_scale(axis.direction, -1);
    for (size_t i = 0; i < rims->count; ++i) {
        if (!same_axis(&rims->axes[i], &axis))
            continue;
        if (axis.radius > rims->axes[i].radius)
            rims->axes[i] = axis;
        return true;
    }
    if (rims->count >= 4 * rims->most) // a mesh of nothing but rims: some of them will do
        return true;
    if (!array_reserve(&rims->axes, &rims->capacity, rims->count + 1, sizeof axis))
        return false;
    rims->axes[rims->count++] = axis;
    return true;
}

// Tries the circle through this edge and each one that goes on at its end.
static bool try_edge(Rims *rims, int32_t edge)
{
    const Vec3d *v = rims->mesh->vertices;
    int32_t a = rims->edges[edge].a, b = rims->edges[edge].b;
    for (int32_t i = rims->first[b]; i < rims->first[b + 1]; ++i) {
        int32_t on = rims->of_vertex[i], c = other_end(&rims->edges[on], b);
        Circle circle;
        if (on == edge || rims->used[on] || c == a || !circle_through(v[a], v[b], v[c], &circle))
            continue;
        Walk walked = {1, 2 * asin(fmin(vec3d_distance(v[a], v[b]) / (2 * circle.radius), 1))};
        rims->used[edge] = 1;
        walk(rims, &circle, a, b, 1, &walked);
        walk(rims, &circle, b, a, 1, &walked);
        if (walked.points >= LEAST_POINTS && walked.turn >= LEAST_TURN)
            return add_axis(rims, &circle);
        // Short arcs stay marked: they belong to no larger circle, since they were followed to the
        // end.
        return true;
    }
    return true;
}

static int larger_first(const void *x, const void *y)
{
    const RoundAxis *a = x, *b = y;
    if (a->radius < b->radius || a->radius > b->radius)
        return a->radius > b->radius ? -1 : 1;
    for (int i = 0; i < 3; ++i)
        if (a->point.v[i] < b->point.v[i] || a->point.v[i] > b->point.v[i])
            return a->point.v[i] < b->point.v[i] ? -1 : 1;
    return 0;
}

bool round_axes(const Mesh *mesh, size_t most, Job *job, RoundAxis **axes, size_t *count)
{
    assert(mesh && axes && count);
    Rims rims = {.mesh = mesh, .most = most};
    *axes = NULL;
    *count = 0;
    bool good = find_edges(&rims, job) && link_edges(&rims);
    for (int32_t i = 0; good && i < rims.edge_count; ++i) {
        if (!rims.used[i])
            good = try_edge(&rims, i);
        if (i % LOOK == 0 && job_cancelled(job))
            good = false;
    }
    mem_free(rims.edges);
    mem_free(rims.first);
    mem_free(rims.of_vertex);
    mem_free(rims.used);
    if (!good) {
        mem_free(rims.axes);
        return false;
    }
    if (rims.count > 0)
        qsort(rims.axes, rims.count, sizeof *rims.axes, larger_first);
    *axes = rims.axes;
    *count = rims.count < most ? rims.count : most;
    return true;
}
