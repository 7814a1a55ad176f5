// The crease nearest to a point of the surface, by spreading from triangle to triangle.
#include "core/base/array.h"
#include "core/mesh/creases.h"
#include "core/mesh/topology.h"
#include "core/shape/capsule.h"

#include <assert.h>

// Who points at millions of triangles from far away means none of their edges: the nearest ones, ring
// by ring, are enough, and take less than half a millisecond.
enum { MOST_TRIANGLES = 3000 };

typedef struct Flood {
    const Mesh *mesh;
    const MeshTopology *topology;
    const Affine *placement;
    Vec3d at;
    double reach, edge, corner; // distances: the largest, and of the nearest ones
    uint8_t *seen;              // one bit per triangle
    int32_t *open;
    size_t next, count, capacity;
    CreaseSnap *out;
} Flood;

static bool flood_to(Flood *flood, int32_t triangle)
{
    uint8_t *seen = &flood->seen[triangle / 8], bit = (uint8_t)(1 << triangle % 8);
    if (*seen & bit || flood->count == MOST_TRIANGLES)
        return true;
    if (!array_reserve(&flood->open, &flood->capacity, flood->count + 1, sizeof *flood->open))
        return false;
    *seen |= bit;
    flood->open[flood->count++] = triangle;
    return true;
}

// Of edges as near as each other the one with the lowest number, however the flood came there.
static void consider(Flood *flood, int32_t side, double distance, const Vec3d ends[2])
{
    CreaseSnap *out = flood->out;
    int32_t edge = side_edge(flood->topology, side);
    if (distance < flood->edge || (!(distance > flood->edge) && edge < out->side)) {
        flood->edge = distance;
        out->side = edge;
    }
    for (int k = 0; k < 2; ++k) {
        double corner = vec3d_distance(ends[k], flood->at);
        if (corner < flood->corner) {
            flood->corner = corner;
            out->corner = side_point(flood->topology, flood->mesh, k ? side_after(side) : side);
        }
    }
}

static bool look_at(Flood *flood, int32_t triangle)
{
    const MeshTopology *topology = flood->topology;
    Triangle t = mesh_triangle(flood->mesh, triangle);
    t = triangle_transformed(&t, flood->placement);
    for (int32_t side = 3 * triangle; side < 3 * triangle + 3; ++side) {
        Vec3d ends[2] = {t.p[side % 3], t.p[side_after(side) % 3]};
        Vec3d foot = segment_nearest(ends[0], vec3d_sub(ends[1], ends[0]), flood->at);
        double distance = vec3d_distance(foot, flood->at);
        if (topology->next[side] < 0 || !(distance < flood->reach))
            continue;
        if (side_is_crease(topology, side))
            consider(flood, side, distance, ends);
        for (int32_t s = topology->next[side]; s != side; s = topology->next[s])
            if (!flood_to(flood, s / 3))
                return false;
    }
    return true;
}

bool crease_snap(const Mesh *mesh, int32_t triangle, const Affine *placement, Vec3d at,
                 double reach, CreaseSnap *out)
{
    assert(mesh && out);
    *out = (CreaseSnap){-1, -1};
    Flood flood = {.mesh = mesh,
                   .topology = mesh_topology(mesh, NULL),
                   .placement = placement,
                   .at = at,
                   .reach = reach,
                   .edge = reach,
                   .corner = reach,
                   .seen = mem_calloc((size_t)mesh->triangle_count / 8 + 1, 1),
                   .out = out};
    bool ok = flood.topology && flood.seen && flood_to(&flood, triangle);
    while (ok && flood.next < flood.count)
        ok = look_at(&flood, flood.open[flood.next++]);
    mem_free(flood.seen);
    mem_free(flood.open);
    return ok;
}
