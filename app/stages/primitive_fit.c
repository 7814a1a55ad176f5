#include "app/stages/primitive_fit.h"

#include <stdlib.h>

static bool is_there(const CoveredTriangle *t, const PosedMesh *parts, int32_t count)
{
    return t->part >= 0 && t->part < count && parts[t->part].mesh && t->triangle >= 0 &&
           t->triangle < parts[t->part].mesh->triangle_count;
}

Coverage *coverage_of_parts(const PosedMesh *parts, int32_t count)
{
    Coverage *covers = coverage_create();
    bool ok = covers != NULL;
    for (int32_t i = 0; ok && i < count; ++i)
        for (int32_t k = 0; ok && parts[i].active && k < parts[i].mesh->triangle_count; ++k)
            ok = coverage_add(covers, i, k);
    if (ok)
        return covers;
    coverage_release(covers);
    return NULL;
}

// The triangles as a mesh of their own, in the world.
static Mesh *gather(const Coverage *covers, const PosedMesh *parts, int32_t count)
{
    if (covers->count > INT32_MAX / 3)
        return NULL;
    Mesh *mesh = mesh_create(3 * covers->count, covers->count);
    if (!mesh)
        return NULL;
    int32_t used = 0;
    for (int32_t i = 0; i < covers->count; ++i) {
        const CoveredTriangle *t = &covers->items[i];
        if (!is_there(t, parts, count))
            continue;
        Triangle local = mesh_triangle(parts[t->part].mesh, t->triangle);
        Triangle world = triangle_transformed(&local, &parts[t->part].placement);
        for (int k = 0; k < 3; ++k) {
            mesh->vertices[3 * used + k] = world.p[k];
            mesh->triangles[used][k] = 3 * used + k;
        }
        ++used;
    }
    mesh->triangle_count = mesh->polygon_count = used;
    mesh->vertex_count = 3 * used;
    return mesh;
}

bool primitive_fit(enum VolumeType type, const Coverage *covers, const PosedMesh *parts,
                   int32_t count, HybridVolume *out, Error *err)
{
    Mesh *mesh = gather(covers, parts, count);
    int32_t *items = mesh ? malloc((size_t)(mesh->triangle_count + 1) * sizeof *items) : NULL;
    bool ok = items != NULL;
    if (!ok) {
        error_set(err, "not enough memory for these triangles");
    } else if (mesh->triangle_count == 0) {
        ok = error_set(err, "there is no triangle to be covered");
    } else {
        for (int32_t i = 0; i < mesh->triangle_count; ++i)
            items[i] = i;
        FitItems all = {.mesh = mesh, .items = items, .count = mesh->triangle_count};
        *out = hybrid_volume_fit_triangles(type, &all);
        ok = primitive_check(out, err);
    }
    free(items);
    mesh_release(mesh);
    return ok;
}

PrimitiveCover primitive_cover(const HybridVolume *volume, const Coverage *covers,
                               const PosedMesh *parts, int32_t count, Job *job)
{
    PrimitiveCover cover = {0, 0, 0};
    // Far below what anybody sees or a file of nine digits keeps.
    Ball ball = hybrid_volume_ball(volume);
    double slack = 1e-8 * (ball.radius + vec3d_length(ball.centre));
    for (int32_t i = 0; covers && i < covers->count; ++i) {
        const CoveredTriangle *t = &covers->items[i];
        if (!is_there(t, parts, count))
            continue;
        if (i % 4096 == 0 && job_cancelled(job))
            break;
        Triangle local = mesh_triangle(parts[t->part].mesh, t->triangle);
        double far = 0; // the volume is convex: corners tell
        for (int k = 0; k < 3; ++k) {
            Vec3d p = affine_apply(&parts[t->part].placement, local.p[k]);
            if (!hybrid_volume_contains(volume, p))
                far = fmax(far, vec3d_distance(p, hybrid_volume_nearest(volume, p)));
        }
        ++cover.covered;
        cover.out += far > slack;
        cover.farthest = fmax(cover.farthest, far > slack ? far : 0);
    }
    return cover;
}
