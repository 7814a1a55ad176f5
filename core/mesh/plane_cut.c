#include "core/mesh/plane_cut.h"

#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/mesh/topology.h"

#include <assert.h>

static int compare_points(Vec3d a, Vec3d b)
{
    for (int k = 0; k < 3; ++k)
        if (a.v[k] < b.v[k] || a.v[k] > b.v[k])
            return a.v[k] < b.v[k] ? -1 : 1;
    return 0;
}

// Both faces of an edge find the same point, bit by bit, whichever way they go along it.
static Vec3d crossing(Vec3d a, double depth_a, Vec3d b, double depth_b)
{
    if (compare_points(a, b) > 0) {
        Vec3d p = a;
        double depth = depth_a;
        a = b;
        b = p;
        depth_a = depth_b;
        depth_b = depth;
    }
    Vec3d at = vec3d_lerp(a, b, depth_a / (depth_a - depth_b));
    for (int k = 0; k < 3; ++k) // -0 and 0 are one place
        at.v[k] += 0.0;
    return at;
}

typedef struct CutEnd {
    Vec3d at;
    int sign;
} CutEnd;

static int compare_ends(const void *a, const void *b)
{
    return compare_points(((const CutEnd *)a)->at, ((const CutEnd *)b)->at);
}

// Of a mesh that is not closed everywhere, but may be where it is cut.
static bool find_fill(PlaneCut *cut)
{
    CutEnd *ends = array_alloc(2 * cut->count, sizeof *ends);
    if (!ends)
        return false;
    for (size_t i = 0; i < 2 * cut->count; ++i)
        ends[i] = (CutEnd){cut->segments[i / 2][i % 2], i % 2 ? 1 : -1};
    qsort(ends, 2 * cut->count, sizeof *ends, compare_ends);
    bool even = true, balanced = true;
    for (size_t i = 0, next; i < 2 * cut->count; i = next) {
        int sum = 0;
        for (next = i; next < 2 * cut->count && compare_ends(&ends[i], &ends[next]) == 0; ++next)
            sum += ends[next].sign;
        even = even && (next - i) % 2 == 0;
        balanced = balanced && sum == 0;
    }
    cut->fill = !even ? CUT_OPEN : balanced ? CUT_WINDING : CUT_EVEN_ODD;
    mem_free(ends);
    return true;
}

bool plane_cut(PlaneCut *out, const Mesh *mesh, Vec3d normal, double offset)
{
    assert(out && mesh);
    const MeshTopology *topology = mesh_topology(mesh, NULL);
    out->count = 0;
    out->fill = CUT_WINDING;
    if (!topology)
        return false;
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        const Triangle t = mesh_triangle(mesh, i);
        double depth[3];
        int kept = 0;
        for (int k = 0; k < 3; ++k) {
            depth[k] = offset - vec3d_dot(normal, t.p[k]);
            kept += depth[k] > 0;
        }
        if (kept == 0 || kept == 3)
            continue;
        if (!array_reserve(&out->segments, &out->capacity, out->count + 1, sizeof *out->segments))
            return false;
        Vec3d *segment = out->segments[out->count++];
        for (int k = 0; k < 3; ++k) {
            int next = (k + 1) % 3;
            if ((depth[k] > 0) != (depth[next] > 0))
                segment[depth[k] > 0 ? 1 : 0] = crossing(t.p[k], depth[k], t.p[next], depth[next]);
        }
    }
    return out->count == 0 || topology->closed || find_fill(out);
}

void plane_cut_free(PlaneCut *cut)
{
    mem_free(cut->segments);
    *cut = (PlaneCut){0};
}
