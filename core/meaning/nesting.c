#include "core/meaning/nesting.h"

#include "core/base/array.h"

typedef struct ShellSize {
    int32_t shell;
    double volume; // negative: it looks inwards
    Vec3d at;      // a point of it
} ShellSize;

static int by_size(const void *x, const void *y)
{
    const ShellSize *a = x, *b = y;
    if (fabs(a->volume) != fabs(b->volume))
        return fabs(a->volume) > fabs(b->volume) ? -1 : 1;
    return (a->shell > b->shell) - (a->shell < b->shell);
}

static void measure(const Mesh *mesh, const int32_t *shell_of, ShellSize *sizes)
{
    for (int32_t i = mesh->triangle_count; i-- > 0;)
        sizes[shell_of[i]].at = mesh->vertices[mesh->triangles[i][0]];
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        ShellSize *size = &sizes[shell_of[i]];
        Triangle t = mesh_triangle(mesh, i);
        Vec3d a = vec3d_sub(t.p[0], size->at), b = vec3d_sub(t.p[1], size->at),
              c = vec3d_sub(t.p[2], size->at);
        size->volume += vec3d_dot(a, vec3d_cross(b, c)) / 6;
    }
}

// From the largest shell down: each follows the smallest one around it.
static bool find_turned(const Solid *solid, const int32_t *shell_of, const ShellSize *sizes,
                        int32_t count, bool *turned, Job *job)
{
    int *windings = array_alloc((size_t)count, sizeof *windings);
    PlacedSolid here;
    Affine identity = affine_identity();
    bool ok = windings && placed_solid_init(&here, solid, &identity);
    for (int32_t i = 0; ok && i < count && sizes[i].volume != 0; ++i) {
        int32_t around = -1, shell = sizes[i].shell;
        ok = !job_cancelled(job);
        // Where no ray tells, as for shells that touch there, it stays what it looks like.
        if (solid_windings(&here, sizes[i].at, shell_of, shell, count, windings))
            for (int32_t k = 0; k < i; ++k)
                around = windings[sizes[k].shell] != 0 ? k : around;
        turned[shell] = around >= 0 ? turned[sizes[around].shell] : sizes[i].volume < 0;
    }
    mem_free(windings);
    return ok;
}

static bool rebuild(Solid **solid, const int32_t *shell_of, const bool *turned, Job *job)
{
    Mesh *mesh = mesh_retain((*solid)->mesh);
    bool any = false;
    for (int32_t i = 0; i < mesh->triangle_count; ++i)
        any |= turned[shell_of[i]];
    if (any) {
        solid_release(*solid);
        for (int32_t i = 0; i < mesh->triangle_count; ++i) {
            int32_t *t = mesh->triangles[i], swap = t[1];
            if (!turned[shell_of[i]])
                continue;
            t[1] = t[2];
            t[2] = swap;
        }
        ++mesh->version;
        *solid = solid_build(mesh, job);
        if (*solid)
            (*solid)->encloses = true;
    }
    mesh_release(mesh);
    return *solid;
}

bool nesting_turn(Solid **solid, const int32_t *shell_of, int32_t shell_count, Job *job)
{
    ShellSize *sizes = mem_calloc((size_t)shell_count + 1, sizeof *sizes);
    bool *turned = mem_calloc((size_t)shell_count + 1, sizeof *turned);
    bool ok = sizes && turned, inwards = false;
    if (ok)
        measure((*solid)->mesh, shell_of, sizes);
    for (int32_t i = 0; ok && i < shell_count; ++i) {
        sizes[i].shell = i;
        inwards |= sizes[i].volume < 0;
    }
    if (ok && inwards) {
        qsort(sizes, (size_t)shell_count, sizeof *sizes, by_size);
        ok = find_turned(*solid, shell_of, sizes, shell_count, turned, job) &&
             rebuild(solid, shell_of, turned, job);
    }
    mem_free(sizes);
    mem_free(turned);
    return ok;
}
