#include "core/mesh/topology.h"

#include "core/base/angle.h"
#include "core/base/array.h"
#include "core/base/disjoint.h"
#include "core/mesh/weld.h"

#include <assert.h>
#include <pthread.h>

static bool weld(MeshTopology *topology, const Mesh *mesh, Job *job)
{
    size_t count = (size_t)mesh->vertex_count;
    PointTable table = {0};
    bool ok = point_table_reserve(&table, mesh->vertices, 0, count);
    for (size_t i = 0; ok && i < count; ++i) {
        topology->point_of[i] = point_table_add(&table, mesh->vertices, (int32_t)i);
        ok = job_tick(job, i, count, 0, 1);
    }
    point_table_free(&table);
    return ok;
}

static bool link_sides(MeshTopology *topology, const Mesh *mesh, Job *job)
{
    return sides_link(mesh, topology->point_of, topology->next, job);
}

// Faces without area have no direction and never decide anything, unless there are no others.
// Neighbours that run along the edge in the same sense are wound against each other; more than two
// faces have no order. Neither makes a crease of what is flat.
static bool is_crease(const MeshTopology *topology, const Mesh *mesh, int32_t last,
                      double least_cosine)
{
    int32_t first = topology->next[last], side = first, live = -1, twin = side_twin(topology, last);
    if (first == last)
        return true;
    Vec3d normal = {0};
    double normal_square = 0;
    do {
        Triangle t = mesh_triangle(mesh, side / 3);
        Vec3d n = triangle_cross(&t);
        double square = vec3d_dot(n, n);
        if (square > 0 && live < 0) {
            live = side;
            normal = n;
            normal_square = square;
        } else if (square > 0) {
            double c = vec3d_dot(normal, n) / sqrt(normal_square * square);
            bool opposed = side_point(topology, mesh, side) == side_point(topology, mesh, live);
            if ((twin < 0 ? fabs(c) : opposed ? -c : c) < least_cosine)
                return true;
        }
        side = topology->next[side];
    } while (side != first);
    return live < 0;
}

static bool judge_edges(MeshTopology *topology, const Mesh *mesh, Job *job)
{
    // The tolerance keeps a regular polygon whose angle is the limit itself on one side of it.
    const double least_cosine = cos(CREASE_DEGREES * PI / 180) - 1e-9;
    memset(topology->creases, 0, (size_t)mesh->triangle_count);
    for (int32_t last = 0; last < 3 * mesh->triangle_count; ++last) {
        int32_t first = topology->next[last];
        if (!job_tick(job, (size_t)last, 3 * (size_t)mesh->triangle_count, 0, 1))
            return false;
        if (first < 0 || first > last)
            continue;
        bool two = side_twin(topology, last) >= 0;
        ++topology->edge_count;
        topology->open_count += first == last;
        topology->crowded_count += first != last && !two;
        topology->turned_count +=
            two && side_point(topology, mesh, first) == side_point(topology, mesh, last);
        int32_t side = last;
        bool crease = is_crease(topology, mesh, last, least_cosine);
        do {
            topology->creases[side / 3] |= (uint8_t)(crease << side % 3);
            side = topology->next[side];
        } while (side != last);
    }
    topology->closed = topology->edge_count > 0 && topology->open_count == 0 &&
                       topology->crowded_count == 0 && topology->turned_count == 0;
    return true;
}

// Pieces that hang together at points: each lies wholly on one side of a surface it does not meet.
static bool join_points(const MeshTopology *topology, const Mesh *mesh, int32_t *parent, Job *job)
{
    size_t triangles = (size_t)mesh->triangle_count;
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        parent[i] = i;
    for (size_t t = 0; t < triangles; ++t) {
        const int32_t *v = mesh->triangles[t];
        for (int k = 1; k < 3; ++k)
            disjoint_join(parent, topology->point_of[v[0]], topology->point_of[v[k]]);
        if (!job_tick(job, t, triangles, 0, 1))
            return false;
    }
    return true;
}

// Vertices of no triangle are not part of the surface: a piece is counted at the first triangle
// that holds it, whose root is then marked by -1.
static bool list_bodies(MeshTopology *topology, const Mesh *mesh, int32_t *parent)
{
    size_t capacity = 0;
    for (int32_t t = 0; t < mesh->triangle_count; ++t) {
        int32_t i = topology->point_of[mesh->triangles[t][0]];
        while (i >= 0 && parent[i] != i)
            i = parent[i];
        if (i < 0)
            continue;
        if (!array_reserve(&topology->bodies, &capacity, (size_t)topology->body_count + 1,
                           sizeof *topology->bodies))
            return false;
        topology->bodies[topology->body_count++] = i;
        parent[i] = -1;
    }
    size_t size = (size_t)topology->body_count * sizeof *topology->bodies;
    int32_t *less = size > 0 ? mem_realloc(topology->bodies, size) : NULL;
    topology->bodies = less ? less : topology->bodies;
    return true;
}

static bool find_bodies(MeshTopology *topology, const Mesh *mesh, Job *job)
{
    int32_t *parent = array_alloc((size_t)mesh->vertex_count, sizeof *parent);
    bool ok =
        parent && join_points(topology, mesh, parent, job) && list_bodies(topology, mesh, parent);
    mem_free(parent);
    return ok;
}

static bool encloses_volume(const Mesh *mesh)
{
    double volume = 0;
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        Triangle t = mesh_triangle(mesh, i);
        volume += vec3d_dot(t.p[0], vec3d_cross(t.p[1], t.p[2]));
    }
    return volume > 0;
}

// One of several steps, with its share of the work.
typedef bool Step(MeshTopology *topology, const Mesh *mesh, Job *job);

static bool run(Step *step, MeshTopology *topology, const Mesh *mesh, Job *job, double share)
{
    Job part = job_part(job, share);
    bool ok = !job_cancelled(job) && step(topology, mesh, &part);
    job_progress(&part, 1);
    return ok;
}

static MeshTopology *build(const Mesh *mesh, Job *job)
{
    MeshTopology *topology = mem_calloc(1, sizeof *topology);
    if (!topology)
        return NULL;
    size_t triangles = (size_t)mesh->triangle_count;
    topology->version = mesh->version;
    topology->point_of = array_alloc((size_t)mesh->vertex_count, sizeof *topology->point_of);
    topology->next = array_alloc(3 * triangles, sizeof *topology->next);
    topology->creases = array_alloc(triangles, sizeof *topology->creases);
    job_step(job, "Finding edges");
    if (topology->point_of && topology->next && topology->creases &&
        run(weld, topology, mesh, job, 0.2) && run(link_sides, topology, mesh, job, 0.4) &&
        run(judge_edges, topology, mesh, job, 0.3) && run(find_bodies, topology, mesh, job, 0.1)) {
        topology->outward = topology->closed && encloses_volume(mesh);
        return topology;
    }
    topology_free(topology);
    return NULL;
}

void topology_free(MeshTopology *topology)
{
    if (!topology)
        return;
    mem_free(topology->point_of);
    mem_free(topology->next);
    mem_free(topology->creases);
    mem_free(topology->bodies);
    mem_free(topology);
}

// Guards the pointers in all meshes; nobody holds it for longer than it takes to look. Two threads
// that ask at once may both do the work: the first to be done wins.
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

const MeshTopology *mesh_topology_known(const Mesh *mesh)
{
    assert(mesh);
    pthread_mutex_lock(&guard);
    const MeshTopology *known = mesh->topology;
    if (known && known->version != mesh->version)
        known = NULL;
    pthread_mutex_unlock(&guard);
    return known;
}

const MeshTopology *mesh_topology_give(const Mesh *mesh, MeshTopology *made)
{
    assert(mesh && made);
    Mesh *owner = (Mesh *)mesh; // what is kept here is no change that anybody could see
    pthread_mutex_lock(&guard);
    MeshTopology *other = owner->topology, *spare = other;
    if (other && other->version == made->version)
        spare = made;
    else
        owner->topology = other = made;
    pthread_mutex_unlock(&guard);
    topology_free(spare);
    return other;
}

const MeshTopology *mesh_topology(const Mesh *mesh, Job *job)
{
    const MeshTopology *known = mesh_topology_known(mesh);
    if (known)
        return known;
    MeshTopology *made = build(mesh, job);
    return made ? mesh_topology_give(mesh, made) : NULL;
}

size_t topology_bytes(const MeshTopology *topology, const Mesh *mesh)
{
    assert(topology && mesh);
    size_t triangles = (size_t)mesh->triangle_count;
    return sizeof *topology + (size_t)mesh->vertex_count * sizeof *topology->point_of +
           3 * triangles * sizeof *topology->next + triangles * sizeof *topology->creases +
           (size_t)topology->body_count * sizeof *topology->bodies;
}
