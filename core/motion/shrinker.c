// What is known of a mesh for shrinking it: faces around each point, and which way is out.
#include "core/motion/shrink_points.h"

#include "core/base/array.h"
#include "core/meaning/material.h"

#include <assert.h>

// A triangle lower than this share of its longest side has no normal to rely on.
#define NEEDLE 1e-6

static Vec3d reliable_normal(const Mesh *mesh, int32_t triangle)
{
    Triangle t = mesh_triangle(mesh, triangle);
    double longest = 0;
    for (int k = 0; k < 3; ++k)
        longest = fmax(longest, vec3d_distance(t.p[k], t.p[(k + 1) % 3]));
    Vec3d cross = triangle_cross(&t);
    double twice = vec3d_length(cross);
    return twice > NEEDLE * longest * longest ? vec3d_scale(cross, 1 / twice) : vec3d(0, 0, 0);
}

// Does the largest triangle of the shell look into the material? One of several shells may be inside
// out, and a shell in another one is a cavity or not: the material knows.
static bool looks_inwards(const Solid *solid, const MeshShells *shells, const Shell *shell)
{
    double largest = 0;
    Triangle at = {{{{0}}}};
    PlacedSolid here;
    Affine identity = affine_identity();
    for (int32_t i = shell->first; i < shell->first + shell->count; ++i) {
        Triangle t = mesh_triangle(solid->mesh, shells->triangles[i]);
        double twice = vec3d_length(triangle_cross(&t));
        if (twice > largest) {
            largest = twice;
            at = t;
        }
    }
    if (largest == 0 || !placed_solid_init(&here, solid->material->inside, &identity))
        return false;
    Vec3d middle = vec3d_scale(vec3d_add(vec3d_add(at.p[0], at.p[1]), at.p[2]), 1.0 / 3);
    Vec3d hair = vec3d_scale(triangle_normal(&at), 1e-5 * sqrt(largest));
    int before = 0, behind = 0;
    return solid_winding(&here, vec3d_add(middle, hair), &before) &&
           solid_winding(&here, vec3d_sub(middle, hair), &behind) && before != 0 && behind == 0;
}

static bool find_normals(Shrinker *s, const Solid *solid, Job *job)
{
    for (int32_t i = 0; i < s->mesh->triangle_count; ++i)
        s->normal[i] = reliable_normal(s->mesh, i);
    MeshShells shells;
    if (!mesh_shells_find(&shells, s->mesh, s->topology, job))
        return false;
    for (int32_t k = 0; k < shells.count; ++k) {
        const Shell *shell = &shells.shells[k];
        if (!looks_inwards(solid, &shells, shell))
            continue;
        for (int32_t i = shell->first; i < shell->first + shell->count; ++i) {
            Vec3d *normal = &s->normal[shells.triangles[i]];
            *normal = vec3d_scale(*normal, -1);
        }
    }
    mesh_shells_free(&shells);
    return true;
}

static void link_faces(Shrinker *s)
{
    int32_t vertices = s->mesh->vertex_count, sides = 3 * s->mesh->triangle_count;
    memset(s->first, 0, ((size_t)vertices + 2) * sizeof *s->first);
    // Counted one place further on, so that filling in leaves first[] where it belongs.
    for (int32_t side = 0; side < sides; ++side)
        ++s->first[side_point(s->topology, s->mesh, side) + 2];
    for (int32_t i = 2; i < vertices + 2; ++i)
        s->first[i] += s->first[i - 1];
    for (int32_t side = 0; side < sides; ++side)
        s->faces[s->first[side_point(s->topology, s->mesh, side) + 1]++] = side / 3;
}

static bool find_offsets(Shrinker *s, Job *job)
{
    ShrinkRows rows = {0};
    ShrinkDesc unit = {.inset = 1};
    bool ok = true;
    for (int32_t i = 0; ok && i < s->mesh->vertex_count; ++i) {
        enum ShrinkMark mark = SHRINK_NONE;
        rows.count = 0;
        ok = job_tick(job, (size_t)i, (size_t)s->mesh->vertex_count, 0, 1) &&
             shrink_rows_add(&rows, s, &unit, i);
        if (ok)
            s->offset[i] = shrink_offset(&rows, &mark);
        s->mark[i] = (uint8_t)mark;
    }
    shrink_rows_free(&rows);
    return ok;
}

enum ShrinkEnd shrinker_create(Shrinker *shrinker, const Solid *solid, const Bvh *tree, Job *job,
                               Error *err)
{
    assert(shrinker && solid && solid->material && tree && tree->mesh == solid->mesh);
    *shrinker = (Shrinker){0};
    if (!solid->topology->closed || !solid->material->inside)
        return SHRINK_OPEN;
    Mesh *mesh = mesh_retain(solid->mesh);
    size_t vertices = (size_t)mesh->vertex_count, triangles = (size_t)mesh->triangle_count;
    *shrinker = (Shrinker){.mesh = mesh,
                           .version = mesh->version,
                           .topology = solid->topology,
                           .solid = solid,
                           .tree = tree,
                           .normal = array_alloc(triangles, sizeof(Vec3d)),
                           .first = array_alloc(vertices + 2, sizeof(int32_t)),
                           .faces = array_alloc(3 * triangles, sizeof(int32_t)),
                           .offset = array_alloc(vertices, sizeof(Vec3d)),
                           .mark = array_alloc(vertices, 1)};
    bool ok = shrinker->normal && shrinker->first && shrinker->faces && shrinker->offset &&
              shrinker->mark && find_normals(shrinker, solid, job);
    if (ok) {
        link_faces(shrinker);
        ok = find_offsets(shrinker, job);
    }
    if (ok)
        return SHRINK_DONE;
    shrinker_free(shrinker);
    if (!job_cancelled(job))
        error_set(err, "not enough memory to shrink a part");
    return SHRINK_FAILED;
}

void shrinker_free(Shrinker *shrinker)
{
    mem_free(shrinker->normal);
    mem_free(shrinker->first);
    mem_free(shrinker->faces);
    mem_free(shrinker->offset);
    mem_free(shrinker->mark);
    mesh_release(shrinker->mesh);
    *shrinker = (Shrinker){0};
}
