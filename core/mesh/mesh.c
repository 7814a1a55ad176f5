// Owning, checking and recentring triangle meshes.
#include "core/mesh/mesh.h"
#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/mesh/topology.h"

#include <assert.h>
#include <float.h>

Mesh *mesh_create(int32_t vertex_count, int32_t triangle_count)
{
    if (vertex_count < 0 || triangle_count < 0)
        return NULL;
    Mesh *mesh = mem_calloc(1, sizeof *mesh);
    if (!mesh)
        return NULL;
    atomic_init(&mesh->references, 1);
    mesh->vertices = array_alloc((size_t)vertex_count, sizeof *mesh->vertices);
    mesh->triangles = array_alloc((size_t)triangle_count, sizeof *mesh->triangles);
    mesh->polygon_of = array_alloc((size_t)triangle_count, sizeof *mesh->polygon_of);
    if (!mesh->vertices || !mesh->triangles || !mesh->polygon_of) {
        mesh_release(mesh);
        return NULL;
    }
    mesh->vertex_count = vertex_count;
    mesh->triangle_count = mesh->polygon_count = triangle_count;
    for (int32_t i = 0; i < triangle_count; ++i)
        mesh->polygon_of[i] = i;
    return mesh;
}

Mesh *mesh_retain(Mesh *mesh)
{
    assert(mesh && atomic_load(&mesh->references) > 0);
    atomic_fetch_add_explicit(&mesh->references, 1, memory_order_relaxed);
    return mesh;
}

void mesh_release(Mesh *mesh)
{
    if (!mesh || atomic_fetch_sub_explicit(&mesh->references, 1, memory_order_acq_rel) > 1)
        return;
    mem_free(mesh->vertices);
    mem_free(mesh->triangles);
    mem_free(mesh->polygon_of);
    mem_free(mesh->colour_of);
    topology_free(mesh->topology);
    mem_free(mesh);
}

bool mesh_validate(const Mesh *mesh, Error *err)
{
    assert(mesh);
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        for (int k = 0; k < 3; ++k) {
            double x = mesh->vertices[i].v[k];
            if (!isfinite(x))
                return error_set(err, "vertex %d is not finite", i);
            if (fabs(x) > MESH_MAX_COORDINATE)
                return error_set(err, "vertex %d: coordinate %g is beyond %g", i, x,
                                 MESH_MAX_COORDINATE);
            if (x != 0 && fabs(x) < MESH_NOISE)
                return error_set(err, "vertex %d: coordinate %g is below %g but not 0", i, x,
                                 MESH_NOISE);
        }
    }
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        for (int k = 0; k < 3; ++k)
            if (mesh->triangles[i][k] < 0 || mesh->triangles[i][k] >= mesh->vertex_count)
                return error_set(err, "triangle %d: vertex index %d is out of range (0 to %d)", i,
                                 mesh->triangles[i][k], mesh->vertex_count - 1);
        int32_t previous = i > 0 ? mesh->polygon_of[i - 1] : 0;
        if (mesh->polygon_of[i] < previous || mesh->polygon_of[i] >= mesh->polygon_count)
            return error_set(err, "triangle %d: source polygon %d is out of order or range", i,
                             mesh->polygon_of[i]);
    }
    Box3d box = mesh_bounds(mesh);
    for (int k = 0; k < 3 && mesh->vertex_count > 0; ++k) {
        double size = box.hi.v[k] - box.lo.v[k];
        if (size > 0 && size < MESH_MIN_SIZE)
            return error_set(err, "the extent %g along %c is below %g", size, "xyz"[k],
                             MESH_MIN_SIZE);
    }
    return true;
}

Box3d mesh_bounds(const Mesh *mesh)
{
    assert(mesh);
    Box3d box = box3d_empty();
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        box = box3d_including(box, mesh->vertices[i]);
    return box;
}

double mesh_radius(const Mesh *mesh)
{
    assert(mesh);
    double square = 0; // comparisons: fmax is a call
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        double here = vec3d_dot(mesh->vertices[i], mesh->vertices[i]);
        square = here > square ? here : square;
    }
    return sqrt(square);
}

// The multiple of a power of two nearest to x, the power being about 1/256 of the extent:
// subtracting it shortens coordinates instead of adding digits to them.
static double short_centre(double lo, double hi)
{
    double middle = lo + (hi - lo) / 2, extent = hi - lo;
    if (extent == 0)
        return middle;
    int exponent;
    frexp(extent, &exponent);
    double grid = ldexp(1, exponent - 8);
    double centre = round(middle / grid) * grid;
    return isfinite(centre) ? centre : middle;
}

Vec3d mesh_recentre(Mesh *mesh)
{
    assert(mesh);
    if (mesh->vertex_count == 0)
        return vec3d(0, 0, 0);
    Box3d box = mesh_bounds(mesh);
    Vec3d centre;
    for (int k = 0; k < 3; ++k)
        centre.v[k] = short_centre(box.lo.v[k], box.hi.v[k]);
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        for (int k = 0; k < 3; ++k) {
            double x = mesh->vertices[i].v[k] - centre.v[k];
            mesh->vertices[i].v[k] = fabs(x) < MESH_NOISE ? 0 : x;
        }
    ++mesh->version;
    return centre;
}
