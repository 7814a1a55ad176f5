// Jobs and meshes.
#include "core/base/array.h"
#include "core/base/pool.h"
#include "core/door/door.h"

snug_status snug_job_create(const snug_job_desc *desc, snug_job **out, snug_error *error)
{
    snug_job_desc own = {0};
    snug_status status = DOOR_TAKE(own, desc, error);
    if (status != SNUG_OK)
        return status;
    if (!out)
        return door_fail(error, SNUG_BAD_ARGUMENT, "there is no place for the job");
    if (own.threads < 0 || own.threads > POOL_MAX_THREADS)
        return door_fail(error, SNUG_BAD_ARGUMENT, "a job has 1 to %d threads, not %d",
                         POOL_MAX_THREADS, own.threads);
    snug_job *job = mem_calloc(1, sizeof *job);
    if (!job)
        return door_no_memory(error);
    if (own.threads > 1 && !(job->job.pool = pool_create(own.threads))) {
        mem_free(job);
        return door_no_memory(error);
    }
    *out = job;
    return SNUG_OK;
}

void snug_job_release(snug_job *job)
{
    if (!job)
        return;
    pool_free(job->job.pool);
    mem_free(job);
}

void snug_job_cancel(snug_job *job)
{
    if (job)
        job_cancel(&job->job);
}

double snug_job_progress(const snug_job *job, const char **step)
{
    if (step)
        *step =
            job ? atomic_load_explicit(&((snug_job *)job)->job.step, memory_order_relaxed) : NULL;
    return job ? atomic_load_explicit(&((snug_job *)job)->job.permille, memory_order_relaxed) / 1e3
               : 0;
}

// Coordinates that are only noise would be refused.
static void copy_vertices(Vec3d *to, const double *from, int32_t count)
{
    for (size_t i = 0; i < 3 * (size_t)count; ++i)
        to[i / 3].v[i % 3] = fabs(from[i]) < MESH_NOISE ? 0 : from[i];
}

static snug_status fill(Mesh *mesh, const snug_mesh_desc *own, snug_error *error)
{
    size_t triangles = (size_t)own->triangle_count;
    copy_vertices(mesh->vertices, own->vertices, own->vertex_count);
    if (triangles > 0)
        memcpy(mesh->triangles, own->triangles, triangles * sizeof *mesh->triangles);
    if (triangles > 0 && own->polygon_of) {
        int32_t last = own->polygon_of[triangles - 1];
        memcpy(mesh->polygon_of, own->polygon_of, triangles * sizeof *mesh->polygon_of);
        if (last < 0 || last >= own->triangle_count)
            return door_fail(error, SNUG_BAD_MESH, "source polygon %d is out of range", last);
        mesh->polygon_count = last + 1;
    }
    Error err;
    return mesh_validate(mesh, &err) ? SNUG_OK : door_fail(error, SNUG_BAD_MESH, "%s", err.text);
}

snug_status snug_mesh_create(const snug_mesh_desc *desc, snug_mesh **out, snug_error *error)
{
    snug_mesh_desc own = {0};
    snug_status status =
        door_take(&own, sizeof own, desc, DOOR_END_OF(snug_mesh_desc, triangles), error);
    if (status != SNUG_OK)
        return status;
    if (!out)
        return door_fail(error, SNUG_BAD_ARGUMENT, "there is no place for the mesh");
    if (own.vertex_count < 0 || own.triangle_count < 0)
        return door_fail(error, SNUG_BAD_ARGUMENT,
                         "a mesh cannot have %d vertices and %d triangles", own.vertex_count,
                         own.triangle_count);
    if ((own.vertex_count > 0 && !own.vertices) || (own.triangle_count > 0 && !own.triangles))
        return door_fail(error, SNUG_BAD_ARGUMENT,
                         "vertices or triangles are counted but not there");
    Mesh *mesh = mesh_create(own.vertex_count, own.triangle_count);
    status = mesh ? fill(mesh, &own, error) : door_no_memory(error);
    if (status == SNUG_OK)
        *out = (snug_mesh *)mesh;
    else
        mesh_release(mesh);
    return status;
}

void snug_mesh_release(snug_mesh *mesh)
{
    mesh_release((Mesh *)mesh);
}

snug_status snug_mesh_set_vertices(snug_mesh *mesh, const double *vertices, int32_t count,
                                   snug_error *error)
{
    if (!mesh || (!vertices && count != 0))
        return door_fail(error, SNUG_BAD_ARGUMENT, "the mesh or its vertices are missing");
    Mesh *inner = (Mesh *)mesh;
    if (count != inner->vertex_count)
        return door_fail(error, SNUG_BAD_ARGUMENT, "the mesh has %d vertices, not %d",
                         inner->vertex_count, count);
    Vec3d *fresh = array_alloc((size_t)count, sizeof *fresh), *old = inner->vertices;
    if (!fresh)
        return door_no_memory(error);
    copy_vertices(fresh, vertices, count);
    inner->vertices = fresh;
    Error err;
    if (!mesh_validate(inner, &err)) {
        inner->vertices = old;
        mem_free(fresh);
        return door_fail(error, SNUG_BAD_MESH, "%s", err.text);
    }
    mem_free(old);
    ++inner->version;
    return SNUG_OK;
}

snug_status snug_mesh_get_info(const snug_mesh *mesh, snug_mesh_info *info, snug_error *error)
{
    snug_status status = door_ready(info, DOOR_END_OF(snug_mesh_info, triangle_count), error);
    if (status != SNUG_OK)
        return status;
    if (!mesh)
        return door_fail(error, SNUG_BAD_ARGUMENT, "there is no mesh");
    const Mesh *inner = (const Mesh *)mesh;
    snug_mesh_info own = {.vertex_count = inner->vertex_count,
                          .triangle_count = inner->triangle_count,
                          .polygon_count = inner->polygon_count,
                          .version = inner->version};
    Box3d box = mesh_bounds(inner);
    door_vector(box.lo, own.lo);
    door_vector(box.hi, own.hi);
    door_give(info, &own, sizeof own);
    return SNUG_OK;
}
